import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { HookResult } from "./run_hook.ts";
import { MOST_PAYLOAD } from "./stdin_payload.ts";
import { ANALYSIS, bridgeWith, hook, StubBridge } from "./testing.ts";

Deno.test("runHook() posts the event, then the analysis as it came, and tells lead, score and beat", async () => {
  await using bridge = bridgeWith();
  const { result } = await hook(`${bridge.url}//`, { env: { LOOM_NARRATIVE_TOKEN: "s3cret" } });
  assertEquals(result, {
    event_id: "d-1",
    mode: "bridge",
    lead_universe: "story_engine",
    coherence_score: 0.75,
    beat_id: "beat_17",
    flows: [{ name: "arc_tracker", ran: false, ok: null }, { name: "../x", ran: false, ok: null }],
    ms: 0,
  });
  assertEquals(bridge.requests, [
    {
      path: "/api/narrative-bridge/analyze",
      token: "Bearer s3cret",
      body: {
        event_type: "issues",
        event_id: "d-1",
        repository: "octo/door",
        action: "opened",
        timestamp: "2026-01-03T13:20:00.000Z",
        sender: "ann",
        payload: { a: 1 },
      },
    },
    {
      path: "/api/narrative-bridge/create-beat",
      token: "Bearer s3cret",
      body: { event_id: "d-1", analysis: ANALYSIS, raw_payload: { a: 1 } },
    },
  ]);
});

for (const lead of ["engineer", "ceremony", "story_engine"] as const) {
  Deno.test(`runHook() follows the flows of the lead ${lead}`, async () => {
    await using bridge = bridgeWith({ ...ANALYSIS, lead_universe: lead });
    const { result } = await hook(bridge.url);
    assertEquals(result.lead_universe, lead);
    assertEquals(result.flows.map(({ name }) => name), ANALYSIS[lead].suggested_flows);
  });
}

Deno.test("runHook() takes the story's lead, a score of 0 and the flows of the table when the answer tells none", async () => {
  for (const analysis of [{}, { lead_universe: "moon", coherence_score: "high" }, { lead_universe: 7 }]) {
    await using bridge = bridgeWith(analysis);
    const { result } = await hook(bridge.url);
    assertEquals([result.lead_universe, result.coherence_score], ["story_engine", 0]);
    assertEquals(result.flows.map(({ name }) => name), [
      "narrative_analyzer",
      "arc_tracker",
      "beat_generator",
    ]);
  }
});

Deno.test("runHook() follows no flow where the rules of the bridge have none", async () => {
  await using bridge = bridgeWith({ ...ANALYSIS, story_engine: { suggested_flows: [] } });
  assertEquals((await hook(bridge.url)).result.flows, []);
});

Deno.test("runHook() goes on with the beat unknown when create-beat fails", async () => {
  await using bridge = new StubBridge((path) =>
    path.endsWith("/analyze") ? Response.json(ANALYSIS) : new Response("down", { status: 500 })
  );
  const { result, remarks } = await hook(bridge.url);
  assertEquals([result.mode, result.beat_id], ["bridge", "unknown"]);
  assertEquals(bridge.requests.length, 2);
  assertEquals(remarks, ["The bridge made no beat: status 500."]);
});

Deno.test("runHook() spools an event whose beat the answer does not name", async () => {
  for (const answer of [{}, { beat_id: "" }, { beat_id: 7 }]) {
    await using bridge = new StubBridge((path) =>
      Response.json(path.endsWith("/analyze") ? ANALYSIS : answer)
    );
    const spooled: string[] = [];
    const { result, remarks } = await hook(bridge.url, {
      env: { LOOM_NARRATIVE_SPOOL: "/spool" },
      spool: (_folder, { event_id }) => Promise.resolve(spooled.push(event_id) - 1),
    });
    assertEquals([result.mode, result.beat_id, spooled], ["bridge", "unknown", ["d-1"]]);
    assertEquals(remarks, ["The bridge made no beat: the answer names no beat."]);
    assertEquals(bridge.requests.length, 2);
  }
});

Deno.test("runHook() asks for the beat once more when the store is away", async () => {
  await using bridge = new StubBridge((path, count) =>
    path.endsWith("/analyze")
      ? Response.json(ANALYSIS)
      : count === 2
      ? new Response(null, { status: 503 })
      : Response.json({ beat_id: "beat_18" })
  );
  const { result } = await hook(bridge.url);
  assertEquals([result.beat_id, bridge.requests.length], ["beat_18", 3]);
});

const NO_ANSWERS: Readonly<Record<string, (path: string) => Response>> = {
  "400": () => Response.json({ error: "no" }, { status: 400 }),
  "500": () => new Response("down", { status: 500 }),
  "a redirection": (path) =>
    path === "/moved"
      ? Response.json(ANALYSIS)
      : new Response(null, { status: 307, headers: { location: "/moved" } }),
  "HTML": () => new Response("<html></html>", { headers: { "content-type": "text/html" } }),
  "a list": () => Response.json([1]),
  "an answer that is too long": () => new Response(`{"a":"${"x".repeat(5 * 1024 * 1024)}"}`),
};

const LOCAL: HookResult = {
  event_id: "d-1",
  mode: "local",
  lead_universe: null,
  coherence_score: null,
  beat_id: null,
  flows: [],
  ms: 0,
};

for (const [name, answer] of Object.entries(NO_ANSWERS)) {
  Deno.test(`runHook() processes the event locally when the answer is ${name}`, async () => {
    await using bridge = new StubBridge(answer);
    const { result, remarks } = await hook(bridge.url);
    assertEquals(result, LOCAL);
    assertEquals([bridge.requests.length, remarks.length], [1, 1]);
  });
}

Deno.test("runHook() processes the event locally when nothing listens, or the address is none", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  for (const url of [`http://127.0.0.1:${port}`, "nowhere"]) {
    assertEquals((await hook(url)).result, LOCAL);
  }
});

Deno.test("runHook() sends no payload when standard input is empty, no JSON, no object, or too long", async () => {
  await using bridge = bridgeWith();
  const tooLong = new Blob([new Uint8Array(MOST_PAYLOAD + 1)]).stream();
  for (const stdin of ["", "{", "[1]", tooLong]) {
    const { remarks } = await hook(bridge.url, { stdin });
    assertMatch(remarks.join(), /^The payload is left out: /);
  }
  const payloads = bridge.requests.map(({ body }) => (body as { payload?: unknown }).payload);
  assertEquals(payloads.filter((payload) => payload !== undefined), [{}, {}, {}, {}]);
});

Deno.test("runHook() sends a payload of 25 MB", async () => {
  await using bridge = bridgeWith();
  const text = "x".repeat(25_000_000);
  const { result } = await hook(bridge.url, { stdin: JSON.stringify({ text }) });
  assertEquals(result.beat_id, "beat_17");
  const { payload } = bridge.requests[0]?.body as { payload: { text: string } };
  assert(payload.text === text);
});

Deno.test("runHook() names two events apart whose payloads are too long", async () => {
  await using bridge = bridgeWith();
  const ids: string[] = [];
  for (const fill of [1, 2]) {
    const stdin = new Blob([new Uint8Array(MOST_PAYLOAD + 1).fill(fill)]).stream();
    ids.push((await hook(bridge.url, { stdin, env: { WEBHOOK_EVENT_ID: "" } })).result.event_id);
  }
  assertNotEquals(ids[0], ids[1]);
});

Deno.test("runHook() names an event after its bytes when nobody names it, and tells no type as local", async () => {
  await using bridge = bridgeWith();
  const { result } = await hook(bridge.url, { env: { WEBHOOK_EVENT_ID: "", WEBHOOK_EVENT_TYPE: "" } });
  assertMatch(result.event_id, /^sha256:[0-9a-f]{32}$/);
  assertEquals([result.mode, bridge.requests.length], ["local", 0]);
});
