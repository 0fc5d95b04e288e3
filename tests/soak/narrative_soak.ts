/**
 * The full-size run on the beat stores: 16 processes with 500 beats each on SQLite and on Redis, and 100 killed writers on a SQLite
 * file, 50 on the one of a folder. Ends with 1 when a beat was lost or made twice.
 *
 * Run it with `deno task soak narrative`.
 *
 * @module
 */
import { join } from "@std/path";
import { HAS_REDIS, startRedis } from "../redis/redis_server.ts";
import { crowd, type CrowdResult, killWriters } from "./narrative_stress.ts";

const [WRITERS, BEATS] = [16, 500];

if (import.meta.main) {
  const folder = await Deno.makeTempDir();
  const random = () => 1 + Math.floor(Math.random() * 200);
  try {
    const crowds = [await crowd(`sqlite:${join(folder, "crowd.db")}`, WRITERS, BEATS)];
    if (HAS_REDIS) {
      const server = await startRedis();
      crowds.push(await crowd(server.url, WRITERS, BEATS));
      await server.kill();
    }
    console.log(`${WRITERS} processes, ${BEATS} beats each, two and two the same:`, crowds);
    const killed = [
      await killWriters(`sqlite:${join(folder, "killed.db")}`, 100, random),
      await killWriters(`jsonl:${join(folder, "killed")}`, 50, random),
    ];
    console.log("Killed writers:", killed);
    Deno.exitCode = crowds.every(isWhole) && killed.every(({ lost }) => lost === 0) ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function isWhole({ created, known, kept, lost }: CrowdResult): boolean {
  const half = WRITERS * BEATS / 2;
  return created === half && known === half && kept === half && lost === 0;
}
