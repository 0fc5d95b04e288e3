import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import type { Box } from "./box.ts";
import { boxes } from "./_arbitrary.ts";
import { type EdgeCurve, edgeCurve, selfLoopCurve } from "./edge_curve.ts";
import { type EdgeEnds, routeEdges } from "./route_edges.ts";

function board(places: Record<string, [x: number, y: number]>): (name: string) => Box {
  return (name) => {
    const [x, y] = places[name] ?? [0, 0];
    return { x, y, width: 160, height: 60 };
  };
}

function paths(curves: readonly EdgeCurve[]): string[] {
  return curves.map((curve) => curve.path);
}

Deno.test("routeEdges() draws a lone edge as edgeCurve() does", () => {
  fc.assert(
    fc.property(boxes(), boxes(), (a, b) => {
      const routed = routeEdges([{ from: "A", to: "B" }], (name) => name === "A" ? a : b);
      assertEquals(paths(routed), [edgeCurve(a, b).path]);
    }),
    { seed: 5 },
  );
});

Deno.test("routeEdges() draws an edge from a box to itself as selfLoopCurve() does", () => {
  const boxOf = board({ A: [0, 0] });
  const loops = routeEdges([{ from: "A", to: "A" }, { from: "A", to: "A" }], boxOf);
  assertEquals(paths(loops), [selfLoopCurve(boxOf("A")).path, selfLoopCurve(boxOf("A"), 1).path]);
});

Deno.test("routeEdges() keeps the ways there and back apart", () => {
  const [there, back] = routeEdges(
    [{ from: "A", to: "B" }, { from: "B", to: "A" }],
    board({ A: [0, 0], B: [0, 200] }),
  );
  assertEquals([there?.p0, there?.p3], [{ x: 68, y: 60 }, { x: 68, y: 200 }]);
  assertEquals([back?.p0, back?.p3], [{ x: 92, y: 200 }, { x: 92, y: 60 }]);
});

Deno.test("routeEdges() leaves a box further left for what lies further left", () => {
  const curves = routeEdges(
    [{ from: "A", to: "Right" }, { from: "A", to: "Left" }, { from: "Middle", to: "A" }],
    board({ A: [300, 0], Left: [0, 400], Middle: [300, 400], Right: [600, 400] }),
  );
  assertEquals([curves[1]?.p0.x, curves[2]?.p3.x, curves[0]?.p0.x], [356, 380, 404]);
});

Deno.test("routeEdges() gives six ends at one side six places", () => {
  const edges = [1, 2, 3].flatMap((): EdgeEnds[] => [{ from: "A", to: "B" }, { from: "B", to: "A" }]);
  const curves = routeEdges(edges, board({ A: [0, 0], B: [0, 200] }));
  const ends = curves.map((curve, index) => index % 2 === 0 ? curve.p0 : curve.p3);
  assertEquals(new Set(ends.map((end) => end.x)).size, 6);
  assertEquals(new Set(ends.map((end) => end.y)), new Set([60]));
});

Deno.test("routeEdges() takes any name for a box", () => {
  const names = ["__proto__", "top", "", "left"];
  const boxOf = (name: string): Box => ({ x: 0, y: 200 * names.indexOf(name), width: 160, height: 60 });
  const curves = routeEdges(names.map((from, i) => ({ from, to: names[i + 1] ?? from })), boxOf);
  assertEquals(curves.map((curve) => curve.p0), [
    { x: 80, y: 60 },
    { x: 80, y: 260 },
    { x: 80, y: 460 },
    { x: 160, y: 615 },
  ]);
});

Deno.test("routeEdges() is deterministic and gives every end a place of its own", () => {
  const names = fc.constantFrom("A", "B", "C", "D");
  const edges = fc.array(fc.record({ from: names, to: names }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.tuple(boxes(), boxes(), boxes(), boxes()), edges, (places, ends) => {
      const boxOf = (name: string): Box => places["ABCD".indexOf(name)] ?? places[0];
      const curves = routeEdges(ends, boxOf);
      assertEquals(paths(routeEdges(ends, boxOf)), paths(curves));
      assertEquals(curves.length, ends.length);
      const taken = curves.flatMap(({ p0, p3 }, i) =>
        ends[i]?.from === ends[i]?.to
          ? []
          : [`${ends[i]?.from} ${p0.x} ${p0.y}`, `${ends[i]?.to} ${p3.x} ${p3.y}`]
      );
      assertEquals(new Set(taken).size, taken.length);
    }),
    { seed: 5 },
  );
});

Deno.test("routeEdges() leaves the top for a box above", () => {
  const [up, down] = routeEdges(
    [{ from: "B", to: "A" }, { from: "A", to: "C" }],
    board({ A: [0, 0], B: [0, 200], C: [0, 400] }),
  );
  assertEquals([up?.p0.y, up?.p3.y], [200, 60]);
  assertNotEquals(up?.path, down?.path);
  assert(up !== undefined && up.p0.y > up.p3.y);
});
