import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { boxes, points } from "./_arbitrary.ts";
import { bezier, edgeCurve, SELF_LOOP_BULGE, selfLoopChipPoint, selfLoopCurve } from "./edge_curve.ts";

const BOX = { x: 100, y: 100, width: 160, height: 60 };

Deno.test("bezier() walks from its first point to its last exactly", () => {
  fc.assert(
    fc.property(points(), points(), points(), points(), (p0, p1, p2, p3) => {
      const curve = bezier(p0, p1, p2, p3);
      assertEquals(curve.at(0), { x: p0.x + 0, y: p0.y + 0 });
      assertEquals(curve.at(1), { x: p3.x + 0, y: p3.y + 0 });
      assert(curve.path.startsWith(`M ${p0.x} ${p0.y} C `));
      assert(curve.path.endsWith(` ${p3.x} ${p3.y}`));
    }),
    { seed: 5 },
  );
});

Deno.test("bezier() is at the weighted mean of its points half-way", () => {
  const curve = bezier({ x: 0, y: 0 }, { x: 0, y: 80 }, { x: 40, y: 80 }, { x: 40, y: 0 });
  assertEquals(curve.at(0.5), { x: 20, y: 60 });
});

Deno.test("edgeCurve() runs from bottom centre to top centre of the box below", () => {
  const curve = edgeCurve(BOX, { ...BOX, y: 300 });
  assertEquals([curve.p0, curve.p3], [{ x: 180, y: 160 }, { x: 180, y: 300 }]);
  assertEquals(curve.path, "M 180 160 C 180 230, 180 230, 180 300");
});

Deno.test("edgeCurve() leaves and arrives at right angles, at least 40 far", () => {
  const curve = edgeCurve(BOX, { ...BOX, x: 300 });
  assertEquals([curve.p0, curve.p1], [{ x: 260, y: 130 }, { x: 300, y: 130 }]);
  assertEquals([curve.p2, curve.p3], [{ x: 260, y: 130 }, { x: 300, y: 130 }]);
});

Deno.test("edgeCurve() begins and ends on the borders of the boxes", () => {
  fc.assert(
    fc.property(boxes(), boxes(), (a, b) => {
      const { p0, p3 } = edgeCurve(a, b);
      assert([a.x, a.x + a.width].includes(p0.x) || [a.y, a.y + a.height].includes(p0.y));
      assert([b.x, b.x + b.width].includes(p3.x) || [b.y, b.y + b.height].includes(p3.y));
    }),
    { seed: 5 },
  );
});

Deno.test("selfLoopCurve() leaves the right side and comes back to it", () => {
  const loop = selfLoopCurve(BOX);
  assertEquals([loop.p0, loop.p3], [{ x: 260, y: 115 }, { x: 260, y: 145 }]);
  assert(loop.p1.x > loop.p0.x);
  assertAlmostEquals(loop.at(0.5).x, 260 + SELF_LOOP_BULGE);
});

Deno.test("selfLoopCurve() goes around the loops before it, within the side", () => {
  fc.assert(
    fc.property(boxes(), fc.integer({ min: 0, max: 50 }), (box, nth) => {
      const [inner, outer] = [selfLoopCurve(box, nth), selfLoopCurve(box, nth + 1)];
      assert(outer.p0.y < inner.p0.y && outer.p3.y > inner.p3.y && outer.at(0.5).x > inner.at(0.5).x);
      assert(outer.p0.y > box.y && outer.p3.y < box.y + box.height);
    }),
    { seed: 5 },
  );
});

Deno.test("selfLoopChipPoint() lies beside the loop", () => {
  assertEquals(selfLoopChipPoint(BOX), { x: 338, y: 134 });
  assertEquals(selfLoopChipPoint(BOX, 1), { x: 362, y: 134 });
});
