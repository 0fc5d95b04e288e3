import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { graphs } from "./_arbitrary.ts";
import type { Box, Point } from "../geometry/box.ts";
import type { EdgeRoute, GraphLayout, LayoutGraph } from "./graph/graph.ts";
import { LayoutError } from "./graph/hierarchy.ts";
import { LAYOUT_DEFAULTS, type LayoutOptions, settingsOf } from "./options.ts";
import { layoutGraph } from "./layout_graph.ts";
import { contains, faultsOf, graphOf, overlap } from "./testing.ts";

/** An arrangement without faults. */
function arrange(graph: LayoutGraph, options: LayoutOptions = {}): GraphLayout {
  const layout = layoutGraph(graph, options);
  assertEquals(faultsOf(graph, layout), []);
  return layout;
}

/** Nodes, each in the one before it. */
function nested(depth: number): string {
  return Array.from({ length: depth }, (_, at) => at === 0 ? "n0" : `n${at - 1}/n${at}`).join(" ");
}

Deno.test("layoutGraph() arranges nothing", () => {
  assertEquals(layoutGraph({ nodes: [], edges: [] }), {
    nodes: new Map(),
    edges: new Map(),
    width: 0,
    height: 0,
  });
});

Deno.test("layoutGraph() puts a node alone at the origin", () => {
  const { nodes, width, height } = layoutGraph(graphOf("a"));
  assertEquals([nodes.get("a"), width, height], [{ x: 0, y: 0, width: 100, height: 40 }, 100, 40]);
});

Deno.test("layoutGraph() makes room for loops at a node that has nothing else", () => {
  const { nodes, edges, width, height } = arrange(graphOf("a", "a>a a>a a>a"));
  assertEquals(nodes.get("a")?.x, 0);
  for (const { points } of edges.values()) {
    for (const { x, y } of points) assert(x >= 100 && x <= width && y >= 0 && y <= height);
  }
});

Deno.test("layoutGraph() draws a composite that targets itself, its inside and is targeted from there", () => {
  arrange(graphOf("a a/b a/c", "a>a a>b b>a b>c a>c c>c"));
});

Deno.test("layoutGraph() draws edges between regions", () => {
  arrange(
    graphOf("p p/r p/s p/t r/x s/y t/z", "r>s s>r x>z z>y r>t x>x", { nodes: { p: { arrange: "row" } } }),
  );
});

Deno.test("layoutGraph() arranges a thousand levels", () => {
  const deep = nested(1_000);
  const { nodes } = arrange(graphOf(deep, "n0>n999 n999>n0 n999>n999"));
  assert(contains(nodes.get("n0")!, nodes.get("n999")!));
});

Deno.test("layoutGraph() arranges a new node beneath a thousand levels that stand", () => {
  const graph = graphOf(nested(1_000));
  const { nodes } = layoutGraph(graph);
  const more = graphOf(`${nested(1_000)} n998/new`, "new>n0");
  assertEquals(faultsOf(more, layoutGraph(more, { fixed: nodes })), []);
});

Deno.test("layoutGraph() gives 300 edges between two nodes ends of their own, and labels places of their own", () => {
  const count = 300;
  const edges = Array<string>(count).fill("a>b").join(" ");
  const bare = [...arrange(graphOf("a b", edges)).edges.values()];
  assertEquals(new Set(bare.map(({ points }) => points[0]!.x)).size, count);
  const graph = graphOf("a b", edges);
  const labelled = graph.edges.map((edge) => ({ ...edge, label: { width: 40, height: 18 } }));
  const labels = [...arrange({ ...graph, edges: labelled }).edges.values()].map(({ label }) => label!)
    .sort((a, b) => a.x - b.x);
  labels.forEach((label, at) => at > 0 && assert(!overlap(label, labels[at - 1]!)));
});

Deno.test("layoutGraph() arranges nodes without size", () => {
  const size = { width: 0, height: 0 };
  arrange(graphOf("a b b/c", "a>b a>c a>a", { nodes: { a: size, b: size, c: size } }));
});

Deno.test("layoutGraph() takes ids that are names of members of objects", () => {
  const { nodes } = arrange(graphOf("__proto__ __proto__/constructor toString", "toString>constructor"));
  assertEquals([...nodes.keys()], ["__proto__", "constructor", "toString"]);
});

Deno.test("layoutGraph() refuses what is no graph, with a sentence", () => {
  for (
    const graph of [
      graphOf("a a"),
      graphOf("x/a"),
      graphOf("a", "a>x"),
      graphOf("b/a a/b"),
      graphOf("a", "", { nodes: { a: { width: -1 } } }),
    ]
  ) {
    assertThrows(() => layoutGraph(graph), LayoutError, "Cannot arrange ");
  }
  const fixed = new Map([["a", { x: NaN, y: 0, width: 1, height: 1 }]]);
  assertThrows(() => layoutGraph(graphOf("a"), { fixed }), LayoutError, "Cannot arrange ");
});

Deno.test("layoutGraph() keeps the distances that it is given", () => {
  const graph = graphOf("a b c", "a>b a>c");
  const { nodes } = layoutGraph(graph, { nodeGap: 70, layerGap: 200 });
  assertEquals([nodes.get("b")!.y, nodes.get("c")!.x - nodes.get("b")!.x], [240, 170]);
});

Deno.test("layoutGraph() takes an option that is undefined for one that is not given", () => {
  const graph = graphOf("a b", "a>b");
  const undefinedOption = { nodeGap: undefined } as unknown as { nodeGap: number };
  assertEquals(layoutGraph(graph, undefinedOption), layoutGraph(graph));
});

Deno.test("layoutGraph() begins a line at the port that is given", () => {
  const { nodes, edges } = arrange(graphOf("a b", "a>b", { edges: { "a>b": { fromPort: 10, toPort: 90 } } }));
  const { points } = edges.get("a>b")!;
  assertAlmostEquals(points[0]!.x, nodes.get("a")!.x + 10);
  assertAlmostEquals(points.at(-1)!.x, nodes.get("b")!.x + 90);
});

/** Shapes that a drawing is to have. */
const shapes: fc.Arbitrary<LayoutOptions> = fc.record({
  aspect: fc.constantFrom(undefined, undefined, 0.5, 1, 4 / 3),
  fold: fc.boolean(),
  direction: fc.constantFrom("down", "right"),
  lines: fc.constantFrom("straight", "upright"),
  dense: fc.constantFrom(1, 1.5),
});

/** Shapes whose containers may be cut into blocks, with gaps in which lines find room. */
const shapesInBlocks: fc.Arbitrary<LayoutOptions> = fc.record({
  direction: fc.constantFrom("down", "right"),
  lines: fc.constant("upright"),
  dense: fc.constantFrom(1, 1.5),
  blocks: fc.constantFrom(0.4, 0.8),
});

Deno.test("layoutGraph() overlaps no boxes, contains children, ends lines on borders, and lies at the origin", () => {
  fc.assert(
    fc.property(graphs(25), fc.oneof(shapes, shapesInBlocks), (graph, shape) => {
      const before = JSON.stringify(graph);
      const layout = arrange(graph, shape);
      assertEquals(JSON.stringify(graph), before);
      assertEquals([...layout.nodes.keys()], graph.nodes.map(({ id }) => id));
      assertEquals([...layout.edges.keys()], graph.edges.map(({ id }) => id));
      const room = { x: 0, y: 0, width: layout.width, height: layout.height };
      for (const shape of shapesOf(layout)) assert(contains(room, shape));
    }),
    { numRuns: 150, seed: 20 },
  );
});

Deno.test("layoutGraph() puts labels over no box without children and no other label", () => {
  fc.assert(
    fc.property(graphs(20), shapes, (graph, shape) => {
      const { nodes, edges } = layoutGraph(graph, shape);
      const parents = new Set(graph.nodes.map(({ parent }) => parent));
      const leaves = graph.nodes.filter(({ id }) => !parents.has(id)).map(({ id }) => nodes.get(id)!);
      const labels = [...edges.values()].flatMap(({ label }) => label ?? []);
      labels.forEach((label, at) => {
        assert(!leaves.some((box) => overlap(box, label)));
        assert(!labels.slice(0, at).some((other) => overlap(other, label)));
      });
    }),
    { numRuns: 150, seed: 21 },
  );
});

Deno.test("layoutGraph() draws upright and level parts only, through labels, when asked", () => {
  fc.assert(
    fc.property(graphs(20), shapes, (graph, shape) => {
      const { edges } = layoutGraph(graph, { ...shape, lines: "upright" });
      for (const { id, from, to } of graph.edges) {
        const { points, label } = edges.get(id)!;
        if (from === to) continue;
        const parts = points.slice(1).map((b, at) => boxBetween(points[at]!, b));
        assertEquals(parts.filter(({ width, height }) => Math.min(width, height) > 0.02), []);
        assert(label === undefined || parts.some((part) => overlap(grown(part), label)));
      }
    }),
    { numRuns: 100, seed: 23 },
  );
});

function boxBetween(a: Point, b: Point): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x, b.x) - x, height: Math.max(a.y, b.y) - y };
}

function grown({ x, y, width, height }: Box): Box {
  return { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 };
}

Deno.test("layoutGraph() gives the same arrangement for the same graph", () => {
  fc.assert(
    fc.property(graphs(15), (graph) => {
      assertEquals(layoutGraph(structuredClone(graph)), layoutGraph(graph));
    }),
    { numRuns: 50, seed: 22 },
  );
});

/** Everything that is drawn, as boxes. */
function shapesOf(
  { nodes, edges }: { nodes: ReadonlyMap<string, Box>; edges: ReadonlyMap<string, EdgeRoute> },
): Box[] {
  const lines = [...edges.values()];
  return [
    ...nodes.values(),
    ...lines.flatMap(({ points }) => points.map((point) => ({ ...point, width: 0, height: 0 }))),
    ...lines.flatMap(({ label }) => label ?? []),
  ];
}

Deno.test("settingsOf() takes the defaults for what is not given, and nothing else", () => {
  assertEquals(settingsOf({}), LAYOUT_DEFAULTS);
  assertEquals(settingsOf({ nodeGap: 7, fixed: new Map() }), { ...LAYOUT_DEFAULTS, nodeGap: 7 });
});
