import { join } from "@std/path";
import { assert, assertEquals } from "@std/assert";
import { HAS_REDIS, startRedis } from "./redis/redis_server.ts";
import { crowd, killWriters } from "./soak/narrative_stress.ts";

const WRITERS = 16;
const BEATS = 25;
const KILLS = 3;

/** Each pair of writers has the same events. */
const ALL = { created: WRITERS * BEATS / 2, known: WRITERS * BEATS / 2, kept: WRITERS * BEATS / 2, lost: 0 };

const killAfter = (kill: number) => 7 + 20 * kill;

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function onRedis(test: (address: string) => Promise<void>): Promise<void> {
  const server = await startRedis();
  try {
    await test(server.url);
  } finally {
    await server.kill();
  }
}

Deno.test("sqlite: loses and doubles nothing when 16 processes write", () =>
  inFolder(async (folder) => {
    assertEquals(await crowd(`sqlite:${join(folder, "beats.db")}`, WRITERS, BEATS), ALL);
  }));

Deno.test(
  "redis: loses and doubles nothing when 16 processes write",
  { ignore: !HAS_REDIS },
  () =>
    onRedis(async (address) => {
      assertEquals(await crowd(address, WRITERS, BEATS), ALL);
    }),
);

for (const scheme of ["sqlite", "jsonl"]) {
  Deno.test(`${scheme}: loses no acknowledged beat when its writers are killed`, () =>
    inFolder(async (folder) => {
      const { created, kept, lost } = await killWriters(
        `${scheme}:${join(folder, "beats")}`,
        KILLS,
        killAfter,
      );
      assert(created >= KILLS * killAfter(0));
      // A beat may be kept whose acknowledgement was cut off.
      assert(kept >= created);
      assertEquals(lost, 0);
    }));
}

Deno.test(
  "redis: loses no acknowledged beat when its writers are killed",
  { ignore: !HAS_REDIS },
  () =>
    onRedis(async (address) => {
      const { created, kept, lost } = await killWriters(address, KILLS, killAfter);
      assert(kept >= created && created >= KILLS * killAfter(0));
      assertEquals(lost, 0);
    }),
);
