import { assertEquals } from "@std/assert";
import { decimal } from "./number.ts";

Deno.test("decimal() rounds to 2 decimals and never writes a sign on zero, an exponent or a word", () => {
  assertEquals([1.005, 2, -0.001, 0.1 + 0.2, 1e-9, NaN, Infinity].map(decimal), [
    "1",
    "2",
    "0",
    "0.3",
    "0",
    "0",
    "0",
  ]);
});
