import { assertEquals } from "@std/assert";
import { block, brackets, type Layout, layOut, row, sequence } from "./layout.ts";

const layout: Layout = { width: 20, unit: "  ", hasOperatorsLast: true, hugsLastArgument: true };

Deno.test("layOut() keeps on one line what fits", () => {
  assertEquals(layOut(brackets("f(", ["a", "b"], ")"), layout, "", 0, 0), "f(a, b)");
});

Deno.test("layOut() gives each item a line when the list does not fit", () => {
  const list = brackets("f(", ["aaaaaaaaaa", brackets("[", ["b"], "]"), "cccccccccc"], ")");
  assertEquals(layOut(list, layout, "", 0, 0), "f(\n  aaaaaaaaaa,\n  [b],\n  cccccccccc,\n)");
});

Deno.test("layOut() counts what follows", () => {
  const list = brackets("f(", ["aaaaaaaa", "bbbbbbb"], ")");
  assertEquals(layOut(list, layout, "", 0, 0), "f(aaaaaaaa, bbbbbbb)");
  assertEquals(layOut(list, layout, "", 0, 1), "f(\n  aaaaaaaa,\n  bbbbbbb,\n)");
});

Deno.test("layOut() breaks rows at their operators", () => {
  const operands = row("&&", ["aaaaaaaaaa", "bbbbbbbbbb"]);
  assertEquals(layOut(operands, layout, "", 0, 0), "aaaaaaaaaa &&\n  bbbbbbbbbb");
  const first = { ...layout, hasOperatorsLast: false };
  assertEquals(layOut(operands, first, "", 0, 0), "aaaaaaaaaa\n  && bbbbbbbbbb");
});

Deno.test("layOut() leaves the other arguments beside a last one that has a body", () => {
  const call = brackets("code(", ['"x"', sequence("() => ", block(["aaaa();", "bbbb();"]))], ")");
  assertEquals(layOut(call, layout, "", 0, 0), 'code("x", () => {\n  aaaa();\n  bbbb();\n})');
});

Deno.test("layOut() puts comments above items", () => {
  const list = brackets("[", [{ comment: ["// why"], piece: "a" }], "]");
  assertEquals(layOut(list, layout, "", 0, 0), "[\n  // why\n  a,\n]");
});

Deno.test("layOut() writes a tuple of one with its comma", () => {
  assertEquals(layOut(brackets("(", ["a"], ")", { isTuple: true }), layout, "", 0, 0), "(a,)");
});
