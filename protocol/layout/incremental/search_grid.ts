import type { Box, Point } from "../../geometry/box.ts";
import type { EdgeSide } from "../../geometry/ports.ts";
import { IntHeap } from "./int_heap.ts";

/** A side of a box at which a line may begin or end. */
export interface Terminal {
  readonly side: EdgeSide;
  /** True for a line that leads into the box: between a container and what it holds. */
  readonly isInside: boolean;
  /** The place of the border across the side, and the places along it at which the line may be. */
  readonly border: number;
  readonly low: number;
  readonly high: number;
  /** The best place along the side, and the cost of a unit off it. */
  readonly wanted: number;
  readonly slack: number;
  /** The cost of the side. */
  readonly cost: number;
}

/** A part of a line that is level or upright. */
export interface Part {
  readonly from: Point;
  readonly to: Point;
}

/** The surroundings of a line. */
export interface GridScene {
  /** The room that corners must lie in. */
  readonly region: Box;
  /** Boxes that the line must not enter. */
  readonly obstacles: readonly Box[];
  /** Borders that the line may cross but should not follow. */
  readonly borders: readonly Box[];
  /** Boxes that the line should not pass through: labels of others, and titles. */
  readonly labels: readonly Box[];
  readonly titles: readonly Box[];
  /** Parts of other lines. */
  readonly parts: readonly Part[];
}

/** Costs, in units of length. */
const CORNER = 36;
const CROSSING = 110;
const ON_LABEL = 150;
const ON_TITLE = 24;
/** The cost of a unit of length on another line. */
const ON_LINE = 0.6;
/** Lines that are nearer than this to each other are on each other. */
const NEAR = 6;
/** The distance that lines keep from boxes where there is room, and the least one. */
const CLEAR = 16;
const LEAST_CLEAR = 3;
/** The least length of the first and the last part where there is room. */
const STUB = 14;
/** The cost of a unit that is missing there. */
const SHORT = 10;
/** Larger grids are not searched. */
const MOST_CELLS = 400_000;

/** The factor by which the rest of a line counts on large grids: lines that are a little worse are found much sooner. */
const LARGE = 10_000;
const HASTE = 1.4;

/** The directions of a step; opposite ones differ by 2. */
const WAYS: readonly EdgeSide[] = ["top", "right", "bottom", "left"];

/**
 * Finds a line of level and upright parts that enters no obstacle, with few corners and crossings: a best-first search (A*: Hart,
 * Nilsson and Raphael, 1968) on the grid of all places beside the boxes, as in Wybrow, Marriott and Stuckey, "Orthogonal
 * connector routing" (2009).
 *
 * @returns The corners from border to border with the terminals at both ends, or `undefined` where no line fits.
 */
export function searchGrid(
  starts: readonly Terminal[],
  goals: readonly Terminal[],
  scene: GridScene,
): GridLine | undefined {
  const xs = coordinates(scene, "x", [...starts, ...goals]);
  const ys = coordinates(scene, "y", [...starts, ...goals]);
  if (xs.length * ys.length > MOST_CELLS) return undefined;
  return new GridSearch(Float64Array.from(xs), Float64Array.from(ys), scene).run(starts, goals);
}

/** A line that a search found. */
export interface GridLine {
  readonly points: Point[];
  readonly start: Terminal;
  readonly goal: Terminal;
  readonly cost: number;
}

/** The places along an axis through which lines may lead: beside every border, and where lines want to end. */
function coordinates(
  { region, obstacles, borders }: GridScene,
  axis: "x" | "y",
  terminals: readonly Terminal[],
): number[] {
  const [begin, length] = axis === "x" ? [region.x, region.width] : [region.y, region.height];
  const end = begin + length;
  const sides = [...obstacles, ...borders].flatMap((box) =>
    axis === "x" ? [box.x, box.x + box.width] : [box.y, box.y + box.height]
  ).filter((place) => place >= begin && place <= end).sort((a, b) => a - b);
  const places: number[] = [begin, end];
  let last = begin;
  for (const side of [...sides, end]) {
    if (side - last > 2 * CLEAR) places.push(last + CLEAR, side - CLEAR);
    else if (side - last > 2 * LEAST_CLEAR) places.push((last + side) / 2);
    last = side;
  }
  for (const { side, low, high, wanted } of terminals) {
    if (isUpright(side) !== (axis === "x")) continue;
    places.push(wanted, ...[0.2, 0.35, 0.5, 0.65, 0.8].map((share) => low + (high - low) * share));
  }
  const sorted = places.filter((place) => place >= begin && place <= end).sort((a, b) => a - b);
  return sorted.filter((place, at) => at === 0 || place - sorted[at - 1]! > 0.01);
}

/** True for the upper and the lower side. */
export function isUpright(side: EdgeSide): boolean {
  return side === "top" || side === "bottom";
}

/** The index of the first place that is at least so large. */
function firstFrom(places: Float64Array, least: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The tables of the last search, for the next one: large ones are expensive to make. */
let tables = tablesFor(0);

interface Tables {
  /** The least cost found so far. */
  readonly cost: Float64Array;
  /** The state before; -1 for none. */
  readonly before: Int32Array;
  /** 1 for a state that the search has gone on from: on large grids, whose estimates are too high, it would come back often. */
  readonly closed: Uint8Array;
}

function tablesFor(count: number): Tables {
  return { cost: new Float64Array(count), before: new Int32Array(count), closed: new Uint8Array(count) };
}

/** Tables for so many states, none of which is reached. */
function tablesOf(count: number): Tables {
  if (tables.cost.length < count) tables = tablesFor(2 * count);
  const { cost, before, closed } = tables;
  return {
    cost: cost.fill(Infinity, 0, count),
    before: before.fill(-1, 0, count),
    closed: closed.fill(0, 0, count),
  };
}

interface Goal {
  readonly terminal: Terminal;
  readonly cost: number;
}

/** Arrays are read at indices within the grid only (`!`). */
class GridSearch {
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  /** The cost of the step to the right, and down, from each place; infinite where it is blocked. */
  readonly #across: Float32Array;
  readonly #along: Float32Array;

  constructor(xs: Float64Array, ys: Float64Array, scene: GridScene) {
    this.#xs = xs;
    this.#ys = ys;
    this.#across = new Float32Array(xs.length * ys.length);
    this.#along = new Float32Array(xs.length * ys.length);
    for (let y = 0; y < ys.length; y++) {
      for (let x = 0; x < xs.length; x++) {
        const at = y * xs.length + x;
        this.#across[at] = x + 1 < xs.length ? xs[x + 1]! - xs[x]! : Infinity;
        this.#along[at] = y + 1 < ys.length ? ys[y + 1]! - ys[y]! : Infinity;
      }
    }
    for (const box of scene.labels) this.#add(box, 0, ON_LABEL);
    for (const box of scene.titles) this.#add(box, 0, ON_TITLE);
    for (const part of scene.parts) this.#addPart(part);
    for (const box of scene.obstacles) this.#add(box, LEAST_CLEAR, Infinity);
  }

  /** Adds a cost to all steps that lead through a box. */
  #add({ x, y, width, height }: Box, room: number, cost: number): void {
    const [xs, ys] = [this.#xs, this.#ys];
    const [left, right] = [firstFrom(xs, x - room + 0.01), firstFrom(xs, x + width + room - 0.01)];
    const [top, bottom] = [firstFrom(ys, y - room + 0.01), firstFrom(ys, y + height + room - 0.01)];
    for (let row = top; row < bottom; row++) {
      for (let column = Math.max(0, left - 1); column < right; column++) {
        this.#across[row * xs.length + column]! += cost;
      }
    }
    for (let row = Math.max(0, top - 1); row < bottom; row++) {
      for (let column = left; column < right; column++) this.#along[row * xs.length + column]! += cost;
    }
  }

  /** Adds the costs of crossing a part of another line and of leading on it. */
  #addPart({ from, to }: Part): void {
    const [xs, ys] = [this.#xs, this.#ys];
    const isLevel = from.y === to.y;
    const [own, other] = isLevel ? [ys, xs] : [xs, ys];
    const place = isLevel ? from.y : from.x;
    const [low, high] = isLevel
      ? [Math.min(from.x, to.x), Math.max(from.x, to.x)]
      : [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    const [along, across] = isLevel ? [this.#across, this.#along] : [this.#along, this.#across];
    const index = (line: number, at: number) => isLevel ? line * xs.length + at : at * xs.length + line;
    const [begin, end] = [firstFrom(other, low), firstFrom(other, high)];
    const before = firstFrom(own, place + 1e-9) - 1;
    if (before >= 0) { for (let at = begin; at < end; at++) across[index(before, at)]! += CROSSING; }
    for (let line = firstFrom(own, place - NEAR); line < own.length && own[line]! < place + NEAR; line++) {
      for (let at = Math.max(0, begin - 1); at < end && at + 1 < other.length; at++) {
        const shared = Math.min(high, other[at + 1]!) - Math.max(low, other[at]!);
        if (shared > 0) along[index(line, at)]! += ON_LINE * shared;
      }
    }
  }

  run(starts: readonly Terminal[], goals: readonly Terminal[]): GridLine | undefined {
    const width = this.#xs.length;
    const count = width * this.#ys.length * 4;
    const { cost, before, closed } = tablesOf(count);
    const open = new IntHeap();
    const begun = new Map<number, Terminal>();
    const ends = this.#goalsOf(goals);
    const rest = this.#restTo(goals);
    let best: { readonly cost: number; readonly state: number; readonly terminal: Terminal } | undefined;
    for (const terminal of starts) {
      for (const { at, cost: first } of this.#placesOf(terminal)) {
        const state = at * 4 + wayOf(terminal);
        if (first >= cost[state]!) continue;
        cost[state] = first;
        begun.set(state, terminal);
        open.push(state, first + rest(at, wayOf(terminal)));
      }
    }
    const steps = [-width, 1, width, -1];
    while (open.size > 0) {
      const { value: state, key } = open.pop();
      if (best && key >= best.cost) break;
      if (closed[state] === 1) continue;
      closed[state] = 1;
      const [at, way, own] = [state >> 2, state & 3, cost[state]!];
      for (const goal of ends.get(at) ?? []) {
        const inward = (wayOf(goal.terminal) + 2) & 3;
        if (inward === ((way + 2) & 3)) continue;
        const whole = own + goal.cost + (inward === way ? 0 : CORNER);
        if (!best || whole < best.cost) best = { cost: whole, state, terminal: goal.terminal };
      }
      for (let next = 0; next < 4; next++) {
        if (next === ((way + 2) & 3)) continue;
        const to = at + steps[next]!;
        const from = Math.min(at, to);
        if (from < 0) continue;
        const step = (next & 1) === 1 ? this.#across[from]! : this.#along[from]!;
        const whole = own + step + (next === way ? 0 : CORNER);
        const reached = to * 4 + next;
        if (step === Infinity || whole >= cost[reached]! || closed[reached] === 1) continue;
        cost[reached] = whole;
        before[reached] = state;
        open.push(reached, whole + rest(to, next));
      }
    }
    return best && this.#lineTo(best, before, begun);
  }

  /** The grid places straight out of a side, with the cost of the way to them. */
  #placesOf(terminal: Terminal): { readonly at: number; readonly cost: number }[] {
    const { side, border, low, high, wanted, slack, cost } = terminal;
    const isUpAndDown = isUpright(side);
    const [along, across] = isUpAndDown ? [this.#xs, this.#ys] : [this.#ys, this.#xs];
    const outward = (side === "top" || side === "left" ? -1 : 1) * (terminal.isInside ? -1 : 1);
    const index = (line: number, at: number) =>
      isUpAndDown ? at * this.#xs.length + line : line * this.#xs.length + at;
    const places: { at: number; cost: number }[] = [];
    for (
      let line = firstFrom(along, low - 0.01);
      line < along.length && along[line]! <= high + 0.01;
      line++
    ) {
      let at = outward > 0 ? firstFrom(across, border + 0.01) : firstFrom(across, border - 0.01) - 1;
      const steps = isUpAndDown ? this.#along : this.#across;
      const isOpen = (next: number) => next >= 0 && next < across.length;
      if (!isOpen(at)) continue;
      // Corners too close to the border leave no room for an arrow head.
      while (
        Math.abs(across[at]! - border) < STUB && isOpen(at + outward) &&
        steps[index(line, outward > 0 ? at : at - 1)]! < Infinity
      ) at += outward;
      const off = Math.abs(along[line]! - wanted) * slack;
      const length = Math.abs(across[at]! - border);
      const missing = Math.max(0, STUB - length) * SHORT;
      places.push({ at: index(line, at), cost: cost + off + length + missing });
    }
    return places;
  }

  #goalsOf(goals: readonly Terminal[]): Map<number, Goal[]> {
    const ends = new Map<number, Goal[]>();
    for (const terminal of goals) {
      for (const { at, cost } of this.#placesOf(terminal)) {
        ends.set(at, [...ends.get(at) ?? [], { terminal, cost }]);
      }
    }
    return ends;
  }

  /** A lower bound of the cost from a state to the goals: the distance to the box around their sides, and the corners needed. */
  #restTo(goals: readonly Terminal[]): (at: number, way: number) => number {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { side, border, low, high } of goals) {
      const [x, y] = isUpright(side) ? [[low, high], [border, border]] : [[border, border], [low, high]];
      [left, right] = [Math.min(left, x[0]!), Math.max(right, x[1]!)];
      [top, bottom] = [Math.min(top, y[0]!), Math.max(bottom, y[1]!)];
    }
    const [xs, ys, width] = [this.#xs, this.#ys, this.#xs.length];
    const haste = xs.length * ys.length > LARGE ? HASTE : 1;
    return (at, way) => {
      const row = Math.floor(at / width);
      const [x, y] = [xs[at - row * width]!, ys[row]!];
      const [across, along] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
      const isLevel = (way & 1) === 1;
      const isAway = way === 0 ? y < top : way === 1 ? x > right : way === 2 ? y > bottom : x < left;
      const isAside = (isLevel ? along : across) > 0;
      return haste * (across + along + (isAway ? 2 * CORNER : isAside ? CORNER : 0));
    };
  }

  #lineTo(
    { cost, state, terminal: goal }: {
      readonly cost: number;
      readonly state: number;
      readonly terminal: Terminal;
    },
    before: Int32Array,
    begun: ReadonlyMap<number, Terminal>,
  ): GridLine | undefined {
    const points: Point[] = [];
    let at = state;
    for (;;) {
      points.push(this.#pointAt(at >> 2));
      if (before[at]! < 0) break;
      at = before[at]!;
    }
    const start = begun.get(at);
    if (!start) return undefined;
    points.reverse();
    const ends = [onBorder(points[0]!, start), onBorder(points.at(-1)!, goal)] as const;
    return { points: withoutStraight([ends[0], ...points, ends[1]]), start, goal, cost };
  }

  #pointAt(at: number): Point {
    const width = this.#xs.length;
    return { x: this.#xs[at % width]!, y: this.#ys[Math.floor(at / width)]! };
  }
}

function wayOf({ side, isInside }: Terminal): number {
  return (WAYS.indexOf(side) + (isInside ? 2 : 0)) & 3;
}

function onBorder({ x, y }: Point, { side, border }: Terminal): Point {
  return isUpright(side) ? { x, y: border } : { x: border, y };
}

/** A line of level and upright parts without the points at which it does not turn. */
function withoutStraight(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  for (const point of points) {
    const [before, last] = [line.at(-2), line.at(-1)];
    if (last && Math.abs(last.x - point.x) < 0.01 && Math.abs(last.y - point.y) < 0.01) continue;
    const isStraight = before && last &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isStraight) line.pop();
    line.push(point);
  }
  return line;
}
