import type { BeatStore } from "../store/beat_store.ts";
import { beatsOfStory } from "../story/read_story.ts";
import type { Episode, StoredBeat } from "../types.ts";
import { episodeId, episodeTitle } from "./names.ts";

/** Number of beats at which an episode closes automatically. */
export const EPISODE_LENGTH = 12;

/** Returns `true` if an episode that closes automatically ends with its last beat: it is long enough, or has a resolution. */
export function isEpisodeOver(count: number, lastFunction: string): boolean {
  return count >= EPISODE_LENGTH || (count > 0 && lastFunction === "resolution");
}

/** The beats of the open episode, in the order of arrival. */
export async function openBeats(
  store: Pick<BeatStore, "list" | "episodes">,
  story: string,
): Promise<StoredBeat[]> {
  const closed = (await store.episodes(story)).filter((episode) => episode.closed);
  const last = Math.max(0, ...closed.map(({ last_seq }) => last_seq));
  const open: StoredBeat[] = [];
  // From the end on: a long story is not read whole for its last episode.
  for await (const stored of beatsOfStory(store, story, { order: "arrival", newestFirst: true })) {
    if (stored.seq <= last) break;
    open.push(stored);
  }
  return open.reverse();
}

/** The beats of an episode: its own when it was closed, else those after the last closed episode. */
export async function episodeBeats(
  store: Pick<BeatStore, "list" | "episodes" | "getBeat">,
  story: string,
  episodeId: string,
): Promise<{ readonly stored: readonly StoredBeat[]; readonly isClosed: boolean }> {
  const known = (await store.episodes(story)).find(({ episode_id }) => episode_id === episodeId);
  if (!known?.closed) return { stored: await openBeats(store, story), isClosed: false };
  const beats = await Promise.all(known.beat_ids.map((id) => store.getBeat(id)));
  return { stored: beats.filter((beat) => beat !== undefined), isClosed: true };
}

/** Members of a stored episode. */
export interface EpisodeRecordOptions {
  /** The story that the episode belongs to. */
  readonly story: string;
  /** Such as `s01e07`. */
  readonly episode_id: string;
  /** Title for people. */
  readonly title: string;
  /** Time of writing. */
  readonly now: Date;
  /** `true` if the count of beats restarts after it. */
  readonly closed: boolean;
}

/** Keeps an episode of these beats; when it is closed, the story goes on in its first act, with no beat. */
export async function keepEpisode(
  store: Pick<BeatStore, "putEpisode">,
  beats: readonly StoredBeat[],
  { story, episode_id, title, now, closed }: EpisodeRecordOptions,
): Promise<Episode> {
  const numbers = beats.map(({ seq }) => seq);
  const episode = {
    story,
    episode_id,
    title,
    first_seq: Math.min(...numbers),
    last_seq: Math.max(...numbers),
    beat_ids: beats.map(({ beat }) => beat.id),
    written_at: now.toISOString(),
    closed,
  };
  await store.putEpisode(episode);
  return episode;
}

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
