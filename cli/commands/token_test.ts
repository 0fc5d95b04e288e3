import { assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { loom } from "../testing/loom.ts";

Deno.test("loom token prints a new token each time, and how to use it to stderr", async () => {
  const [one, other] = [await loom(["token"]), await loom(["token"])];
  assertEquals(one.code, 0);
  assertMatch(one.out, /^[0-9a-f]{64}\n$/);
  assertNotEquals(one.out, other.out);
  assertStringIncludes(one.err, "LOOM_BRIDGE_TOKEN");
});

Deno.test("loom token --json gives the token to programs", async () => {
  assertMatch(JSON.parse((await loom(["token", "--json"])).out).token, /^[0-9a-f]{64}$/);
});
