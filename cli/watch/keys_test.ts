import { assertEquals } from "@std/assert";
import { actionsOf, scrolled } from "./keys.ts";

Deno.test("actionsOf() reads what terminals send, several keys at once too", () => {
  assertEquals(actionsOf("\x1b[A\x1bOBj\x1b[5~\x1b[6~ gGq"), [
    "up",
    "down",
    "down",
    "pageUp",
    "pageDown",
    "pageDown",
    "start",
    "end",
    "quit",
  ]);
});

Deno.test("actionsOf() takes Ctrl-C and Ctrl-D for the end", () => {
  assertEquals(actionsOf("\x03"), ["quit"]);
  assertEquals(actionsOf("\x04"), ["quit"]);
});

Deno.test("actionsOf() leaves other keys alone, and what only contains a letter that counts", () => {
  assertEquals(actionsOf("x\x1b[1;5C\x1b[24~\u{1F600}\x1a"), []);
});

Deno.test("scrolled() stays within the drawing", () => {
  const size = { room: 10, all: 25 };
  assertEquals(scrolled(0, "up", size), 0);
  assertEquals(scrolled(0, "down", size), 1);
  assertEquals(scrolled(0, "pageDown", size), 9);
  assertEquals(scrolled(9, "pageDown", size), 15);
  assertEquals(scrolled(15, "pageUp", size), 6);
  assertEquals(scrolled(3, "end", size), 15);
  assertEquals(scrolled(15, "start", size), 0);
  assertEquals(scrolled(0, "end", { room: 10, all: 4 }), 0);
});
