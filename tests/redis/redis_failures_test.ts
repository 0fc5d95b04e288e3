/**
 * What the store in Redis does when Redis, a connection or another process fails.
 */
import { LoomError } from "@loom/protocol";
import { assert, assertEquals, assertGreater, assertLess, assertNotEquals, assertRejects } from "@std/assert";
import { unchanged } from "../../hub/room/outcome.ts";
import { RedisConnection } from "@loom/bridge/server/redis";
import { roomKeys, STREAM_KEY } from "../../hub/store/redis/keys.ts";
import { connectRedis, type RedisStore, type RedisTimes } from "../../hub/store/redis_store.ts";
import { StoreUnavailableError } from "../../hub/store/room_store.ts";
import { Recorder } from "../../hub/store/testing/recorder.ts";
import {
  adding,
  addState,
  machineOf,
  presenceOf,
  seeding,
} from "../../hub/store/testing/store_conformance.ts";
import { HAS_REDIS, type RedisServer, startRedis } from "./redis_server.ts";

const DOC = "/w/kettle.smdf.json";
const QUICK: RedisTimes = { connectMs: 2_000, answerMs: 500, beatMs: 100, aliveMs: 2_000 };

/** What a test works with. */
interface Setting {
  readonly server: RedisServer;
  /** Another process's store. */
  readonly open: () => Promise<RedisStore>;
  /** A connection of the test's own. */
  readonly raw: RedisConnection;
}

function testRedis(name: string, test: (setting: Setting) => Promise<void>): void {
  Deno.test(name, { ignore: !HAS_REDIS }, async () => {
    const server = await startRedis();
    const raw = await RedisConnection.open(server.url, QUICK);
    const opened: RedisStore[] = [];
    const open = async () => {
      const store = await connectRedis(server.url, QUICK);
      opened.push(store);
      return store;
    };
    try {
      await test({ server, open, raw });
    } finally {
      await Promise.all(opened.map((store) => store.close()));
      await raw.close();
      await server.kill();
    }
  });
}

function never(): never {
  throw new Error("There is none.");
}

/** Tries until it works, as clients do. */
async function eventually<T>(work: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const result = await work().catch(() => undefined);
    if (result !== undefined) return result;
    assert(Date.now() < end, "It did not come about in time.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

testRedis(
  "update() says unavailable while Redis does not answer, and nothing is lost or made twice",
  async ({ server, open }) => {
    const { store } = await open();
    await store.update(DOC, seeding());
    assert((await store.update(DOC, adding("A"))).ok);
    server.freeze();
    const refused = await store.update(DOC, adding("B"));
    assertEquals(refused.ok ? "" : refused.code, "unavailable");
    await assertRejects(() => store.read(DOC), StoreUnavailableError);
    await assertRejects(() => store.members.list(DOC), StoreUnavailableError);
    assertEquals(await store.drop(DOC), false);
    server.thaw();
    await eventually(async () => (await store.update(DOC, adding("B"))).ok || undefined);
    assertEquals((await store.read(DOC))?.def, machineOf("A", "B"));
  },
);

testRedis("the store connects again by itself and says where rooms are gone", async ({ server, open }) => {
  const { store } = await open();
  const recorder = new Recorder();
  store.listen(recorder);
  await store.members.join(DOC, presenceOf("s1"));
  await store.update(DOC, seeding());
  const before = await store.read(DOC);
  await server.kill();
  const refused = await store.update(DOC, adding("A"));
  assertEquals(refused.ok ? "" : refused.code, "unavailable");
  assertEquals(store.isAvailable, false);
  await assertRejects(() => store.members.join(DOC, presenceOf("s2")), StoreUnavailableError);
  const again = await startRedis(server.port);
  try {
    await recorder.until(() => recorder.vanishedRooms.length > 0);
    assertEquals([...new Set(recorder.vanishedRooms)], [DOC]);
    const seeded = await eventually(async () => {
      const updated = await store.update(DOC, seeding());
      return updated.ok ? updated : undefined;
    });
    assertNotEquals(seeded.room.epoch, before?.epoch);
    await recorder.until(() => recorder.commits.at(-1)?.epoch === seeded.room.epoch);
    await eventually(async () => (await store.members.list(DOC)).length === 1 || undefined);
    assertEquals(await store.members.list(DOC), [presenceOf("s1")]);
  } finally {
    await again.kill();
  }
});

testRedis(
  "listen() tells what took the place of a room that was lost, though that is no change",
  async ({ open, raw }) => {
    const { store } = await open();
    const recorder = new Recorder();
    store.listen(recorder);
    await store.members.join(DOC, presenceOf("s1"));
    await store.update(DOC, seeding());
    await raw.command(["FLUSHALL"]);
    await recorder.until(() => recorder.vanishedRooms.length > 0);
    const seeded = await store.update(DOC, (room) => unchanged({ ...room, def: machineOf("A") }));
    assert(seeded.ok);
    await recorder.until(() => recorder.commits.length === 2);
    const [{ epoch, broadcasts } = never()] = recorder.commits.slice(1);
    assertEquals(epoch, seeded.room.epoch);
    assertEquals(broadcasts, [{
      type: "full",
      change: { seq: 0, origin: "hub", ops: null },
      def: machineOf("A"),
    }]);
  },
);

testRedis(
  "listen() tells what was missed while the connection was lost, though the stream forgot it",
  async ({ open, raw }) => {
    const { store } = await open();
    const recorder = new Recorder();
    store.listen(recorder);
    await store.members.join(DOC, presenceOf("s1"));
    await store.update(DOC, seeding());
    await raw.command(["CLIENT", "KILL", "TYPE", "normal"]);
    const { store: other } = await open();
    for (const name of ["A", "B", "C"]) await other.update(DOC, adding(name));
    await raw.command(["XTRIM", STREAM_KEY, "MAXLEN", "0"]);
    await recorder.until(() => recorder.commits.some(({ seq }) => seq === 4));
    const numbers = recorder.commits.flatMap(({ broadcasts }) =>
      broadcasts.map((told) => "change" in told ? told.change.seq : 0)
    );
    assertEquals([...new Set(numbers)], [1, 2, 3, 4]);
  },
);

testRedis("listen() notices by itself that a note never came", async ({ open, raw }) => {
  const { store } = await open();
  const recorder = new Recorder();
  store.listen(recorder);
  await store.members.join(DOC, presenceOf("s1"));
  await store.update(DOC, seeding());
  const { room: [hash, log] } = await roomKeys(DOC);
  const room = await store.read(DOC);
  const change = { seq: 2, origin: "s9", ops: [addState("A")] };
  const head = JSON.parse(String(await raw.command(["HGET", hash, "head"])));
  await raw.command(["RPUSH", log, JSON.stringify(change)]);
  const parts = [
    "head",
    JSON.stringify({ ...head, seq: 2 }),
    "seq",
    "2",
    "def",
    JSON.stringify(machineOf("A")),
  ];
  await raw.command(["HSET", hash, "version", `${room?.epoch}/by hand`, ...parts]);
  await recorder.until(() => recorder.commits.some(({ seq }) => seq === 2));
  assertEquals(recorder.commits.at(-1)?.broadcasts, [{ type: "patch", change }]);
});

testRedis(
  "members of a process that ended are taken out, and one process tells it",
  async ({ open, raw }) => {
    const [{ store: one }, { store: other }] = [await open(), await open()];
    const recorders = [one, other].map((store) => {
      const recorder = new Recorder();
      store.listen(recorder);
      return recorder;
    });
    await one.members.join(DOC, presenceOf("s1", 1));
    await other.members.join(DOC, presenceOf("s2", 2));
    const { members } = await roomKeys(DOC);
    await raw.command(["HSET", members, "a process that ended/s3", JSON.stringify(presenceOf("s3", 3))]);
    await eventually(async () => (await one.members.list(DOC)).length === 2 || undefined);
    await eventually(() => Promise.resolve(recorders.some(({ changes }) => changes.length > 0) || undefined));
    assertEquals(recorders.flatMap(({ changes }) => changes), [[DOC, { joined: [], left: ["s3"] }]]);
  },
);

testRedis("members that were taken out by mistake come back, and that is told", async ({ open, raw }) => {
  const { store } = await open();
  const recorder = new Recorder();
  store.listen(recorder);
  await store.members.join(DOC, presenceOf("s1"));
  await raw.command(["DEL", (await roomKeys(DOC)).members]);
  await recorder.until(() => recorder.changes.length > 0);
  assertEquals(recorder.changes, [[DOC, { joined: [presenceOf("s1")], left: [] }]]);
  assertEquals(await store.members.list(DOC), [presenceOf("s1")]);
});

testRedis("close() lets the members of this process go", async ({ open }) => {
  const [one, { store: other }] = [await open(), await open()];
  await one.store.members.join(DOC, presenceOf("s1", 1));
  await other.members.join(DOC, presenceOf("s2", 2));
  await one.close();
  assertEquals(await other.members.list(DOC), [presenceOf("s2", 2)]);
});

testRedis("rooms that nobody is in are kept for a while, unsaved changes for long", async ({ open, raw }) => {
  const { store } = await open();
  const { room, members } = await roomKeys(DOC);
  const left = async (key: string) => Number(await raw.command(["PTTL", key]));
  await store.update(DOC, seeding());
  for (const key of room.slice(0, 2)) assertLess(Math.abs(await left(key) - 120_000), 5_000);
  await store.update(DOC, adding("A"));
  for (const key of room) assertGreater(await left(key), 6 * 24 * 3_600_000);
  await store.members.join(DOC, presenceOf("s1"));
  assertLess(Math.abs(await left(members) - 20_000), 5_000);
  await store.members.leave(DOC, "s1");
  await store.drop(DOC, true);
  const keys = await raw.command(["KEYS", "loom:*"]) as string[];
  assertEquals(keys.filter((key) => key.includes("room") || key.includes("members")), []);
});

Deno.test("connectRedis() refuses an address that is none, without saying it", async () => {
  for (const url of ["", "localhost", "http://:secret@localhost", "redis//:secret@localhost"]) {
    const error = await assertRejects(() => connectRedis(url), LoomError);
    assertEquals(error.code, "bad_url");
    assert(!error.message.includes("secret"));
  }
});

Deno.test("connectRedis() says that there is no Redis, without the password", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `redis://:secret@127.0.0.1:${listener.addr.port}`;
  listener.close();
  const error = await assertRejects(() => connectRedis(url, { connectMs: 300 }), LoomError);
  assertEquals(error.code, "unavailable");
  assert(!`${error.message} ${error.cause}`.includes("secret"));
});

Deno.test("connectRedis() uses the password of the address", { ignore: !HAS_REDIS }, async () => {
  const server = await startRedis(undefined, "secret");
  try {
    const { close } = await connectRedis(server.url, QUICK);
    await close();
    const wrong = server.url.replace("secret", "wr0ng");
    const error = await assertRejects(() => connectRedis(wrong, QUICK), LoomError);
    assertEquals(error.code, "unavailable");
    assert(!`${error.message} ${error.cause}`.includes("wr0ng"));
  } finally {
    await server.kill();
  }
});
