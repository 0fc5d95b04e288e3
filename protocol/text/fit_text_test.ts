import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { fitText } from "./fit_text.ts";
import { measureText } from "./measure_text.ts";

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
