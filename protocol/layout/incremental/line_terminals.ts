import type { Box, Point } from "../../geometry/box.ts";
import type { EdgeSide } from "../../geometry/ports.ts";
import type { LineScopes } from "./line_scopes.ts";
import { isUpright, type Terminal } from "./search_grid.ts";

/** The part of a side at its corners that has no ends. */
const CORNER = 12;
/** The cost of an end at the left or right side, of a unit off the best place of a side, and of a side that is full. */
const ASIDE = 6;
const OFF = 1.1;
const OFF_LONG = 0.2;
const FULL = 80;
/** Sides that are longer have no middle that a line must be near. */
const LONG = 240;
/** The distance of two ends, for which sides are full. */
const PITCH = 14;

const SIDES: readonly EdgeSide[] = ["bottom", "top", "right", "left"];

/** The sides of nodes at which lines may end, and how many do. */
export class LineTerminals {
  readonly #scopes: LineScopes;
  readonly #counts = new Map<string, number>();

  constructor(scopes: LineScopes) {
    this.#scopes = scopes;
  }

  /** Counts an end of a line. */
  add(node: number, point: Point): void {
    const key = `${node} ${sideAt(point, this.#scopes.boxes[node]!)}`;
    this.#counts.set(key, 1 + (this.#counts.get(key) ?? 0));
  }

  /**
   * The sides of a node at which a line to another one may end.
   *
   * @param port The given place of the end, from the left of the upper or lower side.
   */
  of(node: number, other: number, port: number | undefined): Terminal[] {
    const { hierarchy, boxes, loops } = this.#scopes;
    const isInside = hierarchy.around(node, other) === node;
    const { margin } = hierarchy.nodes[node]!;
    const own = loops.get(node);
    return SIDES.flatMap((side): Terminal[] => {
      const isTaken = (margin?.[side] ?? 0) > 0 ||
        (own !== undefined && side === (own.below ? "bottom" : "right"));
      if (port === undefined ? isTaken && !isInside : !isUpright(side)) return [];
      const terminal = terminalAt(boxes[node]!, boxes[other]!, side, port);
      const room = terminal.high - terminal.low;
      const isFull = room > 0 && (this.#counts.get(`${node} ${side}`) ?? 0) * PITCH > room;
      return [{ ...terminal, isInside, cost: (isUpright(side) ? 0 : ASIDE) + (isFull ? FULL : 0) }];
    });
  }
}

function terminalAt(
  box: Box,
  other: Box,
  side: EdgeSide,
  port: number | undefined,
): Omit<Terminal, "isInside" | "cost"> {
  const isAbove = isUpright(side);
  const [begin, length, across, depth] = isAbove
    ? [box.x, box.width, box.y, box.height]
    : [box.y, box.height, box.x, box.width];
  const [from, size] = isAbove ? [other.x, other.width] : [other.y, other.height];
  const border = side === "top" || side === "left" ? across : across + depth;
  const free = Math.min(CORNER, length / 3);
  const [low, high] = isAbove && port !== undefined
    ? [begin + port, begin + port]
    : [begin + free, begin + length - free];
  const isLong = length > LONG;
  const [left, right] = [Math.max(low, from + CORNER), Math.min(high, from + size - CORNER)];
  const nearest = isLong ? Math.min(high, Math.max(low, from + size / 2)) : (low + high) / 2;
  // Straight across where the boxes are beside each other.
  const wanted = left <= right ? (left + right) / 2 : nearest;
  return { side, border, low, high, wanted, slack: isLong ? OFF_LONG : OFF };
}

/** The side of a box that a point on its border is on. */
function sideAt(point: Point, { x, y, width, height }: Box): EdgeSide {
  const distances = {
    top: Math.abs(point.y - y),
    bottom: Math.abs(point.y - y - height),
    left: Math.abs(point.x - x),
    right: Math.abs(point.x - x - width),
  };
  return SIDES.reduce((best, side) => distances[side] < distances[best] ? side : best);
}
