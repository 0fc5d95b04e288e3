import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { analyzeEvent } from "../event/analyze_event.ts";
import { draftBeat } from "./beat.ts";
import { classify } from "../event/classify/classify.ts";
import { readRules } from "../event/classify/read_rules.ts";
import { keepEpisode, openBeats } from "../episode/close_episode.ts";
import { beatLike } from "../episode/testing.ts";
import { readPosition } from "../story/read_story.ts";
import { readEvent } from "../event/read_event.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import type { Beat } from "../types.ts";
import { reclassifyStory } from "./reclassify.ts";
import { replayStory } from "./replay.ts";

const NOW = new Date("2026-02-01T00:00:00Z");

async function addBeat(store: BeatStore, narrativeFunction: string, index: number): Promise<void> {
  const { id: _, ...draft } = beatLike(narrativeFunction, index);
  await store.createBeat("main", draft);
}

async function close(store: BeatStore, episode_id: string): Promise<void> {
  const beats = await openBeats(store, "main");
  await keepEpisode(store, beats, { story: "main", episode_id, title: "t", now: NOW, closed: true });
}

Deno.test("replayStory() ends in the act that the position tells, episodes closed or not", async () => {
  const name = fc.constantFrom(
    "inciting_incident",
    "turning_point",
    "climax",
    "resolution",
    "beat",
    "crisis",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 9, arbitrary: name }, fc.constant("close")), { maxLength: 40 }),
      async (moves) => {
        const store = memoryStore();
        for (const [index, move] of moves.entries()) {
          if (move !== "close") await addBeat(store, move, index);
          else if ((await openBeats(store, "main")).length > 0) await close(store, `s01e${index}`);
        }
        const steps = await Array.fromAsync(replayStory(store, "main"));
        const { current_act, beat_count } = await readPosition(store, "main");
        const last = steps.at(-1) ?? { act: 1, count: 0 };
        assertEquals([last.act, last.count], [current_act, beat_count]);
        assertEquals(steps.filter(({ refused }) => refused !== undefined), []);
      },
    ),
    { seed: 4, numRuns: 40 },
  );
});

Deno.test("a late beat takes its place in the list by time, changes no id, and moves the act by the count", async () => {
  const store = memoryStore();
  for (let index = 1; index <= 5; index++) await addBeat(store, "beat", index);
  const before = (await store.list("main")).map(({ beat }) => beat.id);
  assertEquals((await readPosition(store, "main")).current_act, 1);
  await addBeat(store, "climax", 0);
  const [late, ...others] = (await store.list("main")).map(({ beat }) => beat);
  assertEquals([late?.narrative_function, others.map(({ id }) => id)], ["climax", before]);
  assertEquals((await readPosition(store, "main")).current_act, 2);
});

Deno.test("replayStory() runs only the beats of a time", async () => {
  const store = memoryStore();
  for (let index = 0; index < 4; index++) await addBeat(store, "beat", index);
  const [from, to] = [beatLike("beat", 1).timestamp, beatLike("beat", 2).timestamp];
  const steps = await Array.fromAsync(replayStory(store, "main", { from, to }));
  assertEquals(steps.map(({ beat }) => beat?.event_id), ["event-2", "event-3"]);
});

/** A story of three events, as the bridge keeps it. */
async function keptStory(): Promise<BeatStore> {
  const store = memoryStore();
  for (const [index, type] of ["issues.opened", "release.published", "push"].entries()) {
    const now = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    const event = readEvent({ event_type: type, event_id: `e${index}`, timestamp: now }, {
      now,
      eventId: "",
    });
    const record = analyzeEvent(event, { story: "main", now });
    await store.putAnalysis(record);
    await store.createBeat(
      "main",
      draftBeat({ ...event, analysis: record.analysis, raw_payload: {}, story: "main" }),
    );
  }
  return store;
}

const RULES = readRules('{"engineer": {"push": "change"}, "story_engine": {"release": "climax"}}');

Deno.test("reclassifyStory() tells what moves, and keeps nothing unless it is to", async () => {
  const store = await keptStory();
  const moved = await reclassifyStory(store, "main", { rules: RULES, now: () => NOW });
  assertEquals(moved.map(({ event_id, key }) => [event_id, key]), [
    ["e1", "release.published"],
    ["e2", "push"],
  ]);
  assertEquals([
    moved[0]?.before.intents.story_engine,
    moved[0]?.after.intents.story_engine,
    moved[0]?.after.act,
  ], [
    "beat",
    "climax",
    3,
  ]);
  assertEquals([moved[0]?.beat_id !== undefined, moved[1]?.beat_id], [true, undefined]);
  const beats = await store.list("main");
  assertEquals(beats.every(({ original }) => original === undefined), true);
});

Deno.test("reclassifyStory() keeps the new readings beside the old ones", async () => {
  const store = await keptStory();
  await reclassifyStory(store, "main", { rules: RULES, now: () => NOW, write: true });
  const stored = await store.beatOfEvent("main", "e1");
  assertEquals([stored?.beat.narrative_function, stored?.beat.act, stored?.original?.narrative_function], [
    "climax",
    3,
    "beat",
  ]);
  const analysis = await store.getAnalysis("main", "e2");
  assertEquals([analysis?.analysis.engineer.intent, analysis?.earlier.length], ["change", 1]);
  assertEquals(await reclassifyStory(store, "main", { rules: RULES, now: () => NOW, write: true }), []);
});

Deno.test("reclassifyStory() reads no payloads, and leaves those that are kept", async () => {
  const store = await keptStory();
  const event = readEvent({ event_type: "push", payload: {} }, { now: NOW.toISOString(), eventId: "big" });
  const record = analyzeEvent(event, { story: "main", now: NOW.toISOString() });
  await store.putAnalysis({ ...record, payload_gzip: new Uint8Array([7]), payload_sha256: "0".repeat(64) });
  const analyses = store.analyses.bind(store);
  const read: unknown[] = [];
  Object.assign(store, {
    analyses: async (...args: Parameters<typeof analyses>) => {
      const page = await analyses(...args);
      read.push(...page.map(({ payload_gzip }) => payload_gzip));
      return page;
    },
  });
  await reclassifyStory(store, "main", { rules: RULES, now: () => NOW, write: true });
  assertEquals(read, [undefined, undefined, undefined, undefined]);
  assertEquals([...(await store.getAnalysis("main", "big"))?.payload_gzip ?? []], [7]);
});

const OTHER = readRules(
  '{"engineer": {"release": "delivery"}, "ceremony": {"release": "gift"}, "story_engine": {"release": "climax"}, "confidence": {"ceremony": 0.9}}',
);

/** What {@linkcode OTHER} makes of a release. */
const RELEASE = {
  narrative_function: "climax",
  act: 3 as const,
  perspectives: { engineer: "delivery", ceremony: "gift", story_engine: "climax" },
  lead_universe: "ceremony" as const,
  coherence: (0.8 + 0.9 + 0.85) / 3,
};

async function beatOf(store: BeatStore, eventId: string): Promise<Beat> {
  const stored = await store.beatOfEvent("main", eventId);
  assert(stored !== undefined);
  return stored.beat;
}

Deno.test("reclassifyStory() reads all of a beat again that comes of the analysis", async () => {
  const store = await keptStory();
  const before = await beatOf(store, "e1");
  const moved = await reclassifyStory(store, "main", { rules: OTHER, now: () => NOW, write: true });
  const after = { ...before, ...RELEASE };
  assertEquals(await beatOf(store, "e1"), after);
  assertEquals(moved.find(({ event_id }) => event_id === "e1")?.beat, after);
});

Deno.test("reclassifyStory() tells of rules that change nothing but how sure the views are", async () => {
  const store = await keptStory();
  const rules = readRules('{"confidence": {"engineer": 0.5}}');
  const moved = await reclassifyStory(store, "main", { rules, now: () => NOW, write: true });
  assertEquals(moved.map(({ after, beat_id }) => [after.coherence, beat_id]), [
    [(0.5 + 0.7 + 0.85) / 3, undefined],
    [(0.5 + 0.7 + 0.85) / 3, undefined],
    [(0.5 + 0.7 + 0.85) / 3, undefined],
  ]);
  assertEquals((await store.recent("main", 1))[0]?.coherence, (0.5 + 0.7 + 0.85) / 3);
});

Deno.test("reclassifyStory() keeps the function and the act that a maintainer gave a beat", async () => {
  const store = await keptStory();
  const { id } = await beatOf(store, "e1");
  const amended_at = NOW.toISOString();
  await store.amendBeat(id, { narrative_function: "crisis", act: 2, amended_at, reason: "" });
  const rules = [OTHER, readRules('{"engineer": {"release": "shipping"}}')];
  for (const [index, engineer] of ["delivery", "shipping"].entries()) {
    const moved = await reclassifyStory(store, "main", {
      rules: rules[index] ?? OTHER,
      now: () => NOW,
      write: true,
    });
    assertEquals(moved.find(({ event_id }) => event_id === "e1")?.beat_id, undefined);
    const beat = (await store.getBeat(id))?.beat;
    assertEquals([beat?.narrative_function, beat?.act, beat?.perspectives.engineer], ["crisis", 2, engineer]);
    assertEquals(beat?.perspectives.story_engine, "crisis");
  }
});

Deno.test("reclassifyStory() leaves a beat as it is that was made of an analysis of its own", async () => {
  const store = await keptStory();
  const draft = { ...beatLike("beat", 8), event_id: "own", lead_universe: "engineer" as const };
  const event = readEvent({ event_type: "release", event_id: "own" }, {
    now: NOW.toISOString(),
    eventId: "",
  });
  await store.putAnalysis(analyzeEvent(event, { story: "main", now: NOW.toISOString() }));
  const { beat } = await store.createBeat("main", draft);
  const moved = await reclassifyStory(store, "main", { rules: OTHER, now: () => NOW, write: true });
  assertEquals(await store.getBeat(beat.id), { seq: 8, story: "main", beat });
  assertEquals(moved.find(({ event_id }) => event_id === "own")?.beat, undefined);
});

Deno.test("reclassifyStory() finishes a beat of which only function and act were read again", async () => {
  const store = await keptStory();
  const beat = await beatOf(store, "e1");
  const record = await store.getAnalysis("main", "e1");
  assert(record !== undefined);
  const { seq: _, earlier: __, ...kept } = record;
  await store.amendBeat(beat.id, {
    narrative_function: "climax",
    act: 3,
    amended_at: NOW.toISOString(),
    reason: `read again by the rules ${OTHER.sha256.slice(0, 12)}`,
  });
  await store.putAnalysis({ ...kept, analysis: classify(kept.facts, OTHER), rules_sha256: OTHER.sha256 });
  const again = () => reclassifyStory(store, "main", { rules: OTHER, now: () => NOW, write: true });
  const moved = (await again()).find(({ event_id }) => event_id === "e1");
  assertEquals([moved?.before.intents.engineer, moved?.after.intents.engineer], ["unknown", "delivery"]);
  assertEquals((await store.getBeat(beat.id))?.beat, { ...beat, ...RELEASE });
  assertEquals(await again(), []);
});

for (const away of ["amendBeat", "putAnalysis"] as const) {
  Deno.test(`reclassifyStory() finishes later what a store that was away at ${away} cut short`, async () => {
    const store = await keptStory();
    const again = { rules: RULES, now: () => NOW, write: true };
    const works = store[away].bind(store);
    Object.assign(store, { [away]: () => Promise.reject(new Error("away")) });
    await assertRejects(() => reclassifyStory(store, "main", again), Error, "away");
    Object.assign(store, { [away]: works });
    await reclassifyStory(store, "main", again);
    const stored = await store.beatOfEvent("main", "e1");
    assertEquals([stored?.beat.narrative_function, stored?.amendments?.length], ["climax", 1]);
    assertEquals((await store.getAnalysis("main", "e1"))?.analysis.story_engine.intent, "climax");
  });
}
