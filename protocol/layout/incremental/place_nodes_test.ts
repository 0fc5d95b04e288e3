import { assert, assertEquals } from "@std/assert";
import type { Box } from "../../geometry/box.ts";
import type { LayoutGraph } from "../graph/graph.ts";
import { layoutGraph } from "../layout_graph.ts";
import { LAYOUT_DEFAULTS } from "../options.ts";
import { contains, faultsOf, graphOf, overlap } from "../testing.ts";
import { placeNodes } from "./place_nodes.ts";

function place(graph: LayoutGraph, fixed: Readonly<Record<string, Box>>): Map<string, Box> {
  const boxes = placeNodes(graph, new Map(Object.entries(fixed)), LAYOUT_DEFAULTS);
  assertEquals(
    faultsOf({ ...graph, edges: [] }, { nodes: boxes, edges: new Map(), width: 0, height: 0 }),
    [],
  );
  return boxes;
}

function box(x: number, y: number, width = 100, height = 40): Box {
  return { x, y, width, height };
}

Deno.test("placeNodes() puts a new node below the one that leads to it", () => {
  const boxes = place(graphOf("a b", "a>b"), { a: box(500, 500) });
  assertEquals([boxes.get("a"), boxes.get("b")], [box(500, 500), box(500, 580)]);
});

Deno.test("placeNodes() leaves every given box, and gives its own order", () => {
  const fixed = { c: box(0, 0), a: box(300, 20), b: box(-700, 5) };
  const boxes = place(graphOf("a b c d", "a>d d>c"), fixed);
  assertEquals([...boxes.keys()], ["a", "b", "c", "d"]);
  for (const [id, given] of Object.entries(fixed)) assertEquals(boxes.get(id), given);
});

Deno.test("placeNodes() makes a container larger for a new node", () => {
  const fixed = { a: box(0, 0, 140, 96), b: box(20, 36), c: box(160, 0) };
  const boxes = place(graphOf("a a/b a/new c", "b>new"), fixed);
  assertEquals([boxes.get("b"), boxes.get("c")], [fixed.b, fixed.c]);
  assert(boxes.get("a")!.height > 96);
});

Deno.test("placeNodes() moves aside what a container has to grow over", () => {
  const fixed = {
    a: box(0, 0, 140, 96),
    b: box(20, 36),
    left: box(-160, 0, 140, 96),
    right: box(160, 0, 140, 96),
    above: box(0, -116, 140, 96),
    below: box(0, 116, 140, 96),
  };
  const boxes = place(graphOf("a a/b a/new left right above below", "b>new"), fixed);
  const moved = ["left", "right", "above", "below"].filter((id) => {
    const [{ x, y }, given] = [boxes.get(id)!, fixed[id as "left"]];
    return x !== given.x || y !== given.y;
  });
  assertEquals(moved.length, 1);
});

Deno.test("placeNodes() grows a container over as few others as it can", () => {
  // Below the container stands another; beside it is room.
  const fixed = { a: box(0, 0, 140, 96), b: box(20, 36), c: box(0, 136, 140, 96) };
  const boxes = place(graphOf("a a/b a/new c", "b>new"), fixed);
  assertEquals(boxes.get("c"), fixed.c);
});

Deno.test("placeNodes() never makes a container smaller", () => {
  assertEquals(
    place(graphOf("a a/b"), { a: box(0, 0, 900, 900), b: box(400, 400) }).get("a"),
    box(0, 0, 900, 900),
  );
});

Deno.test("placeNodes() arranges what comes with all it holds as if it were alone", () => {
  const inner = graphOf("new new/x new/y", "x>y");
  const alone = layoutGraph(inner).nodes;
  const boxes = place(graphOf("a new new/x new/y", "x>y a>new"), { a: box(0, 0) });
  const by = { x: boxes.get("new")!.x - alone.get("new")!.x, y: boxes.get("new")!.y - alone.get("new")!.y };
  for (const [id, { x, y }] of alone) {
    assertEquals([boxes.get(id)!.x, boxes.get(id)!.y], [x + by.x, y + by.y]);
  }
});

Deno.test("placeNodes() puts a new container around nodes that stand, and moves aside what it covers", () => {
  const fixed = { a: box(0, 0), b: box(0, 60) };
  const boxes = place(graphOf("a new new/b"), fixed);
  assert(contains(boxes.get("new")!, boxes.get("b")!));
  assert(!overlap(boxes.get("new")!, boxes.get("a")!));
});

Deno.test("placeNodes() keeps two new containers apart whose nodes stand close to each other", () => {
  place(graphOf("p p/a q q/b"), { a: box(0, 0), b: box(110, 0) });
});

Deno.test("placeNodes() keeps the room around a node free", () => {
  const margin = { top: 0, right: 0, bottom: 0, left: 60 };
  const boxes = place(graphOf("a new", "a>new", { nodes: { new: { margin } } }), { a: box(0, 0) });
  const { x, y } = boxes.get("new")!;
  assert(!overlap({ ...box(x - 60, y), width: 160 }, box(0, 0)));
});
