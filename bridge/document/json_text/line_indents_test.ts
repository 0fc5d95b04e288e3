import { assertEquals } from "@std/assert";
import { LineIndents } from "./line_indents.ts";

Deno.test("LineIndents gives the space before the first thing on the line", () => {
  const indents = new LineIndents("a\n\t b\r\n  ");
  assertEquals([0, 1, 4, 5, 9].map((offset) => indents.at(offset)), ["", "", "\t ", "\t ", "  "]);
});

Deno.test("LineIndents counts only what stands before the offset", () => {
  assertEquals(new LineIndents("    a").at(2), "  ");
});
