/**
 * Finds boxes and labels that cover one another.
 *
 * @module
 */
import type { Box } from "@loom/protocol";
import { BoxRows } from "./box_rows.ts";
import { type Drawing, type DrawnBox, Nesting } from "./drawing.ts";
import { entersBox } from "./line_through_box.ts";

/** What rounding may add. */
const SLACK = 0.01;
/** How deep a line must come into a label to count, in world units. */
const LINE_SLACK = 0.5;

/** Two things that should be apart, by their ids; a label has the id of its edge. */
export type Pair = readonly [string, string];

/** Boxes of one parent that overlap. */
export function overlappingBoxes({ boxes }: Drawing): Pair[] {
  const rows = new BoxRows(boxes);
  return boxes.flatMap((box) =>
    distinct(rows.near(box.y, box.y + box.height))
      .filter((other) => other.id < box.id && other.parent === box.parent && overlap(box, other))
      .map(({ id }): Pair => [id, box.id])
  );
}

/** Boxes that reach beyond their parent, with it. */
export function escapedBoxes({ boxes }: Drawing): Pair[] {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  return boxes.flatMap(({ parent, ...box }): Pair[] => {
    const outer = parent === undefined ? undefined : byId.get(parent);
    return outer === undefined || contains(outer, box) ? [] : [[box.id, outer.id]];
  });
}

/**
 * Labels with the boxes they cover. A label may lie in a box that contains an end of its edge, or that is one end and
 * contains the other; on a border it may not lie.
 */
export function labelsOverBoxes({ boxes, edges }: Drawing): Pair[] {
  const nesting = new Nesting(boxes);
  const rows = new BoxRows(boxes);
  return edges.flatMap((edge) => {
    const { id, from, to, label } = edge;
    if (label === undefined) return [];
    const mayHold = (box: DrawnBox) => {
      if (nesting.isLeaf(box.id) || !contains(box, label)) return false;
      const [holdsFrom, holdsTo] = [nesting.isWithin(from, box.id), nesting.isWithin(to, box.id)];
      const isEnd = box.id === from || box.id === to;
      return isEnd ? holdsFrom && holdsTo : holdsFrom || holdsTo;
    };
    return distinct(rows.near(label.y, label.y + label.height))
      .filter((box) => overlap(box, label) && !mayHold(box))
      .map((box): Pair => [id, box.id]);
  });
}

/** Labels that cover one another. */
export function overlappingLabels({ edges }: Drawing): Pair[] {
  const labels = edges.flatMap(({ id, label }) => label === undefined ? [] : [{ ...label, id }]);
  return overlappingBoxes({ boxes: labels, edges: [] });
}

/** Lines, by the ids of their edges, with the labels of other edges that they run over. */
export function edgesThroughLabels({ edges }: Drawing): Pair[] {
  const labels = edges.flatMap(({ id, label }) => label === undefined ? [] : [{ ...label, id }]);
  const rows = new BoxRows(labels);
  return edges.flatMap(({ id, points }) => {
    const hit = new Set<string>();
    for (const [i, b] of points.entries()) {
      const a = points[i - 1] ?? b;
      for (const label of rows.near(Math.min(a.y, b.y), Math.max(a.y, b.y))) {
        if (label.id !== id && entersBox(a, b, label, LINE_SLACK)) hit.add(label.id);
      }
    }
    return [...hit].map((label): Pair => [id, label]);
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.x + a.width - b.x > SLACK && b.x + b.width - a.x > SLACK &&
    a.y + a.height - b.y > SLACK && b.y + b.height - a.y > SLACK;
}

function contains(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x - SLACK && inner.x + inner.width <= outer.x + outer.width + SLACK &&
    inner.y >= outer.y - SLACK && inner.y + inner.height <= outer.y + outer.height + SLACK;
}

function distinct<T>(items: Iterable<T>): T[] {
  return [...new Set(items)];
}
