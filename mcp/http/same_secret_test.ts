import { assertEquals } from "@std/assert";
import { sameSecret } from "./same_secret.ts";

Deno.test("sameSecret() is true for the same text only, whatever its length", () => {
  const given = ["right", "Right", "", "right ", "rightright", "r"];
  assertEquals(given.map((text) => sameSecret(text, "right")), [true, false, false, false, false, false]);
});
