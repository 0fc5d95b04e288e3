import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { type Box, overlaps } from "./box.ts";
import { boxes, points } from "./_arbitrary.ts";
import { chipSize } from "./chip.ts";
import { edgeCurve } from "./edge_curve.ts";
import { eventGlyph } from "./event_glyph.ts";
import {
  glyphPlace,
  LABEL_ACROSS,
  LABEL_ALONG,
  LABEL_ASIDE,
  type PendingLabel,
  placeLabels,
} from "./place_labels.ts";
import { routeEdges } from "./route_edges.ts";

const A = { x: 0, y: 0, width: 160, height: 60 };
const B = { x: 0, y: 240, width: 160, height: 60 };

function still(x: number, y: number): PendingLabel["at"] {
  return () => ({ x, y });
}

function assertApart(placed: readonly Box[], obstacles: readonly Box[]): void {
  for (const [i, box] of placed.entries()) {
    for (const other of [...placed.slice(i + 1), ...obstacles]) assert(!overlaps(box, other));
  }
}

Deno.test("overlaps() is true when boxes share an area, not when they touch", () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  assert(overlaps(box, { x: 9, y: 9, width: 10, height: 10 }));
  assert(overlaps(box, box));
  assert(overlaps(box, { x: 2, y: 2, width: 2, height: 2 }));
  assert(!overlaps(box, { x: 10, y: 0, width: 10, height: 10 }));
  assert(!overlaps(box, { x: 0, y: 10, width: 10, height: 10 }));
});

Deno.test("placeLabels() puts a lone chip at the middle of its curve", () => {
  const [chip] = placeLabels([{ event: "go", at: edgeCurve(A, B).at }], [A, B]);
  assertEquals([chip?.x, chip?.y, chip?.cx, chip?.cy], [52, 132, 80, 150]);
});

Deno.test("placeLabels() moves the second of two chips up", () => {
  const placed = placeLabels(
    [{ event: "go", at: still(200, 200) }, { event: "go", at: still(200, 200) }],
    [],
  );
  assertEquals(placed.map(({ x, y, width, height }) => [x, y, width, height])[0], [172, 182, 56, 18]);
  assertAlmostEquals(placed[1]?.cy ?? NaN, 176.6);
});

Deno.test("placeLabels() tries places along the curve before it leaves it", () => {
  const at = (t: number) => ({ x: 1000 * t, y: 0 });
  const placed = placeLabels([{ event: "go", at }, { event: "go", at }, { event: "go", at }], []);
  assertEquals(placed.map((chip) => chip.cx), [500, 360, 640]);
});

Deno.test("placeLabels() tries the side before it moves up", () => {
  const at = still(0, 0);
  const wall = { x: -28, y: -18, width: 1, height: 18 };
  assertEquals(placeLabels([{ event: "go", at }], [wall]).map(({ cx, cy }) => [cx, cy]), [[33.6, 0]]);
});

Deno.test("placeLabels() places the widest chip first and keeps what each carries", () => {
  const pending = [
    { event: "go", at: still(0, 0), id: 1 },
    { event: "confirm_order", at: still(500, 0), id: 2 },
    { event: "no", at: still(900, 0), id: 3 },
  ];
  const placed = placeLabels(pending, []);
  assertEquals(placed.map((chip) => chip.label.id), [2, 1, 3]);
  assertStrictEquals(placed[1]?.label, pending[0]);
});

Deno.test("placeLabels() hangs chips with and without a guard on the same height", () => {
  const [plain] = placeLabels([{ event: "go", at: still(0, 100) }], []);
  const [guarded] = placeLabels([{ event: "go", condition: "x", at: still(0, 100) }], []);
  assertEquals([plain?.y, plain?.height, guarded?.y, guarded?.height], [82, 18, 82, 28]);
});

Deno.test("placeLabels() moves the text beside the glyph", () => {
  const [chip] = placeLabels([{ event: "go", at: still(100, 100), glyph: eventGlyph("go") }], []);
  assert(chip);
  assertEquals([chip.x, chip.width, chip.cx], [64, 72, 108]);
  assertEquals(glyphPlace(chip), { x: 69, y: 85 });
});

Deno.test("placeLabels() takes the place that covers least when every place covers something", () => {
  const everywhere = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };
  const middle = { x: -1, y: -10, width: 2, height: 2 };
  const [chip] = placeLabels([{ event: "go", at: still(0, 0) }], [everywhere, middle]);
  assertEquals([chip?.cx, chip?.cy], [33.6, 0]);
});

Deno.test("placeLabels() keeps six chips between two boxes apart", () => {
  const events = ["confirm", "cancel", "hold", "resume", "update", "close"];
  const lower = { ...B, x: 280, y: 240 };
  for (const withGlyphs of [false, true]) {
    const ends = events.map((_, i) => i % 2 === 0 ? { from: "A", to: "B" } : { from: "B", to: "A" });
    const curves = routeEdges(ends, (name) => name === "A" ? A : lower);
    const pending = events.flatMap((event, i) => {
      const at = curves[i]?.at;
      return at ? [{ event, at, glyph: withGlyphs ? eventGlyph(event) : undefined }] : [];
    });
    const placed = placeLabels(pending, [A, lower]);
    assertEquals(placed.map((chip) => chip.label.event).toSorted(), events.toSorted());
    assertApart(placed, [A, lower]);
  }
});

Deno.test("placeLabels() takes other places to try", () => {
  const placed = placeLabels([{ event: "go", at: (t) => ({ x: t, y: 0 }) }], [], {
    along: [7],
    across: [1],
    aside: [0],
  });
  assertEquals([placed[0]?.cx, placed[0]?.cy], [7, 18]);
  assertEquals(placeLabels([{ event: "go", at: still(5, 5) }], [], { along: [] }).map((chip) => chip.cx), [
    5,
  ]);
});

Deno.test("placeLabels() chooses what a search without an index chooses", () => {
  const labels = fc.record({ event: fc.string({ maxLength: 20 }), from: points(), to: points() });
  fc.assert(
    fc.property(
      fc.array(labels, { maxLength: 12 }),
      fc.array(boxes(), { maxLength: 12 }),
      (drawn, obstacles) => {
        const pending = drawn.map(({ event, from, to }): PendingLabel => ({
          event,
          at: (t) => ({ x: from.x / 8 + (to.x - from.x) * t / 8, y: from.y / 8 + (to.y - from.y) * t / 8 }),
        }));
        const taken = [...obstacles, { x: -1e5, y: 0, width: 2e5, height: 30 }];
        const placed = placeLabels(pending, taken);
        assertEquals(placed.length, pending.length);
        for (const chip of placed) {
          assertEquals({ x: chip.x, y: chip.y }, searchedPlace(chip.label, taken));
          taken.push(chip);
        }
      },
    ),
    { seed: 5, numRuns: 60 },
  );
});

/** The rule as it is written down, without any haste. */
function searchedPlace(label: PendingLabel, taken: readonly Box[]): { x: number; y: number } {
  const size = chipSize(label);
  const places = LABEL_ACROSS.flatMap((across) =>
    LABEL_ASIDE.flatMap((aside) =>
      LABEL_ALONG.map((t) => ({
        x: label.at(t).x + aside * size.width - size.width / 2,
        y: label.at(t).y + across * size.height - 18,
      }))
    )
  );
  const costs = places.map((place) => taken.filter((box) => overlaps({ ...place, ...size }, box)).length);
  return places[costs.indexOf(Math.min(...costs))] ?? { x: NaN, y: NaN };
}
