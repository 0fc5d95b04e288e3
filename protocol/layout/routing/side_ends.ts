import { type Box, contains, overlaps, type Point } from "../../geometry/box.ts";
import type { LevelGraph, LevelLayout, LevelRoute } from "../graph/level.ts";

/** Larger levels keep all ends above and below: the search for room looks at everything. */
const MOST_EDGES = 600;
/** The least distance from a side to the upright part that follows: an arrow head and a corner. */
const REACH = 20;
/** The room around a moved part of a line, and the part of a side at its corners that has no ends. */
const CLEAR = 7;
const CORNER = 12;
/** The distance between the heights that are tried, and how many there are at either side of the first. */
const STEP = 12;
const STEPS = 2;

/**
 * Moves ends to the left and right sides of nodes: a line that leaves its node below and at once turns aside to beyond it
 * leaves at that side instead, where nothing is in the way. That saves a corner.
 */
export function withSideEnds(level: LevelGraph, layout: LevelLayout): LevelLayout {
  if (level.row || level.edges.length > MOST_EDGES) return layout;
  return { ...layout, routes: new SideEnds(level, layout).routes() };
}

class SideEnds {
  readonly #level: LevelGraph;
  readonly #boxes: readonly Box[];
  readonly #obstacles: readonly Box[];
  readonly #routes: LevelRoute[];

  constructor(level: LevelGraph, { x, y, routes }: LevelLayout) {
    this.#level = level;
    this.#boxes = level.nodes.map(({ width, height }, at) => ({ x: x[at]!, y: y[at]!, width, height }));
    const labels = routes.flatMap(({ label }, edge) => {
      const size = level.edges[edge]!.label;
      return label && size ? [{ x: label.x - size.width / 2, y: label.y - size.height / 2, ...size }] : [];
    });
    const nodes = level.nodes.flatMap(({ border, margin }, at) => {
      if (border !== undefined) return [];
      const box = this.#boxes[at]!;
      return [{
        x: box.x - margin.left,
        y: box.y - margin.top,
        width: box.width + margin.left + margin.right,
        height: box.height + margin.top + margin.bottom,
      }];
    });
    this.#obstacles = [...nodes, ...labels];
    this.#routes = [...routes];
  }

  routes(): LevelRoute[] {
    this.#level.edges.forEach(({ from, to, fromPort, toPort }, edge) => {
      if (from === to) return;
      if (fromPort === undefined) this.#move(edge, from, false);
      if (toPort === undefined) this.#move(edge, to, true);
    });
    return this.#routes;
  }

  #move(edge: number, node: number, isTarget: boolean): void {
    const { border, margin } = this.#level.nodes[node]!;
    const { points, label } = this.#routes[edge]!;
    const [end, turn, aside, on, ...rest] = isTarget ? points.toReversed() : points;
    if (border !== undefined || !end || !turn || !aside || !on) return;
    const isAway = Math.sign(turn.y - end.y) === Math.sign(on.y - aside.y);
    if (end.x !== turn.x || turn.y !== aside.y || aside.x !== on.x || !isAway) return;
    const box = this.#boxes[node]!;
    const isLeft = aside.x < end.x;
    const side = isLeft ? box.x : box.x + box.width;
    if ((isLeft ? margin.left : margin.right) > 0 || Math.abs(aside.x - side) < REACH) return;
    if (isLeft ? aside.x > side : aside.x < side) return;
    // A label on the part that would go keeps it.
    if (label && Math.min(end.y, turn.y) <= label.y && label.y <= Math.max(end.y, turn.y)) return;
    const y = this.#heightsAt(box, turn.y > end.y).find((height) =>
      this.#isFree(edge, node, corridor({ x: side, y: height }, { x: aside.x, y: height })) &&
      this.#isFree(edge, node, corridor({ x: aside.x, y: height }, aside))
    );
    if (y === undefined) return;
    const moved = [{ x: side, y }, { x: aside.x, y }, on, ...rest];
    this.#routes[edge] = { points: isTarget ? moved.reverse() : moved, label };
  }

  /** The heights that are tried at a side, those near the end that the line came from first. */
  #heightsAt({ y, height }: Box, isBelow: boolean): number[] {
    const middle = Math.round(Math.min(height / 2, 30));
    const first = isBelow ? y + height - middle : y + middle;
    const heights = [first];
    for (let step = 1; step <= STEPS; step++) heights.push(first + STEP * step, first - STEP * step);
    return heights.filter((at) => at >= y + CORNER && at <= y + height - CORNER);
  }

  /** Checks that nothing but the node itself and the line is in a place. */
  #isFree(edge: number, node: number, place: Box): boolean {
    const own = this.#boxes[node]!;
    if (this.#obstacles.some((box) => !contains(box, own) && overlaps(box, place))) return false;
    return this.#routes.every(({ points }, other) =>
      other === edge || points.every((point, at) => {
        const before = points[at - 1];
        return before === undefined || !overlaps(boxOf(before, point), place);
      })
    );
  }
}

function corridor(a: Point, b: Point): Box {
  const { x, y, width, height } = boxOf(a, b);
  // Along the line itself no room is needed: its ends are at a side and at a corner that was there.
  const [aside, along] = width > height ? [0, CLEAR] : [CLEAR, 0];
  return { x: x - aside, y: y - along, width: width + 2 * aside, height: height + 2 * along };
}

function boxOf(a: Point, b: Point): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x, b.x) - x, height: Math.max(a.y, b.y) - y };
}
