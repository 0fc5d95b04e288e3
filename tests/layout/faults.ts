/**
 * What a clean drawing must not have.
 *
 * @module
 */
import type { Drawing } from "./drawing.ts";
import { edgesIntoEnds, edgesThroughBoxes } from "./edges_through_boxes.ts";
import { looseEdges } from "./line_ends.ts";
import { escapedBoxes, labelsOverBoxes, overlappingBoxes, overlappingLabels } from "./overlaps.ts";

/** Finds what is wrong in a drawing: one sentence for each fault, none for a clean one. */
export function faultsOf(drawing: Drawing): string[] {
  const missing = unfinished(drawing);
  if (missing.length > 0) return missing;
  return [
    ...overlappingBoxes(drawing).map(([a, b]) => `The boxes ${a} and ${b} overlap.`),
    ...escapedBoxes(drawing).map(([inner, outer]) => `The box ${inner} reaches beyond ${outer}.`),
    ...labelsOverBoxes(drawing).map(([label, box]) => `The label of ${label} covers the box ${box}.`),
    ...overlappingLabels(drawing).map(([a, b]) => `The labels of ${a} and ${b} overlap.`),
    ...edgesThroughBoxes(drawing).map(({ edge, box }) => `The edge ${edge} runs over the box ${box}.`),
    ...edgesIntoEnds(drawing).map(({ edge, box }) => `The edge ${edge} runs over its own end ${box}.`),
    ...looseEdges(drawing).map((edge) => `The edge ${edge} does not lead from border to border.`),
  ];
}

/** Numbers that are none, and things that are there twice. */
function unfinished({ boxes, edges }: Drawing): string[] {
  const ids = [...boxes.map(({ id }) => `box ${id}`), ...edges.map(({ id }) => `edge ${id}`)];
  const seen = new Set<string>();
  const again = ids.filter((id) => seen.has(id) || !seen.add(id));
  const isFinite = (...numbers: readonly number[]) => numbers.every(Number.isFinite);
  const placeless = [
    ...boxes.filter(({ x, y, width, height }) => !isFinite(x, y, width, height)).map(({ id }) => `box ${id}`),
    ...edges.filter(({ points }) => !points.every(({ x, y }) => isFinite(x, y))).map(({ id }) =>
      `edge ${id}`
    ),
    ...edges.filter(({ label }) => label && !isFinite(label.x, label.y, label.width, label.height))
      .map(({ id }) => `label of ${id}`),
  ];
  return [
    ...again.map((id) => `The ${id} is drawn twice.`),
    ...placeless.map((id) => `The ${id} has no place.`),
  ];
}
