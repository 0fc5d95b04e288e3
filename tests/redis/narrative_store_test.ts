import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { BeatStore } from "../../bridge/narrative/store/beat_store.ts";
import type { RedisConnection } from "@loom/bridge/server/redis";
import { openRedis } from "../../bridge/narrative/store/redis/connection.ts";
import { StoreUnavailableError } from "../../bridge/narrative/narrative_error.ts";
import { draftOf, episodeOf, minute, NOON, recordOf } from "../../bridge/narrative/store/testing/records.ts";
import { redisStore } from "../../bridge/narrative/store/redis_store.ts";
import { testStore } from "../../bridge/narrative/store/testing/store_conformance.ts";
import { HAS_REDIS, type RedisServer, startRedis } from "./redis_server.ts";

testStore("redisStore()", async (now) => {
  const server = await startRedis();
  const [one, other] = await Promise.all([redisStore(server.url, now), redisStore(server.url, now)]);
  const closeBoth = async () => {
    await Promise.all([one.close(), other.close()]);
  };
  return {
    one,
    other,
    reopened: async () => {
      await closeBoth();
      return await redisStore(server.url, now);
    },
    close: async () => {
      await closeBoth();
      await server.kill();
    },
  };
}, { ignore: !HAS_REDIS });

async function withRedis(
  test: (store: BeatStore, server: RedisServer, redis: RedisConnection) => Promise<void>,
): Promise<void> {
  const server = await startRedis();
  const [store, redis] = await Promise.all([
    redisStore(server.url, () => NOON),
    openRedis(server.url),
  ]);
  try {
    await test(store, server, redis);
  } finally {
    await Promise.all([store.close(), redis.close()]);
    await server.kill();
  }
}

Deno.test(
  "redisStore() keeps beats where other programs look for them",
  { ignore: !HAS_REDIS },
  () =>
    withRedis(async (store, _, redis) => {
      const record = recordOf("e1");
      await store.putAnalysis(record);
      const { beat } = await store.createBeat("main", draftOf("e1", { timestamp: minute(5) }));
      const late = (await store.createBeat("main", draftOf("e2", { timestamp: minute(1) }))).beat;
      const episode = episodeOf("s01e01");
      await store.putEpisode(episode);
      const text = async (...command: string[]) => await redis.command([...command]);
      const json = async (key: string) => JSON.parse(String(await text("GET", key)));
      assertEquals(await json("ncp:event:e1"), record.analysis);
      assertEquals(await json(`ncp:beat:${beat.id}`), beat);
      assertEquals(await text("LRANGE", "ncp:beats:main", "0", "-1"), [beat.id, late.id]);
      assertEquals(await text("ZRANGE", "ncp:timeline:main", "0", "-1", "WITHSCORES"), [
        late.id,
        String(NOON + 60_000),
        beat.id,
        String(NOON + 300_000),
      ]);
      assertEquals(await text("GET", "ncp:event_beat:main:e1"), beat.id);
      assertEquals(await text("GET", "ncp:clock"), String(NOON + 1));
      assertEquals(await text("GET", "ncp:beats:current:latest"), late.id);
      assertEquals(await json("ncp:episode:s01e01"), episode);
      assertEquals(await text("XLEN", "ncp:stream:main"), 4);
    }),
);

Deno.test(
  "redisStore() forgets an event in its streams too, and tells what came behind keys that were lost",
  { ignore: !HAS_REDIS },
  () =>
    withRedis(async (store, _, redis) => {
      for (const id of ["gone", "lost", "e3"]) {
        await store.putAnalysis(recordOf(id));
        await store.createBeat("main", draftOf(id));
      }
      await store.forget("main", "gone");
      assertEquals(await redis.command(["XLEN", "ncp:stream:main"]), 4);
      await redis.command(["DEL", "ncp:record:main:lost", "ncp:beat:beat_" + (NOON + 1)]);
      assertEquals((await store.since(0, 1)).map(({ type, seq }) => [type, seq]), [["analysis", 5]]);
    }),
);

Deno.test(
  "redisStore() keeps a score with all its digits",
  { ignore: !HAS_REDIS },
  () =>
    withRedis(async (store, _, redis) => {
      const { beat } = await store.createBeat("main", draftOf("e1"));
      assertStringIncludes(String(await redis.command(["GET", `ncp:beat:${beat.id}`])), "0.7833333333333333");
    }),
);

Deno.test(
  "redisStore() sends its scripts again to a Redis that forgot them",
  { ignore: !HAS_REDIS },
  () =>
    withRedis(async (store, _, redis) => {
      await store.createBeat("main", draftOf("e1"));
      await redis.command(["SCRIPT", "FLUSH"]);
      assert((await store.createBeat("main", draftOf("e2"))).created);
    }),
);

Deno.test(
  "redisStore() gives up on a Redis that does not answer, and recovers",
  { ignore: !HAS_REDIS },
  () =>
    withRedis(async (store, server) => {
      await store.createBeat("main", draftOf("e1"));
      server.freeze();
      try {
        const settled = await Promise.allSettled([
          store.createBeat("main", draftOf("e2")),
          store.count("main"),
        ]);
        for (const result of settled) {
          assert(result.status === "rejected" && result.reason instanceof StoreUnavailableError);
        }
      } finally {
        server.thaw();
      }
      await store.createBeat("main", draftOf("e2"));
      assertEquals((await store.count("main")).total, 2);
    }),
);

Deno.test(
  "redisStore() puts nothing in the place of a Redis that is gone",
  { ignore: !HAS_REDIS },
  () =>
    withRedis(async (store, server) => {
      await server.kill();
      await assertRejects(() => store.createBeat("main", draftOf("e1")), StoreUnavailableError);
      await assertRejects(() => store.health(), StoreUnavailableError);
    }),
);
