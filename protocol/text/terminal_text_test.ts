import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { displayWidth, elide, oneLine, wrapWords } from "./terminal_text.ts";

Deno.test("displayWidth() counts the columns of a terminal", async (t) => {
  const cases: [text: string, columns: number][] = [
    ["", 0],
    ["kettle", 6],
    ["─[go]→", 6],
    ["étude", 5],
    ["e\u0301tude", 5],
    ["日本", 4],
    ["한국", 4],
    ["ＡＢ", 4],
    ["ｱ", 1],
    ["💡", 2],
    ["👩‍🚀", 2],
    ["🇫🇷", 2],
    ["❤️", 2],
    ["\u200B", 0],
  ];
  for (const [text, columns] of cases) {
    await t.step(JSON.stringify(text), () => assertEquals(displayWidth(text), columns));
  }
});

Deno.test("elide() keeps a line that fits", () => {
  assertEquals(elide("kettle", 6), "kettle");
});

Deno.test("elide() cuts no wide character in half", () => {
  assertEquals(elide("日本語", 4), "日…");
  assertEquals(elide("日本語", 5), "日本…");
});

Deno.test("elide() leaves nothing when there is no column", () => {
  assertEquals(elide("kettle", 0), "");
});

Deno.test("elide() never takes more columns than it may", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (line, columns) => {
      assert(displayWidth(elide(line, columns)) <= columns);
    }),
    { seed: 1 },
  );
});

Deno.test("oneLine() joins lines with one blank", () => {
  assertEquals(oneLine(" a \r\n\n  b\u2028c\t"), "a b c");
});

Deno.test("oneLine() keeps blanks inside a line", () => {
  assertEquals(oneLine("a  b"), "a  b");
});

Deno.test("oneLine() replaces what could steer a terminal or turn the writing", () => {
  assertEquals(oneLine("\u001b[2J\u0007\u202Ex"), "\uFFFD[2J\uFFFD\uFFFDx");
});

Deno.test("wrapWords() breaks between words", () => {
  assertEquals(wrapWords("one two three", 7), ["one two", "three"]);
});

Deno.test("wrapWords() lets a long word stand alone", () => {
  assertEquals(wrapWords("a extraordinary b", 5), ["a", "extraordinary", "b"]);
});
