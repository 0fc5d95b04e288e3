import { distance, type Point } from "../../geometry/box.ts";

/** A gate that a line has to pass: at this height, between these two places. */
export interface Gate {
  /** The height. */
  readonly y: number;
  /** The leftmost place. */
  readonly low: number;
  /** The rightmost place. */
  readonly high: number;
  /** The preferred place. */
  readonly wanted: number;
  /** True if a label covers the place, so that a corner there does not show. */
  readonly covered?: boolean;
}

/** The factor by which a line with one or two corners may be longer than the wanted line. */
const DETOUR = 1.2;

/** The share of its length that a vertical segment costs: it reads better than a slanted one. */
const UPRIGHT = 0.8;

/** Room for rounding, in units. */
const EPSILON = 1e-6;

/**
 * Finds a line from `start` down to `end` that passes all gates and has few corners, all of them in gates: none
 * or one where that is possible, or two with a vertical segment between, else as many as needed when each
 * segment goes as far as the gates allow.
 *
 * The gates make a monotone polygon; what a point sees of the next gates is a wedge that each gate narrows
 * (see Suri, "A linear time algorithm for minimum link paths inside a simple polygon", 1986).
 *
 * @param gates from top to bottom, strictly between the two ends
 */
export function threadGates(start: Point, gates: readonly Gate[], end: Point): Point[] {
  const points: Point[] = [start];
  let from = 0;
  for (let at = start;;) {
    const rest = from === 0 ? gates : gates.slice(from);
    if (passesAll(at, end, rest)) return [...points, end];
    const ahead = visible(at, rest);
    const corner = bestCorner(at, end, rest, ahead);
    if (corner !== undefined) return [...points, corner, end];
    const upright = uprightBetween(at, end, rest, ahead);
    if (upright !== undefined) return [...points, ...upright, end];
    const next = nextCorner(rest, ahead);
    const { y, low, high, wanted } = rest[next]!;
    const seen = ahead[next] ?? { low, high };
    at = { x: clamp(wanted, seen.low, seen.high), y };
    points.push(at);
    from += next + 1;
  }
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

function passesAll(from: Point, to: Point, gates: readonly Gate[]): boolean {
  const slope = (to.x - from.x) / (to.y - from.y);
  return gates.every(({ y, low, high }) => {
    const x = from.x + slope * (y - from.y);
    return x >= low - EPSILON && x <= high + EPSILON;
  });
}

/** The part of each gate that is visible from a point, up to the first gate that is not visible. */
function visible(from: Point, gates: readonly Gate[]): Interval[] {
  const seen: Interval[] = [];
  let [least, most] = [-Infinity, Infinity];
  for (const { y, low, high } of gates) {
    const distance = Math.abs(y - from.y);
    least = Math.max(least, (low - from.x) / distance);
    most = Math.min(most, (high - from.x) / distance);
    if (least > most) break;
    seen.push({ low: from.x + least * distance, high: from.x + most * distance });
  }
  return seen;
}

/**
 * The gate for an intermediate corner: the last one in sight under a label, else the last one that can be
 * passed at the wanted place, else the one that comes nearest to that.
 */
function nextCorner(gates: readonly Gate[], ahead: readonly Interval[]): number {
  const covered = gates.findLastIndex((gate, at) => gate.covered === true && at < ahead.length);
  if (covered >= 0) return covered;
  let best = 0;
  let least = Infinity;
  ahead.forEach(({ low, high }, at) => {
    const { wanted } = gates[at]!;
    const missing = Math.abs(clamp(wanted, low, high) - wanted);
    if (missing <= least + EPSILON) [best, least] = [at, Math.min(least, missing)];
  });
  return best;
}

/**
 * The corner that is visible from both ends: under a label where that is possible, else where the line is
 * shortest; `undefined` when there is none without a long detour.
 */
function bestCorner(
  start: Point,
  end: Point,
  gates: readonly Gate[],
  ahead: readonly Interval[],
): Point | undefined {
  const back = visible(end, gates.toReversed());
  let best: Point | undefined;
  let shortest = DETOUR * wantedLength(start, end, gates);
  for (let at = gates.length - back.length; at < ahead.length; at++) {
    const here = ahead[at]!;
    const there = back[gates.length - 1 - at]!;
    const low = Math.max(here.low, there.low);
    const high = Math.min(here.high, there.high);
    if (low > high) continue;
    const { y, covered, wanted } = gates[at]!;
    if (covered) return { x: clamp(wanted, low, high), y };
    const straight = start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y);
    for (const x of [straight, start.x, end.x]) {
      const corner = { x: clamp(x, low, high), y };
      const length = effort(start, corner) + effort(corner, end);
      if (length < shortest - EPSILON) [best, shortest] = [corner, length];
    }
  }
  return best;
}

/**
 * Two corners, one straight below the other, each visible from one end: the pair with the shortest line;
 * `undefined` when there is none without a long detour.
 */
function uprightBetween(
  start: Point,
  end: Point,
  gates: readonly Gate[],
  ahead: readonly Interval[],
): [Point, Point] | undefined {
  const back = visible(end, gates.toReversed());
  let best: [Point, Point] | undefined;
  let shortest = DETOUR * wantedLength(start, end, gates);
  for (let first = 0; first < ahead.length; first++) {
    let { low, high } = ahead[first]!;
    const { y: top, wanted } = gates[first]!;
    for (let last = first + 1; last < gates.length; last++) {
      const gate = gates[last]!;
      low = Math.max(low, gate.low);
      high = Math.min(high, gate.high);
      if (low > high) break;
      const there = back[gates.length - 1 - last];
      if (there === undefined) continue;
      const [from, to] = [Math.max(low, there.low), Math.min(high, there.high)];
      if (from > to) continue;
      const x = clamp(wanted, from, to);
      const [upper, lower] = [{ x, y: top }, { x, y: gate.y }];
      const length = effort(start, upper) + effort(upper, lower) + effort(lower, end);
      if (length < shortest - EPSILON) [best, shortest] = [[upper, lower], length];
    }
  }
  return best;
}

function wantedLength(start: Point, end: Point, gates: readonly Gate[]): number {
  const way = [start, ...gates.map(({ y, wanted }) => ({ x: wanted, y })), end];
  return way.reduce((sum, point, at) => at === 0 ? 0 : sum + distance(way[at - 1]!, point), 0);
}

/** The cost of a segment: its length, less for a vertical one. */
function effort(a: Point, b: Point): number {
  return a.x === b.x ? UPRIGHT * Math.abs(b.y - a.y) : distance(a, b);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
