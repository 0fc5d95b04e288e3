import type { JsonObject } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { analyzeEvent } from "./analyze_event.ts";
import { draftBeat, readBeatRequest } from "../beat/beat.ts";
import { NarrativeError } from "../narrative_error.ts";
import { readEvent } from "./read_event.ts";

const DEFAULTS = { now: "2026-01-03T13:20:00.000Z", eventId: "sha256:0", story: "main" };

Deno.test("readEvent() fills in what is missing, null or empty", () => {
  const payload = {
    action: "opened",
    repository: { full_name: "o/r" },
    sender: { login: "ann" },
  };
  const expected = {
    event_type: "issues",
    event_id: "sha256:0",
    repository: "o/r",
    action: "opened",
    timestamp: DEFAULTS.now,
    sender: "ann",
    payload,
  };
  assertEquals(readEvent({ event_type: "issues", payload, extra: 1 }, DEFAULTS), expected);
  for (const nothing of [null, ""]) {
    const [event_id, repository, action, timestamp, sender] = Array(5).fill(nothing);
    const body = { event_type: "issues", event_id, repository, action, timestamp, sender, payload };
    assertEquals(readEvent(body, DEFAULTS), expected);
  }
  assertEquals(readEvent({ event_type: "x", payload: null }, DEFAULTS).payload, {});
});

Deno.test("readEvent() keeps what is said", () => {
  const body = {
    event_type: " Issues ",
    event_id: "e",
    repository: "a/b",
    action: "Closed",
    timestamp: "2026-01-03T14:20:00+01:00",
    sender: "bob",
    payload: { sender: { login: "ann" } },
  };
  assertEquals(readEvent(body, DEFAULTS), { ...body, timestamp: DEFAULTS.now });
});

Deno.test("analyzeEvent() names what is kept so that no store changes it", () => {
  const [event_type, repository, sender] = ["a\0b", "o/r\ud800", "\0ann"];
  const event = readEvent({ event_type, repository, sender }, DEFAULTS);
  const { key, ...record } = analyzeEvent(event, DEFAULTS);
  assertEquals([key, record.repository, record.sender], ["a\ufffdb", "o/r\ufffd", "\ufffdann"]);
});

for (
  const [body, field] of [
    [{}, "event_type"],
    [{ event_type: " " }, "event_type"],
    [{ event_type: 7 }, "event_type"],
    [{ event_type: "x", event_id: 7 }, "event_id"],
    [{ event_type: "x", event_id: "a".repeat(513) }, "event_id"],
    [{ event_type: "x", event_id: "a\0b" }, "event_id"],
    [{ event_type: "x", repository: {} }, "repository"],
    [{ event_type: "x", action: [] }, "action"],
    [{ event_type: "x", sender: false }, "sender"],
    [{ event_type: "x", timestamp: "soon" }, "timestamp"],
    [{ event_type: "x", payload: [] }, "payload"],
    [{ event_type: "x", payload: "y" }, "payload"],
  ] as [JsonObject, string][]
) {
  Deno.test(`readEvent() refuses ${JSON.stringify(body).slice(0, 60)}`, () => {
    const error = assertThrows(() => readEvent(body, DEFAULTS), NarrativeError);
    assertEquals([error.code, error.field], ["invalid_field", field]);
  });
}

Deno.test("readEvent() says that the type is required", () => {
  assertEquals(assertThrows(() => readEvent({}, DEFAULTS), NarrativeError).message, "event_type is required");
});

const ANALYSIS = { engineer: { intent: "a" }, ceremony: { intent: "b" }, story_engine: { intent: "climax" } };

Deno.test("readBeatRequest() reads the request of which a beat is drafted", () => {
  const raw_payload = { issue: { number: 7, title: "A need" } };
  const request = readBeatRequest({ event_id: "e", analysis: ANALYSIS, raw_payload }, DEFAULTS);
  assertEquals(draftBeat(request), {
    event_id: "e",
    timestamp: DEFAULTS.now,
    narrative_function: "climax",
    act: 3,
    perspectives: { engineer: "a", ceremony: "b", story_engine: "climax" },
    lead_universe: "story_engine",
    coherence: 0.7833333333333333,
    content: "Issue #7: A need",
  });
  assertEquals(request.story, "main");
});

Deno.test("readBeatRequest() takes a time and a story", () => {
  const body = { event_id: "e", analysis: ANALYSIS, timestamp: "2025-01-01", story: "side_1" };
  const { timestamp, story, raw_payload } = readBeatRequest(body, DEFAULTS);
  assertEquals([timestamp, story, raw_payload], ["2025-01-01T00:00:00.000Z", "side_1", {}]);
});

for (
  const [body, field] of [
    [{ analysis: ANALYSIS }, "event_id"],
    [{ event_id: "", analysis: ANALYSIS }, "event_id"],
    [{ event_id: "e" }, "analysis"],
    [{ event_id: "e", analysis: ANALYSIS, raw_payload: 7 }, "raw_payload"],
    [{ event_id: "e", analysis: ANALYSIS, timestamp: "x" }, "timestamp"],
    [{ event_id: "e", analysis: ANALYSIS, story: "../x" }, "story"],
    [{ event_id: "e", analysis: ANALYSIS, story: "current:latest" }, "story"],
  ] as [JsonObject, string][]
) {
  Deno.test(`readBeatRequest() refuses what is wrong with ${field}: ${JSON.stringify(body).slice(0, 40)}`, () => {
    assertEquals(assertThrows(() => readBeatRequest(body, DEFAULTS), NarrativeError).field, field);
  });
}
