import type { BeatStore, ListOptions } from "../store/beat_store.ts";
import type { Beat, Position, StoredAnalysis, StoredBeat, Universe } from "../types.ts";
import { positionOf, RECENT_BEATS } from "../position.ts";

/** Page size. */
const PAGE = 500;

/** All beats of a story, page by page. */
export async function* beatsOfStory(
  store: Pick<BeatStore, "list">,
  story: string,
  options: Omit<ListOptions, "limit"> = {},
): AsyncGenerator<StoredBeat, void, void> {
  let after = options.after;
  while (true) {
    const page = await store.list(story, {
      ...options,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.beat.id;
  }
}

/** All analyses of a story in the order of arrival, page by page and without payloads: those of one page may be more than memory holds. */
export async function* analysesOfStory(
  store: Pick<BeatStore, "analyses">,
  story: string,
): AsyncGenerator<StoredAnalysis, void, void> {
  let after = 0;
  while (true) {
    const page = await store.analyses(story, { after, limit: PAGE, withoutPayload: true });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.seq ?? after;
  }
}

/** Filter of a list of beats. */
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

/** Reads the position of a story from its store. */
export async function readPosition(
  store: Pick<BeatStore, "count" | "recent">,
  story: string,
): Promise<Position> {
  const [{ open }, recent] = await Promise.all([store.count(story), store.recent(story, RECENT_BEATS)]);
  return positionOf(open, recent);
}
