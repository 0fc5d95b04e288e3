import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { applyEdits, invertEdits, type TextEdit } from "./text_edit.ts";

const changes = fc.tuple(
  fc.string(),
  fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.string({ maxLength: 3 })), { maxLength: 6 }),
).map(([text, steps]) => {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const [gap, length, inserted] of steps) {
    at += gap;
    if (at + length > text.length) break;
    edits.push({ offset: at, length, text: inserted });
    at += length;
  }
  return { text, edits };
});

Deno.test("invertEdits() leads back from what applyEdits() made", () => {
  fc.assert(
    fc.property(changes, ({ text, edits }) => {
      assertStrictEquals(applyEdits(applyEdits(text, edits), invertEdits(text, edits)), text);
    }),
    { seed: 5 },
  );
});

Deno.test("applyEdits() gives a part when asked for one", () => {
  assertEquals(applyEdits("a-b-c", [{ offset: 2, length: 1, text: "B" }], 1, 4), "-B-");
});
