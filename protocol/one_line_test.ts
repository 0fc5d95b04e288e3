import { assertEquals } from "@std/assert";
import { oneLine } from "./one_line.ts";

Deno.test("oneLine() joins lines with one blank", () => {
  assertEquals(oneLine(" a \r\n\n  b\u2028c\t"), "a b c");
});

Deno.test("oneLine() keeps blanks inside a line", () => {
  assertEquals(oneLine("a  b"), "a  b");
});

Deno.test("oneLine() replaces what could steer a terminal or turn the writing", () => {
  assertEquals(oneLine("\u001b[2J\u0007\u202Ex"), "\uFFFD[2J\uFFFD\uFFFDx");
});
