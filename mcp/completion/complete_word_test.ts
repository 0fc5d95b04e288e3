import { assertEquals } from "@std/assert";
import { completeWord } from "./complete_word.ts";

const STATES = ["AskingBank", "Asked", "asking", "bank_silent", "Idle", "HTTPServer"];

Deno.test("completeWord() offers everything, in order and once, for nothing", () => {
  assertEquals(completeWord("", [...STATES, "Idle"]), STATES);
  assertEquals(completeWord("", []), []);
});

Deno.test("completeWord() puts what begins as it is written first, then other upper and lower case", () => {
  assertEquals(completeWord("Ask", STATES), ["AskingBank", "Asked", "asking"]);
  assertEquals(completeWord("ask", STATES), ["asking", "AskingBank", "Asked"]);
});

Deno.test("completeWord() finds words inside of names", () => {
  assertEquals(completeWord("bank", STATES), ["bank_silent", "AskingBank"]);
  assertEquals(completeWord("silent", STATES), ["bank_silent"]);
  assertEquals(completeWord("server", STATES), ["HTTPServer"]);
  assertEquals(completeWord("ing", STATES), []);
});

Deno.test("completeWord() offers the nearest name for one that is misspelt", () => {
  assertEquals(completeWord("Idel", STATES), ["Idle"]);
  assertEquals(completeWord("Zebra", STATES), []);
});
