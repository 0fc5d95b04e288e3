import { memoryStore } from "@loom/bridge/narrative";
import { assertEquals } from "@std/assert";
import { closeEpisodes } from "./close_episodes.ts";

Deno.test("closeEpisodes() closes what is over at the beginning, each episode where it ended", async () => {
  const store = memoryStore();
  for (
    const [index, narrative_function] of ["climax", "resolution", "beat", "resolution", "beat"].entries()
  ) {
    await store.createBeat("main", {
      event_id: `e${index}`,
      timestamp: new Date(index).toISOString(),
      narrative_function,
      act: 2,
      perspectives: { engineer: "unknown", ceremony: "offering", story_engine: narrative_function },
      lead_universe: "story_engine",
      coherence: 0.78,
      content: "Push with 1 commit(s)",
    });
  }
  const closed: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const closer = closeEpisodes(store, "main", {
    now: () => new Date(0),
    onClosed: (id) => {
      closed.push(id);
      if (closed.length === 2) resolve();
    },
  });
  await promise;
  await closer.close();
  const episodes = await store.episodes("main");
  assertEquals([closed, episodes.map(({ beat_ids }) => beat_ids.length)], [["s01e01", "s01e02"], [2, 2]]);
  assertEquals((await store.count("main")).open, 1);
});
