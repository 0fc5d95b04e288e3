import { assertEquals } from "@std/assert";
import { textColumns } from "./text_columns.ts";

Deno.test("textColumns() makes columns as wide as their widest cell", () => {
  assertEquals(textColumns([["a", "b"], ["long", "c"]]), ["a     b", "long  c"]);
});

Deno.test("textColumns() counts wide characters as two columns", () => {
  assertEquals(textColumns([["お茶", "b"], ["abcd", "c"]]), ["お茶  b", "abcd  c"]);
});

Deno.test("textColumns() gives no room to a column without text", () => {
  assertEquals(textColumns([["a", "", "b"], ["a", "", "c"]]), ["a  b", "a  c"]);
});

Deno.test("textColumns() leaves no blanks at the end of a line", () => {
  assertEquals(textColumns([["a", "b"], ["long", ""]]), ["a     b", "long"]);
});

Deno.test("textColumns() shortens the last cell to the width of the terminal", () => {
  assertEquals(textColumns([["ab", "a rather long text"]], { width: 16 }), ["ab  a rather lo…"]);
});

Deno.test("textColumns() leaves something of the second cell in the narrowest terminal", () => {
  const rows = [["abcdefgh", "a rather long text", "more"]];
  assertEquals(textColumns(rows, { width: 8 }), ["abcdefgh  a rathe…"]);
});

Deno.test("textColumns() lets a cell over half of the terminal push the rest of its row aside", () => {
  const rows = [["a", "b"], ["abc", "c"], ["a very long cell", "d"]];
  assertEquals(textColumns(rows, { width: 16 }), ["a    b", "abc  c", "a very long cell  d"]);
});

Deno.test("textColumns() is not as wide as one long name", () => {
  const name = "x".repeat(300);
  assertEquals(textColumns([["a", "b"], [name, "c"]]), ["a  b", `${name}  c`]);
});

Deno.test("textColumns() paints cells and not the room between them", () => {
  const stars = (text: string) => `*${text}*`;
  assertEquals(textColumns([["a", "b"], ["long", "c"]], { paints: [stars] }), ["*a*     b", "*long*  c"]);
});
