import { type Box, enters, type Size } from "../../geometry/box.ts";
import { compactLayout } from "../../layout/compaction/compact_layout.ts";
import { effortOf, fitCost } from "../../layout/fit_cost.ts";
import { fitLayout } from "../../layout/fit_layout.ts";
import type { EdgeRoute, GraphLayout, LayoutGraph } from "../../layout/graph/graph.ts";
import type { FitOptions } from "../../layout/incremental/fit_around.ts";
import type { Fit } from "../../layout/options.ts";
import { FRAME } from "../../picture/fit.ts";
import { placeInColumns } from "./place_in_columns.ts";

const DISTANCES = { nodeGap: 36, layerGap: 44, edgeGap: 14, aspect: 4 / 3, lines: "upright" } as const;
/** The space that a diagram fills where none is asked for. */
const SPACE: Fit = { aspects: [1.4] };
/** Diagrams with more entities or lines are arranged in layers only. */
const MANY = 60;
/** The room above and below a label. */
const LABEL_ROOM = 6;

/**
 * Arranges entities in layers from left to right, and in columns with lines at both sides, and takes what can be shown largest
 * and is easy to follow. With fixed boxes, it arranges the rest around them.
 *
 * @param marks The shapes of the marks at both ends of each edge.
 */
export function arrangeEntities(
  graph: LayoutGraph,
  marks: readonly (readonly [string, string])[],
  { fit = SPACE, fixed, routes }: Pick<FitOptions, "fit" | "fixed" | "routes">,
): GraphLayout {
  const arranged = (graph: LayoutGraph, given: Pick<FitOptions, "fit" | "fixed" | "routes">) =>
    fitLayout(graph, {
      direction: "right",
      fold: true,
      distances: { down: DISTANCES, right: DISTANCES },
      frame: FRAME,
      ...given,
    }).layout;
  if (fixed && fixed.size > 0) return arranged(graph, { fixed, ...(routes ? { routes } : {}) });
  const layered = arranged(graph, { fit });
  if (Math.max(graph.nodes.length, graph.edges.length) > MANY || graph.nodes.length < 2) return layered;
  const spacious = {
    ...graph,
    edges: graph.edges.map((edge) =>
      edge.label
        ? {
          ...edge,
          label: { ...edge.label, height: edge.label.height + 2 * LABEL_ROOM },
        }
        : edge
    ),
  };
  const costOfSize = ({ width, height }: Size) =>
    fitCost({ width: width + FRAME.width, height: height + FRAME.height }, fit);
  const inColumns = placeInColumns(spacious, marks, costOfSize).map((fixed) =>
    withoutRoom(compactLayout(spacious, arranged(spacious, { fixed }), "right"))
  );
  const costOf = ({ width, height, edges }: GraphLayout) => {
    const lines = [...edges.values()];
    return costOfSize({ width, height }) *
      (1 + effortOf(lines) + coveredLabels(lines) +
        mixedEnds(lines, marks));
  };
  return [layered, ...inColumns].map((layout) => ({ layout, cost: costOf(layout) }))
    .reduce((best, one) => one.cost < best.cost ? one : best).layout;
}

/** An arrangement with its labels as high as they are drawn. */
function withoutRoom(layout: GraphLayout): GraphLayout {
  const shrunk = (label: Box) => ({
    ...label,
    y: label.y + LABEL_ROOM,
    height: label.height - 2 * LABEL_ROOM,
  });
  const edges = [...layout.edges].map(([id, { points, label }]): [string, EdgeRoute] => [
    id,
    { points, ...(label ? { label: shrunk(label) } : {}) },
  ]);
  return { ...layout, edges: new Map(edges) };
}

/** The number of labels that are not on their line, or that another line runs through. */
function coveredLabels(lines: readonly EdgeRoute[]): number {
  const passes = ({ points }: EdgeRoute, label: Box) =>
    points.some((point, at) => at > 0 && enters(points[at - 1]!, point, label));
  return lines.filter(({ label }, at) =>
    label && lines.some((other, index) => passes(other, label) !== (index === at))
  ).length;
}

/** The number of marks that are drawn over marks of another shape. */
function mixedEnds(lines: readonly EdgeRoute[], marks: readonly (readonly [string, string])[]): number {
  const places = lines.flatMap(({ points }) =>
    [points[0], points.at(-1)].map((point) => point ? `${Math.round(point.x)} ${Math.round(point.y)}` : "")
  );
  const shapes = marks.flat().map((mark, end) => `${places[end]} ${mark}`);
  return new Set(shapes).size - new Set(places).size;
}
