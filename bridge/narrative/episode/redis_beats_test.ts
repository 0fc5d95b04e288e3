import { assertEquals } from "@std/assert";
import { beatsOf } from "./read_beats.ts";
import { MOST_REDIS_BEATS, redisBeats, type RedisReader } from "./redis_beats.ts";
import { beatLike } from "./testing.ts";

/** What a Redis holds; sorted sets and lists in ascending order. */
interface Held {
  readonly sets?: Readonly<Record<string, readonly string[]>>;
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  readonly texts?: Readonly<Record<string, string>>;
  readonly hashes?: Readonly<Record<string, Record<string, string>>>;
}

function holding({ sets = {}, lists = {}, texts = {}, hashes = {} }: Held): RedisReader {
  return {
    newest: (key, count) => Promise.resolve((sets[key] ?? []).toReversed().slice(0, count)),
    last: (key, count) => Promise.resolve((lists[key] ?? []).slice(-count)),
    text: (key) => Promise.resolve(texts[key] ?? null),
    hash: (key) => Promise.resolve(hashes[key] ?? {}),
  };
}

const NOW = new Date("2026-01-03T23:00:00Z");
const BEATS = [0, 1, 2].map((index) => beatLike("beat", index));
const TEXTS = Object.fromEntries(BEATS.map((beat) => [`ncp:beat:${beat.id}`, JSON.stringify(beat)]));
const IDS = BEATS.map(({ id }) => id);

Deno.test("redisBeats() reads the timeline before the list, in ascending time", async () => {
  const redis = holding({
    sets: { "ncp:timeline:main": IDS },
    lists: { "ncp:beats:main": ["x"] },
    texts: TEXTS,
  });
  assertEquals(await redisBeats(redis, "main", NOW), BEATS);
});

Deno.test("redisBeats() reads ids and whole beats of a list, texts and hashes", async () => {
  const { perspectives, act, coherence, ...texts } = beatLike("climax", 9);
  const hash = {
    ...texts,
    act: `${act}`,
    coherence: `${coherence}`,
    perspectives: JSON.stringify(perspectives),
  };
  const redis = holding({
    lists: { "ncp:beats:main": [IDS[0] ?? "", JSON.stringify(BEATS[1]), texts.id, "gone", "{broken"] },
    texts: TEXTS,
    hashes: { [`ncp:beat:${texts.id}`]: hash },
  });
  const found = await redisBeats(redis, "main", NOW);
  assertEquals<unknown>(beatsOf(found).beats, [BEATS[0], BEATS[1], beatLike("climax", 9)]);
});

Deno.test("redisBeats() reads the lists of the last seven days, at most 50 beats", async () => {
  const texts = Array.from({ length: 40 }, (_, index) => JSON.stringify(beatLike("beat", index)));
  const redis = holding({
    lists: {
      "ncp:beats:2025-12-27": texts,
      "ncp:beats:2025-12-28": texts,
      "ncp:beats:2026-01-03": texts.slice(0, 20),
    },
  });
  assertEquals((await redisBeats(redis, "main", NOW)).length, MOST_REDIS_BEATS);
  const old = holding({ lists: { "ncp:beats:2025-12-27": texts } });
  assertEquals(await redisBeats(old, "main", NOW), []);
});

Deno.test("redisBeats() takes the newest 50", async () => {
  const many = Array.from({ length: 70 }, (_, index) => beatLike("beat", index));
  const redis = holding({ lists: { "ncp:beats:main": many.map((beat) => JSON.stringify(beat)) } });
  assertEquals(await redisBeats(redis, "main", NOW), many.slice(20));
});
