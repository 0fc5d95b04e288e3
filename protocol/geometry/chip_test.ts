import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { chipSize, GLYPH_COLUMN, guardText, textWidth } from "./chip.ts";
import { eventGlyph } from "./event_glyph.ts";

Deno.test("textWidth() is 0.55 of the size for each character", () => {
  assertAlmostEquals(textWidth("confirm_order", 11), 78.65);
  assertEquals(textWidth("", 11), 0);
});

Deno.test("guardText() shows a short guard whole", () => {
  assertEquals(guardText("x"), "[x]");
  assertEquals(guardText("a".repeat(32)), `[${"a".repeat(32)}]`);
});

Deno.test("guardText() shortens a long guard", () => {
  assertEquals(guardText("a".repeat(33)), `[${"a".repeat(31)}…]`);
  assertEquals(guardText("a".repeat(29) + "   bcd"), `[${"a".repeat(29)}…]`);
});

Deno.test("guardText() cuts no character in two", () => {
  assertEquals(guardText("a".repeat(30) + "😀😀"), `[${"a".repeat(30)}…]`);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (condition) => {
      const text = guardText(condition);
      assert(text.length <= 35);
      assert(text.isWellFormed());
    }),
    { seed: 5 },
  );
});

Deno.test("chipSize() is as wide as the longest line needs, at least 56", () => {
  assertEquals(chipSize({ event: "go" }), { width: 56, height: 18 });
  assertAlmostEquals(chipSize({ event: "confirm_order" }).width, 94.65);
  const guarded = chipSize({ event: "go", condition: "stock > 0" });
  assertAlmostEquals(guarded.width, 70.45);
  assertEquals(guarded.height, 28);
});

Deno.test("chipSize() has a column for the glyph", () => {
  const glyph = eventGlyph("confirm_order");
  assertEquals(GLYPH_COLUMN, 16);
  assertAlmostEquals(chipSize({ event: "confirm_order", glyph }).width, 110.65);
  assertEquals(chipSize({ event: "go", glyph }), { width: 72, height: 18 });
});

Deno.test("chipSize() has no line for an empty guard", () => {
  assertEquals(chipSize({ event: "go", condition: "" }), chipSize({ event: "go" }));
});

Deno.test("chipSize() leaves 16 beside the text and fits the shortened guard", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.string({ minLength: 1, maxLength: 90 }),
      (event, condition) => {
        const { width } = chipSize({ event, condition });
        assert(width >= textWidth(event, 11) + 16 && width >= textWidth(guardText(condition), 9) + 16);
      },
    ),
    { seed: 5 },
  );
});
