import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { graphs } from "../_arbitrary.ts";
import type { Box } from "../../geometry/box.ts";
import type { GraphLayout, LayoutGraph } from "../graph/graph.ts";
import { boxesInLayers } from "../compound_layout.ts";
import { layoutGraph } from "../layout_graph.ts";
import { faultsOf, graphOf } from "../testing.ts";
import { layoutAround } from "./arrange_rest.ts";

function rest(graph: LayoutGraph, before: Pick<GraphLayout, "nodes" | "edges">): GraphLayout {
  return layoutAround(graph, { fixed: before.nodes, routes: before.edges }, boxesInLayers);
}

const LABEL = { label: { width: 60, height: 18 } };

Deno.test("layoutAround() changes nothing where nothing is new", () => {
  const graph = graphOf("a b b/c b/d", "a>c c>d d>a d>d", { edges: { "c>d": LABEL, "d>d": LABEL } });
  const before = layoutGraph(graph);
  const after = rest(graph, before);
  assertEquals(after.nodes, before.nodes);
  for (const [id, route] of before.edges) assert(after.edges.get(id) === route);
});

Deno.test("layoutAround() keeps the lines between boxes that stay", () => {
  const before = layoutGraph(graphOf("a b c", "a>b b>c c>a"));
  const after = rest(graphOf("a b c new", "a>b b>c c>a b>new"), before);
  for (const [id, route] of before.edges) assert(after.edges.get(id) === route, id);
  assert(after.edges.has("b>new"));
});

Deno.test("layoutAround() draws a line again whose label has another size", () => {
  const before = layoutGraph(graphOf("a b", "a>b", { edges: { "a>b": LABEL } }));
  const after = rest(
    graphOf("a b", "a>b", { edges: { "a>b": { label: { width: 61, height: 18 } } } }),
    before,
  );
  assertEquals(after.edges.get("a>b")?.label?.width, 61);
});

Deno.test("layoutAround() draws a line again that something new stands on", () => {
  const before = { nodes: new Map(Object.entries({ a: box(0, 0), b: box(0, 400) })), edges: new Map() };
  const line = { points: [{ x: 50, y: 40 }, { x: 50, y: 400 }] };
  const graph = graphOf("a b new", "a>b a>new new>b");
  const after = layoutAround(
    graph,
    { fixed: before.nodes, routes: new Map([["a>b", line]]) },
    boxesInLayers,
  );
  assert(after.edges.get("a>b") !== line);
  assertEquals(faultsOf(graph, after), []);
});

Deno.test("layoutAround() draws a line again whose label the border of a container reached", () => {
  const graph = graphOf("p p/a b", "a>b", { edges: { "a>b": LABEL } });
  const before = layoutGraph(graph);
  const label = before.edges.get("a>b")!.label!;
  const fixed = new Map(before.nodes);
  fixed.delete("p");
  fixed.set("a", { ...fixed.get("a")!, height: label.y - fixed.get("a")!.y - 10 });
  const after = layoutAround(graph, { fixed, routes: before.edges }, boxesInLayers);
  const [border, place] = [after.nodes.get("p")!, after.edges.get("a>b")!.label!];
  assert(place.y >= border.y + border.height || place.y + place.height <= border.y + border.height);
});

Deno.test("layoutAround() has no use for given boxes and lines of what is gone", () => {
  const before = layoutGraph(graphOf("a b c", "a>b b>c"));
  const after = rest(graphOf("a b", "a>b"), before);
  assertEquals([[...after.nodes.keys()], [...after.edges.keys()]], [["a", "b"], ["a>b"]]);
});

Deno.test("layoutAround() leaves given boxes where they are, overlaps none again, and gives all a line", () => {
  fc.assert(
    fc.property(graphs(20), fc.array(fc.nat({ max: 19 }), { maxLength: 4 }), (graph, chosen) => {
      const gone = withInside(graph, new Set(chosen.map((index) => `n${index}`)));
      const before = {
        nodes: graph.nodes.filter(({ id }) => !gone.has(id)),
        edges: graph.edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
      };
      const first = layoutGraph(before);
      const after = rest(graph, first);
      assertEquals(faultsOf(graph, after), []);
      assertEquals(rest(graph, first), after);
      const containers = new Set(graph.nodes.map(({ parent }) => parent));
      const grew = [...first.nodes].some(([id, given]) =>
        containers.has(id) && !isSame(given, after.nodes.get(id)!)
      );
      for (const [id, given] of first.nodes) {
        if (!grew) assert(isSame(given, after.nodes.get(id)!), `${id} moved`);
        if (!containers.has(id)) assertEquals(sizeOf(after.nodes.get(id)!), sizeOf(given));
      }
    }),
    { numRuns: 150, seed: 34 },
  );
});

/** The ids with those of all that lies inside. */
function withInside({ nodes }: LayoutGraph, ids: ReadonlySet<string>): Set<string> {
  const all = new Set(ids);
  for (const { id, parent } of nodes) if (parent !== undefined && all.has(parent)) all.add(id);
  return all;
}

function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function sizeOf({ width, height }: Box): [number, number] {
  return [width, height];
}

function box(x: number, y: number): Box {
  return { x, y, width: 100, height: 40 };
}

Deno.test("layoutAround() keeps a line over what stood there when it was drawn, and draws it again where something came", () => {
  const graph = graphOf("a b c", "a>b");
  const box = (x: number, y: number): Box => ({ x, y, width: 100, height: 40 });
  const fixed = new Map([["a", box(0, 0)], ["b", box(0, 300)], ["c", box(0, 150)]]);
  const line = { points: [{ x: 50, y: 40 }, { x: 50, y: 300 }] };
  const routeAmong = (among: ReadonlyMap<string, Box>) =>
    layoutAround(graph, { fixed, routes: new Map([["a>b", line]]), among }, boxesInLayers).edges.get("a>b");
  assert(routeAmong(fixed) === line);
  assert(routeAmong(new Map([...fixed, ["c", box(400, 150)]])) !== line);
});
