/**
 * Measures the ends of lines, and the parts between them.
 *
 * @module
 */
import type { Point } from "@loom/protocol";
import type { Drawing } from "./drawing.ts";
import { entersBox } from "./line_through_box.ts";

/** The least length of the square part of an end, and the widest it may lean, in world units. */
const SQUARE = 12;
const LEAN = 0.6;
/** The length of an arrow head and half of its width. */
const HEAD = { length: 9, half: 4 } as const;
/** A part of a line that leans less than this, in degrees, looks like a mistake. */
const LEAST_ANGLE = 3;

/** Edges, by id, of which an end does not stand square on a border for the length of an arrow head. */
export function slantedEnds({ edges }: Drawing): string[] {
  return edges.filter(({ points }) =>
    !isSquare(points[0], points[1]) || !isSquare(points.at(-1), points.at(-2))
  ).map(({ id }) => id);
}

function isSquare(tip: Point | undefined, next: Point | undefined): boolean {
  if (!tip || !next) return false;
  const [across, along] = [Math.abs(tip.x - next.x), Math.abs(tip.y - next.y)];
  return Math.min(across, along) <= LEAN && Math.max(across, along) >= SQUARE;
}

/** Edges, by id, whose arrow heads are below a box without children. */
export function hiddenHeads({ boxes, edges }: Drawing): string[] {
  const containers = new Set(boxes.map(({ parent }) => parent));
  const leaves = boxes.filter(({ id }) => !containers.has(id));
  return edges.filter(({ points }) => {
    const [tip, before] = [points.at(-1), points.at(-2)];
    if (!tip || !before) return true;
    const length = Math.hypot(before.x - tip.x, before.y - tip.y);
    const way = { x: (before.x - tip.x) / length, y: (before.y - tip.y) / length };
    const base = { x: tip.x + way.x * HEAD.length, y: tip.y + way.y * HEAD.length };
    const corner = (half: number) => ({ x: base.x - way.y * half, y: base.y + way.x * half });
    return leaves.some((box) => entersBox(corner(HEAD.half), corner(-HEAD.half), box, LEAN));
  }).map(({ id }) => id);
}

/** Edges, by id, with a part that is nearly upright or level. */
export function leaningLines({ edges }: Drawing): string[] {
  return edges.filter(({ points }) =>
    points.some((point, at) => {
      const before = points[at - 1] ?? point;
      const [across, along] = [Math.abs(point.x - before.x), Math.abs(point.y - before.y)];
      const angle = Math.atan2(Math.min(across, along), Math.max(across, along)) * 180 / Math.PI;
      return Math.min(across, along) > LEAN && angle < LEAST_ANGLE;
    })
  ).map(({ id }) => id);
}

/** Edges, by id, whose labels are neither on their lines nor beside them, as those of loops are. */
export function lostLabels({ edges }: Drawing): string[] {
  return edges.filter(({ from, to, points, label }) =>
    label !== undefined && from !== to &&
    !points.some((point, at) => entersBox(points[at - 1] ?? point, point, label, LEAN))
  ).map(({ id }) => id);
}

/** The share of a drawing that boxes without others inside cover. */
export function leafCover({ boxes }: Drawing, { width, height }: { width: number; height: number }): number {
  const containers = new Set(boxes.map(({ parent }) => parent));
  const area = boxes.filter(({ id }) => !containers.has(id)).reduce(
    (sum, box) => sum + box.width * box.height,
    0,
  );
  return area / (width * height);
}
