import { assertEquals } from "@std/assert";
import { paintFor } from "./paint.ts";

const TERMINAL = { isTerminal: true };
const PIPE = { isTerminal: false };
const RED = "\x1b[31mx\x1b[39m";

Deno.test("paintFor() colours a terminal", () => {
  assertEquals(paintFor("auto", TERMINAL, {}).bad("x"), RED);
});

Deno.test("paintFor() leaves pipes plain", () => {
  assertEquals(paintFor("auto", PIPE, {}).bad("x"), "x");
});

Deno.test("paintFor() heeds NO_COLOR unless it is empty, and dumb terminals", () => {
  assertEquals(paintFor("auto", TERMINAL, { NO_COLOR: "1" }).bad("x"), "x");
  assertEquals(paintFor("auto", TERMINAL, { NO_COLOR: "" }).bad("x"), RED);
  assertEquals(paintFor("auto", TERMINAL, { TERM: "dumb" }).bad("x"), "x");
});

Deno.test("paintFor() does what it is told before anything else", () => {
  assertEquals(paintFor("always", PIPE, { NO_COLOR: "1" }).bad("x"), RED);
  assertEquals(paintFor("never", TERMINAL, {}).bad("x"), "x");
});
