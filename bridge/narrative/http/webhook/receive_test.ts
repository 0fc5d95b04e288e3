import { assertEquals, assertMatch } from "@std/assert";
import { deadStore, NOW, OPENED_ISSUE, testBridge, told } from "../testing/bridge.ts";
import { memoryStore } from "../../store/sqlite_store.ts";
import { StoreUnavailableError } from "../../narrative_error.ts";
import { hmac, hmacKey } from "./signature.ts";
import { draftBeat } from "../../beat/beat.ts";
import { analyzeEvent } from "../../event/analyze_event.ts";
import { readEvent } from "../../event/read_event.ts";

const SECRET = "It's a Secret to Everybody";
const ENV = { GITHUB_WEBHOOK_SECRET: SECRET };

async function signed(body: string, secret: string = SECRET): Promise<string> {
  return `sha256=${(await hmac(await hmacKey(secret), new TextEncoder().encode(body))).toHex()}`;
}

/** A delivery of the forge, well signed unless the headers say otherwise. */
async function delivery(
  bridge: ReturnType<typeof testBridge>,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  return await bridge.post("/webhook", body, {
    "x-github-event": "issues",
    "x-github-delivery": "delivery-1",
    "x-hub-signature-256": await signed(body),
    ...headers,
  });
}

Deno.test("handle() takes a delivery, and makes its beat at once", async () => {
  const bridge = testBridge(ENV);
  const response = await delivery(bridge, OPENED_ISSUE);
  const { beat_id, ...rest } = await response.json();
  assertEquals(response.status, 202);
  assertEquals(rest, { event_id: "delivery-1", lead_universe: "story_engine", duplicate: false });
  assertEquals(response.headers.get("x-narrative-key"), "issues.opened");
  const { beat } = await (await bridge.ask(`/beats/${beat_id}`)).json();
  assertEquals(
    [beat.content, beat.narrative_function, beat.timestamp],
    ["Issue #1: Spelling error in the README file", "inciting_incident", "2026-01-03T13:00:00.000Z"],
  );
  const stored = await (await bridge.ask("/analyses/delivery-1")).json();
  assertEquals([stored.repository, stored.sender], ["octo/door", "ann"]);
});

Deno.test("handle() knows a delivery that comes again", async () => {
  const bridge = testBridge(ENV);
  const { beat_id } = await (await delivery(bridge, OPENED_ISSUE)).json();
  const again = await delivery(bridge, OPENED_ISSUE);
  assertEquals([again.status, again.headers.get("x-narrative-duplicate")], [202, "true"]);
  assertEquals(await again.json(), {
    event_id: "delivery-1",
    beat_id,
    lead_universe: "story_engine",
    duplicate: true,
  });
});

Deno.test("handle() knows what happened under another delivery", async () => {
  const bridge = testBridge(ENV);
  const { beat_id } = await (await delivery(bridge, OPENED_ISSUE)).json();
  const other = await (await delivery(bridge, OPENED_ISSUE, { "x-github-delivery": "delivery-2" })).json();
  assertEquals([other.event_id, other.beat_id, other.duplicate], ["delivery-1", beat_id, true]);
});

Deno.test("handle() takes forms, whose signature covers the form", async () => {
  const bridge = testBridge(ENV);
  const form = `payload=${encodeURIComponent(JSON.stringify(OPENED_ISSUE))}`;
  const response = await delivery(bridge, form, { "content-type": "application/x-www-form-urlencoded" });
  assertEquals([response.status, (await response.json()).duplicate], [202, false]);
  const json = await delivery(bridge, OPENED_ISSUE, { "content-type": "application/x-www-form-urlencoded" });
  assertEquals([json.status, (await json.json()).duplicate], [202, true]);
  const empty = await delivery(bridge, "other=1", { "content-type": "application/x-www-form-urlencoded" });
  assertEquals(await told(empty), [400, "invalid_field", "payload"]);
});

Deno.test("handle() refuses a delivery whose signature does not fit", async () => {
  const bridge = testBridge(ENV);
  const good = await signed("{}");
  const refusals = [
    "",
    good.replace("sha256=", "sha1="),
    good.slice(0, -1),
    `${good.slice(0, -1)}g`,
    await signed("{} "),
  ];
  for (const signature of refusals) {
    const refused = await delivery(bridge, "{}", { "x-hub-signature-256": signature });
    assertEquals(await refused.json(), { error: "signature mismatch", code: "bad_signature" }, signature);
  }
  const missing = await bridge.post("/webhook", "{}", { "x-github-event": "ping" });
  assertEquals(await told(missing), [401, "bad_signature"]);
  assertEquals((await delivery(bridge, OPENED_ISSUE)).status, 202);
});

Deno.test("handle() takes the secret before as well", async () => {
  const bridge = testBridge({ ...ENV, GITHUB_WEBHOOK_SECRET_PREVIOUS: "older" });
  const body = JSON.stringify(OPENED_ISSUE);
  const old = await delivery(bridge, body, { "x-hub-signature-256": await signed(body, "older") });
  assertEquals(old.status, 202);
  assertEquals((await delivery(bridge, body)).status, 202);
  const oldest = await delivery(bridge, body, { "x-hub-signature-256": await signed(body, "oldest") });
  assertEquals(oldest.status, 401);
});

Deno.test("handle() takes no delivery without a secret, unless that is allowed", async () => {
  const closed = await testBridge().post("/webhook", OPENED_ISSUE, { "x-github-event": "issues" });
  assertEquals(await told(closed), [503, "webhook_secret_missing"]);
  const open = await testBridge({ LOOM_NARRATIVE_ALLOW_UNSIGNED: "1" })
    .post("/webhook", OPENED_ISSUE, { "x-github-event": "issues" });
  assertEquals(open.status, 202);
  assertMatch((await open.json()).event_id, /^sha256:[0-9a-f]{32}$/);
});

Deno.test("handle() answers the first delivery, and those that make no beat", async () => {
  const bridge = testBridge(ENV);
  const ping = await delivery(bridge, { zen: "Design for failure." }, { "x-github-event": "ping" });
  assertEquals([ping.status, await ping.json()], [200, { ok: true }]);
  const star = await delivery(bridge, { action: "created" }, { "x-github-event": "star" });
  assertEquals([star.status, await star.json()], [202, { ignored: true }]);
  assertEquals(await told(await delivery(bridge, "{}", { "x-github-event": "" })), [400, "missing_event"]);
  assertEquals(await told(await delivery(bridge, "{")), [400, "invalid_json"]);
  assertEquals(await told(await delivery(bridge, "[]")), [400, "invalid_body"]);
  const { beat_count } = await (await bridge.ask("/get-position")).json();
  assertEquals(beat_count, 0);
});

Deno.test("handle() tells the forge that a delivery is not kept", async () => {
  const bridge = testBridge(ENV, { store: deadStore() });
  assertEquals(await told(await delivery(bridge, OPENED_ISSUE)), [503, "store_unavailable"]);
});

Deno.test("handle() keeps a delivery that broke off half-way when it comes again", async () => {
  const whole = memoryStore(() => NOW);
  let isBroken = true;
  const store = Object.assign(Object.create(whole), {
    claim: whole.claim.bind(whole),
    putAnalysis: whole.putAnalysis.bind(whole),
    createBeat: (...args: Parameters<typeof whole.createBeat>) =>
      isBroken ? Promise.reject(new Error("gone")) : whole.createBeat(...args),
  });
  const bridge = testBridge(ENV, { store });
  assertEquals((await delivery(bridge, OPENED_ISSUE)).status, 500);
  isBroken = false;
  const again = await delivery(bridge, OPENED_ISSUE);
  assertEquals([again.status, (await again.json()).duplicate], [202, false]);
});

Deno.test("handle() keeps how a delivery was read that broke off, when another hook brings the same", async () => {
  const store = memoryStore(() => NOW);
  const putAnalysis = store.putAnalysis.bind(store);
  store.putAnalysis = () => Promise.reject(new StoreUnavailableError());
  const bridge = testBridge(ENV, { store });
  assertEquals((await delivery(bridge, OPENED_ISSUE)).status, 503);
  store.putAnalysis = putAnalysis;
  const other = await (await delivery(bridge, OPENED_ISSUE, { "x-github-delivery": "delivery-2" })).json();
  assertEquals([other.event_id, other.duplicate], ["delivery-1", false]);
  assertEquals((await store.getAnalysis("main", "delivery-1"))?.key, "issues.opened");
});

Deno.test("handle() warns when two hooks feed one story", async () => {
  const bridge = testBridge(ENV);
  for (const hook of ["1", "1", "2", "2", "3"]) {
    await delivery(bridge, OPENED_ISSUE, { "x-github-hook-id": hook });
  }
  const warnings = bridge.log.filter(({ event }) => event === "several_hooks");
  assertEquals(warnings.map(({ hooks }) => hooks), ["1,2"]);
});

Deno.test("handle() has what is fetched later know the commits of a push, whose branch is gone", async () => {
  const store = memoryStore(() => NOW);
  const bridge = testBridge(ENV, { store });
  const head_commit = { id: "bbb", timestamp: "2026-01-03T09:00:00Z" };
  const repository = { full_name: "octo/door" };
  const payload = { ref: "refs/heads/side", head_commit, commits: [{ id: "aaa" }, head_commit], repository };
  await delivery(bridge, payload, { "x-github-event": "push" });
  // The same commits on another branch are another push.
  const merged = { ...payload, ref: "refs/heads/main" };
  const other = { "x-github-event": "push", "x-github-delivery": "delivery-2" };
  assertEquals((await (await delivery(bridge, merged, other)).json()).duplicate, false);
  for (const id of ["aaa", "bbb"]) {
    assertEquals(await store.claim("main", `octo/door:commit:${id}`, "fetched"), "delivery-1");
  }
});

/** A push of one commit to `main`, from the commit before. */
const pushFrom = (before: string) => ({
  ref: "refs/heads/main",
  before,
  after: "bbb",
  head_commit: { id: "bbb", timestamp: "2026-01-03T09:00:00Z" },
  commits: [{ id: "bbb", timestamp: "2026-01-03T09:00:00Z", message: "Oil the hinge" }],
  repository: { full_name: "octo/door" },
});

/** Delivers a push, and tells which event holds it and whether it was known. */
async function pushed(
  bridge: ReturnType<typeof testBridge>,
  before: string,
  id: string,
  hook: Record<string, string> = {},
): Promise<unknown[]> {
  const headers = { "x-github-event": "push", "x-github-delivery": id, ...hook };
  const { event_id, duplicate } = await (await delivery(bridge, pushFrom(before), headers)).json();
  return [event_id, duplicate];
}

Deno.test("handle() tells pushes apart that move a branch back and forth, however close they come", async () => {
  const bridge = testBridge(ENV);
  assertEquals(await Promise.all([pushed(bridge, "aaa", "1"), pushed(bridge, "ccc", "2")]), [
    ["1", false],
    ["2", false],
  ]);
  assertEquals(await pushed(bridge, "aaa", "3"), ["3", false]);
  assertEquals(await pushed(bridge, "aaa", "4"), ["4", false]);
  for (const [before, id] of [["aaa", "1"], ["ccc", "2"], ["aaa", "3"], ["aaa", "4"]] as const) {
    assertEquals(await pushed(bridge, before, id), [id, true]);
  }
});

Deno.test("handle() knows the pushes of another hook again, those that move a branch back and forth too", async () => {
  const bridge = testBridge(ENV);
  const [one, two] = ["7", "8"].map((id) => ({ "x-github-hook-id": id }));
  for (const id of ["1", "2"]) assertEquals(await pushed(bridge, "aaa", id, one), [id, false]);
  assertEquals(await pushed(bridge, "aaa", "10", two), ["1", true]);
  assertEquals(await pushed(bridge, "aaa", "20", two), ["2", true]);
  assertEquals(await pushed(bridge, "aaa", "10", two), ["1", true]);
});

Deno.test("handle() knows a push without an id by its body", async () => {
  const bridge = testBridge(ENV);
  const [first] = await pushed(bridge, "aaa", "");
  assertEquals(await pushed(bridge, "aaa", ""), [first, true]);
});

Deno.test("handle() knows the pushes that were fetched, or that an earlier version stored", async () => {
  const name = "octo/door:push:refs/heads/main:bbb:2026-01-03T09:00:00.000Z";
  for (const holder of [`backfill:${name}`, "delivery-0"]) {
    const store = memoryStore(() => NOW);
    const bridge = testBridge(ENV, { store });
    assertEquals(await store.claim("main", name, holder), holder);
    // Such records do not say what the branch was at before.
    const { before: _, ...payload } = pushFrom("");
    const timestamp = "2026-01-03T09:00:00.000Z";
    const event = readEvent({ event_type: "push", event_id: holder, payload }, {
      now: timestamp,
      eventId: "",
    });
    const record = analyzeEvent(event, { story: "main", now: timestamp });
    await store.putAnalysis(record);
    await store.createBeat("main", draftBeat({ ...event, ...record, raw_payload: payload, timestamp }));
    for (const id of ["1", "1"]) assertEquals(await pushed(bridge, "aaa", id), [holder, true]);
    assertEquals((await store.count("main")).total, 1);
    assertEquals(await pushed(bridge, "aaa", "2"), ["2", false]);
  }
});
