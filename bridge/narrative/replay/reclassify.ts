import { classify } from "../classify/classify.ts";
import type { Rules } from "../classify/rules.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { analysesOfStory } from "../story/read_story.ts";
import { type Act, type Analysis, type StoredAnalysis, type Universe, UNIVERSES } from "../types.ts";

/** What an event is read as. */
export interface Reading {
  /** The intent of each view. */
  readonly intents: Readonly<Record<Universe, string>>;
  /** The act that the event belongs to by its function. */
  readonly act: Act;
  /** The view that leads. */
  readonly lead_universe: Universe;
}

/** An event that is read otherwise than before. */
export interface MovedEvent {
  /** The identity of the delivery. */
  readonly event_id: string;
  /** What the rules are asked for, such as `issues.opened`. */
  readonly key: string;
  /** As it is kept. */
  readonly before: Reading;
  /** As the other rules have it. */
  readonly after: Reading;
  /** The beat whose function or act changes with it. */
  readonly beat_id?: string;
}

/** How to read a story again. */
export interface ReclassifyOptions {
  /** What to read the events by. */
  readonly rules: Rules;
  /** Tells when a beat is amended. */
  readonly now: () => Date;
  /** Whether to keep the new readings; the old ones stay beside them. */
  readonly write?: boolean;
}

/**
 * Reads all events of a story again by other rules.
 *
 * A beat that was made of another analysis than the kept one, or was amended by hand, stays as it is.
 *
 * @returns what moved, in the order of arrival
 */
export async function reclassifyStory(
  store: BeatStore,
  story: string,
  { rules, now, write = false }: ReclassifyOptions,
): Promise<MovedEvent[]> {
  const moved: MovedEvent[] = [];
  for await (const record of analysesOfStory(store, story)) {
    const analysis = classify(record.facts, rules);
    const before = readingOf(record.analysis);
    const after = readingOf(analysis);
    const isMoved = JSON.stringify(before) !== JSON.stringify(after);
    const beatId = isMoved ? await movedBeat(store, record, after) : undefined;
    if (isMoved) {
      const { event_id, key } = record;
      moved.push({ event_id, key, before, after, ...(beatId === undefined ? {} : { beat_id: beatId }) });
    }
    if (!write || record.rules_sha256 === rules.sha256) continue;
    // The beat first: with the new reading kept, nobody would see any more that it has yet to move.
    if (beatId !== undefined) {
      await store.amendBeat(beatId, {
        narrative_function: after.intents.story_engine,
        act: after.act,
        amended_at: now().toISOString(),
        reason: `read again by the rules ${rules.sha256.slice(0, 12)}`,
      });
    }
    await store.putAnalysis({ ...withoutHistory(record), analysis, rules_sha256: rules.sha256 });
  }
  return moved;
}

/** The beat of an event, when it was made of this very analysis and its function or act is another one now. */
async function movedBeat(
  store: BeatStore,
  { story, event_id, analysis }: StoredAnalysis,
  after: Reading,
): Promise<string | undefined> {
  const stored = await store.beatOfEvent(story, event_id);
  if (stored === undefined) return undefined;
  const { id, narrative_function, act } = stored.beat;
  const { intent, context } = analysis.story_engine;
  if (narrative_function !== intent || act !== context.act) return undefined;
  return after.intents.story_engine === intent && after.act === context.act ? undefined : id;
}

function readingOf(analysis: Analysis): Reading {
  const [engineer, ceremony, story_engine] = UNIVERSES.map((universe) => analysis[universe].intent);
  return {
    intents: { engineer: engineer ?? "", ceremony: ceremony ?? "", story_engine: story_engine ?? "" },
    act: analysis.story_engine.context.act,
    lead_universe: analysis.lead_universe,
  };
}

function withoutHistory({ seq: _, earlier: __, ...record }: StoredAnalysis) {
  return record;
}
