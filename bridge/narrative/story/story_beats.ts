import type { BeatStore } from "../store/beat_store.ts";
import type { Beat, Universe } from "../types.ts";
import { beatsOfStory } from "./read_story.ts";

/** Which beats to list. */
export interface WantedBeats {
  /** Only those behind this beat. */
  readonly after?: string | undefined;
  /** Only those of this function. */
  readonly function?: string | undefined;
  /** Only those that this view leads. */
  readonly lead?: Universe | undefined;
  /** At most so many. */
  readonly limit: number;
}

/**
 * The beats of a story, by time.
 *
 * @throws {LoomError} `unknown_beat` when the story has no beat `after`
 */
export async function storyBeats(
  store: Pick<BeatStore, "list">,
  story: string,
  { after, lead, limit, function: name }: WantedBeats,
): Promise<Beat[]> {
  const beats: Beat[] = [];
  if (limit < 1) return beats;
  for await (const { beat } of beatsOfStory(store, story, after === undefined ? {} : { after })) {
    const isWanted = (name ?? beat.narrative_function) === beat.narrative_function &&
      (lead ?? beat.lead_universe) === beat.lead_universe;
    if (isWanted) beats.push(beat);
    if (beats.length >= limit) break;
  }
  return beats;
}
