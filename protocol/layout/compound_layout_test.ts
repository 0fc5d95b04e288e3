import { assert, assertEquals } from "@std/assert";
import { CompoundLayout } from "./compound_layout.ts";
import type { GraphLayout, LayoutGraph } from "./graph/graph.ts";
import { LAYOUT_DEFAULTS } from "./options.ts";
import { contains, faultsOf, graphOf } from "./testing.ts";

function arrange(graph: LayoutGraph): GraphLayout {
  const layout = new CompoundLayout(graph, LAYOUT_DEFAULTS).run();
  assertEquals(faultsOf(graph, layout), []);
  return layout;
}

Deno.test("CompoundLayout makes a container as large as what it holds, with the padding around it", () => {
  const { nodes, width, height } = arrange(graphOf("a a/b"));
  assertEquals(nodes.get("a"), { x: 0, y: 0, width: 140, height: 96 });
  assertEquals(nodes.get("b"), { x: 20, y: 36, width: 100, height: 40 });
  assertEquals([width, height], [140, 96]);
});

Deno.test("CompoundLayout keeps a container at its least size", () => {
  const { nodes } = arrange(graphOf("a a/b", "", { nodes: { a: { width: 300, height: 200 } } }));
  assertEquals(nodes.get("a"), { x: 0, y: 0, width: 300, height: 200 });
});

Deno.test("CompoundLayout puts the children of a row side by side, equally high", () => {
  const { nodes } = arrange(
    graphOf("a a/b b/c b/d a/e e/f", "c>d", { nodes: { a: { arrange: "row" } } }),
  );
  const [b, e] = [nodes.get("b")!, nodes.get("e")!];
  assertEquals([b.y, b.height], [e.y, e.height]);
  assert(b.x + b.width < e.x);
});

Deno.test("CompoundLayout leads an edge through the borders on its way, each once", () => {
  const { nodes, edges } = arrange(graphOf("a a/b b/c d d/e", "c>e"));
  const { points } = edges.get("c>e")!;
  const heights = points.map(({ y }) => y);
  assertEquals(heights, heights.toSorted((one, other) => one - other));
  const c = nodes.get("c")!;
  assertEquals([heights[0], heights.at(-1)], [c.y + c.height, nodes.get("e")!.y]);
  for (const id of ["a", "b"]) {
    const { x, y, width, height } = nodes.get(id)!;
    const beside = points.some((point) => point.y < y + height && (point.x < x || point.x > x + width));
    assert(!beside, `${id} is not left at its lower border`);
  }
});

Deno.test("CompoundLayout leads an edge to the inside in at the top, and one from there out at the bottom", () => {
  const { nodes, edges } = arrange(graphOf("a a/b b/c", "a>c c>a"));
  const { height } = nodes.get("a")!;
  assertEquals(edges.get("a>c")?.points[0]?.y, 0);
  assertEquals(edges.get("c>a")?.points.at(-1)?.y, height);
});

Deno.test("CompoundLayout draws the loop of a container outside of it", () => {
  const { nodes, edges } = arrange(
    graphOf("a a/b", "a>a", { edges: { "a>a": { label: { width: 60, height: 18 } } } }),
  );
  const { points, label } = edges.get("a>a")!;
  const { x, width } = nodes.get("a")!;
  assert(points.every((point) => point.x >= x + width));
  assert(label!.x > x + width);
});

Deno.test("CompoundLayout leads an edge from region to region out at the bottom and in at the bottom", () => {
  const graph = graphOf("p p/r r/x p/s s/y", "x>y", { nodes: { p: { arrange: "row" } } });
  const { nodes, edges } = arrange(graph);
  const { points } = edges.get("x>y")!;
  const bottom = (id: string) => nodes.get(id)!.y + nodes.get(id)!.height;
  assertEquals([points[0]!.y, points.at(-1)!.y], [bottom("x"), bottom("y")]);
  assert(points.every(({ y }) => y >= bottom("x")));
  assert(points.some(({ y }) => y > bottom("r")));
});

Deno.test("CompoundLayout puts labels between the parts that they join, in the innermost container around these", () => {
  const label = { width: 60, height: 18 };
  const { nodes, edges } = arrange(graphOf("a a/b a/c c/d", "b>d", { edges: { "b>d": { label } } }));
  const box = edges.get("b>d")!.label!;
  assert(contains(nodes.get("a")!, box));
  assert(box.y > nodes.get("b")!.y + 40 && box.y + box.height < nodes.get("c")!.y);
});

Deno.test("CompoundLayout stands where reading begins at the top left", () => {
  const graph = graphOf("a b c d", "a>b b>c c>a d>c", { nodes: { c: { first: true } } });
  const { nodes } = arrange(graph);
  const { x, y } = nodes.get("c")!;
  for (const box of nodes.values()) assert(box.y > y || (box.y === y && box.x >= x));
});
