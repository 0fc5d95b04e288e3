import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { boxes } from "./_arbitrary.ts";
import { facingSides, PORT_PITCH, portAt } from "./ports.ts";

const OPPOSITE = { top: "bottom", bottom: "top", left: "right", right: "left" };

function boxAt(x: number, y: number): { x: number; y: number; width: number; height: number } {
  return { x, y, width: 160, height: 60 };
}

Deno.test("facingSides() follows where the target lies", () => {
  const source = boxAt(0, 0);
  assertEquals(facingSides(source, boxAt(40, 200)), ["bottom", "top"]);
  assertEquals(facingSides(source, boxAt(-40, -200)), ["top", "bottom"]);
  assertEquals(facingSides(source, boxAt(300, 10)), ["right", "left"]);
  assertEquals(facingSides(source, boxAt(-300, 10)), ["left", "right"]);
});

Deno.test("facingSides() takes the wider gap of two", () => {
  assertEquals(facingSides(boxAt(0, 0), boxAt(280, 240)), ["bottom", "top"]);
  assertEquals(facingSides(boxAt(0, 0), boxAt(280, 180)), ["bottom", "top"]);
  assertEquals(facingSides(boxAt(0, 0), boxAt(400, 100)), ["right", "left"]);
});

Deno.test("facingSides() takes bottom and top when no gap is between the boxes", () => {
  const source = boxAt(0, 0);
  assertEquals(facingSides(source, source), ["bottom", "top"]);
  assertEquals(facingSides(source, boxAt(50, -30)), ["bottom", "top"]);
  assertEquals(facingSides(source, boxAt(160, 0)), ["bottom", "top"]);
});

Deno.test("facingSides() names the same sides from the other end", () => {
  fc.assert(
    fc.property(boxes(), boxes(), (a, b) => {
      const [from, to] = facingSides(a, b);
      assertEquals(to, OPPOSITE[from]);
      const back = facingSides(b, a);
      const apart = a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y ||
        b.y + b.height < a.y;
      if (apart) assertEquals(back, [to, from]);
      else assertEquals(back, ["bottom", "top"]);
    }),
    { seed: 5 },
  );
});

Deno.test("portAt() puts a lone port in the middle of its side", () => {
  const box = boxAt(10, 20);
  assertEquals(portAt(box, "top", 0, 1), { x: 90, y: 20 });
  assertEquals(portAt(box, "bottom", 0, 1), { x: 90, y: 80 });
  assertEquals(portAt(box, "left", 0, 1), { x: 10, y: 50 });
  assertEquals(portAt(box, "right", 0, 1), { x: 170, y: 50 });
});

Deno.test("portAt() puts two ports a pitch apart", () => {
  assertEquals(portAt(boxAt(0, 0), "bottom", 1, 2).x - portAt(boxAt(0, 0), "bottom", 0, 2).x, PORT_PITCH);
});

Deno.test("portAt() spreads ports evenly around the middle, within the side", () => {
  const counts = fc.integer({ min: 2, max: 40 });
  fc.assert(
    fc.property(boxes(), fc.constantFrom("top", "left"), counts, (box, side, count) => {
      const axis = side === "top" ? "x" : "y";
      const length = side === "top" ? box.width : box.height;
      const places = Array.from(
        { length: count },
        (_, index) => portAt(box, side, index, count)[axis] - box[axis],
      );
      const first = places[0] ?? NaN;
      const last = places.at(-1) ?? NaN;
      assertAlmostEquals(first + last, length, 1e-6);
      assert(first >= length * 0.15 - 1e-6);
      const step = (last - first) / (count - 1);
      assert(step > 0 && step <= PORT_PITCH + 1e-9);
      for (const [index, place] of places.entries()) assertAlmostEquals(place, first + index * step, 1e-6);
    }),
    { seed: 5 },
  );
});
