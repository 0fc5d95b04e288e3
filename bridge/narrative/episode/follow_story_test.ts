import { assertEquals } from "@std/assert";
import { keepEpisode, openBeats } from "./close_episode.ts";
import { beatLike } from "./testing.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { followStory } from "./follow_story.ts";

async function add(store: BeatStore, name: string, index: number, story = "main"): Promise<void> {
  const { id: _, ...draft } = beatLike(name, index);
  await store.createBeat(story, draft);
}

/** Follows a store; each pause does the next of these things, and the last one ends it. */
async function follow(store: BeatStore, happenings: (() => Promise<unknown>)[]): Promise<string[]> {
  const stop = new AbortController();
  const left = [...happenings];
  const pause = async () => {
    const next = left.shift();
    if (next === undefined) stop.abort();
    else await next();
  };
  const moves = followStory(store, "main", { stop: stop.signal, pause });
  return await Array.fromAsync(
    moves,
    (move) =>
      move.type === "stands"
        ? `stands in ${move.configuration.at(-1)}`
        : `${move.beat.event_id}: -${move.exited.join(" ")} +${move.entered.join(" ")}`,
  );
}

Deno.test("followStory() tells where the story stands, then each beat once, and a closed episode", async () => {
  const store = memoryStore();
  for (let index = 0; index < 5; index++) await add(store, index === 0 ? "inciting_incident" : "beat", index);
  const close = async () =>
    keepEpisode(store, await openBeats(store, "main"), {
      story: "main",
      episode_id: "s01e01",
      title: "t",
      now: new Date(0),
      closed: true,
    });
  const told = await follow(store, [
    () => add(store, "beat", 5),
    () => add(store, "climax", 6, "another"),
    () => add(store, "turning_point", 7),
    close,
    () => add(store, "inciting_incident", 8),
  ]);
  assertEquals(told, [
    "stands in Act1Incited",
    "event-6: -Act1Incited Act1 +Act2 Act2Rising",
    "event-8: -Act2Rising +Act2Turned",
    "stands in Act1Opening",
    "event-9: -Act1Opening +Act1Incited",
  ]);
});

Deno.test("followStory() is told of the close of an episode that was written before", async () => {
  const store = memoryStore();
  await add(store, "inciting_incident", 0);
  const keep = async (closed: boolean) =>
    keepEpisode(store, await openBeats(store, "main"), {
      story: "main",
      episode_id: "s01e01",
      title: "t",
      now: new Date(0),
      closed,
    });
  await keep(false);
  assertEquals(await follow(store, [() => keep(true)]), ["stands in Act1Incited", "stands in Act1Opening"]);
});

Deno.test("followStory() asks a store again that cannot be reached", async () => {
  const store = memoryStore();
  let failures = 0;
  const since = store.since.bind(store);
  const flaky: BeatStore = Object.assign(store, {
    since: (seq: number) => failures++ === 0 ? Promise.reject(new Error("away")) : since(seq),
  });
  const told = await follow(flaky, [() => add(store, "inciting_incident", 0)]);
  assertEquals([told, failures > 1], [["stands in Act1Opening", "event-1: -Act1Opening +Act1Incited"], true]);
});

Deno.test("followStory() tells of a closed episode although the store was away just then", async () => {
  const store = memoryStore();
  await add(store, "inciting_incident", 0);
  const list = store.list.bind(store);
  let isAway = false;
  const flaky: BeatStore = Object.assign(store, {
    list: (...asked: Parameters<BeatStore["list"]>) => {
      if (!isAway) return list(...asked);
      isAway = false;
      return Promise.reject(new Error("away"));
    },
  });
  const told = await follow(flaky, [
    async () => {
      const beats = await openBeats(store, "main");
      const closing = { story: "main", episode_id: "s01e01", title: "t", now: new Date(0), closed: true };
      await keepEpisode(store, beats, closing);
      isAway = true;
    },
    () => Promise.resolve(),
  ]);
  assertEquals(told, ["stands in Act1Incited", "stands in Act1Opening"]);
});
