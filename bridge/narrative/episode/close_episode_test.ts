import { assertEquals } from "@std/assert";
import { readPosition } from "../story/read_story.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { closeWhenOver, EPISODE_LENGTH } from "./close_episode.ts";
import { beatLike } from "./testing.ts";

const NOW = new Date("2026-01-04T00:00:00Z");

/** Adds beats; gives the ids of the episodes that were closed on the way, by the number of the beat. */
async function closedBy(functions: readonly string[]) {
  const store = memoryStore();
  const closed: [number, string, string][] = [];
  for (const [index, name] of functions.entries()) {
    const { id: _, ...draft } = beatLike(name, index);
    await store.createBeat("main", draft);
    const episode = await closeWhenOver(store, "main", NOW);
    if (episode !== undefined) closed.push([index + 1, episode.episode_id, episode.title]);
  }
  return { closed, position: await readPosition(store, "main") };
}

Deno.test("closeWhenOver() closes after twelve beats, and with a resolution", async () => {
  const beats = Array.from({ length: EPISODE_LENGTH }, () => "beat");
  const { closed, position } = await closedBy([...beats, "inciting_incident", "resolution", "beat"]);
  assertEquals(closed, [
    [12, "s01e01", "Episode 20260104"],
    [14, "s01e02", "Issue 1 - Spelling error in the README file"],
  ]);
  assertEquals([position.beat_count, position.current_act], [1, 1]);
});

Deno.test("closeWhenOver() closes nothing while the episode goes on, or has no beat", async () => {
  assertEquals((await closedBy(["inciting_incident", "climax"])).closed, []);
  assertEquals(await closeWhenOver(memoryStore(), "main", NOW), undefined);
});
