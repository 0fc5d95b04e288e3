import { setImmediate } from "node:timers";
import { assertEquals, assertMatch, assertObjectMatch, assertStringIncludes } from "@std/assert";
import { sha256 } from "../../sha256.ts";
import { draftOf } from "../../store/testing/records.ts";
import { OPENED, type TestBridge, testBridge, told } from "../testing/bridge.ts";

/** Makes beats of these functions, an hour apart. */
async function tell({ post }: TestBridge, functions: readonly string[]): Promise<string[]> {
  const analysis = await (await post("/analyze", OPENED)).json();
  const ids: string[] = [];
  for (const [at, intent] of functions.entries()) {
    const story_engine = { ...analysis.story_engine, intent };
    const timestamp = new Date(Date.UTC(2026, 0, 1, at)).toISOString();
    const made = await post("/create-beat", {
      event_id: `${at}`,
      analysis: { ...analysis, story_engine },
      timestamp,
    });
    ids.push((await made.json()).beat_id);
  }
  return ids;
}

async function eventsOf(response: Response): Promise<[string[], string | null]> {
  const { beats, next } = await response.json();
  return [beats.map(({ event_id }: { event_id: string }) => event_id), next];
}

Deno.test("handle() lists beats in pages", async () => {
  const bridge = testBridge();
  const ids = await tell(bridge, ["beat", "climax", "beat", "climax", "beat"]);
  assertEquals(await eventsOf(await bridge.ask("/beats")), [["0", "1", "2", "3", "4"], null]);
  assertEquals(await eventsOf(await bridge.ask("/beats?limit=2")), [["0", "1"], ids[1] ?? null]);
  assertEquals(await eventsOf(await bridge.ask(`/beats?limit=3&after=${ids[1]}`)), [["2", "3", "4"], null]);
  assertEquals(await eventsOf(await bridge.ask("/beats?newest=1&limit=1")), [["4"], ids[4] ?? null]);
  assertEquals(await eventsOf(await bridge.ask("/beats?function=climax&lead=story_engine")), [
    ["1", "3"],
    null,
  ]);
  assertEquals(await eventsOf(await bridge.ask("/beats?lead=engineer")), [[], null]);
  assertEquals(await eventsOf(await bridge.ask("/beats?story=side")), [[], null]);
});

Deno.test("handle() refuses a query that it does not understand", async () => {
  const { ask } = testBridge();
  for (
    const [field, value] of [["limit", "0"], ["limit", "501"], ["limit", "-1"], ["order", "size"], [
      "lead",
      "moon",
    ], [
      "story",
      "/",
    ]]
  ) {
    assertEquals(await told(await ask(`/beats?${field}=${value}`)), [400, "invalid_query", field]);
  }
  assertEquals(await told(await ask("/beats?after=beat_1")), [400, "invalid_query", "after"]);
});

Deno.test("handle() reads one beat, and the analysis of one event", async () => {
  const bridge = testBridge();
  const [id = ""] = await tell(bridge, ["beat"]);
  assertObjectMatch(await (await bridge.ask(`/beats/${id}`)).json(), {
    story: "main",
    beat: { id, event_id: "0" },
  });
  assertEquals(await told(await bridge.ask("/beats/beat_0")), [404, "not_found"]);
  const stored = await (await bridge.ask("/analyses/delivery-1")).json();
  assertObjectMatch(stored, { key: "issues.opened", repository: "octo/door", earlier: [] });
  assertMatch(stored.rules_sha256, /^[0-9a-f]{64}$/);
  assertEquals(await told(await bridge.ask("/analyses/other")), [404, "not_found"]);
});

Deno.test("handle() keeps payloads when told to, and gives none away", async () => {
  const { post, ask, deps } = testBridge({ LOOM_NARRATIVE_KEEP_PAYLOAD: "1" });
  await post("/analyze", OPENED);
  const kept = await deps.store.getAnalysis("main", "delivery-1");
  const unpacked = new Blob([new Uint8Array(kept?.payload_gzip ?? [])]).stream().pipeThrough(
    new DecompressionStream("gzip"),
  );
  const text = await new Response(unpacked).text();
  assertEquals([JSON.parse(text), kept?.payload_sha256], [OPENED.payload, sha256(text)]);
  assertEquals("payload_gzip" in await (await ask("/analyses/delivery-1")).json(), false);
});

Deno.test("handle() lists episodes", async () => {
  const { ask, deps } = testBridge();
  assertEquals(await (await ask("/episodes")).json(), { episodes: [] });
  const episode = {
    story: "main",
    episode_id: "s01e01",
    title: "One",
    first_seq: 1,
    last_seq: 1,
    beat_ids: [],
    written_at: "2026-01-03T13:20:00.000Z",
    closed: false,
  };
  await deps.store.putEpisode(episode);
  assertEquals(await (await ask("/episodes")).json(), { episodes: [episode] });
});

Deno.test("handle() tells what a story is like", async () => {
  const bridge = testBridge();
  await tell(bridge, ["inciting_incident", "rising_action", "beat"]);
  await bridge.post("/create-beat", {
    event_id: "0",
    analysis: await (await bridge.post("/analyze", OPENED)).json(),
  });
  assertEquals(await (await bridge.ask("/stats")).json(), {
    story: "main",
    current_act: 1,
    current_phase: "setup",
    beat_count: 3,
    universe_distribution: { engineer: 0, ceremony: 0, story_engine: 3 },
    narrative_functions: { inciting_incident: 1, rising_action: 1, beat: 1 },
    average_coherence: 0.7833333333333333,
    suggested_next: "turning_point",
    repositories: { "octo/door": 1 },
    duplicates: 1,
    failures: 0,
    last_event: "2026-01-03T13:20:00.000Z",
    lag_ms: Date.UTC(2026, 0, 3, 13, 20) - Date.UTC(2026, 0, 1, 2),
  });
});

Deno.test("handle() lets others have their turn while it adds a long story up", async () => {
  const { ask, deps } = testBridge();
  const draft = draftOf("");
  await Promise.all(
    Array.from({ length: 1_001 }, (_, at) => deps.store.createBeat("main", { ...draft, event_id: `${at}` })),
  );
  let turns = 0;
  setImmediate(() => turns++);
  assertEquals([(await (await ask("/stats")).json()).beat_count, turns], [1_001, 1]);
});

Deno.test("handle() suggests how a story without a telling beat begins", async () => {
  assertObjectMatch(await (await testBridge().ask("/stats")).json(), {
    average_coherence: 0,
    suggested_next: "inciting_incident",
  });
});

Deno.test("handle() suggests what the act of the open episode asks for", async () => {
  const bridge = testBridge();
  const ids = await tell(bridge, Array<string>(16).fill("beat"));
  assertObjectMatch(await (await bridge.ask("/stats")).json(), { suggested_next: "resolution" });
  await bridge.deps.store.putEpisode({
    story: "main",
    episode_id: "s01e01",
    title: "One",
    first_seq: 1,
    last_seq: (await bridge.deps.store.health()).seq,
    beat_ids: ids,
    written_at: "2026-01-03T13:20:00.000Z",
    closed: true,
  });
  assertObjectMatch(await (await bridge.ask("/stats")).json(), {
    current_act: 1,
    suggested_next: "inciting_incident",
  });
});

Deno.test("handle() tells what it counted, as Prometheus reads it", async () => {
  const bridge = testBridge();
  await tell(bridge, ["beat", "beat"]);
  await bridge.ask("/nope");
  const response = await bridge.ask("/metrics");
  assertEquals(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  for (
    const line of [
      "# TYPE loom_narrative_requests_total counter",
      'loom_narrative_requests_total{operation="create-beat",status="200"} 2',
      'loom_narrative_requests_total{operation="none",status="404"} 1',
      "loom_narrative_beats_total 2",
      "loom_narrative_store_failures_total 0",
      "loom_narrative_store_up 1",
      "loom_narrative_streams 0",
    ]
  ) assertStringIncludes(text, `${line}\n`);
});
