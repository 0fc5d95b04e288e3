import { assertEquals } from "@std/assert";
import { sameSecret } from "./same_secret.ts";

Deno.test("sameSecret() is true for the same text only", () => {
  assertEquals(["right", "Right", "", "right ", "rightright"].map((given) => sameSecret(given, "right")), [
    true,
    false,
    false,
    false,
    false,
  ]);
});
