import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Box, evenly, expanded, moved, overlaps } from "../../geometry/box.ts";
import type { LayoutGraph } from "../graph/graph.ts";
import { graphs } from "../_arbitrary.ts";
import { layoutGraph } from "../layout_graph.ts";
import { boxesInLayers } from "../compound_layout.ts";
import { LAYOUT_DEFAULTS } from "../options.ts";
import { contains, faultsOf, graphOf, overlap } from "../testing.ts";
import { boxesOneByOne, freeSpot, makeRoom, placeNodes } from "./place_nodes.ts";

function place(graph: LayoutGraph, fixed: Readonly<Record<string, Box>>): Map<string, Box> {
  const boxes = placeNodes(graph, new Map(Object.entries(fixed)), LAYOUT_DEFAULTS, boxesInLayers);
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

Deno.test("placeNodes() arranges the content of a container that has its box as if it were alone", () => {
  const graph = graphOf("b/a b/c b d", "a>c d>b");
  const boxes = place(graph, { b: box(500, 100), d: box(0, 0) });
  const alone = layoutGraph(graphOf("b/a b/c b", "a>c")).nodes;
  for (const id of ["a", "c"]) {
    const { x, y } = alone.get(id)!;
    assertEquals(boxes.get(id), box(500 + x, 100 + y));
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

const A = { x: 0, y: 0, width: 100, height: 100 };
const B = { x: 0, y: 140, width: 100, height: 100 };

Deno.test("makeRoom() moves nothing where nothing grew over another", () => {
  assertEquals(makeRoom([A, B], [A, B]).size, 0);
  assertEquals(makeRoom([A, B], [{ ...A, height: 140 }, B]).size, 0);
});

Deno.test("makeRoom() moves a box down past one that grew over it", () => {
  assertEquals([...makeRoom([A, B], [{ ...A, height: 150 }, B])], [[1, { x: 0, y: 26 }]]);
});

Deno.test("makeRoom() moves a box to the right where that is nearer", () => {
  const right = { ...A, x: 140 };
  assertEquals([...makeRoom([A, right], [{ ...A, width: 150 }, right])], [[1, { x: 26, y: 0 }]]);
});

Deno.test("makeRoom() moves a box past what stands in its way", () => {
  const below = { ...B, y: 260 };
  assertEquals([...makeRoom([A, B, below], [{ ...A, height: 150 }, B, below])], [[1, { x: 116, y: 26 }]]);
});

Deno.test("makeRoom() moves the lower of two that grew over each other", () => {
  const now = [{ ...A, height: 125 }, { ...B, y: 115, height: 125 }];
  assertEquals([...makeRoom([A, B], now)], [[1, { x: 0, y: 26 }]]);
});

Deno.test("makeRoom() leaves boxes that overlapped before", () => {
  const over = { ...A, x: 50 };
  assertEquals(makeRoom([A, over], [{ ...A, width: 120 }, over]).size, 0);
});

Deno.test("makeRoom() leaves no boxes that overlap and did not before", () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 800 }),
    y: fc.integer({ min: 0, max: 800 }),
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 200 }),
  });
  const growth = fc.tuple(fc.constantFrom(0, 0, 0, 1), fc.nat({ max: 150 }), fc.nat({ max: 150 }));
  let moves = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(box, growth), { maxLength: 12 }), (list) => {
      const before = list.map(([box]) => box);
      const now = list.map(([box, [grows, x, y]]): Box =>
        grows === 0
          ? box
          : { x: box.x - x, y: box.y - y, width: box.width + 2 * x, height: box.height + 2 * y }
      );
      const by = makeRoom(before, now);
      moves += by.size;
      const after = now.map((box, at) => moved(box, by.get(at) ?? { x: 0, y: 0 }));
      after.forEach((box, at) => {
        for (let other = 0; other < at; other++) {
          assert(
            !overlaps(box, after[other]!) || overlaps(before[at]!, before[other]!),
            `${other} and ${at}`,
          );
        }
      });
      for (const [, { x, y }] of by) assert(x >= 0 && y >= 0);
    }),
    { numRuns: 500, seed: 33 },
  );
  assert(moves > 100, `only ${moves} moves`);
});

const SIZE = { width: 100, height: 40 };

Deno.test("freeSpot() gives the wish where nothing stands, or the corner of the room", () => {
  assertEquals(freeSpot(SIZE, [], { x: 50, y: 20 }, undefined, 40), { x: 0, y: 0 });
  const room = { x: 7, y: 8, width: 300, height: 300 };
  assertEquals(freeSpot(SIZE, [], { x: 50, y: 20 }, room, 40), { x: 7, y: 8 });
});

Deno.test("freeSpot() gives the spot beside a box that is nearest to the wish", () => {
  const taken = [{ x: 0, y: 0, ...SIZE }];
  assertEquals(freeSpot(SIZE, taken, { x: 50, y: 45 }, undefined, 40), { x: 0, y: 80 });
});

Deno.test("freeSpot() keeps within the room where it can", () => {
  const taken = [{ x: 0, y: 0, ...SIZE }];
  const room = { x: 0, y: 0, width: 300, height: 50 };
  assertEquals(freeSpot(SIZE, taken, { x: 50, y: 45 }, room, 40), { x: 140, y: 0 });
});

Deno.test("freeSpot() rather disturbs nobody than be near", () => {
  const taken = [{ x: 0, y: 0, ...SIZE }];
  const spot = freeSpot(SIZE, taken, { x: 50, y: 45 }, undefined, 40, ({ y }) => y > 0 ? 1 : 0);
  assert(spot.y <= 0);
});

Deno.test("freeSpot() keeps the distance from everything, in whole units", () => {
  const box = fc.record({
    x: fc.integer({ min: -500, max: 500 }),
    y: fc.integer({ min: -500, max: 500 }),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 300 }),
  });
  const wish = fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: -600, max: 600 }) });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 30 }), wish, fc.nat({ max: 50 }), (taken, wish, gap) => {
      const spot = freeSpot(SIZE, taken, wish, undefined, gap);
      assert(Number.isInteger(spot.x) && Number.isInteger(spot.y));
      assert(!taken.some((other) => overlaps(expanded(other, evenly(gap)), { ...spot, ...SIZE })));
    }),
    { numRuns: 300, seed: 32 },
  );
});

Deno.test("boxesOneByOne() gives every node a box in its container, and none over another", () => {
  fc.assert(
    fc.property(graphs(), (graph) => {
      const nodes = boxesOneByOne(graph, LAYOUT_DEFAULTS);
      const placed = { nodes, edges: new Map(), width: 0, height: 0 };
      assertEquals(faultsOf({ ...graph, edges: [] }, placed), []);
    }),
    { seed: 2811 },
  );
});
