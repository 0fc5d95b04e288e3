import { type Box, distance, type Point } from "../../geometry/box.ts";
import type { Obstacles } from "./obstacles.ts";

/** Distances that lines keep from corners; the smaller one is used where boxes are close together. */
const CLEARANCES = [10, 4];

/** The cost of a corner, in units of length. */
const CORNER = 24;

/**
 * Weights of the remaining distance, with the number of points to visit: a weight above 1 finds a path sooner
 * that may be a little longer; the larger one accepts any path.
 */
const HASTES = [{ haste: 1.2, points: 1_500 }, { haste: 4, points: 60_000 }];

/**
 * Finds a short line with few corners that passes through no obstacle.
 *
 * A best-first search (A*: Hart, Nilsson and Raphael, 1968) over the corners of the obstacles, of which only
 * those in the way are visited: where the direct line to the goal is blocked, the search continues from the
 * corners of the blocking box.
 *
 * @param within the room that corners must lie in; anywhere when `undefined`
 * @returns the points between the two ends, or `undefined` when no path was found
 */
export function findWay(
  start: Point,
  goal: Point,
  obstacles: Obstacles,
  within: Box | undefined,
): Point[] | undefined {
  for (const { haste, points } of HASTES) {
    const way = search(start, goal, obstacles, within, haste, points);
    if (way !== "endless") return way;
  }
  return undefined;
}

function search(
  start: Point,
  goal: Point,
  obstacles: Obstacles,
  within: Box | undefined,
  haste: number,
  most: number,
): Point[] | undefined | "endless" {
  const open = new StepHeap();
  open.push({ point: start, cost: 0, total: 0, before: undefined });
  const best = new Map<string, number>([[keyOf(start), 0]]);
  for (let looked = 0; looked < most; looked++) {
    const step = open.pop();
    if (!step) return undefined;
    if (step.cost > best.get(keyOf(step.point))!) continue;
    if (step.point === goal) return wayOf(step);
    for (const point of nextPoints(step.point, goal, obstacles, within)) {
      const cost = step.cost + distance(step.point, point) + (point === goal ? 0 : CORNER);
      const key = keyOf(point);
      if (cost >= (best.get(key) ?? Infinity)) continue;
      best.set(key, cost);
      open.push({ point, cost, total: cost + haste * distance(point, goal), before: step });
    }
  }
  return "endless";
}

interface Step {
  readonly point: Point;
  readonly cost: number;
  readonly total: number;
  readonly before: Step | undefined;
}

/**
 * Steps of which the one with the least total comes out first (Williams, 1964); all indices stay within the
 * heap.
 */
class StepHeap {
  readonly #steps: Step[] = [];

  push(step: Step): void {
    const steps = this.#steps;
    let at = steps.push(step) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (steps[above]!.total <= step.total) break;
      steps[at] = steps[above]!;
      at = above;
    }
    steps[at] = step;
  }

  pop(): Step | undefined {
    const steps = this.#steps;
    const [least] = steps;
    const step = steps.pop();
    if (!step || steps.length === 0) return least;
    let at = 0;
    for (let below = 1; below < steps.length; below = 2 * at + 1) {
      if (below + 1 < steps.length && steps[below + 1]!.total < steps[below]!.total) below++;
      if (steps[below]!.total >= step.total) break;
      steps[at] = steps[below]!;
      at = below;
    }
    steps[at] = step;
    return least;
  }
}

function wayOf(step: Step): Point[] {
  const way: Point[] = [];
  for (let at = step.before; at?.before; at = at.before) way.push(at.point);
  return way.reverse();
}

/** The goal if it is in sight, else the visible corners of the boxes in the way. */
function nextPoints(from: Point, goal: Point, obstacles: Obstacles, within: Box | undefined): Point[] {
  const blocker = obstacles.firstOn(from, goal);
  if (!blocker) return [goal];
  const points: Point[] = [];
  const blockers = new Set([blocker]);
  for (const box of blockers) {
    for (const corner of cornersOf(box)) {
      if (within && !contains(within, corner)) continue;
      if (obstacles.covers(corner)) continue;
      const next = obstacles.firstOn(from, corner);
      if (!next) points.push(corner);
      else if (blockers.size < 6) blockers.add(next);
    }
  }
  return points;
}

function cornersOf({ x, y, width, height }: Box): Point[] {
  return CLEARANCES.flatMap((gap) => [
    { x: x - gap, y: y - gap },
    { x: x + width + gap, y: y - gap },
    { x: x - gap, y: y + height + gap },
    { x: x + width + gap, y: y + height + gap },
  ]);
}

function contains({ x, y, width, height }: Box, point: Point): boolean {
  return point.x > x && point.x < x + width && point.y > y && point.y < y + height;
}

function keyOf({ x, y }: Point): string {
  return `${x} ${y}`;
}
