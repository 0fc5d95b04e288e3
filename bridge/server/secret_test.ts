import { assertEquals } from "@std/assert";
import { derivedSecret, secretCheck, weakToken } from "./secret.ts";

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

Deno.test("weakToken() refuses short tokens where other machines reach the server", () => {
  const weak = weakToken("0.0.0.0", "123456789012345", "LOOM_SHOP_TOKEN") ?? "";
  assertEquals([weak.includes("LOOM_SHOP_TOKEN"), weak.includes('"loom token"')], [true, true]);
  assertEquals(weakToken("0.0.0.0", "1234567890123456", "LOOM_SHOP_TOKEN"), undefined);
  assertEquals(weakToken("127.0.0.1", "1", "LOOM_SHOP_TOKEN"), undefined);
});
