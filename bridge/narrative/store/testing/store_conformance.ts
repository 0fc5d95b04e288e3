/**
 * What every store does; each runs the same cases.
 *
 * @module
 */
import { LoomError } from "@loom/protocol";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import fc from "fast-check";
import { actOfCount } from "../../position.ts";
import type { StoredBeat } from "../../types.ts";
import type { BeatStore, ListOptions } from "../beat_store.ts";
import { draftOf, episodeOf, minute, NOON, recordOf } from "./records.ts";

/** A store as two of its users have it; they may be the same, where a store has only one. */
export interface StorePair {
  readonly one: BeatStore;
  readonly other: BeatStore;
  /** Closes both and opens the store again, where it outlives its users. */
  readonly reopened?: () => Promise<BeatStore>;
  close(): Promise<void>;
}

/** A clock that a test sets. */
export interface TestClock {
  /** The time, in ms. */
  now: number;
}

type Case = (pair: StorePair, clock: TestClock) => Promise<void>;

/** Names that are no plain words to some part of a store. None has a NUL: no event that is read has. */
const WILD_IDS: readonly string[] = [
  "__proto__",
  "constructor",
  "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  "sha256:0123",
  "backfill:o/r:issues:1:opened:2026-01-03T12:00:00Z",
  "main:x",
  "x' OR '1'='1",
  "{tag}",
  "ä 😀 \n\t",
  "a",
  "A",
  "*",
];

const CASES: readonly (readonly [what: string, test: Case])[] = [
  ["createBeat() gives the draft an id of milliseconds", async ({ one, other }, clock) => {
    clock.now = NOON + 5;
    const { beat, created } = await one.createBeat("main", draftOf("e1"));
    assert(created);
    assertMatch(beat.id, /^beat_\d+$/);
    assertEquals(beat, { id: `beat_${NOON + 5}`, ...draftOf("e1") });
    assertEquals(Object.keys(beat), ["id", ...Object.keys(draftOf("e1"))]);
    assertEquals(await other.getBeat(beat.id), { seq: 1, story: "main", beat });
    assertEquals(await other.beatOfEvent("main", "e1"), { seq: 1, story: "main", beat });
  }],
  ["createBeat() keeps the first beat of an event", async ({ one, other }) => {
    const first = await one.createBeat("main", draftOf("e1"));
    const second = await other.createBeat("main", draftOf("e1", { content: "Another" }));
    assertEquals(second, { beat: first.beat, created: false });
    assertEquals(await one.count("main"), { open: 1, total: 1 });
  }],
  [
    "createBeat() gives ids that rise although the clock stands, or goes back",
    async ({ one, other }, clock) => {
      const ids: string[] = [];
      for (const [at, now] of [NOON, NOON, NOON - 10_000, NOON + 1, NOON + 50].entries()) {
        clock.now = now;
        ids.push((await (at % 2 ? one : other).createBeat("main", draftOf(`e${at}`))).beat.id);
      }
      assertEquals(ids, [0, 1, 2, 3, 50].map((ms) => `beat_${NOON + ms}`));
    },
  ],
  ["createBeat() gives an id once in all stories", async ({ one, other }) => {
    const a = await one.createBeat("main", draftOf("e1"));
    const b = await other.createBeat("side", draftOf("e1"));
    assert(a.created && b.created && a.beat.id !== b.beat.id);
    assertEquals((await one.getBeat(b.beat.id))?.story, "side");
    assertEquals([(await one.count("main")).total, (await one.count("side")).total], [1, 1]);
  }],
  ["createBeat() gives 200 ids to 200 at once", async ({ one, other }) => {
    const created = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 ? one : other).createBeat("main", draftOf(`e${at}`))),
    );
    assertEquals(new Set(created.map(({ beat }) => beat.id)).size, 200);
    assertEquals((await one.count("main")).total, 200);
    const listed = await other.list("main", { order: "arrival", limit: 1000 });
    assertEquals(listed.map(({ seq }) => seq), Array.from({ length: 200 }, (_, at) => at + 1));
    const ids = listed.map(({ beat }) => beat.id);
    assertEquals(ids, ids.toSorted());
  }],
  ["createBeat() makes one beat of an event that many bring at once", async ({ one, other }) => {
    const created = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 ? one : other).createBeat("main", draftOf(`e${at % 5}`))),
    );
    assertEquals(created.filter(({ created }) => created).length, 5);
    assertEquals((await one.count("main")).total, 5);
  }],
  ["getBeat() and beatOfEvent() find nothing where nothing is", async ({ one }) => {
    for (const id of ["beat_1", "beat_", "beat_x", "beat_1e3", "", "__proto__", "beat_9999999999999999999"]) {
      assertEquals(await one.getBeat(id), undefined);
    }
    await one.createBeat("main", draftOf("e1"));
    assertEquals(await one.getBeat(`beat_0${NOON}`), undefined);
    assertEquals(await one.beatOfEvent("side", "e1"), undefined);
    assertEquals(await one.beatOfEvent("main", "e2"), undefined);
  }],
  ["all keep events apart, whatever their ids", async ({ one, other }) => {
    for (const id of WILD_IDS) {
      assertEquals((await one.createBeat("main", draftOf(id))).created, true, id);
      assertEquals(await one.putAnalysis(recordOf(id)), { stored: true, duplicate: false }, id);
      assertEquals(await one.claim("main", id, id), id);
    }
    for (const id of WILD_IDS) {
      assertEquals((await other.beatOfEvent("main", id))?.beat.event_id, id);
      assertEquals((await other.getAnalysis("main", id))?.event_id, id);
      assertEquals(await other.claim("main", id, "later"), id);
    }
    assertEquals((await one.count("main")).total, WILD_IDS.length);
    const entries = await one.since(0, 1000);
    assertEquals(entries.filter(({ type }) => type === "beat").length, WILD_IDS.length);
  }],
  ["all give back texts as they were", async ({ one, other }) => {
    const content = 'Issue #1: "quoted" \\ \u0000 \u2028 😀 \ud800 __proto__';
    const { beat } = await one.createBeat("main", draftOf("e1", { content, coherence: 0.1 + 0.2 }));
    assertEquals((await other.getBeat(beat.id))?.beat, beat);
    assertEquals(beat.content, content);
    assertEquals(beat.coherence, 0.30000000000000004);
  }],
  ["count() tells the act at its limits", async ({ one, other }) => {
    const acts: number[] = [];
    for (let made = 0; made <= 16; made++) {
      if ([0, 5, 6, 15, 16].includes(made)) acts.push(actOfCount((await other.count("main")).open));
      await one.createBeat("main", draftOf(`e${made}`));
    }
    assertEquals(acts, [1, 1, 2, 2, 3]);
  }],
  ["count() begins again after a closed episode", async ({ one, other }) => {
    for (let at = 1; at <= 5; at++) await one.createBeat("main", draftOf(`e${at}`));
    await one.createBeat("side", draftOf("e1"));
    await one.putEpisode(episodeOf("s01e01", { last_seq: 2 }));
    assertEquals(await other.count("main"), { open: 5, total: 5 });
    await one.putEpisode(episodeOf("s01e01", { last_seq: 2, closed: true }));
    assertEquals(await other.count("main"), { open: 3, total: 5 });
    await one.putEpisode(episodeOf("s01e02", { first_seq: 3, last_seq: 5, closed: true }));
    assertEquals(await other.count("main"), { open: 0, total: 5 });
    assertEquals(await other.count("side"), { open: 1, total: 1 });
  }],
  ["recent() gives the newest by the time of the events", async ({ one, other }) => {
    for (const [at, minutes] of [3, 1, 7, 7, 2, 5, 6].entries()) {
      await one.createBeat("main", draftOf(`e${at}`, { timestamp: minute(minutes) }));
    }
    const recent = await other.recent("main", 5);
    assertEquals(recent.map(({ event_id }) => event_id), ["e3", "e2", "e6", "e5", "e0"]);
    assertEquals(await other.recent("none", 5), []);
  }],
  ["list() goes on where it ended, in each order", async ({ one, other }) => {
    const minutes = [3, 1, 7, 7, 2, 5, 6, 7];
    for (const [at, time] of minutes.entries()) {
      await one.createBeat(at === 4 ? "side" : "main", draftOf(`e${at}`, { timestamp: minute(time) }));
    }
    const orders: [ListOptions, string[]][] = [
      [{}, ["e1", "e0", "e5", "e6", "e2", "e3", "e7"]],
      [{ newestFirst: true }, ["e7", "e3", "e2", "e6", "e5", "e0", "e1"]],
      [{ order: "arrival" }, ["e0", "e1", "e2", "e3", "e5", "e6", "e7"]],
      [{ order: "arrival", newestFirst: true }, ["e7", "e6", "e5", "e3", "e2", "e1", "e0"]],
    ];
    for (const [order, expected] of orders) {
      const found: StoredBeat[] = [];
      for (;;) {
        const after = found.at(-1)?.beat.id;
        const page = await other.list("main", { ...order, limit: 3, ...(after !== undefined && { after }) });
        if (page.length === 0) break;
        found.push(...page);
      }
      assertEquals(found.map(({ beat }) => beat.event_id), expected);
    }
    assertEquals(await other.list("main", { limit: 0 }), []);
  }],
  ["list() refuses to go on after a beat that the story does not have", async ({ one }) => {
    const { beat } = await one.createBeat("side", draftOf("e1"));
    for (const after of [beat.id, "beat_1", "nothing"]) {
      const error = await assertRejects(() => one.list("main", { after }), LoomError);
      assertEquals(error.code, "unknown_beat");
    }
  }],
  ["list() takes what comes late into its place and changes no id", async ({ one, other }) => {
    await one.createBeat("main", draftOf("e1", { timestamp: minute(5) }));
    const before = await other.list("main");
    await one.createBeat("main", draftOf("late", { timestamp: minute(1) }));
    const after = await other.list("main");
    assertEquals(after.map(({ beat }) => beat.event_id), ["late", "e1"]);
    assertEquals(after[1], before[0]);
  }],
  ["putAnalysis() keeps the first under the same rules", async ({ one, other }) => {
    const record = recordOf("e1");
    assertEquals(await one.putAnalysis(record), { stored: true, duplicate: false });
    assertEquals(await other.putAnalysis({ ...record, sender: "bob" }), { stored: false, duplicate: true });
    assertEquals(await other.getAnalysis("main", "e1"), { ...record, seq: 1, earlier: [] });
    assertEquals(await other.getAnalysis("side", "e1"), undefined);
  }],
  ["putAnalysis() keeps the ones under earlier rules beside it", async ({ one, other }) => {
    const first = recordOf("e1");
    const [second, third] = ["b", "c"].map((rules_sha256) => ({
      ...first,
      rules_sha256,
      analysis: { ...first.analysis, coherence_score: 0.5 },
    }));
    assert(second !== undefined && third !== undefined);
    await one.putAnalysis(first);
    assertEquals(await other.putAnalysis(second), { stored: true, duplicate: true });
    assertEquals(await one.putAnalysis(third), { stored: true, duplicate: true });
    assertEquals(await other.getAnalysis("main", "e1"), {
      ...third,
      seq: 1,
      earlier: [first, second].map(({ analysis, rules_sha256 }) => ({ analysis, rules_sha256 })),
    });
    assertEquals((await other.since(0)).length, 1);
  }],
  ["putAnalysis() keeps the bytes of a payload", async ({ one, other }) => {
    const payload_gzip = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const record = recordOf("e1", { payload_gzip, payload_sha256: "0".repeat(64) });
    await one.putAnalysis(record);
    const found = await other.getAnalysis("main", "e1");
    assertEquals([...found?.payload_gzip ?? []], [...payload_gzip]);
    assertEquals(found?.payload_sha256, record.payload_sha256);
    assertEquals(found?.analysis, record.analysis);
    const [listed] = await other.analyses("main");
    assertEquals([...listed?.payload_gzip ?? []], [...payload_gzip]);
    const { payload_gzip: _, ...rest } = record;
    assertEquals(await other.analyses("main", { withoutPayload: true }), [{ ...rest, seq: 1, earlier: [] }]);
  }],
  ["putAnalysis() of a repeat without a payload leaves the one that was kept", async ({ one, other }) => {
    const kept = { payload_gzip: new Uint8Array([1, 2, 3]), payload_sha256: "0".repeat(64) };
    await one.putAnalysis(recordOf("e1", kept));
    await one.putAnalysis(recordOf("e1", { rules_sha256: "others" }));
    const found = await other.getAnalysis("main", "e1");
    assertEquals([...found?.payload_gzip ?? []], [1, 2, 3]);
    assertEquals([found?.payload_sha256, found?.rules_sha256], [kept.payload_sha256, "others"]);
  }],
  ["analyses() lists a story in the order of arrival", async ({ one, other }) => {
    for (let at = 1; at <= 5; at++) await one.putAnalysis(recordOf(`e${at}`));
    await one.putAnalysis(recordOf("e1", { story: "side" }));
    const first = await other.analyses("main", { limit: 2 });
    assertEquals(first.map(({ event_id }) => event_id), ["e1", "e2"]);
    const rest = await other.analyses("main", { after: first.at(-1)?.seq ?? 0 });
    assertEquals(rest.map(({ event_id }) => event_id), ["e3", "e4", "e5"]);
    assertEquals((await other.analyses("side")).map(({ story }) => story), ["side"]);
  }],
  ["claim() gives a name to the first", async ({ one, other }) => {
    assertEquals(await one.claim("main", "issues:1:opened", "e1"), "e1");
    assertEquals(await other.claim("main", "issues:1:opened", "e2"), "e1");
    assertEquals(await one.claim("main", "issues:1:opened", "e1"), "e1");
    assertEquals(await one.claim("side", "issues:1:opened", "e2"), "e2");
    const holders = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).claim("main", "n", `c${at}`)),
    );
    assertEquals(new Set(holders).size, 1);
  }],
  ["amendBeat() changes a beat and keeps what it was", async ({ one, other }) => {
    const { beat } = await one.createBeat("main", draftOf("e1"));
    const first = { narrative_function: "crisis", act: 2, amended_at: minute(2), reason: "" } as const;
    const second = { narrative_function: "climax", act: 3, amended_at: minute(3), reason: "It is." } as const;
    await one.amendBeat(beat.id, first);
    const amended = await other.amendBeat(beat.id, second);
    const now = {
      ...beat,
      narrative_function: "climax",
      act: 3 as const,
      perspectives: { ...beat.perspectives, story_engine: "climax" },
    };
    const stored = { seq: 1, story: "main", beat: now, original: beat, amendments: [first, second] };
    assertEquals(amended, stored);
    assertEquals(await one.getBeat(beat.id), stored);
    assertEquals(await one.list("main"), [stored]);
    assertEquals(await other.recent("main", 1), [now]);
    assertEquals(await one.since(0), [{ type: "beat", seq: 1, story: "main", beat: now }]);
    assertEquals(await one.createBeat("main", draftOf("e1")), { beat: now, created: false });
    assertEquals(await one.amendBeat("beat_1", first), undefined);
  }],
  ["amendBeat() changes all that an event read again tells", async ({ one, other }) => {
    const { beat } = await one.createBeat("main", draftOf("e1"));
    const reading = {
      narrative_function: "climax",
      act: 3 as const,
      perspectives: { engineer: "task_complete", ceremony: "offering", story_engine: "climax" },
      lead_universe: "ceremony" as const,
      coherence: 0.5,
    };
    const amendment = { ...reading, amended_at: minute(2), reason: "read again" };
    const now = { ...beat, ...reading };
    const stored = { seq: 1, story: "main", beat: now, original: beat, amendments: [amendment] };
    assertEquals(await one.amendBeat(beat.id, amendment), stored);
    assertEquals(await other.getBeat(beat.id), stored);
  }],
  ["putEpisode() keeps episodes in order, and one for each id", async ({ one, other }) => {
    const [first, second] = [episodeOf("s01e02"), episodeOf("s01e01", { title: "Before" })];
    await one.putEpisode(first);
    await one.putEpisode(second);
    await one.putEpisode(episodeOf("s01e01", { story: "side" }));
    const changed = { ...first, title: "After", closed: true };
    await other.putEpisode(changed);
    assertEquals(await one.episodes("main"), [changed, second]);
    assertEquals(await one.episodes("none"), []);
  }],
  ["since() tells all that came, in order", async ({ one, other }) => {
    assertEquals(await one.since(0), []);
    await one.putAnalysis(recordOf("e1"));
    const { beat } = await other.createBeat("main", draftOf("e1"));
    await one.createBeat("main", draftOf("e1"));
    await one.putEpisode(episodeOf("s01e01"));
    const side = await other.createBeat("side", draftOf("e2"));
    const entries = [
      { type: "analysis", seq: 1, story: "main", event_id: "e1" },
      { type: "beat", seq: 2, story: "main", beat },
      { type: "episode", seq: 3, story: "main", episode_id: "s01e01" },
      { type: "beat", seq: 4, story: "side", beat: side.beat },
    ] as const;
    assertEquals(await one.since(0), [...entries]);
    assertEquals(await other.since(1, 2), [entries[1], entries[2]]);
    assertEquals(await other.since(4), []);
    assertEquals((await one.health()).seq, 4);
  }],
  ["since() tells again of an episode that is kept again", async ({ one, other }) => {
    await one.putEpisode(episodeOf("s01e01"));
    await one.createBeat("main", draftOf("e1"));
    for (const seq of [3, 4]) {
      await other.putEpisode(episodeOf("s01e01", { closed: true }));
      assertEquals((await one.since(0)).map((entry) => [entry.type, entry.seq]), [["beat", 2], [
        "episode",
        seq,
      ]]);
      assertEquals((await one.health()).seq, seq);
    }
  }],
  ["since() goes on past all that was forgotten", async ({ one, other }) => {
    for (let at = 1; at <= 5; at++) await one.putAnalysis(recordOf(`e${at}`));
    await one.createBeat("side", draftOf("e1"));
    for (let at = 1; at <= 3; at++) await one.forget("main", `e${at}`);
    assertEquals((await other.since(0, 1)).map(({ seq }) => seq), [4]);
    assertEquals((await other.since(0, 2)).map(({ seq }) => seq), [4, 5]);
    assertEquals((await other.since(5, 1)).map(({ seq }) => seq), [6]);
  }],
  ["forget() leaves nothing of an event, and no number is given twice", async ({ one, other }) => {
    await one.putAnalysis(recordOf("e1"));
    await one.createBeat("main", draftOf("e2"));
    const { beat } = await one.createBeat("main", draftOf("e1"));
    await one.claim("main", "name", "e1");
    assertEquals(await one.forget("main", "e1"), true);
    assertEquals(await one.forget("main", "e1"), false);
    assertEquals(await one.forget("none", "e1"), false);
    assertEquals(await other.getAnalysis("main", "e1"), undefined);
    assertEquals(await other.getBeat(beat.id), undefined);
    assertEquals((await other.list("main")).map(({ beat }) => beat.event_id), ["e2"]);
    assertEquals((await other.since(0)).map(({ seq }) => seq), [2]);
    assertEquals(await other.claim("main", "name", "e3"), "e3");
    const again = await other.createBeat("main", draftOf("e1"));
    assert(again.created && again.beat.id > beat.id);
    assertEquals((await one.getBeat(again.beat.id))?.seq, 4);
  }],
  ["prune() forgets analyses that are old, and no beats", async ({ one, other }) => {
    await one.putAnalysis(recordOf("old", { received_at: minute(1) }));
    await one.putAnalysis(recordOf("new", { received_at: minute(3) }));
    await one.createBeat("main", draftOf("old"));
    assertEquals(await one.prune(minute(3)), 1);
    assertEquals(await one.prune(minute(3)), 0);
    assertEquals((await other.analyses("main")).map(({ event_id }) => event_id), ["new"]);
    assertEquals((await other.count("main")).total, 1);
    assertEquals((await other.since(0)).map(({ seq }) => seq), [2, 3]);
    assertEquals((await other.createBeat("main", draftOf("old"))).created, false);
  }],
  [
    "pruneUnused() forgets old and surplus analyses without a beat, and their names",
    async ({ one, other }) => {
      for (let at = 1; at <= 6; at++) await one.putAnalysis(recordOf(`e${at}`, { received_at: minute(at) }));
      await one.putAnalysis(recordOf("elsewhere", { story: "side", received_at: minute(1) }));
      for (const id of ["e1", "e4"]) await one.createBeat("main", draftOf(id));
      await one.claim("main", "name", "e2");
      assertEquals(await one.pruneUnused({ before: "", most: Infinity }), 0);
      assertEquals([await other.countUnused("main"), await other.countUnused("side")], [4, 1]);
      assertEquals(await one.pruneUnused({ before: "", most: 3 }), 1);
      assertEquals(await other.getAnalysis("main", "e2"), undefined);
      assertEquals(await other.claim("main", "name", "e9"), "e9");
      assertEquals(await one.pruneUnused({ before: minute(5), most: 10 }), 2);
      const left = async (story: string) => (await other.analyses(story)).map(({ event_id }) => event_id);
      assertEquals([await left("main"), await left("side")], [["e1", "e4", "e5", "e6"], []]);
      assertEquals((await other.count("main")).total, 2);
      assertEquals((await other.createBeat("main", draftOf("e1"))).created, false);
      assertEquals([await one.countUnused("main"), await one.countUnused("none")], [2, 0]);
    },
  ],
  [
    "pruneUnused() forgets thousands, and keeps the names of events with a beat",
    async ({ one, other }) => {
      await one.putAnalysis(recordOf("told"));
      await one.claim("main", "push", "told");
      await one.createBeat("main", draftOf("told"));
      for (let at = 0; at < 1_203; at++) await one.putAnalysis(recordOf(`e${at}`));
      assertEquals(await one.pruneUnused({ before: "", most: 3 }), 1_200);
      const left = (await other.analyses("main")).map(({ event_id }) => event_id);
      assertEquals(left, ["told", "e1200", "e1201", "e1202"]);
      assertEquals(await other.claim("main", "push", "again"), "told");
    },
  ],
  ["what is given back is a copy", async ({ one }) => {
    const { beat } = await one.createBeat("main", draftOf("e1"));
    const content = beat.content;
    beat.content = "changed";
    const [listed] = await one.list("main");
    if (listed) listed.beat.content = "changed";
    assertEquals((await one.getBeat(beat.id))?.beat.content, content);
  }],
  ["all survive a restart", async (pair, clock) => {
    const { one, reopened } = pair;
    if (reopened === undefined) return;
    await one.putAnalysis(recordOf("e1", { payload_gzip: new Uint8Array([1, 2]) }));
    await one.putAnalysis(recordOf("e1", { rules_sha256: "b" }));
    for (let at = 1; at <= 4; at++) {
      await one.createBeat("main", draftOf(`e${at}`, { timestamp: minute(-at) }));
    }
    const [beat] = await one.list("main");
    assert(beat !== undefined);
    await one.amendBeat(beat.beat.id, {
      narrative_function: "climax",
      act: 3,
      amended_at: minute(1),
      reason: "",
    });
    await one.claim("main", "name", "e1");
    await one.putEpisode(episodeOf("s01e01", { last_seq: 3, closed: true }));
    await one.createBeat("main", draftOf("gone"));
    await one.forget("main", "gone");
    const before = await wholeOf(one);
    const again = await reopened();
    assertEquals(await wholeOf(again), before);
    assertEquals(await again.claim("main", "name", "e9"), "e1");
    clock.now = NOON - 1_000;
    assertEquals((await again.createBeat("main", draftOf("e2"))).created, false);
    const { beat: next } = await again.createBeat("main", draftOf("next"));
    assertEquals(next.id, `beat_${NOON + 5}`);
    await again.close();
  }],
  ["list() is what sorting by time and arrival gives", async ({ one }) => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { maxLength: 8 }), async (minutes) => {
        const story = `s${round++}`;
        const made: { at: number; time: number }[] = [];
        for (const [at, time] of minutes.entries()) {
          await one.createBeat(story, draftOf(`e${at}`, { timestamp: minute(time) }));
          made.push({ at, time });
        }
        const expected = made.toSorted((a, b) => a.time - b.time || a.at - b.at).map(({ at }) => `e${at}`);
        const listed = await one.list(story);
        assertEquals(listed.map(({ beat }) => beat.event_id), expected);
        const newest = await one.list(story, { newestFirst: true });
        assertEquals(newest.map(({ beat }) => beat.event_id), expected.toReversed());
      }),
      { numRuns: 20, seed: 7 },
    );
  }],
  ["close() may be called twice; nothing is answered after it", async ({ one }) => {
    await one.createBeat("main", draftOf("e1"));
    await one.close();
    await one.close();
    const error = await assertRejects(() => one.createBeat("main", draftOf("e2")), LoomError);
    assertEquals(error.code, "store_unavailable");
    await assertRejects(() => one.count("main"), LoomError);
  }],
];

async function wholeOf(store: BeatStore): Promise<unknown> {
  return {
    beats: await store.list("main", { limit: 100 }),
    arrival: await store.list("main", { order: "arrival" }),
    analyses: (await store.analyses("main")).map((analysis) => ({
      ...analysis,
      payload_gzip: [...analysis.payload_gzip ?? []],
    })),
    episodes: await store.episodes("main"),
    count: await store.count("main"),
    since: await store.since(0),
    health: await store.health(),
  };
}

/**
 * Makes a test of each case.
 *
 * @param name what the store is called
 * @param open makes a store that holds nothing yet, and uses the clock
 */
export function testStore(
  name: string,
  open: (now: () => number) => Promise<StorePair>,
  options: { readonly ignore?: boolean } = {},
): void {
  for (const [what, test] of CASES) {
    Deno.test(`${name}: ${what}`, options, async () => {
      const clock = { now: NOON };
      const pair = await open(() => clock.now);
      try {
        await test(pair, clock);
      } finally {
        await pair.close();
      }
    });
  }
}
