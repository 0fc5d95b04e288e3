import { layDownDocuments, memoryStore } from "@loom/bridge/narrative";
import { LOOM_KINDS } from "@loom/engine/kinds";
import { assertEquals } from "@std/assert";
import { makeContext } from "../context.ts";
import { Peer, TestHub } from "../testing/hub.ts";
import { TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";
import { publishStory } from "./publish_story.ts";

function contextWith(env: Record<string, string>) {
  return makeContext(
    memoryIo({ env }),
    { doc: undefined, json: false, quiet: true, color: "never" },
    LOOM_KINDS,
  );
}

function draft(narrative_function: string) {
  return {
    event_id: narrative_function,
    timestamp: "2026-01-03T13:20:00.000Z",
    narrative_function,
    act: 1 as const,
    perspectives: { engineer: "unknown", ceremony: "acknowledgment", story_engine: narrative_function },
    lead_universe: "story_engine" as const,
    coherence: 0.78,
    content: "Issue #1: x",
  };
}

Deno.test("publishStory() tells nobody without a hub", async () => {
  assertEquals(await publishStory(contextWith({}), memoryStore(), "main"), undefined);
});

Deno.test("publishStory() shows the hub where the story stands, then each beat, under its own name", async () => {
  await using folder = await TempFolder.make();
  await using hub = await TestHub.start();
  const env = { LOOM_BRIDGE_URL: hub.url, LOOM_NARRATIVE_DOCUMENTS: folder.at("docs") };
  const store = memoryStore();
  const { story } = await layDownDocuments(folder.at("docs"));
  await using peer = await Peer.join(hub, story);
  const publisher = await publishStory(contextWith(env), store, "main");
  const opsSeen = (): unknown[] => peer.patches.flatMap(({ ops }) => ops);
  await peer.until(() => opsSeen().length >= 3);
  assertEquals(opsSeen(), [
    { op: "runtime.enter", state: "Root" },
    { op: "runtime.enter", state: "Act1" },
    { op: "runtime.enter", state: "Act1Opening" },
  ]);
  await store.createBeat("main", draft("inciting_incident"));
  await peer.until(() => opsSeen().length >= 5);
  assertEquals(opsSeen().slice(3), [
    { op: "runtime.exit", state: "Act1Opening" },
    { op: "runtime.enter", state: "Act1Incited", from: "Act1Opening", eventId: "inciting_incident" },
  ]);
  await store.createBeat("main", draft("beat"));
  await peer.until(() => opsSeen().length >= 6);
  assertEquals(opsSeen().slice(5), [
    { op: "runtime.enter", state: "Act1Incited", from: "Act1Incited", eventId: "beat" },
  ]);
  assertEquals(peer.arrivals.filter(({ role }) => role === "runtime").map(({ name }) => name), [
    "narrative-bridge",
  ]);
  await publisher?.close();
});
