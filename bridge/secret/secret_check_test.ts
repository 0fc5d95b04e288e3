import { assertEquals } from "@std/assert";
import { secretCheck } from "./secret_check.ts";

Deno.test("secretCheck() is true for the same text only, whatever its length", () => {
  const given = ["right", "Right", "", "right ", "rightright", "r"];
  assertEquals(given.map(secretCheck("right")), [true, false, false, false, false, false]);
});
