import type { BeatStore } from "../store/beat_store.ts";
import type { Episode } from "../types.ts";
import { isEpisodeOver, keepEpisode, openBeats } from "./close_episode.ts";
import { episodeId, episodeTitle } from "./names.ts";

/** The episodes of a season. */
const SEASON_LENGTH = 99;

/**
 * Closes the open episode of a story when it is over: after twelve beats, or with a resolution. It gets the first number that is free;
 * several programs that do it at once close the same one.
 *
 * @returns the episode that was closed
 */
export async function closeWhenOver(
  store: Pick<BeatStore, "list" | "episodes" | "putEpisode">,
  story: string,
  now: Date,
): Promise<Episode | undefined> {
  const open = await openBeats(store, story);
  // Several may have come since the last look; the episode ends where it would have ended then.
  const last = open.findIndex(({ beat }, index) => isEpisodeOver(index + 1, beat.narrative_function));
  if (last < 0) return undefined;
  const beats = open.slice(0, last + 1);
  return await keepEpisode(store, beats, {
    story,
    episode_id: nextId(await store.episodes(story)),
    title: episodeTitle(beats.map(({ beat }) => beat), now),
    now,
    closed: true,
  });
}

/** The first number that no closed episode has; one that is only written may be written again. */
function nextId(episodes: readonly Episode[]): string {
  const taken = new Set(episodes.filter(({ closed }) => closed).map(({ episode_id }) => episode_id));
  for (let count = 0;; count++) {
    const id = episodeId(Math.floor(count / SEASON_LENGTH) + 1, count % SEASON_LENGTH + 1);
    if (!taken.has(id)) return id;
  }
}
