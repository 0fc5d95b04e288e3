import { NarrativeError } from "../narrative_error.ts";
import type {
  Amendment,
  AnalysisRecord,
  Beat,
  BeatDraft,
  Episode,
  StoredAnalysis,
  StoredBeat,
  StoreEntry,
} from "../types.ts";

/** Outcome of storing an analysis. */
export interface PutAnalysis {
  /** `true` if it was stored: the first of its event, or one under other rules than the stored one. */
  readonly stored: boolean;
  /** `true` if the event was known before. */
  readonly duplicate: boolean;
}

/** Outcome of creating a beat. */
export interface CreatedBeat {
  /** The beat of the event: the new one, or the one that was there. */
  readonly beat: Beat;
  /** `false` when the event had a beat already. */
  readonly created: boolean;
}

/** Number of beats of a story. */
export interface BeatCount {
  /** Beats after the last closed episode; the position counts these. */
  readonly open: number;
  /** All of them. */
  readonly total: number;
}

/** Range and order of a list of beats. */
export interface ListOptions {
  /** By the time of the event, then arrival (the default), or by arrival alone. */
  readonly order?: "time" | "arrival";
  /** The newest first. */
  readonly newestFirst?: boolean;
  /** Only what comes behind this beat in that order. */
  readonly after?: string;
  /** At most so many; 100 without. */
  readonly limit?: number;
}

/** Range of a list of analyses, in the order of arrival. */
export interface AnalysisListOptions {
  /** Only what came after this number. */
  readonly after?: number;
  /** At most so many; 100 without. */
  readonly limit?: number;
  /** `true` to leave out payloads, which may be large. */
  readonly withoutPayload?: boolean;
}

/** Health of a store. */
export interface StoreHealth {
  /** Kind of the store, such as `sqlite`. */
  readonly kind: string;
  /** The highest number given out; 0 for an empty store. */
  readonly seq: number;
}

/**
 * A store of analyses, beats and episodes.
 *
 * Every promise of a store rejects with a {@linkcode StoreUnavailableError} when the store cannot be reached in time; what was promised
 * before that stays. A returned beat is stored: the end of the process does not lose it.
 */
export interface BeatStore {
  /** Kind of the store, such as `sqlite`. */
  readonly kind: string;

  /**
   * Claims a name for an event, such as its natural key. The first claim wins.
   *
   * @returns the event that holds the name: `eventId` itself when it is the first, or held it before
   */
  claim(story: string, name: string, eventId: string): Promise<string>;

  /**
   * Stores an analysis, unless one of that event under the same rules is stored. One under earlier rules is kept as an earlier reading.
   *
   * @param texts the large parts of the record as JSON, where they are written already
   */
  putAnalysis(record: AnalysisRecord, texts?: AnalysisTexts): Promise<PutAnalysis>;

  /** The analysis of an event. */
  getAnalysis(story: string, eventId: string): Promise<StoredAnalysis | undefined>;

  /** The analyses of a story in the order of arrival. */
  analyses(story: string, options?: AnalysisListOptions): Promise<StoredAnalysis[]>;

  /** Stores a beat under a new id, unless its event has one in that story. */
  createBeat(story: string, draft: BeatDraft): Promise<CreatedBeat>;

  /** A beat by its id, whatever its story. */
  getBeat(id: string): Promise<StoredBeat | undefined>;

  /** The beat of an event. */
  beatOfEvent(story: string, eventId: string): Promise<StoredBeat | undefined>;

  /** Number of beats of a story. */
  count(story: string): Promise<BeatCount>;

  /** The newest beats by the time of their events, the newest first. */
  recent(story: string, limit: number): Promise<Beat[]>;

  /**
   * The beats of a story.
   *
   * @throws {LoomError} `unknown_beat` when the story has no beat `after`
   */
  list(story: string, options?: ListOptions): Promise<StoredBeat[]>;

  /**
   * Changes the function and act of a beat, with what else the amendment names, and keeps what it was.
   *
   * @returns the beat as it is now; `undefined` when there is none
   */
  amendBeat(id: string, amendment: Amendment): Promise<StoredBeat | undefined>;

  /** Stores an episode, replacing one of the same id; `since` lists it under a new number. */
  putEpisode(episode: Episode): Promise<void>;

  /** The episodes of a story in the order in which they were first stored. */
  episodes(story: string): Promise<Episode[]>;

  /** Entries after this number, of all stories, in order: at most `limit`, by default 100. */
  since(seq: number, limit?: number): Promise<StoreEntry[]>;

  /** Deletes everything of an event: its analysis, its beat, the names that it claimed. */
  forget(story: string, eventId: string): Promise<boolean>;

  /**
   * Deletes the analyses and payloads that arrived before this time; beats stay.
   *
   * @returns how many analyses were forgotten
   */
  prune(before: string): Promise<number>;

  /**
   * Deletes analyses that have no beat, with their payloads and names: those that arrived before a time, and of each
   * story all but the newest.
   *
   * @returns how many analyses were forgotten
   */
  pruneUnused(bounds: UnusedBounds): Promise<number>;

  /** Number of analyses of a story that have no beat. */
  countUnused(story: string): Promise<number>;

  /** Health of the store; rejects when it cannot be reached. */
  health(): Promise<StoreHealth>;

  /** Closes the store after the operations in progress. */
  close(): Promise<void>;
}

/** Bounds of the analyses without a beat that are kept. */
export interface UnusedBounds {
  /** The time before which an arrival is too long ago; `""` for no such bound. */
  readonly before: string;
  /** The most that a story keeps; `Infinity` for no such bound. */
  readonly most: number;
}

/** Applies an amendment and keeps the original beat. Members that the amendment leaves out stay. */
export function amended(stored: StoredBeat, amendment: Amendment): StoredBeat {
  const { beat, original = beat, amendments = [] } = stored;
  const { narrative_function, act, lead_universe, coherence } = amendment;
  const perspectives = amendment.perspectives ?? { ...beat.perspectives, story_engine: narrative_function };
  return {
    ...stored,
    beat: {
      ...beat,
      narrative_function,
      act,
      perspectives,
      lead_universe: lead_universe ?? beat.lead_universe,
      coherence: coherence ?? beat.coherence,
    },
    original,
    amendments: [...amendments, amendment],
  };
}

const PREFIX = "beat_";

/** The id of the beat of that millisecond. */
export function beatId(ms: number): string {
  return `${PREFIX}${ms}`;
}

/** The millisecond in an id; it may run ahead of the clock and is not a time. */
export function msOfBeatId(id: string): number {
  return Number(id.slice(PREFIX.length));
}

/** The record, with the payload of the earlier record when it brings none. */
export function withKeptPayload(record: AnalysisRecord, before: AnalysisRecord | undefined): AnalysisRecord {
  const { payload_gzip, payload_sha256 } = before ?? {};
  if (record.payload_gzip !== undefined || payload_gzip === undefined) return record;
  return { ...record, payload_gzip, ...(payload_sha256 === undefined ? {} : { payload_sha256 }) };
}

/** The error for a list that is to go on behind a beat that the story does not have. */
export function unknownBeat(story: string, id: string): NarrativeError {
  return new NarrativeError(
    "unknown_beat",
    `The story "${story}" has no beat "${id}" to go on after.`,
    "after",
  );
}

/** Default length of a list. */
export const DEFAULT_LIMIT = 100;

/** The large parts of a record as JSON. Who has written them already hands them over with the record. */
export interface AnalysisTexts {
  /** Its `facts`. */
  readonly facts: string;
  /** Its `analysis`. */
  readonly analysis: string;
}

/** Writes the large parts of a record. */
export function textsOf({ facts, analysis }: AnalysisRecord): AnalysisTexts {
  return { facts: JSON.stringify(facts), analysis: JSON.stringify(analysis) };
}

/** An analysis as JSON holds it: its payload is in base64. */
export type LoggedRecord = Omit<AnalysisRecord, "payload_gzip"> & {
  /** The gzipped JSON payload, in base64. */
  readonly payload_gzip_base64?: string;
};

/** Makes a record ready for JSON. */
export function loggedRecord(whole: AnalysisRecord): LoggedRecord {
  // Few records have a payload; the others need no copy.
  if (whole.payload_gzip === undefined) return whole;
  const { payload_gzip, ...record } = whole;
  return { ...record, payload_gzip_base64: payload_gzip.toBase64() };
}

/** Reads a record back from JSON. */
export function unloggedRecord({ payload_gzip_base64, ...record }: LoggedRecord): AnalysisRecord {
  return payload_gzip_base64 === undefined
    ? record
    : { ...record, payload_gzip: Uint8Array.fromBase64(payload_gzip_base64) };
}
