/**
 * Finds lines that run over boxes.
 *
 * @module
 */
import type { Point } from "@loom/protocol";
import { BoxRows } from "./box_rows.ts";
import { type Drawing, type DrawnEdge, Nesting } from "./drawing.ts";
import { entersBox } from "./line_through_box.ts";

/** How deep a line must come into a box to count, in world units. */
const SLACK = 0.5;

/** An edge and a box it enters, by their ids. */
export interface EdgeInBox {
  readonly edge: string;
  readonly box: string;
}

/** Lines that enter a box which is neither an end of theirs nor contains one; each pair once. */
export function edgesThroughBoxes(drawing: Drawing): EdgeInBox[] {
  const nesting = new Nesting(drawing.boxes);
  const rows = new BoxRows(drawing.boxes);
  return drawing.edges.flatMap((edge) => {
    const entered = new Set<string>();
    for (const [a, b] of segmentsOf(edge)) {
      const [left, right] = a.x < b.x ? [a.x, b.x] : [b.x, a.x];
      for (const box of rows.near(Math.min(a.y, b.y), Math.max(a.y, b.y))) {
        if (box.x >= right || box.x + box.width <= left) continue;
        if (!entersBox(a, b, box, SLACK) || entered.has(box.id) || nesting.isRelated(edge, box.id)) continue;
        entered.add(box.id);
      }
    }
    return [...entered].map((box) => ({ edge: edge.id, box }));
  });
}

/** Lines that run over the inside of an end of theirs, though the other end does not lie in there. */
export function edgesIntoEnds(drawing: Drawing): EdgeInBox[] {
  const nesting = new Nesting(drawing.boxes);
  const boxes = new Map(drawing.boxes.map((box) => [box.id, box]));
  return drawing.edges.flatMap((edge) => {
    const { from, to } = edge;
    const outer = [...new Set([from, to])].filter((end) =>
      from === to || !(nesting.isWithin(from, end) && nesting.isWithin(to, end))
    );
    return outer.filter((end) => {
      const box = boxes.get(end);
      return box !== undefined && segmentsOf(edge).some(([a, b]) => entersBox(a, b, box, SLACK));
    }).map((box) => ({ edge: edge.id, box }));
  });
}

function segmentsOf({ points }: DrawnEdge): (readonly [Point, Point])[] {
  return points.slice(1).map((point, i) => [points[i] ?? point, point] as const);
}
