import { join } from "@std/path";
import { DatabaseSync } from "node:sqlite";
import { NarrativeError, StoreUnavailableError } from "../narrative_error.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { pause } from "../pause.ts";
import { draftOf, recordOf } from "./testing/records.ts";
import { memoryStore, sqliteStore } from "./sqlite_store.ts";
import { testStore } from "./testing/store_conformance.ts";

testStore("sqliteStore()", async (now) => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "below", "narrative.db");
  const one = await sqliteStore(path, { now });
  const other = await sqliteStore(path, { now });
  const closeBoth = async () => {
    await one.close();
    await other.close();
  };
  return {
    one,
    other,
    reopened: async () => {
      await closeBoth();
      return await sqliteStore(path, { now });
    },
    close: async () => {
      await closeBoth();
      await Deno.remove(folder, { recursive: true });
    },
  };
});

testStore("memoryStore()", (now) => {
  const store = memoryStore(now);
  return Promise.resolve({ one: store, other: store, close: () => store.close() });
});

async function inFolder(test: (path: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(join(folder, "narrative.db"), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("sqliteStore() waits for another writer, and meanwhile reads", () =>
  inFolder(async (path) => {
    const store = await sqliteStore(path);
    using other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const making = store.createBeat("main", draftOf("e1"));
    assertEquals(await store.count("main"), { open: 0, total: 0 });
    other.exec("COMMIT");
    assert((await making).created);
    await store.close();
  }));

Deno.test("sqliteStore() gives up on a database that stays locked, and recovers", () =>
  inFolder(async (path) => {
    const store = await sqliteStore(path, { timeoutMs: 30 });
    using other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const [beat, analysis] = await Promise.allSettled([
      store.createBeat("main", draftOf("e1")),
      store.putAnalysis(recordOf("e1")),
    ]);
    for (const settled of [beat, analysis]) {
      assert(settled.status === "rejected" && settled.reason instanceof StoreUnavailableError);
    }
    other.exec("ROLLBACK");
    assert((await store.createBeat("main", draftOf("e1"))).created);
    await store.close();
  }));

Deno.test("sqliteStore() lets a change wait no longer because others wait before it", () =>
  inFolder(async (path) => {
    const timeoutMs = 300;
    const store = await sqliteStore(path, { timeoutMs });
    using other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const first = store.createBeat("main", draftOf("e1"));
    await pause(timeoutMs / 10, new AbortController().signal);
    const began = performance.now();
    const second = store.createBeat("main", draftOf("e2"));
    const settled = await Promise.allSettled([first, second]);
    assertEquals(settled.map(({ status }) => status), ["rejected", "rejected"]);
    const waited = performance.now() - began;
    assert(waited >= timeoutMs && waited < timeoutMs * 1.5, `${waited}`);
    other.exec("ROLLBACK");
    await store.close();
  }));

Deno.test("sqliteStore() takes back only the change that fails", () =>
  inFolder(async (path) => {
    const store = await sqliteStore(path);
    const content: string = {
      toJSON: () => {
        throw new RangeError("on purpose");
      },
    } as unknown as string;
    const settled = await Promise.allSettled([
      store.createBeat("main", draftOf("e1")),
      store.createBeat("main", draftOf("e2", { content })),
      store.createBeat("main", draftOf("e3")),
    ]);
    assertEquals(settled.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assertEquals((await store.list("main")).map(({ seq, beat }) => [seq, beat.event_id]), [[1, "e1"], [
      2,
      "e3",
    ]]);
    await store.close();
  }));

Deno.test("sqliteStore() writes ahead, and to the disk at once when told to", () =>
  inFolder(async (path) => {
    const store = await sqliteStore(path, { synchronous: "full" });
    assert((await store.createBeat("main", draftOf("e1"))).created);
    using other = new DatabaseSync(path);
    assertEquals(other.prepare("PRAGMA journal_mode").get()?.journal_mode, "wal");
    await store.close();
  }));

Deno.test("sqliteStore() leaves nothing in its files of what was forgotten, though others have it open", () =>
  inFolder(async (path, folder) => {
    const other = await sqliteStore(path);
    const store = await sqliteStore(path);
    const content = "Issue #1: remember me not ".repeat(400);
    for (const id of ["e1", "e2", "e3"]) {
      await store.putAnalysis(recordOf(id, { sender: `who-${id}` }));
      await store.createBeat("main", draftOf(id, { content: `${id} ${content}` }));
    }
    await store.forget("main", "e2");
    await store.close();
    for await (const { name } of Deno.readDir(folder)) {
      const text = new TextDecoder("latin1").decode(await Deno.readFile(join(folder, name)));
      for (const trace of ["who-e2", "e2 Issue"]) assert(!text.includes(trace), `${trace} in ${name}`);
    }
    assertEquals((await other.count("main")).total, 2);
    await other.close();
  }));

Deno.test("sqliteStore() refuses a file that is no database, and leaves it", () =>
  inFolder(async (path) => {
    const text = "This is a letter, and not a database. ".repeat(100);
    await Deno.writeTextFile(path, text);
    const error = await assertRejects(() => sqliteStore(path), NarrativeError);
    assertEquals(error.code, "unreadable_store");
    assertEquals(await Deno.readTextFile(path), text);
  }));

Deno.test("sqliteStore() refuses tables of a later version", () =>
  inFolder(async (path) => {
    await (await sqliteStore(path)).close();
    {
      using other = new DatabaseSync(path);
      other.exec("UPDATE meta SET v = 2 WHERE k = 'version'");
    }
    const error = await assertRejects(() => sqliteStore(path), NarrativeError);
    assertEquals([error.code, error.message.includes("version 2")], ["unreadable_store", true]);
  }));

Deno.test("sqliteStore() refuses a database of something else", () =>
  inFolder(async (path) => {
    {
      using other = new DatabaseSync(path);
      other.exec("CREATE TABLE meta(x)");
    }
    const error = await assertRejects(() => sqliteStore(path), NarrativeError);
    assertEquals(error.code, "unreadable_store");
  }));

Deno.test("sqliteStore() says so when the folder cannot be made", () =>
  inFolder(async (path, folder) => {
    await Deno.writeTextFile(path, "x");
    const error = await assertRejects(() => sqliteStore(join(path, "below.db")), StoreUnavailableError);
    assert(error.message.includes(folder));
  }));

Deno.test("sqliteStore() answers while it forgets many analyses", async () => {
  const store = memoryStore();
  for (let at = 0; at < 600; at++) await store.putAnalysis(recordOf(`e${at}`));
  let isDone = false;
  const pruned = store.pruneUnused({ before: "", most: 1 }).finally(() => isDone = true);
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([await store.getAnalysis("main", "none"), isDone], [undefined, false]);
  assertEquals(await pruned, 599);
  await store.close();
});
