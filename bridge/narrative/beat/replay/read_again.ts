import { type BeatReading, beatReading } from "../beat.ts";
import {
  type Amendment,
  type Analysis,
  type StoredAnalysis,
  type StoredBeat,
  UNIVERSES,
} from "../../types.ts";

/** How the reason of an amendment begins that comes of reading an event again; the rules follow. */
const READ_AGAIN = "read again by the rules ";

/**
 * What a beat is when its event is read anew. The function and the act that a maintainer gave it stay.
 *
 * @param kept the analysis of its event as the store has it
 * @param analysis the new one
 * @returns `undefined` when nothing of the beat changes, and for a beat that was made of an analysis of its own
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
