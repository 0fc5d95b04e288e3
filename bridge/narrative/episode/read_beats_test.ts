import { assertEquals, assertThrows } from "@std/assert";
import { beatLike } from "./testing.ts";
import { beatsOf, readBeats } from "./read_beats.ts";

Deno.test("readBeats() gives beats back as they are", () => {
  assertEquals(readBeats(JSON.stringify([beatLike("climax")])), {
    beats: [beatLike("climax")],
    warnings: [],
  });
});

Deno.test("readBeats() fills in what a beat lacks", () => {
  assertEquals(readBeats('[{"timestamp": "2026-01-03T13:20:00Z"}]').beats, [{
    id: "beat_1767446400000",
    event_id: "",
    timestamp: "2026-01-03T13:20:00.000Z",
    narrative_function: "beat",
    act: 2,
    perspectives: { engineer: "unknown", ceremony: "acknowledgment", story_engine: "beat" },
    lead_universe: "story_engine",
    coherence: undefined,
    content: "Event processed",
  }]);
  assertEquals(readBeats('[{"narrative_function": "resolution", "act": 9}]').beats[0]?.act, 3);
});

Deno.test("readBeats() gives no two beats one id", () => {
  const timestamp = "2026-01-03T13:20:00Z";
  const ids = beatsOf([{ timestamp }, { timestamp }, { timestamp, id: "beat_1767446400001" }, {}, {}]).beats
    .map(({ id }) => id);
  assertEquals(ids, [
    "beat_1767446400000",
    "beat_1767446400002",
    "beat_1767446400001",
    "beat_4",
    "beat_5",
  ]);
});

Deno.test("readBeats() leaves out what is no object, and says so", () => {
  const { beats, warnings } = readBeats("[1, {}, null]");
  assertEquals([beats.length, warnings.length], [1, 2]);
});

Deno.test("readBeats() sorts by time only when every beat has one", () => {
  const late = { id: "late", timestamp: "2026-01-03T13:20:00Z" };
  const early = { id: "early", timestamp: "2026-01-02T13:20:00Z" };
  const ids = (values: unknown[]) => beatsOf(values).beats.map(({ id }) => id);
  assertEquals(ids([late, early]), ["early", "late"]);
  assertEquals(ids([late, early, { id: "never", timestamp: "soon" }]), ["late", "early", "never"]);
});

Deno.test("readBeats() refuses what is no list", () => {
  assertThrows(() => readBeats("{}"), Error, "must hold a JSON list");
  assertThrows(() => readBeats("["), Error);
});

Deno.test("readBeats() is not led astray by names that objects inherit", () => {
  const text = '[{"perspectives": {"constructor": "x"}, "lead_universe": "toString"}]';
  const [beat] = readBeats(text).beats;
  assertEquals([beat?.act, beat?.lead_universe, beat?.perspectives.engineer], [2, "story_engine", "unknown"]);
});
