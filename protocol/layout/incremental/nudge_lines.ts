import type { Box, Point } from "../../geometry/box.ts";
import type { BoxIndex } from "../../geometry/box_index.ts";

/** A line of level and upright parts that may still move aside. */
export interface LooseLine {
  points: readonly Point[];
  /** True for a line that stays. */
  readonly isFixed: boolean;
  /** The bounds of both ends along their sides. */
  readonly ends: readonly [End, End];
  /** The box of its label; it moves with the part that it is on. */
  label: Box | undefined;
}

/** The places that an end may take along its side. */
export interface End {
  readonly low: number;
  readonly high: number;
}

type Axis = "x" | "y";

/** The distance of parallel parts, of parts and boxes, and of labels and both, where there is room. */
const PITCH = 14;
const CLEAR = 10;
const LABEL_CLEAR = 6;
/** Corners keep this distance from the box of their own line, for the arrow head. */
const STUB = 18;
/** A part between two boxes that are nearer to each other than this lies in the middle. */
const NARROW = 160;
/** The share of a narrower room, at either side of its middle, that parts may take. */
const SQUEEZED = 0.25;
/** Parts that are nearer to each other than this have no order yet. */
const TOGETHER = 4;
/** The shares of the distances that are tried where there is no room for all, and the most rounds for each. */
const SHARES = [1, 0.5, 0.25];
const ROUNDS = 60;
/** The number of points along which two lines are followed to find the side on which they part. */
const DEEPEST = 12;

/** A part of a line that can move along an axis. */
interface Part {
  readonly line: LooseLine;
  readonly index: number;
  /** The place on the axis, and the range across it. */
  at: number;
  readonly begin: number;
  readonly end: number;
  /** The range of the label on it, and half its extent along the axis. */
  readonly label: { readonly begin: number; readonly end: number; readonly half: number } | undefined;
  low: number;
  high: number;
  wanted: number;
}

/**
 * Moves the parts of lines that lie on each other apart, in the order in which few of them cross, and those between two boxes to
 * the middle, as in Wybrow, Marriott and Stuckey, "Orthogonal connector routing" (2009).
 *
 * @param obstacles The boxes that lines may not come near to.
 */
export function nudgeLines(lines: readonly LooseLine[], obstacles: BoxIndex): void {
  for (const axis of ["x", "y", "x"] as const) nudge(lines, obstacles, axis);
}

function nudge(lines: readonly LooseLine[], obstacles: BoxIndex, axis: Axis): void {
  const parts = lines.flatMap((line) => partsOf(line, axis));
  for (const part of parts) if (!part.line.isFixed) bound(part, obstacles, axis);
  for (const group of groupsOf(parts)) settle(ordered(group, axis));
  for (const [line, own] of Map.groupBy(parts, ({ line }) => line)) {
    if (!line.isFixed) move(line, own, axis);
  }
}

function crossOf(axis: Axis): Axis {
  return axis === "x" ? "y" : "x";
}

function partsOf(line: LooseLine, axis: Axis): Part[] {
  const cross = crossOf(axis);
  const { points, label } = line;
  return points.slice(1).flatMap((to, index): Part[] => {
    const from = points[index]!;
    if (from[axis] !== to[axis] || from[cross] === to[cross]) return [];
    const at = from[axis];
    const [begin, end] = [Math.min(from[cross], to[cross]), Math.max(from[cross], to[cross])];
    const [size, other] = axis === "x" ? ["width", "height"] as const : ["height", "width"] as const;
    const isOn = label && label[axis] <= at && at <= label[axis] + label[size] && label[cross] >= begin - 1 &&
      label[cross] + label[other] <= end + 1;
    return [{
      line,
      index,
      at,
      begin,
      end,
      label: isOn
        ? { begin: label[cross], end: label[cross] + label[other], half: label[size] / 2 }
        : undefined,
      low: at,
      high: at,
      wanted: at,
    }];
  });
}

/** Finds the places that a part may take between the boxes beside it. */
function bound(part: Part, obstacles: BoxIndex, axis: Axis): void {
  const { line, index, at, begin, end, label } = part;
  const last = line.points.length - 2;
  let [low, high] = [at - NARROW, at + NARROW];
  let [lower, upper] = [-Infinity, Infinity];
  const cross = crossOf(axis);
  const [size, other] = axis === "x" ? ["width", "height"] as const : ["height", "width"] as const;
  const isEnd = index === 0 || index === last;
  const reach = isEnd ? 1 : STUB;
  const around = axis === "x"
    ? { x: at - NARROW, y: begin - reach, width: 2 * NARROW, height: end - begin + 2 * reach }
    : { x: begin - reach, y: at - NARROW, width: end - begin + 2 * reach, height: 2 * NARROW };
  for (const box of obstacles.near(around)) {
    const [first, beyond] = [box[cross], box[cross] + box[other]];
    if (beyond <= begin + (isEnd ? 0.5 : -1) || first >= end - (isEnd ? 0.5 : -1)) continue;
    const isBesideLabel = label && first < label.end && beyond > label.begin;
    const clear = isBesideLabel ? label.half + LABEL_CLEAR : CLEAR;
    const isOwn = isOwnBox(line, box, index);
    const room = Math.max(clear, isOwn ? STUB : 0);
    if (box[axis] + box[size] <= at + 0.5) {
      lower = Math.max(lower, box[axis] + box[size]);
      low = Math.max(low, box[axis] + box[size] + room);
    } else if (box[axis] >= at - 0.5) {
      upper = Math.min(upper, box[axis]);
      high = Math.min(high, box[axis] - room);
    }
  }
  const middle = (lower + upper) / 2;
  if (low > high) {
    const spare = Math.max(0, upper - lower) * SQUEEZED;
    [low, high] = [Math.min(at, middle - spare), Math.max(at, middle + spare)];
  }
  if (!isEnd && upper - lower < NARROW) part.wanted = middle;
  if (index === 0) [low, high] = [Math.max(low, line.ends[0].low), Math.min(high, line.ends[0].high)];
  if (index === last) [low, high] = [Math.max(low, line.ends[1].low), Math.min(high, line.ends[1].high)];
  [part.low, part.high] = low <= high ? [low, high] : [at, at];
  part.wanted = Math.min(part.high, Math.max(part.low, part.wanted));
}

/** Checks whether a part follows an end of its line at a box, so that an arrow head must fit between. */
function isOwnBox({ points }: LooseLine, { x, y, width, height }: Box, index: number): boolean {
  const touches = (point: Point | undefined) =>
    point !== undefined && point.x >= x - 1 && point.x <= x + width + 1 && point.y >= y - 1 &&
    point.y <= y + height + 1;
  return (index === 1 && touches(points[0])) ||
    (index === points.length - 3 && touches(points.at(-1)));
}

/** Groups parts that lie beside each other. */
function groupsOf(parts: readonly Part[]): Part[][] {
  const sorted = parts.toSorted((a, b) => a.at - b.at);
  const groupOf = new Map<Part, Part[]>();
  for (const [index, part] of sorted.entries()) {
    let own = groupOf.get(part);
    if (!own) groupOf.set(part, own = [part]);
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]!;
      if (other.at - part.at > NARROW) break;
      if (distanceOf(part, other) === 0 || other.line === part.line) continue;
      const theirs = groupOf.get(other) ?? [other];
      if (theirs === own) continue;
      own.push(...theirs);
      for (const one of theirs) groupOf.set(one, own);
    }
  }
  return [...new Set(groupOf.values())];
}

/** The distance that two parts keep; 0 for parts that do not lie beside each other. */
function distanceOf(a: Part, b: Part): number {
  const meet = (p: { begin: number; end: number }, q: { begin: number; end: number }, room: number) =>
    p.begin < q.end + room && q.begin < p.end + room;
  let least = meet(a, b, 2) ? PITCH : 0;
  if (a.label && meet(a.label, b, LABEL_CLEAR)) least = Math.max(least, a.label.half + LABEL_CLEAR);
  if (b.label && meet(b.label, a, LABEL_CLEAR)) least = Math.max(least, b.label.half + LABEL_CLEAR);
  if (a.label && b.label && meet(a.label, b.label, LABEL_CLEAR)) {
    least = Math.max(least, a.label.half + b.label.half + LABEL_CLEAR);
  }
  return least;
}

/** The most that two parts can have to keep as their distance. */
function mostDistance({ label: a }: Part, { label: b }: Part): number {
  return a || b ? Math.max(PITCH, (a?.half ?? 0) + (b?.half ?? 0) + LABEL_CLEAR) : PITCH;
}

/** The parts of a group by their places; of those at one place the ones first that leave to that side. */
function ordered(group: readonly Part[], axis: Axis): Part[] {
  const rest = group.toSorted((a, b) => a.at - b.at);
  const list: Part[] = [];
  while (rest.length > 0) {
    list.push(...rest.splice(firstOf(rest, axis), 1));
  }
  return list;
}

/** The index of the part that comes first: of those that lie together with the first one. */
function firstOf(sorted: readonly Part[], axis: Axis): number {
  const isTogether = (part: Part, other: Part | undefined) =>
    other !== undefined && other.at - part.at <= TOGETHER;
  for (let at = 0; isTogether(sorted[0]!, sorted[at]); at++) {
    const part = sorted[at]!;
    let isFirst = true;
    for (let other = 0; isFirst && isTogether(part, sorted[other]); other++) {
      isFirst = other === at || orderOf(part, sorted[other]!, axis) <= 0;
    }
    if (isFirst) return at;
  }
  return 0;
}

/** Negative when the first of two parts at one place should come first, so that their lines do not cross. */
function orderOf(a: Part, b: Part, axis: Axis): number {
  if (distanceOf(a, b) === 0) return a.at - b.at;
  // If one order has no room, take the other.
  const [first, last] = [b.high - a.low, a.high - b.low];
  if (Math.min(first, last) < TOGETHER && first !== last) return last - first;
  return orderAt(a.line, a.index, b.line, b.index, axis, -1, DEEPEST) +
      orderAt(a.line, a.index, b.line, b.index, axis, 1, DEEPEST) || a.at - b.at;
}

/** The order that two parts should have for what their lines do beyond their upper or lower ends. */
function orderAt(
  a: LooseLine,
  at: number,
  b: LooseLine,
  other: number,
  axis: Axis,
  way: number,
  depth: number,
): number {
  const cross = crossOf(axis);
  const [one, two] = [endOf(a, at, axis, way), endOf(b, other, axis, way)];
  const off = way * (one.place - two.place);
  if (off < -TOGETHER) return one.turn;
  if (off > TOGETHER) return -two.turn;
  if (one.turn !== two.turn) return Math.sign(one.turn - two.turn);
  if (one.turn === 0 || depth === 0) return 0;
  const level = orderAt(a, one.next, b, two.next, cross, one.turn, depth - 1);
  return -level * way * one.turn;
}

/** The end of a part: its place, and the way in which its line turns there; 0 where it ends. */
function endOf(
  { points }: LooseLine,
  index: number,
  axis: Axis,
  way: number,
): { readonly place: number; readonly turn: number; readonly next: number } {
  const cross = crossOf(axis);
  const [from, to] = [points[index]!, points[index + 1]!];
  const isForward = way * (to[cross] - from[cross]) > 0;
  const [corner, beyond] = isForward ? [to, points[index + 2]] : [from, points[index - 1]];
  const turn = beyond ? Math.sign(beyond[axis] - corner[axis]) : 0;
  return { place: corner[cross], turn, next: isForward ? index + 1 : index - 1 };
}

/** Gives the parts of a group their places: in order, with the distances that they keep as far as there is room. */
function settle(group: readonly Part[]): void {
  const pairs = group.map((part, at) => {
    const near: { readonly other: Part; readonly least: number }[] = [];
    for (let before = 0; before < at; before++) {
      const other = group[before]!;
      const apart = part.low - other.high;
      if (other.line === part.line || apart >= mostDistance(part, other)) continue;
      const least = distanceOf(other, part);
      if (least > 0 && apart < least) near.push({ other, least });
    }
    return near;
  });
  const isCrowded = pairs.some((list, at) =>
    list.some(({ other, least }) => group[at]!.wanted - other.wanted < least - 0.01)
  );
  if (!isCrowded) {
    for (const part of group) if (!part.line.isFixed) part.at = part.wanted;
    return;
  }
  for (const part of group) if (!part.line.isFixed) part.at = part.wanted;
  SHARES.some((share) => areApart(group, pairs, share));
}

/**
 * Moves each pair that is too near apart by half of what is missing, until nothing moves (Gauss and Seidel).
 *
 * @returns whether all keep that share of their distances
 */
function areApart(
  group: readonly Part[],
  pairs: readonly (readonly { readonly other: Part; readonly least: number }[])[],
  share: number,
): boolean {
  for (let round = 0; round < ROUNDS; round++) {
    let [isNear, hasMoved] = [false, false];
    for (const [at, list] of pairs.entries()) {
      const part = group[at]!;
      for (const { other, least } of list) {
        const missing = share * least - (part.at - other.at);
        if (missing < 0.05) continue;
        isNear = true;
        const [down, up] = [roomBelow(other), roomAbove(part)];
        const first = Math.min(down, Math.max(missing / 2, missing - up));
        const second = Math.min(up, missing - first);
        other.at -= first;
        part.at += second;
        hasMoved ||= first + second >= 0.05;
      }
    }
    if (!isNear || !hasMoved) return !isNear;
  }
  return false;
}

function roomBelow({ line, at, low }: Part): number {
  return line.isFixed ? 0 : Math.max(0, at - low);
}

function roomAbove({ line, at, high }: Part): number {
  return line.isFixed ? 0 : Math.max(0, high - at);
}

function move(line: LooseLine, parts: readonly Part[], axis: Axis): void {
  const points = line.points.map((point) => ({ ...point }));
  for (const { index, at, label, begin } of parts) {
    const by = at - points[index]![axis];
    points[index]![axis] = at;
    points[index + 1]![axis] = at;
    if (label && line.label && by !== 0 && begin <= label.begin + 1) {
      line.label = { ...line.label, [axis]: line.label[axis] + by };
    }
  }
  line.points = points;
}
