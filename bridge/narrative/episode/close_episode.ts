import type { BeatStore } from "../store/beat_store.ts";
import { beatsOfStory } from "../story/read_story.ts";
import type { Episode, StoredBeat } from "../types.ts";

/** How many beats make an episode that closes by itself. */
export const EPISODE_LENGTH = 12;

/** Whether an episode that closes by itself ends with its last beat: it is long enough, or something was resolved. */
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

/** The beats that an episode of that id tells: its own when it was closed, else those that no episode closed over. */
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

/** What is kept of an episode that is written. */
export interface EpisodeRecordOptions {
  /** The story that the episode belongs to. */
  readonly story: string;
  /** Such as `s01e07`. */
  readonly episode_id: string;
  /** What the episode is called, for people. */
  readonly title: string;
  /** When it is written. */
  readonly now: Date;
  /** Whether the count of beats begins anew after it. */
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
