import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { blockWidth } from "./drawn_text.ts";
import { wrappedText } from "./wrapped_text.ts";

const FACE = { size: 10, weight: 400 } as const;

function linesOf(source: string, longest: number): string[] {
  const { text, more = [] } = wrappedText(source, FACE, longest);
  return [text, ...more.map((line) => line.text)];
}

Deno.test("wrappedText() keeps a text that fits in one line", () => {
  assertEquals(linesOf("stock > 0", 200), ["stock > 0"]);
  assertEquals(linesOf("", 200), [""]);
});

Deno.test("wrappedText() breaks at spaces, at line ends, and inside long words", () => {
  assertEquals(linesOf("one two three", 40), ["one two", "three"]);
  assertEquals(linesOf("one\ntwo", 200), ["one", "two"]);
  assertEquals(linesOf("payment_received_fromBank", 100), ["payment_received_", "fromBank"]);
});

Deno.test("wrappedText() makes lines of about the same length, and no more of them than needed", () => {
  const text = "A state whose name is so long that it takes several lines, or so";
  assertEquals(linesOf(text, 200), ["A state whose name is so long", "that it takes several lines, or so"]);
  assertEquals(linesOf("one two three four", 75), ["one two", "three four"]);
});

Deno.test("wrappedText() loses no character, and its lines are no longer than asked", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-zA-Z_. ]{0,200}$/),
      fc.integer({ min: 20, max: 200 }),
      (source, longest) => {
        assertEquals(linesOf(source, longest).join("").replaceAll(" ", ""), source.replaceAll(" ", ""));
        assert(blockWidth(wrappedText(source, FACE, longest)) <= longest);
      },
    ),
    { numRuns: 100, seed: 1 },
  );
});
