import { assert, assertEquals } from "@std/assert";
import type { Box } from "../../geometry/box.ts";
import type { EdgeRoute, LayoutGraph } from "../graph/graph.ts";
import { contains, graphOf, isOnBorder, overlap } from "../testing.ts";
import { enters } from "../../geometry/box.ts";
import { routeLines } from "./route_lines.ts";

const NONE: ReadonlyMap<string, EdgeRoute> = new Map();

function route(
  graph: LayoutGraph,
  boxes: Readonly<Record<string, Box>>,
  kept = NONE,
): Map<string, EdgeRoute> {
  return routeLines(graph, new Map(Object.entries(boxes)), kept);
}

function box(x: number, y: number, width = 100, height = 40): Box {
  return { x, y, width, height };
}

Deno.test("routeLines() joins the sides that two boxes turn to each other", () => {
  const boxes = { a: box(0, 0), b: box(0, 200), c: box(300, 0) };
  const routes = route(graphOf("a b c", "a>b a>c b>a"), boxes);
  assertEquals(routes.get("a>c")?.points, [{ x: 100, y: 20 }, { x: 300, y: 20 }]);
  const [down, up] = [routes.get("a>b")!.points, routes.get("b>a")!.points];
  assertEquals([down[0]!.y, down.at(-1)!.y, up[0]!.y, up.at(-1)!.y], [40, 200, 200, 40]);
  assert(down[0]!.x !== up.at(-1)!.x);
});

Deno.test("routeLines() leads around a box that stands between", () => {
  const boxes = { a: box(0, 0), b: box(0, 300), wall: box(-100, 120, 300, 60) };
  const { points } = route(graphOf("a b wall", "a>b"), boxes).get("a>b")!;
  points.forEach((point, at) => assert(at === 0 || !enters(points[at - 1]!, point, boxes.wall)));
  assert(isOnBorder(points[0]!, boxes.a) && isOnBorder(points.at(-1)!, boxes.b));
});

Deno.test("routeLines() stays inside of a container between its border and its inside", () => {
  const boxes = { a: box(0, 0, 300, 300), b: box(100, 150) };
  const routes = route(graphOf("a a/b", "a>b b>a"), boxes);
  for (const { points } of routes.values()) {
    for (const { x, y } of points) assert(x >= 0 && x <= 300 && y >= 0 && y <= 300);
  }
});

Deno.test("routeLines() keeps labels off boxes and each other", () => {
  const label = { width: 60, height: 18 };
  const graph = graphOf("a b", "a>b b>a a>b", {
    edges: { "a>b": { label }, "b>a": { label }, "a>b 2": { label } },
  });
  const boxes = { a: box(0, 0), b: box(0, 120) };
  const labels = [...route(graph, boxes).values()].map(({ label }) => label!);
  labels.forEach((label, at) => {
    for (const other of [boxes.a, boxes.b, ...labels.slice(0, at)]) assert(!overlap(label, other));
  });
});

Deno.test("routeLines() leads the lines of a new drawing around the labels of others", () => {
  const boxes = { a: box(0, 0), b: box(0, 400), c: box(-400, 200, 300), d: box(300, 200, 300) };
  const label = { width: 120, height: 60 };
  const graph = graphOf("a b c d", "a>b c>d", { edges: { "a>b": { label } } });
  const middle = { x: -10, y: 190, width: 120, height: 60 };
  const kept = new Map([["a>b", { points: [{ x: 50, y: 40 }, { x: 50, y: 400 }], label: middle }]]);
  const routes = routeLines(graph, new Map(Object.entries(boxes)), kept, "upright", new Set());
  const { points } = routes.get("c>d")!;
  const place = routes.get("a>b")!.label!;
  points.forEach((point, at) => assert(at === 0 || !enters(points[at - 1]!, point, place)));
});

Deno.test("routeLines() keeps given lines, the same objects", () => {
  const kept = { points: [{ x: 1, y: 2 }, { x: 3, y: 4 }] };
  const routes = route(graphOf("a b", "a>b b>a"), { a: box(0, 0), b: box(0, 200) }, new Map([["a>b", kept]]));
  assert(routes.get("a>b") === kept);
});

Deno.test("routeLines() gives a new line an end of its own beside those of kept ones", () => {
  const boxes = { a: box(0, 0), b: box(0, 200) };
  const first = route(graphOf("a b", "a>b"), boxes);
  const both = route(graphOf("a b", "a>b a>b"), boxes, first);
  assert(both.get("a>b") === first.get("a>b"));
  const [old, added] = ["a>b", "a>b 2"].map((id) => both.get(id)!.points[0]!.x);
  assert(Math.abs(old! - added!) >= 10, `${old} and ${added}`);
});

Deno.test("routeLines() gives several new lines ends of their own beside a kept one", () => {
  const boxes = { a: box(0, 0), b: box(0, 200) };
  const first = route(graphOf("a b", "a>b"), boxes);
  const all = route(graphOf("a b", "a>b a>b a>b a>b"), boxes, first);
  assertEquals(new Set([...all.values()].map(({ points }) => points[0]!.x)).size, 4);
});

Deno.test("routeLines() draws the loops of a node again when one is added, and keeps those of others", () => {
  const boxes = { a: box(0, 0), b: box(0, 200) };
  const label = { width: 60, height: 18 };
  const edges = { "a>a": { label }, "b>b": { label } };
  const first = route(graphOf("a b", "a>a b>b", { edges }), boxes);
  const more = route(graphOf("a b", "a>a b>b a>a", { edges }), boxes, first);
  assert(more.get("b>b") === first.get("b>b"));
  const [one, two] = ["a>a", "a>a 2"].map((id) => more.get(id)!.points);
  assert(one!.at(-1)!.y < two![0]!.y);
});

Deno.test("routeLines() keeps the label of a loop off a neighbour", () => {
  const boxes = { a: box(0, 0), b: box(140, 0) };
  const edges = { "a>a": { label: { width: 60, height: 18 } } };
  const { label } = route(graphOf("a b", "a>a", { edges }), boxes).get("a>a")!;
  assert(!overlap(label!, boxes.b) && !overlap(label!, boxes.a));
});

Deno.test("routeLines() keeps a label off the border and the title of its container", () => {
  const padding = { top: 40, right: 20, bottom: 20, left: 20 };
  const label = { width: 80, height: 18 };
  const graph = graphOf("p p/a p/b", "a>b", { nodes: { p: { padding } }, edges: { "a>b": { label } } });
  const boxes = { p: box(0, 0, 140, 240), a: box(20, 40), b: box(20, 160) };
  const place = route(graph, boxes).get("a>b")!.label!;
  assert(contains({ ...boxes.p, y: 40, height: 200 }, place));
});
