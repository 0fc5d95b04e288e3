import { openStore } from "@loom/bridge/narrative";
import { assertEquals } from "@std/assert";
import { beatsLike, ISSUE_STORY } from "../../bridge/narrative/episode/testing.ts";
import { loom, TempFolder } from "../../cli/testing/loom.ts";
import { HAS_REDIS, startRedis } from "./redis_server.ts";

Deno.test({
  name: "narrative episode tells the beats that a bridge, or an older program, left in Redis",
  ignore: !HAS_REDIS,
  fn: async () => {
    await using folder = await TempFolder.make();
    const server = await startRedis();
    const store = await openStore(server.url);
    for (const { id: _, ...draft } of beatsLike(ISSUE_STORY)) await store.createBeat("main", draft);
    await store.close();
    const episode = async (...args: string[]) => {
      const ran = await loom([
        ...["narrative", "episode", "--episode-number", "7", "--json", "--redis-url", server.url],
        ...["--output-dir", folder.at("out"), ...args],
      ], { now: new Date() });
      return [ran.code, JSON.parse(ran.out).beats];
    };
    assertEquals(await episode(), [0, 7]);
    assertEquals((await episode("--story", "another"))[1], undefined);
    const { openRedis } = await import("../../bridge/narrative/store/redis/connection.ts");
    const redis = await openRedis(server.url);
    const day = new Date().toISOString().slice(0, 10);
    await redis.command(["RPUSH", `ncp:beats:${day}`, "beat_1", JSON.stringify({ content: "whole" })]);
    await redis.command(["HSET", "ncp:beat:beat_1", "id", "beat_1", "act", "3", "content", "of a hash"]);
    await redis.close();
    assertEquals(await episode("--story", "another"), [0, 2]);
    await server.kill();
  },
});
