/**
 * Levels and nested graphs for property tests.
 *
 * @module
 */
import fc from "fast-check";
import { backEdges } from "./layering/back_edges.ts";
import type { LayoutEdge, LayoutGraph, LayoutNode } from "./graph/graph.ts";
import { type LayeredGraph, layeredGraph } from "./graph/layered_graph.ts";
import { assignLayers } from "./layering/assign_layers.ts";
import type { LevelEdge, LevelGraph, LevelNode } from "./graph/level.ts";
import { NO_ROOM } from "./options.ts";

const LABEL = fc.option(
  fc.record({ width: fc.integer({ min: 20, max: 120 }), height: fc.constantFrom(18, 28) }),
  { nil: undefined },
);

/** A few of any two of `count` things, as pairs of indices. */
function pairs(count: number, most: number): fc.Arbitrary<[number, number][]> {
  const index = fc.nat({ max: count - 1 });
  return fc.array(fc.tuple(index, index), { maxLength: most });
}

/**
 * Levels with edges in all directions, labels, given ports, edges to the border and a node to begin with.
 *
 * @param most how many children there are at most
 */
export function levels(most = 12): fc.Arbitrary<LevelGraph> {
  return fc.integer({ min: 1, max: most }).chain((count) =>
    fc.record({
      sizes: fc.array(
        fc.record({ width: fc.integer({ min: 0, max: 200 }), height: fc.integer({ min: 0, max: 90 }) }),
        { minLength: count, maxLength: count },
      ),
      ends: pairs(count, 2 * count),
      labels: fc.array(LABEL, { minLength: 2 * count, maxLength: 2 * count }),
      ports: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: count }),
      border: fc.array(fc.tuple(fc.nat({ max: count - 1 }), fc.constantFrom("top", "bottom"), fc.boolean()), {
        maxLength: 3,
      }),
      first: fc.option(fc.nat({ max: count - 1 }), { nil: -1 }),
      row: fc.constantFrom(false, false, false, true),
    })
  ).map(({ sizes, ends, labels, ports, border, first, row }) => {
    const nodes: LevelNode[] = sizes.map((size, index) => ({
      ...size,
      // Those of a row are made equally high before it is arranged.
      height: row ? sizes[0]!.height : size.height,
      margin: index === first ? { ...NO_ROOM, left: 24 } : NO_ROOM,
      border: undefined,
      first: index === first,
    }));
    const edges: LevelEdge[] = ends.filter(([from, to]) => from !== to).map(([from, to], index) => {
      const port = ports[index];
      const fromPort = port === undefined ? undefined : port * sizes[from]!.width;
      return { from, to, label: labels[index], fromPort, toPort: undefined };
    });
    for (const [child, side, inward] of border) {
      const place =
        nodes.push({ width: 0, height: 0, margin: NO_ROOM, border: side as "top" | "bottom", first: false }) -
        1;
      const [from, to] = inward ? [place, child] : [child, place];
      edges.push({ from, to, label: undefined, fromPort: undefined, toPort: undefined });
    }
    return { nodes, edges, row };
  });
}

/** Levels cut at their layers. */
export function layeredGraphs(most = 12): fc.Arbitrary<LayeredGraph> {
  return levels(most).map((level) => layeredGraph(level, assignLayers(level, backEdges(level))));
}

/**
 * Nested graphs with everything in them that an arrangement knows: rows, loops, edges across and along the
 * hierarchy.
 *
 * @param most how many nodes there are at most
 */
export function graphs(most = 20): fc.Arbitrary<LayoutGraph> {
  return fc.integer({ min: 1, max: most }).chain((count) =>
    fc.record({
      nodes: fc.array(
        fc.record({
          width: fc.integer({ min: 0, max: 200 }),
          height: fc.integer({ min: 0, max: 90 }),
          // The higher of two numbers, so that there is more than one level and not one in the other only.
          parent: fc.nat({ max: 2 * count }),
          arrange: fc.constantFrom<"layers" | "row">("layers", "layers", "layers", "row"),
          first: fc.constantFrom(false, false, false, true),
        }),
        { minLength: count, maxLength: count },
      ),
      ends: pairs(count, 2 * count),
      labels: fc.array(LABEL, { minLength: 2 * count, maxLength: 2 * count }),
    })
  ).map(({ nodes, ends, labels }) => {
    const begun = new Set<number | undefined>();
    return {
      nodes: nodes.map(({ parent, first, arrange, ...size }, index): LayoutNode => {
        const container = parent < index ? parent : undefined;
        const begins = first && !begun.has(container);
        if (begins) begun.add(container);
        return {
          id: `n${index}`,
          ...size,
          arrange,
          ...(container === undefined ? {} : { parent: `n${container}` }),
          ...(begins ? { first: true, margin: { ...NO_ROOM, left: 24 } } : {}),
        };
      }),
      edges: ends.map(([from, to], index): LayoutEdge => {
        const label = labels[index];
        return { id: `e${index}`, from: `n${from}`, to: `n${to}`, ...(label ? { label } : {}) };
      }),
    };
  });
}
