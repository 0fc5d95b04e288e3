import { assert, assertEquals } from "@std/assert";
import type { GraphLayout, LayoutGraph, LayoutNode } from "../graph/graph.ts";
import { layoutGraph } from "../layout_graph.ts";
import { compactLayout } from "./compact_layout.ts";

const SIZE = { width: 100, height: 40 };
const PADDING = { top: 30, right: 20, bottom: 20, left: 20 };

function graphOf(nodes: readonly Partial<LayoutNode>[], edges: readonly string[] = []): LayoutGraph {
  return {
    nodes: nodes.map((node, at) => ({ id: "abcdef"[at]!, ...SIZE, ...node })),
    edges: edges.map((edge) => ({ id: edge, from: edge[0]!, to: edge[1]! })),
  };
}

/** An arrangement of boxes at some places, and lines through some points. */
function layoutOf(
  boxes: Readonly<Record<string, readonly [number, number, number?, number?]>>,
  lines: Readonly<Record<string, readonly (readonly [number, number])[]>> = {},
): GraphLayout {
  const nodes = Object.entries(boxes).map(([id, [x, y, width = SIZE.width, height = SIZE.height]]) =>
    [id, { x, y, width, height }] as const
  );
  const edges = Object.entries(lines).map(([id, points]) =>
    [id, { points: points.map(([x, y]) => ({ x, y })) }] as const
  );
  return { nodes: new Map(nodes), edges: new Map(edges), width: 0, height: 0 };
}

function boxesOf({ nodes }: GraphLayout): Record<string, number[]> {
  return Object.fromEntries([...nodes].map(([id, { x, y, width, height }]) => [id, [x, y, width, height]]));
}

Deno.test("compactLayout() moves boxes together in the order that they are in", () => {
  const layout = layoutOf({ a: [0, 0], b: [0, 200], c: [300, 0] });
  const compact = compactLayout(graphOf([{}, {}, {}]), layout, "down");
  assertEquals(boxesOf(compact), { a: [0, 0, 100, 40], b: [0, 70, 100, 40], c: [124, 0, 100, 40] });
  assertEquals([compact.width, compact.height], [224, 110]);
});

Deno.test("compactLayout() leaves boxes that are nearer than that where they are", () => {
  const layout = layoutOf({ a: [0, 0], b: [0, 50], c: [110, 0] });
  assertEquals(boxesOf(compactLayout(graphOf([{}, {}, {}]), layout, "down")), boxesOf(layout));
});

Deno.test("compactLayout() keeps corners of lines, and room for their heads", () => {
  const layout = layoutOf({ a: [0, 0], b: [300, 200] }, {
    ab: [[50, 40], [50, 150], [350, 150], [350, 200]],
  });
  const { edges, nodes } = compactLayout(graphOf([{}, {}], ["ab"]), layout, "down");
  assertEquals(edges.get("ab")!.points.map(({ y }) => y), [40, 56, 56, 72]);
  assertEquals(nodes.get("b")!.y, 72);
});

Deno.test("compactLayout() closes containers around their content", () => {
  const graph = graphOf([{ padding: PADDING }, { parent: "a" }, { parent: "a" }]);
  const layout = layoutOf({ a: [0, 0, 500, 400], b: [60, 80], c: [60, 300] });
  assertEquals(boxesOf(compactLayout(graph, layout, "down")), {
    a: [0, 0, 140, 160],
    b: [20, 30, 100, 40],
    c: [20, 100, 100, 40],
  });
});

Deno.test("compactLayout() keeps regions in a row equally high", () => {
  const row = { parent: "a", padding: PADDING };
  const graph = graphOf([{ arrange: "row", padding: PADDING }, row, row, { parent: "b" }, { parent: "b" }]);
  const layout = layoutOf({
    a: [0, 0, 400, 400],
    b: [20, 30, 180, 350],
    c: [204, 30, 180, 350],
    d: [40, 60],
    e: [40, 300],
  });
  const { nodes } = compactLayout(graph, layout, "down");
  assertEquals(nodes.get("b")!.height, nodes.get("c")!.height);
  assertEquals(nodes.get("b")!.height, 30 + 40 + 30 + 40 + 20);
});

Deno.test("compactLayout() leaves an arrangement with slanting lines as it is", () => {
  const layout = layoutOf({ a: [0, 0], b: [300, 200] }, { ab: [[50, 40], [350, 200]] });
  assert(compactLayout(graphOf([{}, {}], ["ab"]), layout, "down") === layout);
});

Deno.test("compactLayout() moves loops with their boxes", () => {
  const graph = graphOf([{}, {}], ["bb"]);
  const loop = [[400, 10], [420, 10], [420, 30], [400, 30]] as const;
  const layout = layoutOf({ a: [0, 0], b: [300, 0] }, { bb: loop });
  const { nodes, edges } = compactLayout(graph, layout, "right");
  assertEquals(nodes.get("b")!.x, 130);
  assertEquals(edges.get("bb")!.points.map(({ x }) => x), [230, 250, 250, 230]);
});

Deno.test("compactLayout() gives the same for an arrangement that it has moved together", () => {
  const graph = graphOf([{}, {}, {}, {}], ["ab", "ac", "bd", "cd", "da"]);
  const once = compactLayout(graph, layoutGraph(graph, { lines: "upright" }), "down");
  assertEquals(compactLayout(graph, once, "down"), once);
});
