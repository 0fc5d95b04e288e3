import type { Beat, StoredAnalysis, StoredBeat, StoreEntry } from "../../types.ts";
import { type LoggedRecord, unloggedRecord } from "../beat_store.ts";

/** A text of a reply, or that there is none. */
export type Text = string | null;

/** A beat as a script gives it: story, number, beat, original, amendments. */
export type BeatReply = readonly [story: string, seq: string, beat: string, original: Text, amendments: Text];

/** An analysis as a script gives it: record, number, payload in base64, earlier readings with commas between, the payload's hash. */
export type AnalysisReply = readonly [record: Text, seq: Text, payload: Text, earlier: Text, sha256: Text];

/** Something that came, as a script gives it: number, story, type, the event or beat or episode, and the beat. */
export type EntryReply = readonly [seq: string, story: string, type: string, ref: string, beat: string];

/** A beat from its reply. */
export function beatFrom([story, seq, beat, original, amendments]: BeatReply): StoredBeat {
  return {
    seq: Number(seq),
    story,
    beat: JSON.parse(beat) as Beat,
    ...(original !== null && { original: JSON.parse(original), amendments: JSON.parse(amendments ?? "[]") }),
  };
}

/** An analysis from its reply; `undefined` when there is none. */
export function analysisFrom(
  [record, seq, payload, earlier, payload_sha256]: AnalysisReply,
): StoredAnalysis | undefined {
  if (record === null) return undefined;
  const logged: LoggedRecord = {
    ...JSON.parse(record),
    ...(payload_sha256 && { payload_sha256 }),
    ...(payload !== null && { payload_gzip_base64: payload }),
  };
  return { ...unloggedRecord(logged), seq: Number(seq), earlier: JSON.parse(`[${earlier ?? ""}]`) };
}

/** Reads a stream entry from its reply. */
export function entryFrom([number, story, type, ref, beat]: EntryReply): StoreEntry {
  const seq = Number(number);
  if (type === "beat") return { type, seq, story, beat: JSON.parse(beat) as Beat };
  return type === "analysis"
    ? { type, seq, story, event_id: ref }
    : { type: "episode", seq, story, episode_id: ref };
}

/**
 * The keys in Redis. Those that other programs read, beats and lists of beats, have the names that those programs know; a name without
 * a story is shared by all of them.
 */
export const KEYS = {
  /** An analysis as JSON, for readers that know no stories. */
  event: (eventId: string): string => `ncp:event:${eventId}`,
  /** The record of an event: a hash. */
  record: (story: string, eventId: string): string => `ncp:record:${story}:${eventId}`,
  /** The events of a story by number: a sorted set. */
  events: (story: string): string => `ncp:events:${story}`,
  /** A beat as JSON. */
  beat: (id: string): string => `ncp:beat:${id}`,
  /** Additions to a beat: a hash of its story and its amendments. */
  beatNote: (id: string): string => `ncp:beat_note:${id}`,
  /** The ids of a story's beats in the order of arrival: a list. */
  beats: (story: string): string => `ncp:beats:${story}`,
  /** The same by number: a sorted set. */
  arrival: (story: string): string => `ncp:arrival:${story}`,
  /** The same by the time of the event: a sorted set. */
  timeline: (story: string): string => `ncp:timeline:${story}`,
  /** The id of the beat of an event. */
  eventBeat: (story: string, eventId: string): string => `ncp:event_beat:${story}:${eventId}`,
  /** Entries of a story, for live readers: a stream. */
  stream: (story: string): string => `ncp:stream:${story}`,
  /** An episode as JSON, for readers that know no stories. */
  episode: (episodeId: string): string => `ncp:episode:${episodeId}`,
  /** The episodes of a story: a hash. */
  episodes: (story: string): string => `ncp:episodes:${story}`,
  /** Events by claimed name: a hash. */
  claims: (story: string): string => `ncp:claims:${story}`,
  /** The names that an event holds: a set. */
  claimed: (story: string, eventId: string): string => `ncp:claimed:${story}:${eventId}`,
  /** The names of the stories: a set. */
  stories: "ncp:stories",
  /** The highest millisecond in an id. */
  clock: "ncp:clock",
  /** The highest number given out. */
  seq: "ncp:seq",
  /** The id of the newest beat. */
  latest: "ncp:beats:current:latest",
} as const;
