import { type BeatStore, closeWhenOver, followStory } from "@loom/bridge/narrative";

/** Episodes that close by themselves. */
export interface EpisodeCloser {
  /** Ends it. */
  close(): Promise<void>;
}

/**
 * Closes each episode of a story when it is over, as long as a bridge runs.
 *
 * @param onClosed called with the id of a closed episode
 */
export function closeEpisodes(
  store: BeatStore,
  story: string,
  { now, onClosed }: { readonly now: () => Date; readonly onClosed: (episodeId: string) => void },
): EpisodeCloser {
  const stop = new AbortController();
  const following = (async () => {
    for await (const _ of followStory(store, story, { stop: stop.signal })) {
      // A store that is away now is asked again with the next beat.
      const closeNext = () => closeWhenOver(store, story, now()).catch(() => undefined);
      for (let closed = await closeNext(); closed; closed = await closeNext()) onClosed(closed.episode_id);
    }
  })();
  return {
    close: async () => {
      stop.abort();
      await following;
    },
  };
}
