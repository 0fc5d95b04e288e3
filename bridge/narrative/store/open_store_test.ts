import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { NarrativeError, StoreUnavailableError } from "../narrative_error.ts";
import { openStore } from "./open_store.ts";
import { draftOf } from "./testing/records.ts";

Deno.test("openStore() opens what the address says, with its clock", async () => {
  const folder = await Deno.makeTempDir();
  const addresses = [
    ["memory:", "memory"],
    [`sqlite:${join(folder, "a.db")}`, "sqlite"],
    [`sqlite:${join(folder, "b.db")}?synchronous=full`, "sqlite"],
    [`jsonl:${join(folder, "c")}`, "jsonl"],
  ] as const;
  for (const [address, kind] of addresses) {
    const store = await openStore(address, { now: () => 7 });
    assertEquals(store.kind, kind);
    assertEquals((await store.createBeat("main", draftOf("e1"))).beat.id, "beat_7");
    await store.close();
  }
  await Deno.remove(folder, { recursive: true });
});

for (
  const address of [
    "",
    "x",
    "sqlite:",
    "sqlite:a.db?synchronous=off",
    "jsonl:",
    "memory:x",
    "http://x",
    "/tmp/x.db",
    "redis:",
  ]
) {
  Deno.test(`openStore() refuses ${JSON.stringify(address)}`, async () => {
    const error = await assertRejects(() => openStore(address), NarrativeError);
    assertEquals(error.code, "bad_store");
  });
}

Deno.test("openStore() says where no Redis is, without the password", async () => {
  // Nothing listens on the discard port.
  const error = await assertRejects(() => openStore("redis://:secret@127.0.0.1:9/0"), StoreUnavailableError);
  assertEquals([error.message.includes("127.0.0.1:9"), error.message.includes("secret")], [true, false]);
});
