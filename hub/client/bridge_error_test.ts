import { assertEquals } from "@std/assert";
import { BridgeError } from "./bridge_error.ts";
import { hubTrouble } from "./bridge_error.ts";

const URL = "http://127.0.0.1:4599";

for (
  const [code, kind, message] of [
    ["connect_error", "silent", `Nothing answers at ${URL}.`],
    ["disconnected", "silent", `Nothing answers at ${URL}.`],
    ["timeout", "silent", `The hub at ${URL} did not answer in time.`],
    ["unauthorized", "refused", `The hub at ${URL} refuses: Why.`],
    ["join_failed", "refused", `The hub at ${URL} refuses: Why.`],
  ] as const
) {
  Deno.test(`hubTrouble() says ${kind} of ${code}`, () => {
    assertEquals(hubTrouble(new BridgeError(code, "Why."), URL), { kind, message });
  });
}
