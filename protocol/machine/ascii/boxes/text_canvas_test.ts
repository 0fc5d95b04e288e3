import { assertEquals } from "@std/assert";
import { lineGlyph, TextCanvas } from "./text_canvas.ts";

Deno.test("TextCanvas joins lines that meet and crosses those that pass", () => {
  const canvas = new TextCanvas(9, 5);
  canvas.frame(0, 0, 9, 5, "light");
  canvas.across(2, 0, 5);
  canvas.down(3, 1, 3);
  canvas.down(5, 2, 4);
  assertEquals(canvas.lines(), ["┌───────┐", "│  │    │", "├──┼─┐  │", "│  │ │  │", "└────┴──┘"]);
});

Deno.test("TextCanvas begins thin lines at heavy, double and dashed frames", () => {
  for (const [stroke, row] of [["heavy", "┃ ┠─"], ["double", "║ ╟─"], ["dashed", "┆ ├─"]] as const) {
    const canvas = new TextCanvas(4, 3);
    canvas.frame(0, 0, 3, 3, stroke);
    canvas.across(1, 2, 3);
    assertEquals(canvas.lines()[1], row);
  }
});

Deno.test("TextCanvas writes text over lines, wide characters in two cells", () => {
  const canvas = new TextCanvas(8, 1);
  canvas.across(0, 0, 7);
  canvas.write(1, 0, " 茶a\u0301 ");
  assertEquals(canvas.lines(), ["─ 茶a\u0301 ──"]);
});

Deno.test("TextCanvas leaves no blanks at the ends of lines", () => {
  const canvas = new TextCanvas(6, 2);
  canvas.write(0, 1, "ab");
  assertEquals(canvas.lines(), ["", "ab"]);
});

Deno.test("lineGlyph() falls back to thin lines where there is no better character", () => {
  assertEquals([lineGlyph(2, 1, 2, 0), lineGlyph(2, 4, 2, 0), lineGlyph(2, 3, 2, 0)], ["┠", "┠", "├"]);
});
