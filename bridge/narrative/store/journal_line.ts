import { isObject } from "@loom/protocol";
import type { Amendment, AnalysisRecord, Beat, Episode } from "../types.ts";
import type { AnalysisTexts } from "../event/analysis_texts.ts";

/** An analysis as a line holds it: bytes do not go into JSON. */
export type LoggedRecord = Omit<AnalysisRecord, "payload_gzip"> & {
  /** The payload as JSON in gzip, in base64. */
  readonly payload_gzip_base64?: string;
};

/** An analysis came in. */
export interface AnalysisLine {
  readonly type: "analysis";
  readonly seq: number;
  readonly record: LoggedRecord;
}

/** Something that happened to a store; all of them in order make the store. */
export type JournalLine =
  | AnalysisLine
  | { readonly type: "claim"; readonly story: string; readonly name: string; readonly event_id: string }
  | { readonly type: "beat"; readonly seq: number; readonly story: string; readonly beat: Beat }
  | { readonly type: "amendment"; readonly id: string; readonly amendment: Amendment }
  | { readonly type: "episode"; readonly seq: number; readonly episode: Episode }
  | { readonly type: "counters"; readonly seq: number; readonly ms: number };

const TYPES: ReadonlySet<unknown> = new Set<JournalLine["type"]>([
  "analysis",
  "claim",
  "beat",
  "amendment",
  "episode",
  "counters",
]);

/** Whether a value says itself to be a line; what it tells is not looked at. */
export function isJournalLine(value: unknown): value is JournalLine {
  return isObject(value) && TYPES.has(value.type);
}

/** A line as JSON, whose record has its large parts written already. */
export function analysisLineText(line: AnalysisLine, { facts, analysis }: AnalysisTexts): string {
  const { type, seq, record } = line;
  if (record.payload_gzip_base64 !== undefined) return JSON.stringify(line);
  const { story, event_id, key, received_at, event_at, repository, sender, rules_sha256 } = record;
  const rest = { story, event_id, key, received_at, event_at, repository, sender, rules_sha256 };
  const members = JSON.stringify(rest satisfies Omit<LoggedRecord, keyof AnalysisTexts>).slice(1);
  const head = `{"type":"${type}","seq":${seq},"record":{"facts":`;
  // Joined they are one text; put together otherwise they would be kept as many.
  return [head, facts, ',"analysis":', analysis, ",", members, "}"].join("");
}

/** A record as a line holds it. */
export function loggedRecord(whole: AnalysisRecord): LoggedRecord {
  // Few records have a payload, and of one without nothing needs to be left out.
  if (whole.payload_gzip === undefined) return whole;
  const { payload_gzip, ...record } = whole;
  return { ...record, payload_gzip_base64: payload_gzip.toBase64() };
}

/** A record as a line held it. */
export function unloggedRecord({ payload_gzip_base64, ...record }: LoggedRecord): AnalysisRecord {
  return payload_gzip_base64 === undefined
    ? record
    : { ...record, payload_gzip: Uint8Array.fromBase64(payload_gzip_base64) };
}
