import type { Beat, StoredAnalysis, StoredBeat, StoreEntry } from "../../types.ts";
import { type LoggedRecord, unloggedRecord } from "../logged_record.ts";

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

/** What came, from its reply. */
export function entryFrom([number, story, type, ref, beat]: EntryReply): StoreEntry {
  const seq = Number(number);
  if (type === "beat") return { type, seq, story, beat: JSON.parse(beat) as Beat };
  return type === "analysis"
    ? { type, seq, story, event_id: ref }
    : { type: "episode", seq, story, episode_id: ref };
}
