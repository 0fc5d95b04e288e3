import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { layeredGraph } from "../graph/layered_graph.ts";
import type { LevelEdge } from "../graph/level.ts";
import { apart, assignPorts } from "./assign_ports.ts";
import { levelOf } from "../testing.ts";

/** The ports of the edges from node 0 to nodes below it at these places. */
function portsOf(
  others: readonly number[],
  edges: Readonly<Record<number, Partial<LevelEdge>>> = {},
): number[] {
  const count = others.length + 1;
  const names = others.map((_, at) => `0>${at + 1}`).join(" ");
  const layerOf = Int32Array.from({ length: count }, (_, node) => Math.min(node, 1));
  const graph = layeredGraph(levelOf(count, names, { edges }), { layerOf, layerCount: 2, span: 1 });
  return [...assignPorts(graph, Float64Array.of(0, ...others), 20).upper];
}

Deno.test("assignPorts() lets a line leave in the middle towards a node straight below", () => {
  assertEquals(portsOf([0]), [0]);
});

Deno.test("assignPorts() lets a line leave in the middle of what lies above the other side", () => {
  // The sides from -40 to 40 and from 20 to 100 have 20 to 40 in common.
  assertEquals(portsOf([60]), [30]);
});

Deno.test("assignPorts() orders ends as the other ends stand, and keeps off the corners", () => {
  const [far, left, right, middle] = portsOf([900, -500, 400, 0]);
  assert(left! < middle! && middle! < right! && right! < far!);
  assertEquals([left, far], [-40, 40]);
});

Deno.test("assignPorts() leaves a given end where it is", () => {
  assertEquals(portsOf([-300, 0], { 1: { fromPort: 15 } })[1], 15 - 50);
});

Deno.test("assignPorts() shares a side among more ends than have room", () => {
  const ports = portsOf(Array.from({ length: 300 }, (_, at) => at - 150));
  assert(ports.every((port, at) => Math.abs(port) <= 40 && (at === 0 || port > ports[at - 1]!)));
});

Deno.test("apart() leaves places that are far enough from each other", () => {
  assertEquals(apart([0, 10, 30], 10, 0, 100), [0, 10, 30]);
});

Deno.test("apart() moves two that are too close by the same distance", () => {
  assertEquals(apart([50, 50], 10, 0, 100), [45, 55]);
});

Deno.test("apart() moves what stood apart when those beside it need the room", () => {
  assertEquals(apart([25, 50, 50, 50], 20, -1000, 1000), [13.75, 33.75, 53.75, 73.75]);
});

Deno.test("apart() moves none beyond the bounds", () => {
  assertEquals(apart([0, 0, 0], 10, 0, 100), [0, 10, 20]);
  assertEquals(apart([100, 100], 10, 0, 100), [90, 100]);
});

Deno.test("apart() has nothing to do for no places", () => {
  assertEquals(apart([], 10, 0, 100), []);
});

/** Ascending places with a step for which there is room. */
const PLACES = fc.record({
  wanted: fc.array(fc.integer({ min: -20, max: 120 }), { minLength: 1, maxLength: 8 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
}).map(({ wanted, share }) => ({
  wanted: wanted.toSorted((a, b) => a - b),
  step: share * 100 / Math.max(1, wanted.length - 1),
}));

Deno.test("apart() gives places in order, within the bounds, a step apart", () => {
  fc.assert(
    fc.property(PLACES, ({ wanted, step }) => {
      const places = apart(wanted, step, 0, 100);
      assertEquals(places.length, wanted.length);
      places.forEach((place, at) => {
        assert(place >= -1e-9 && place <= 100 + 1e-9);
        if (at > 0) assert(place - places[at - 1]! >= step - 1e-9);
      });
    }),
    { numRuns: 500, seed: 14 },
  );
});

Deno.test("apart() moves places as little as can be: no other allowed places are nearer, in squares", () => {
  const cost = (wanted: readonly number[], places: readonly number[]) =>
    places.reduce((sum, place, at) => sum + (place - wanted[at]!) ** 2, 0);
  fc.assert(
    fc.property(
      PLACES.filter(({ wanted }) => wanted.every((place) => place >= 0 && place <= 100)),
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 8, maxLength: 8 }),
      ({ wanted, step }, nudges) => {
        const places = apart(wanted, step, 0, 100);
        const others = places.map((place, at) => place + nudges[at]!);
        const isAllowed = others.every((place, at) =>
          place >= 0 && place <= 100 && (at === 0 || place - others[at - 1]! >= step)
        );
        if (isAllowed) assert(cost(wanted, others) >= cost(wanted, places) - 1e-6);
      },
    ),
    { numRuns: 500, seed: 15 },
  );
});
