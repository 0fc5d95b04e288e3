import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { commentLine, commentLines, pythonString, typeScriptString } from "./escape.ts";

Deno.test("typeScriptString() gives a literal of the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      // Everything but \u{...} is JSON, too.
      const literal = typeScriptString(text).replace(
        /\\u\{([0-9a-f]+)\}/g,
        (whole, hex: string, at: number, all: string) =>
          isEscaped(all, at) ? whole : String.fromCodePoint(parseInt(hex, 16)),
      );
      assertEquals(JSON.parse(literal), text);
    }),
    { seed: 2, examples: [['\u2028\ud800"\\'], ["\u{e0041}"], ["\\u{e0041}"]] },
  );
});

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  return (/\\*$/.exec(text.slice(0, at))?.[0].length ?? 0) % 2 === 1;
}

Deno.test("typeScriptString() and pythonString() show nothing that hides", () => {
  assertEquals(typeScriptString("a\u202eb\u0000\u{e0041}é"), '"a\\u202eb\\u0000\\u{e0041}é"');
  assertEquals(pythonString("a\u202eb\u0000\u{e0041}é"), '"a\\u202eb\\u0000\\U000e0041é"');
});

Deno.test("commentLines() wraps words, keeps paragraphs and leaves out what hides", () => {
  assertEquals(commentLines("  one two\nthree\n\nfour\u2028five\u0000 ", 7), [
    "one two",
    "three",
    "",
    "four",
    "five",
  ]);
});

Deno.test("commentLine() gives one line", () => {
  assertEquals(commentLine("a\nb\u2029c  d"), "a b c d");
});
