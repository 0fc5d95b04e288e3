import type { LivePresence } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { withMember, withMove, withoutMember } from "./presence.ts";

const ANN: LivePresence = { clientId: "a", role: "web", joinedAt: "2026-01-01T00:00:00.000Z" };
const BOB: LivePresence = { ...ANN, clientId: "b" };

Deno.test("withMember() adds who is new and replaces who is there", () => {
  assertEquals(withMember([ANN], BOB), [ANN, BOB]);
  assertEquals(withMember([ANN, BOB], { ...ANN, name: "Ann" }), [{ ...ANN, name: "Ann" }, BOB]);
});

Deno.test("withoutMember() takes away who left", () => {
  assertEquals(withoutMember([ANN, BOB], "a"), [BOB]);
  assertEquals(withoutMember([ANN], "z"), [ANN]);
});

Deno.test("withMove() merges, and invents nobody", () => {
  assertEquals(withMove([ANN], { clientId: "a", selection: "Open" }), [{ ...ANN, selection: "Open" }]);
  assertEquals(withMove([ANN], { clientId: "z", cursor: null }), [ANN]);
});
