import { type BeatReading, beatReading } from "./beat.ts";
import { classify } from "../event/classify/classify.ts";
import type { Rules } from "../event/classify/rules.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { analysesOfStory } from "../story/read_story.ts";
import {
  type Act,
  type Amendment,
  type Analysis,
  type Beat,
  type StoredAnalysis,
  type StoredBeat,
  type Universe,
  UNIVERSES,
} from "../types.ts";

/** The classification of an event. */
export interface Reading {
  /** The intent of each view. */
  readonly intents: Readonly<Record<Universe, string>>;
  /** The act that the event belongs to by its function. */
  readonly act: Act;
  /** The view that leads. */
  readonly lead_universe: Universe;
  /** Agreement of the views, from 0 to 1. */
  readonly coherence: number;
}

/** An event that is read otherwise than before, or whose beat is yet to follow how it is read. */
export interface MovedEvent {
  /** The identity of the delivery. */
  readonly event_id: string;
  /** Lookup key, such as `issues.opened`. */
  readonly key: string;
  /** The stored reading. */
  readonly before: Reading;
  /** As the other rules have it. */
  readonly after: Reading;
  /** The beat whose function or act changes with it. */
  readonly beat_id?: string;
  /** The beat as it is then, when anything of it changes. */
  readonly beat?: Beat;
}

/** Options of a reclassification. */
export interface ReclassifyOptions {
  /** Rules to classify the events by. */
  readonly rules: Rules;
  /** Tells when a beat is amended. */
  readonly now: () => Date;
  /** `true` to store the new readings; the old ones are kept too. */
  readonly write?: boolean;
}

/**
 * Reads all events of a story again by other rules, and their beats with them.
 *
 * A beat keeps the function and the act that a maintainer gave it. One from another analysis than those of its event stays as
 * it is.
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
    const stored = await store.beatOfEvent(story, record.event_id);
    const reading = stored && beatReadAgain(stored, record, analysis);
    const event = movedEvent(record, analysis, stored, reading);
    if (event !== undefined) moved.push(event);
    if (!write) continue;
    // The beat first: once the new reading is stored, a second run would find no change and skip the beat.
    if (stored !== undefined && reading !== undefined) {
      await store.amendBeat(stored.beat.id, amendmentOf(reading, rules.sha256, now()));
    }
    if (record.rules_sha256 === rules.sha256) continue;
    await store.putAnalysis({ ...withoutHistory(record), analysis, rules_sha256: rules.sha256 });
  }
  return moved;
}

/** The change of an event: of its analysis, or of a beat that has not followed its analysis yet. */
function movedEvent(
  record: StoredAnalysis,
  analysis: Analysis,
  stored: StoredBeat | undefined,
  reading: BeatReading | undefined,
): MovedEvent | undefined {
  const { event_id, key } = record;
  const [before, after] = [readingOf(beatReading(record.analysis)), readingOf(beatReading(analysis))];
  const isMoved = JSON.stringify(before) !== JSON.stringify(after);
  if (stored === undefined || reading === undefined) {
    return isMoved ? { event_id, key, before, after } : undefined;
  }
  const { beat } = stored;
  const isAnotherStep = reading.narrative_function !== beat.narrative_function || reading.act !== beat.act;
  return {
    event_id,
    key,
    ...(isMoved ? { before, after } : { before: readingOf(beat), after: readingOf(reading) }),
    ...(isAnotherStep ? { beat_id: beat.id } : {}),
    beat: { ...beat, ...reading },
  };
}

function readingOf({ perspectives, act, lead_universe, coherence }: BeatReading): Reading {
  const { engineer, ceremony, story_engine } = perspectives;
  return { intents: { engineer, ceremony, story_engine }, act, lead_universe, coherence };
}

function withoutHistory({ seq: _, earlier: __, ...record }: StoredAnalysis) {
  return record;
}

/** Prefix of an amendment's reason after a reclassification; the hash of the rules follows. */
const READ_AGAIN = "read again by the rules ";

/**
 * The reading of a beat after its event is reclassified. A maintainer's function and act stay.
 *
 * @param kept the stored analysis of its event
 * @param analysis the new one
 * @returns `undefined` when nothing of the beat changes, and for a beat that came with its own analysis
 */
export function beatReadAgain(
  stored: StoredBeat,
  kept: StoredAnalysis,
  analysis: Analysis,
): BeatReading | undefined {
  const { beat, original = beat, amendments = [] } = stored;
  const readings = [kept, ...kept.earlier].map((one) => beatReading(one.analysis));
  if (!readings.some((reading) => isSame(reading, original))) return undefined;
  const after = withWord(beatReading(analysis), amendments.findLast(isByHand));
  return isSame(after, beat) ? undefined : after;
}

/** The amendment that gives a beat its new reading. */
export function amendmentOf(reading: BeatReading, rulesSha256: string, now: Date): Amendment {
  return { ...reading, amended_at: now.toISOString(), reason: READ_AGAIN + rulesSha256.slice(0, 12) };
}

/** Earlier versions amended function and act alone when they read an event again; they said so in the reason. */
function isByHand({ perspectives, reason }: Amendment): boolean {
  return perspectives === undefined && !reason.startsWith(READ_AGAIN);
}

function withWord(reading: BeatReading, word: Amendment | undefined): BeatReading {
  if (word === undefined) return reading;
  const { narrative_function, act } = word;
  const perspectives = { ...reading.perspectives, story_engine: narrative_function };
  return { ...reading, narrative_function, act, perspectives };
}

function isSame(one: BeatReading, other: BeatReading): boolean {
  return one.narrative_function === other.narrative_function && one.act === other.act &&
    one.lead_universe === other.lead_universe && one.coherence === other.coherence &&
    UNIVERSES.every((universe) => one.perspectives[universe] === other.perspectives[universe]);
}
