import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { INTER_KERNING, INTER_WIDTHS } from "./font_metrics.ts";
import { fitText, measureText } from "./measure_text.ts";

const em = (text: string) => measureText(text, 1, 400);

Deno.test("measureText() sums the widths of the letters at each weight", () => {
  // The advance widths in the font are 1150, 1163 and 1176 of 2048.
  for (const [weight, width] of [[400, 1150], [500, 1163], [600, 1176]] as const) {
    assertAlmostEquals(measureText("aaa", 100, weight), 3 * 100 * width / 2048, 0.3);
  }
});

Deno.test("measureText() moves pairs together and apart as the font does", () => {
  assert(em("AV") < em("A") + em("V"));
  assert(em("rt") > em("r") + em("t"));
  assertEquals(em("ÀV"), em("AV"));
});

Deno.test("measureText() measures the signs that are drawn", () => {
  assertEquals([em("1x2"), em("3 x 4")], [em("1×2"), em("3 × 4")]);
  assertEquals([em("a -> b"), em("a => b")], [em("a → b"), em("a → b")]);
  assert(em("axb") < em("a×b"));
});

Deno.test("measureText() guesses what the font does not have", () => {
  const rows = [
    { text: "茶", width: 1 },
    { text: "한", width: 1 },
    { text: "ש", width: 0.64 },
    { text: "हि", width: 0.7 },
    { text: "😀", width: 1.3 },
    { text: "e\u0323\u0302", width: em("e") },
    { text: "a\u200d\ufe0f", width: em("a") },
    { text: "\t", width: 0.3 },
    { text: "\ud83d", width: 1 },
    { text: "", width: 0 },
  ];
  for (const { text, width } of rows) assertAlmostEquals(em(text), width, 1e-9, JSON.stringify(text));
});

Deno.test("measureText() grows with the size, and hardly shrinks with another letter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("a", "V", "茶", "."), (text, letter) => {
      assertAlmostEquals(measureText(text, 20, 500), 20 * measureText(text, 1, 500), 1e-6);
      assert(measureText(text, 1, 500) >= 0);
      // Kerning and arrows take back less than a sign's width.
      assert(measureText(text + letter, 1, 500) > measureText(text, 1, 500) - 0.5);
    }),
    { seed: 4 },
  );
});

Deno.test("the tables of the font are small", () => {
  assert(new TextEncoder().encode(INTER_WIDTHS + INTER_KERNING).length < 30_000);
});

Deno.test("fitText() leaves a text that fits", () => {
  assertEquals(fitText("Waiting", 14, 600, measureText("Waiting", 14, 600)), "Waiting");
  assertEquals(fitText("", 14, 600, 0), "");
});

Deno.test("fitText() cuts at the end and marks it, without a blank before the mark", () => {
  assertEquals(fitText("Waiting for tea", 14, 600, 70), "Waiting…");
  assertEquals(fitText("Waiting for tea", 14, 600, measureText("Waiting …", 14, 600)), "Waiting…");
});

Deno.test("fitText() gives nothing where not even the mark fits", () => {
  for (const width of [5, 0, -1, NaN]) assertEquals(fitText("Waiting for tea", 14, 600, width), "");
});

Deno.test("fitText() keeps what belongs together", () => {
  const rows = [
    { text: "👩‍🚀👩‍🚀👩‍🚀", kept: "👩‍🚀" },
    { text: "e\u0301e\u0301e\u0301e\u0301", kept: "e\u0301" },
    { text: "🇫🇮🇫🇮🇫🇮", kept: "🇫🇮" },
  ];
  for (const { text, kept } of rows) {
    const room = measureText(`${kept}…`, 10, 400);
    assertEquals(fitText(text, 10, 400, room), `${kept}…`);
    assertEquals(fitText(text, 10, 400, room - 0.01), "…");
  }
});

Deno.test("fitText() keeps as much as fits", () => {
  const text = "a".repeat(100);
  for (let count = 1; count < 99; count++) {
    const fitting = `${"a".repeat(count)}…`;
    assertEquals(fitText(text, 11, 500, measureText(fitting, 11, 500)), fitting);
  }
});

Deno.test("fitText() gives a beginning of the text that fits, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.double({ min: 0, max: 200, noNaN: true }),
      (text, width) => {
        const fitting = fitText(text, 11, 500, width);
        assert(measureText(fitting, 11, 500) <= width);
        assert(
          fitting === text || fitting === "" ||
            text.startsWith(fitting.slice(0, -1)) && fitting.endsWith("…"),
        );
        assert(fitting.isWellFormed() || !text.isWellFormed());
      },
    ),
    { seed: 4 },
  );
});
