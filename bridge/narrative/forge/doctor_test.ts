import { assertEquals, assertRejects } from "@std/assert";
import { beatLike } from "../episode/testing.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { isWanted, readEventFilter } from "../http/webhook/event_filter.ts";
import { examineDeliveries } from "./doctor.ts";
import { ForgeClient, ForgeError } from "./forge_client.ts";
import { StubForge, type StubForgeData } from "./testing.ts";

const BRIDGE_HOOK = { id: 7, config: { url: "https://bridge.example/api/narrative-bridge/webhook" } };

function delivery(id: number, guid: string, event = "issues", status_code = 502) {
  return { id, guid, event, action: "opened", status_code, delivered_at: "2026-01-03T13:20:00Z" };
}

const FORGE: StubForgeData = {
  hooks: [{ id: 5, config: { url: "https://ci.example/" } }, BRIDGE_HOOK],
  deliveries: [
    delivery(14, "lost"),
    delivery(13, "here", "issues", 202),
    delivery(12, "star", "star"),
    delivery(11, "lost"),
    delivery(10, "old"),
    delivery(9, "ping", "ping"),
  ],
  tooOld: [10],
};

const OPTIONS = { repository: "octo/door", story: "main", types: new Set(["issues"]) };

function filterOf(skip: string) {
  const filter = readEventFilter("issues", skip);
  return {
    types: filter.types,
    isWanted: (type: string, payload: Readonly<Record<string, unknown>>) => isWanted(filter, type, payload),
  };
}

async function storeWith(eventId: string) {
  const store = memoryStore();
  const { id: _, ...draft } = beatLike("beat");
  await store.createBeat("main", { ...draft, event_id: eventId });
  return store;
}

Deno.test("examineDeliveries() has delivered again what the store does not have, each once", async () => {
  await using forge = new StubForge(FORGE);
  const report = await examineDeliveries(
    new ForgeClient({ url: forge.url }),
    await storeWith("here"),
    OPTIONS,
  );
  assertEquals([report.hook, report.deliveries, report.redelivered, forge.attempts], [7, 3, [14], [14]]);
  assertEquals(report.missing.map(({ event_id, status_code }) => [event_id, status_code]), [
    ["lost", 502],
    ["old", 502],
  ]);
  assertEquals(report.failed.map(({ id }) => id), [10]);
});

Deno.test("examineDeliveries() only tells what is missing when it is to try", async () => {
  await using forge = new StubForge(FORGE);
  const client = new ForgeClient({ url: forge.url });
  const report = await examineDeliveries(client, await storeWith("here"), {
    ...OPTIONS,
    hook: 9,
    dryRun: true,
  });
  assertEquals([report.hook, report.missing.length, report.redelivered, forge.attempts], [9, 2, [], []]);
});

Deno.test("examineDeliveries() asks which hook when there is none, or several", async () => {
  for (const hooks of [[], [BRIDGE_HOOK, { ...BRIDGE_HOOK, id: 8 }]]) {
    await using forge = new StubForge({ ...FORGE, hooks });
    const work = () => examineDeliveries(new ForgeClient({ url: forge.url }), memoryStore(), OPTIONS);
    assertEquals((await assertRejects(work, ForgeError, "--hook")).code, "no_hook");
  }
});

Deno.test("examineDeliveries() does not miss what is to have no beat", async () => {
  const bot = { sender: { type: "Bot" } };
  await using forge = new StubForge({ ...FORGE, payloads: { 14: bot, 10: {} } });
  const { isWanted, types } = filterOf("bots");
  const report = await examineDeliveries(new ForgeClient({ url: forge.url }), await storeWith("here"), {
    ...OPTIONS,
    types,
    isWanted,
    dryRun: true,
  });
  assertEquals(report.skipped.map(({ event_id }) => event_id), ["lost"]);
  assertEquals(report.missing.map(({ event_id }) => event_id), ["old"]);
  // What is there is not fetched.
  const fetched = forge.asked.filter((line) => /deliveries\/\d+$/.test(line));
  assertEquals(fetched, [
    "GET /repos/octo/door/hooks/7/deliveries/14",
    "GET /repos/octo/door/hooks/7/deliveries/10",
  ]);
});

Deno.test("examineDeliveries() misses a delivery that the forge does not show", async () => {
  await using forge = new StubForge(FORGE);
  const report = await examineDeliveries(new ForgeClient({ url: forge.url }), await storeWith("here"), {
    ...OPTIONS,
    ...filterOf("bots"),
  });
  assertEquals([report.missing.length, report.redelivered], [2, [14]]);
});
