import type { LivePresence } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { withMove, withNewcomer, withoutLeaver } from "./presence_book.ts";

const ANN: LivePresence = { clientId: "a", role: "web", joinedAt: "2026-01-01T00:00:00.000Z" };
const BOB: LivePresence = { ...ANN, clientId: "b" };

Deno.test("withNewcomer() adds who is new and replaces who is there", () => {
  assertEquals(withNewcomer([ANN], BOB), [ANN, BOB]);
  assertEquals(withNewcomer([ANN, BOB], { ...ANN, name: "Ann" }), [{ ...ANN, name: "Ann" }, BOB]);
});

Deno.test("withoutLeaver() takes away who left", () => {
  assertEquals(withoutLeaver([ANN, BOB], "a"), [BOB]);
  assertEquals(withoutLeaver([ANN], "z"), [ANN]);
});

Deno.test("withMove() merges, and invents nobody", () => {
  assertEquals(withMove([ANN], { clientId: "a", selection: "Open" }), [{ ...ANN, selection: "Open" }]);
  assertEquals(withMove([ANN], { clientId: "z", cursor: null }), [ANN]);
});
