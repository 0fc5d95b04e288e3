import { assert, assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import { NarrativeError } from "../narrative_error.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { BASE, deadStore, OPENED, testBridge, told } from "./testing/bridge.ts";

Deno.test("handle() answers analyze with the five members, and tells the rest in headers", async () => {
  const response = await testBridge().post("/analyze", OPENED);
  const analysis = await response.json();
  assertEquals(Object.keys(analysis), [
    "engineer",
    "ceremony",
    "story_engine",
    "lead_universe",
    "coherence_score",
  ]);
  assertEquals(
    [analysis.engineer.intent, analysis.ceremony.intent, analysis.story_engine.intent],
    ["feature_request", "co_creation", "inciting_incident"],
  );
  const header = (name: string) => response.headers.get(name);
  assertEquals(
    [header("x-narrative-key"), header("x-narrative-stored"), header("x-narrative-duplicate")],
    ["issues.opened", "true", null],
  );
  assertEquals(
    [header("content-type"), header("cache-control")],
    ["application/json; charset=utf-8", "no-store"],
  );
  assertMatch(header("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
});

Deno.test("handle() takes analyze under all of its addresses", async () => {
  const { post } = testBridge();
  const paths = [
    "",
    "?action=analyze",
    "?action=",
    "?action=analyze&action=foo",
    "/analyze",
    "/analyze/",
    "/?action=analyze",
  ];
  const bodies = await Promise.all(paths.map(async (path) => await (await post(path, OPENED)).text()));
  assertEquals(new Set(bodies).size, 1);
});

Deno.test("handle() refuses another action, and one that is not the path's", async () => {
  const { post, ask } = testBridge();
  assertEquals(await (await post("?action=foo", OPENED)).json(), {
    error: "unknown action: foo (expected analyze, create-beat or get-position)",
    code: "unknown_action",
  });
  assertEquals(await told(await post("?action=Analyze", OPENED)), [400, "unknown_action"]);
  assertEquals(await told(await ask("?action=foo")), [400, "unknown_action"]);
  assertEquals(await (await post("/analyze?action=create-beat", OPENED)).json(), {
    error: "path and action disagree",
    code: "action_conflict",
  });
  assertEquals(await told(await ask("/beats?action=analyze")), [400, "action_conflict"]);
});

Deno.test("handle() knows no other paths", async () => {
  const { ask } = testBridge();
  for (const path of ["/nope", "/analyze/more", "//", "x", "/beats/%", "/beats//"]) {
    assertEquals(await told(await ask(path)), [404, "not_found"], path);
  }
});

Deno.test("handle() tells which methods it takes", async () => {
  const { ask } = testBridge();
  const refused = async (method: string, path: string) => {
    const response = await ask(path, { method });
    assertEquals(await response.json(), {
      error: `method ${method} not allowed`,
      code: "method_not_allowed",
    });
    return [response.status, response.headers.get("allow")];
  };
  assertEquals(await refused("PUT", ""), [405, "POST, GET, HEAD"]);
  assertEquals(await refused("GET", "/analyze"), [405, "POST"]);
  assertEquals(await refused("GET", "?action=create-beat"), [405, "POST"]);
  assertEquals(await refused("POST", "/beats"), [405, "GET, HEAD"]);
  assertEquals(await refused("OPTIONS", "/analyze"), [405, "POST"]);
});

Deno.test("handle() refuses bodies that are no object of JSON", async () => {
  const { post } = testBridge();
  assertEquals(await told(await post("/analyze", "{")), [400, "invalid_json"]);
  assertEquals(await told(await post("/analyze", "")), [400, "invalid_json"]);
  assertEquals(await told(await post("/analyze", "[]")), [400, "invalid_body"]);
  assertEquals(await told(await post("/analyze", "null")), [400, "invalid_body"]);
  assertEquals(await told(await post("/analyze", "[".repeat(5_000))), [400, "invalid_json"]);
  assertEquals(await told(await post("/get-position", "{")), [400, "invalid_json"]);
});

Deno.test("handle() refuses bytes that are no UTF-8", async () => {
  const { ask } = testBridge();
  const response = await ask("/analyze", { method: "POST", body: new Uint8Array([0x22, 0xff, 0x22]) });
  assertEquals(await told(response), [400, "invalid_json"]);
});

Deno.test("handle() drops a byte order mark", async () => {
  const { post } = testBridge();
  assertEquals((await post("/analyze", `\ufeff${JSON.stringify(OPENED)}`)).status, 200);
});

Deno.test("handle() names the member that is missing or wrong", async () => {
  const { post } = testBridge();
  assertEquals(await (await post("/analyze", {})).json(), {
    error: "event_type is required",
    code: "invalid_field",
    field: "event_type",
  });
  assertEquals(await told(await post("/analyze", { event_type: "push", payload: 1 })), [
    400,
    "invalid_field",
    "payload",
  ]);
  const analysis = await (await post("/analyze", OPENED)).json();
  delete analysis.story_engine.intent;
  assertEquals(
    await told(await post("/create-beat", { event_id: "1", analysis })),
    [400, "invalid_field", "analysis.story_engine.intent"],
  );
});

Deno.test("handle() takes JSON for JSON whatever its type says, forms with parts aside", async () => {
  const { post } = testBridge();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) {
    assertEquals((await post("/analyze", OPENED, { "content-type": type })).status, 200, type);
  }
  const refused = await post("/analyze", OPENED, { "content-type": "multipart/form-data; boundary=x" });
  assertEquals(await told(refused), [415, "unsupported_media_type"]);
});

Deno.test("handle() gives an event that names none the identity of its bytes", async () => {
  const { post, ask } = testBridge();
  const body = { event_type: "push", payload: { commits: [] } };
  assertEquals((await post("/analyze", body)).headers.get("x-narrative-duplicate"), null);
  const again = await post("/analyze", body);
  assertEquals([again.headers.get("x-narrative-duplicate"), again.headers.get("x-narrative-stored")], [
    "true",
    "true",
  ]);
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(body)));
  const id = `sha256:${new Uint8Array(bytes).toHex().slice(0, 32)}`;
  assertEquals((await ask(`/analyses/${id}`)).status, 200);
});

Deno.test("handle() makes one beat of an event, however often it comes", async () => {
  const { post } = testBridge();
  const analysis = await (await post("/analyze", OPENED)).json();
  const request = { event_id: "delivery-1", analysis, raw_payload: OPENED.payload };
  const made = await post("/create-beat", request);
  const { beat_id, beat } = await made.json();
  assertEquals(made.headers.get("x-narrative-duplicate"), null);
  assertEquals(beat_id, beat.id);
  assertMatch(beat_id, /^beat_\d+$/);
  assertEquals(Object.keys(beat), [
    "id",
    "event_id",
    "timestamp",
    "narrative_function",
    "act",
    "perspectives",
    "lead_universe",
    "coherence",
    "content",
  ]);
  assertEquals(beat.content, "Issue #1: Spelling error in the README file");
  const again = await post("?action=create-beat", request);
  assertEquals(again.headers.get("x-narrative-duplicate"), "true");
  assertEquals(await again.json(), { beat_id, beat });
});

Deno.test("handle() gives beats that come at once ids of their own", async () => {
  const { post } = testBridge();
  const analysis = await (await post("/analyze", OPENED)).json();
  const ids = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const made = await post("/create-beat", { event_id: `delivery-${at}`, analysis });
      return (await made.json()).beat_id;
    }),
  );
  assertEquals(new Set(ids).size, 200);
});

Deno.test("handle() tells the position in all of its ways", async () => {
  const { post, ask } = testBridge();
  const start = { current_act: 1, current_phase: "setup", beat_count: 0, recent_beats: [] };
  assertEquals(await (await post("/get-position", "")).json(), start);
  assertEquals(await (await post("?action=get-position", "{}")).json(), start);
  assertEquals(await (await ask("/get-position")).json(), start);
  assertEquals(await (await ask("?action=get-position")).json(), start);
  const analysis = await (await post("/analyze", OPENED)).json();
  for (let at = 0; at < 6; at++) {
    await post("/create-beat", {
      event_id: `${at}`,
      analysis,
      story: "side",
      timestamp: `2026-01-0${at + 1}`,
    });
  }
  assertEquals(await (await ask("/get-position")).json(), start);
  const side = await (await post("/get-position", { story: "side" })).json();
  assertObjectMatch(side, { current_act: 2, current_phase: "confrontation", beat_count: 6 });
  assertEquals(side.recent_beats.map(({ event_id }: { event_id: string }) => event_id), [
    "5",
    "4",
    "3",
    "2",
    "1",
  ]);
  assertEquals(await (await ask("/get-position?story=side")).json(), side);
  assertEquals(await told(await ask("/get-position?story=a%2Fb")), [400, "invalid_query", "story"]);
});

Deno.test("handle() answers analyze though the store is away, and nothing else", async () => {
  const { post, ask, log } = testBridge({}, { store: deadStore() });
  const analyzed = await post("/analyze", OPENED);
  assertEquals([analyzed.status, analyzed.headers.get("x-narrative-stored")], [200, "false"]);
  const analysis = await analyzed.json();
  const made = await post("/create-beat", { event_id: "1", analysis });
  assertEquals([made.status, made.headers.get("retry-after")], [503, "5"]);
  assertEquals(await made.json(), { error: "beat store unavailable", code: "store_unavailable" });
  assertEquals(await told(await ask("/get-position")), [503, "store_unavailable"]);
  assertEquals((await ask("/health")).status, 503);
  assert(log.some(({ event }) => event === "store_failed"));
});

Deno.test("handle() keeps in its log why a store cannot be read", async () => {
  const why = 'Line 2 of "beats.jsonl" is none of a beat store: put it right, or take it away.';
  const count = () => Promise.reject(new NarrativeError("unreadable_store", why));
  const { ask, log } = testBridge({}, { store: Object.assign(memoryStore(), { count }) });
  assertEquals(await told(await ask("/get-position")), [503, "store_unavailable"]);
  assertEquals(log.find(({ event }) => event === "store_failed")?.why, why);
});

Deno.test("handle() tells nothing about a defect but where to look it up", async () => {
  const store = Object.assign(memoryStore(), { count: () => Promise.reject(new Error("secret words")) });
  const { ask, log } = testBridge({}, { store, newId: () => "request-1" });
  const response = await ask("/get-position");
  assertEquals(response.status, 500);
  assertEquals(await response.json(), { error: "internal error", code: "internal", request_id: "request-1" });
  assert(!JSON.stringify(log).includes("secret words"));
  assert(log.some(({ event, request_id }) => event === "request_failed" && request_id === "request-1"));
});

Deno.test("handle() writes a key into its header that no header could carry", async () => {
  const { post } = testBridge();
  const response = await post("/analyze", { event_type: "ß\n%\u{1f600}" + "x".repeat(9_000) });
  assertMatch(response.headers.get("x-narrative-key") ?? "", /^(?:ss|%C3%9F)%0A%25%F0%9F%98%80x+$/i);
});

Deno.test("handle() describes itself by its table", async () => {
  const described = await (await testBridge().ask("")).json();
  assertObjectMatch(described, { name: "loom narrative bridge", enums: { act: [1, 2, 3] } });
  assert(described.routes.length >= 12);
  assertEquals(described.enums.narrative_function.includes("inciting_incident"), true);
});

Deno.test("handle() answers HEAD like GET, without the body", async () => {
  const response = await testBridge().ask("/health", { method: "HEAD" });
  assertEquals([response.status, await response.text()], [200, ""]);
});

Deno.test("handle() keeps payloads and secrets out of its log", async () => {
  const { post, log } = testBridge({ LOOM_NARRATIVE_TOKEN: "hush-hush" });
  await post("/analyze", OPENED, { authorization: "Bearer hush-hush" });
  await post("/analyze", OPENED, { authorization: "Bearer wrong-one" });
  await post("/analyze", `{"event_type": "Spelling`, { authorization: "Bearer hush-hush" });
  assertEquals(log.length, 3);
  assert(!/hush|wrong-one|Spelling/.test(JSON.stringify(log)));
});

Deno.test("handle() checks in a fixed order", async () => {
  const bridge = testBridge({ LOOM_NARRATIVE_TOKEN: "right", LOOM_NARRATIVE_MAX_BODY: "10" });
  const headers = {
    origin: "https://elsewhere.example",
    "content-length": "99",
    "content-type": "multipart/x",
  };
  const ask = (path: string, without: string[], token?: string) => {
    const kept = Object.entries(headers).filter(([name]) => !without.includes(name));
    const all = {
      ...Object.fromEntries(kept),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    return bridge.post(path, "{ no JSON at all", all);
  };
  assertEquals(await told(await ask("/nope", [])), [404, "not_found"]);
  assertEquals(await told(await ask("/beats", [])), [405, "method_not_allowed"]);
  assertEquals(await told(await ask("?action=foo", [])), [403, "origin_not_allowed"]);
  const known = ["origin"];
  assertEquals(await told(await ask("?action=foo", known)), [413, "payload_too_large"]);
  known.push("content-length");
  assertEquals(await told(await ask("?action=foo", known)), [401, "unauthorized"]);
  assertEquals(await told(await ask("?action=foo", known, "wrong")), [401, "unauthorized"]);
  assertEquals(await told(await ask("?action=foo", known, "right")), [400, "unknown_action"]);
  assertEquals(await told(await ask("", known, "right")), [415, "unsupported_media_type"]);
  known.push("content-type");
  assertEquals(await told(await ask("", known, "right")), [413, "payload_too_large"]);
  assertEquals(BASE.endsWith("/api/narrative-bridge"), true);
});
