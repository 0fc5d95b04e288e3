import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { NarrativeError } from "../narrative_error.ts";
import { jsonlStore } from "./jsonl_store.ts";
import { draftOf, episodeOf, minute, recordOf } from "./testing/records.ts";
import { testStore } from "./testing/store_conformance.ts";

const BEAT = { type: "beat", seq: 2, story: "main", beat: { id: "beat_5", ...draftOf("e1") } };
const AMENDMENT = { narrative_function: "climax", act: 3, amended_at: minute(2), reason: "" } as const;
const EPISODE = episodeOf("s01e01");

/** A store as the earlier version wrote it. */
const EVENTS = [
  { type: "claim", story: "main", name: "issues:1:opened", event_id: "e1" },
  { type: "analysis", seq: 1, record: { ...recordOf("e1"), payload_gzip_base64: "AQID" } },
  { type: "analysis", seq: 1, record: recordOf("e1", { rules_sha256: "later" }) },
];
const BEATS = [
  { type: "counters", seq: 7, ms: 100 },
  BEAT,
  { type: "amendment", id: "beat_5", amendment: AMENDMENT },
  { type: "episode", seq: 3, episode: EPISODE },
  { type: "episode", seq: 4, episode: { ...EPISODE, closed: true } },
];

testStore("jsonlStore()", async (now) => {
  const folder = await Deno.makeTempDir();
  const one = await jsonlStore(folder, { now });
  const other = await jsonlStore(folder, { now });
  const closeBoth = async () => {
    await one.close();
    await other.close();
  };
  return {
    one,
    other,
    reopened: async () => {
      await closeBoth();
      return await jsonlStore(folder, { now });
    },
    close: async () => {
      await closeBoth();
      await Deno.remove(folder, { recursive: true });
    },
  };
});

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function writeLines(folder: string, name: string, lines: readonly unknown[]): Promise<void> {
  const texts = lines.map((line) => `${JSON.stringify(line)}\n`);
  await Deno.writeTextFile(join(folder, name), texts.join(""));
}

async function writeStore(folder: string): Promise<void> {
  await writeLines(folder, "events.jsonl", EVENTS);
  await writeLines(folder, "beats.jsonl", BEATS);
}

Deno.test("jsonlStore() imports the lines of a folder once, and says so", () =>
  inFolder(async (folder) => {
    await writeStore(folder);
    const sentences: string[] = [];
    for (let opened = 0; opened < 2; opened++) {
      const store = await jsonlStore(folder, { notify: (sentence) => sentences.push(sentence) });
      const beat = (await store.getBeat("beat_5"))?.beat;
      assertEquals([beat?.event_id, beat?.narrative_function, beat?.act], ["e1", "climax", 3]);
      assertEquals((await store.beatOfEvent("main", "e1"))?.original, BEAT.beat);
      assertEquals(await store.claim("main", "issues:1:opened", "e2"), "e1");
      assertEquals(await store.episodes("main"), [{ ...EPISODE, closed: true }]);
      assertEquals((await store.count("main")).total, 1);
      const analysis = await store.getAnalysis("main", "e1");
      assertEquals([analysis?.seq, analysis?.rules_sha256, analysis?.earlier.length], [1, "later", 1]);
      assertEquals([...analysis?.payload_gzip ?? []], [1, 2, 3]);
      await store.close();
    }
    assertEquals(sentences.length, 1);
    assertStringIncludes(sentences[0] ?? "", "Imported 8 lines");
  }));

Deno.test("jsonlStore() goes on counting behind the lines", () =>
  inFolder(async (folder) => {
    await writeStore(folder);
    const store = await jsonlStore(folder, { now: () => 6 });
    assertEquals((await store.createBeat("main", draftOf("e1"))).created, false);
    assertEquals((await store.createBeat("main", draftOf("e2"))).beat.id, "beat_101");
    assertEquals((await store.health()).seq, 8);
    await store.close();
  }));

Deno.test("jsonlStore() imports once when several open the folder at a time", () =>
  inFolder(async (folder) => {
    await writeStore(folder);
    const sentences: string[] = [];
    const notify = (sentence: string) => sentences.push(sentence);
    const stores = await Promise.all([1, 2, 3].map(() => jsonlStore(folder, { notify })));
    for (const store of stores) assertEquals((await store.count("main")).total, 1);
    assertEquals(sentences.length, 1);
    for (const store of stores) await store.close();
  }));

Deno.test("jsonlStore() leaves out a line that was left half written", () =>
  inFolder(async (folder) => {
    await writeStore(folder);
    const path = join(folder, "beats.jsonl");
    await Deno.writeTextFile(path, JSON.stringify({ ...BEAT, seq: 8 }).slice(0, -20), { append: true });
    const store = await jsonlStore(folder);
    assertEquals((await store.count("main")).total, 1);
    await store.close();
  }));

Deno.test("jsonlStore() only looks without writing a file", () =>
  inFolder(async (folder) => {
    await writeStore(folder);
    const store = await jsonlStore(folder, { isLook: true });
    assertEquals((await store.count("main")).total, 1);
    await store.close();
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
    assertEquals(names, ["beats.jsonl", "events.jsonl"]);
  }));

Deno.test("jsonlStore() imports nothing before a bad line is put right", () =>
  inFolder(async (folder) => {
    await writeStore(folder);
    const path = join(folder, "beats.jsonl");
    const whole = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, `${whole}{oops\n`);
    for (let tries = 0; tries < 2; tries++) {
      await assertRejects(() => jsonlStore(folder), NarrativeError, "Line 6 of ");
    }
    assertEquals(await Deno.readTextFile(path), `${whole}{oops\n`);
    await Deno.writeTextFile(path, whole);
    const store = await jsonlStore(folder);
    assertEquals((await store.list("main")).map(({ beat }) => beat.event_id), ["e1"]);
    await store.close();
  }));

Deno.test("jsonlStore() names the line that tells of nothing it knows", () =>
  inFolder(async (folder) => {
    for (const line of ["null", "7", "[]", "{}", '{"type":"moon"}', '{"type":"beat"}', "{oops"]) {
      await Deno.writeTextFile(join(folder, "beats.jsonl"), `${line}\n`);
      const error = await assertRejects(() => jsonlStore(folder), NarrativeError);
      assertEquals([error.code, error.message.startsWith("Line 1 of ")], ["unreadable_store", true], line);
    }
  }));
