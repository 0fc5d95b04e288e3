import { assertEquals } from "@std/assert";
import { derivedSecret, secretCheck } from "./secret.ts";

Deno.test("secretCheck() is true for the same text only, whatever its length", () => {
  const given = ["right", "Right", "", "right ", "rightright", "r"];
  assertEquals(given.map(secretCheck("right")), [true, false, false, false, false, false]);
});

Deno.test("derivedSecret() is the same for the same secret and purpose, and another for each other", () => {
  const derived = [["a", "x"], ["a", "x"], ["a", "y"], ["b", "x"]].map(([secret = "", purpose = ""]) =>
    derivedSecret(secret, purpose)
  );
  assertEquals([derived[0] === derived[1], new Set(derived).size], [true, 3]);
});
