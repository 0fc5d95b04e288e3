import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Point } from "../../geometry/box.ts";
import { type EndedLine, withUprightEnds } from "./upright_ends.ts";

const SOURCE = { x: 0, y: 0, width: 160, height: 60 };
const TARGET = { x: 300, y: 100, width: 160, height: 60 };

function line(...points: Point[]): EndedLine {
  return { points, source: SOURCE, target: TARGET };
}

Deno.test("withUprightEnds() leaves steep lines alone", () => {
  const points = [{ x: 100, y: 60 }, { x: 320, y: 70 }, { x: 330, y: 100 }];
  assertEquals(withUprightEnds([line(...points)]), [points]);
});

Deno.test("withUprightEnds() lets a flat line come in upright, from near the box on", () => {
  const [points] = withUprightEnds([line({ x: 130, y: 60 }, { x: 330, y: 100 })]);
  assertEquals(points, [{ x: 130, y: 60 }, { x: 210, y: 76 }, { x: 330, y: 86.8 }, { x: 330, y: 100 }]);
});

Deno.test("withUprightEnds() bends a line that comes in from less far at its last corner", () => {
  const [points] = withUprightEnds([line({ x: 100, y: 80 }, { x: 330, y: 100 })]);
  assertEquals(points, [{ x: 100, y: 80 }, { x: 330, y: 89 }, { x: 330, y: 100 }]);
});

Deno.test("withUprightEnds() leaves a line alone that comes in from the side", () => {
  const points = [{ x: 500, y: 110 }, { x: 460, y: 110 }];
  assertEquals(withUprightEnds([line(...points)]), [points]);
});

Deno.test("withUprightEnds() leaves a line alone that has no room below a steep one", () => {
  const flat = [{ x: 100, y: 80 }, { x: 330, y: 100 }];
  const steep = [{ x: 332, y: 90 }, { x: 340, y: 100 }];
  const passing = [{ x: 320, y: 84 }, { x: 336, y: 100 }];
  assertEquals(withUprightEnds([line(...flat), line(...steep)])[0]?.length, 3);
  assertEquals(withUprightEnds([line(...flat), line(...passing)])[0], flat);
});

/** Checks whether two polylines cross. */
function cross(a: readonly Point[], b: readonly Point[]): boolean {
  return a.some((p, i) =>
    b.some((q, j) => {
      const [p2, q2] = [a[i + 1], b[j + 1]];
      return p2 !== undefined && q2 !== undefined && turn(p, p2, q) * turn(p, p2, q2) < 0 &&
        turn(q, q2, p) * turn(q, q2, p2) < 0;
    })
  );
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

Deno.test("withUprightEnds() makes no new crossings among lines to one side of a box", () => {
  const x = fc.integer({ min: -600, max: 1200 });
  const y = fc.integer({ min: 20, max: 90 });
  const port = fc.integer({ min: 302, max: 458 });
  fc.assert(
    fc.property(fc.array(fc.tuple(x, y, port), { minLength: 2, maxLength: 6 }), (ends) => {
      const lines = ends.map(([x, y, port]) => line({ x, y }, { x: port, y: 100 }));
      const bent = withUprightEnds(lines);
      for (const [i, a] of lines.entries()) {
        for (const [j, b] of lines.entries()) {
          if (i >= j || a.points[1]?.x === b.points[1]?.x || cross(a.points, b.points)) continue;
          assert(!cross(bent[i] ?? [], bent[j] ?? []), JSON.stringify([bent[i], bent[j]]));
        }
      }
    }),
    { numRuns: 500, seed: 5 },
  );
});
