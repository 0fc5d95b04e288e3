import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { NarrativeError } from "../narrative_error.ts";
import { StoreUnavailableError } from "./store_unavailable_error.ts";
import { draftOf, recordOf } from "./testing/records.ts";
import { jsonlStore } from "./jsonl_store.ts";
import { testStore } from "./testing/store_conformance.ts";

testStore("jsonlStore()", async (now) => {
  const folder = await Deno.makeTempDir();
  const store = await jsonlStore(folder, now);
  return {
    one: store,
    other: store,
    reopened: async () => {
      await store.close();
      return await jsonlStore(folder, now);
    },
    close: async () => {
      await store.close();
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

Deno.test("jsonlStore() writes a line for each thing, for people to read", () =>
  inFolder(async (folder) => {
    const store = await jsonlStore(folder, () => 5);
    await store.putAnalysis(recordOf("e1"));
    await store.createBeat("main", draftOf("e1"));
    await store.close();
    const lines = async (name: string) =>
      (await Deno.readTextFile(join(folder, name))).split("\n").map((line) => line && JSON.parse(line));
    const [event, ...noEvents] = await lines("events.jsonl");
    assertEquals([event.type, event.record.event_id, noEvents], ["analysis", "e1", [""]]);
    const [beat, ...noBeats] = await lines("beats.jsonl");
    assertEquals(beat, { type: "beat", seq: 2, story: "main", beat: { id: "beat_5", ...draftOf("e1") } });
    assertEquals(noBeats, [""]);
  }));

Deno.test("jsonlStore() goes on behind a line that was left half written", () =>
  inFolder(async (folder) => {
    const first = await jsonlStore(folder, () => 5);
    await first.createBeat("main", draftOf("e1"));
    await first.close();
    const path = join(folder, "beats.jsonl");
    const whole = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, whole + whole.slice(0, -20));
    const second = await jsonlStore(folder, () => 5);
    assertEquals((await second.count("main")).total, 1);
    await second.createBeat("main", draftOf("e2"));
    await second.close();
    const text = await Deno.readTextFile(path);
    assert(text.startsWith(whole));
    assertEquals(
      text.slice(whole.length),
      whole.replaceAll("e1", "e2").replace("beat_5", "beat_6").replace('"seq":1', '"seq":2'),
    );
  }));

Deno.test("jsonlStore() reads beside the one that writes, and does not write", () =>
  inFolder(async (folder) => {
    const writer = await jsonlStore(folder);
    const { beat } = await writer.createBeat("main", draftOf("e1"));
    const reader = await jsonlStore(folder);
    assertEquals((await reader.getBeat(beat.id))?.beat, beat);
    await assertRejects(() => reader.createBeat("main", draftOf("e2")), StoreUnavailableError);
    await writer.createBeat("main", draftOf("e3"));
    assertEquals((await reader.count("main")).total, 2);
    await writer.forget("main", "e1");
    assertEquals((await reader.list("main")).map(({ beat }) => beat.event_id), ["e3"]);
    await writer.close();
    assert((await reader.createBeat("main", draftOf("e2"))).created);
    await reader.close();
  }));

Deno.test("jsonlStore() still knows what it could not forget", () =>
  inFolder(async (folder) => {
    const store = await jsonlStore(folder);
    await store.putAnalysis(recordOf("e1"));
    await store.createBeat("main", draftOf("e1"));
    await Deno.mkdir(join(folder, "beats.jsonl.new"));
    await assertRejects(() => store.forget("main", "e1"), StoreUnavailableError);
    assertEquals((await store.count("main")).total, 1);
    await Deno.remove(join(folder, "beats.jsonl.new"));
    assertEquals(await store.forget("main", "e1"), true);
    await store.close();
    for (const name of ["events.jsonl", "beats.jsonl"]) {
      assert(!(await Deno.readTextFile(join(folder, name))).includes("e1"), name);
    }
  }));

Deno.test("jsonlStore() writes nothing before it has read what others wrote", () =>
  inFolder(async (folder) => {
    const late = await jsonlStore(folder);
    const first = await jsonlStore(folder);
    await first.createBeat("main", draftOf("e1"));
    await first.close();
    const path = join(folder, "beats.jsonl");
    const whole = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, `${whole}{oops\n`);
    for (let tries = 0; tries < 2; tries++) {
      await assertRejects(() => late.createBeat("main", draftOf("e2")), NarrativeError, "Line 2 of ");
    }
    assertEquals(await Deno.readTextFile(path), `${whole}{oops\n`);
    await Deno.writeTextFile(path, whole);
    await late.createBeat("main", draftOf("e2"));
    assertEquals((await late.list("main")).map(({ beat }) => beat.event_id), ["e1", "e2"]);
    assert((await Deno.readTextFile(path)).startsWith(whole));
    await late.close();
  }));

Deno.test("jsonlStore() names the line that tells of nothing it knows", () =>
  inFolder(async (folder) => {
    for (const line of ["null", "7", "[]", "{}", '{"type":"moon"}', '{"type":"beat"}']) {
      await Deno.writeTextFile(join(folder, "beats.jsonl"), `${line}\n`);
      const error = await assertRejects(() => jsonlStore(folder), NarrativeError);
      assertEquals([error.code, error.message.startsWith("Line 1 of ")], ["unreadable_store", true], line);
    }
  }));

Deno.test("jsonlStore() names the line that is no JSON", () =>
  inFolder(async (folder) => {
    const store = await jsonlStore(folder);
    await store.createBeat("main", draftOf("e1"));
    await store.close();
    await Deno.writeTextFile(join(folder, "beats.jsonl"), "{oops\n", { append: true });
    const error = await assertRejects(() => jsonlStore(folder), NarrativeError);
    assertEquals([error.code, error.message.startsWith("Line 2 of ")], ["unreadable_store", true]);
  }));
