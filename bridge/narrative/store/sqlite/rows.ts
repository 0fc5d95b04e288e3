import type { AnalysisRecord, Episode, StoredAnalysis, StoredBeat } from "../../types.ts";
import type { AnalysisTexts } from "../beat_store.ts";

/** A value of a column. */
export type Column = string | number | Uint8Array | null;

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

/** The columns of `events` that hold an analysis, in order. */
export const ANALYSIS_COLUMNS =
  "key, received_at, event_at, repository, sender, facts, payload, payload_sha256, analysis, rules_sha256";

/** The columns of `events` that hold an analysis without its payload. */
export const READ_COLUMNS = `seq, story, event_id, earlier, ${ANALYSIS_COLUMNS.replace("payload, ", "")}`;

/** The values of {@linkcode ANALYSIS_COLUMNS}. */
export function analysisColumns(record: AnalysisRecord, { facts, analysis }: AnalysisTexts): Column[] {
  return [
    record.key,
    record.received_at,
    record.event_at,
    record.repository,
    record.sender,
    facts,
    record.payload_gzip ?? null,
    record.payload_sha256 ?? null,
    analysis,
    record.rules_sha256,
  ];
}

/** An analysis from its row. */
export function storedAnalysis(row: Row): StoredAnalysis {
  const text = (column: string) => String(row[column]);
  return {
    seq: Number(row.seq),
    story: text("story"),
    event_id: text("event_id"),
    key: text("key"),
    received_at: text("received_at"),
    event_at: text("event_at"),
    repository: text("repository"),
    sender: text("sender"),
    facts: JSON.parse(text("facts")),
    analysis: JSON.parse(text("analysis")),
    rules_sha256: text("rules_sha256"),
    ...(row.payload_sha256 !== null && { payload_sha256: text("payload_sha256") }),
    ...(row.payload instanceof Uint8Array && { payload_gzip: row.payload }),
    earlier: row.earlier === null ? [] : JSON.parse(text("earlier")),
  };
}

/** A beat from its row. */
export function storedBeat(row: Row): StoredBeat {
  return {
    seq: Number(row.seq),
    story: String(row.story),
    beat: JSON.parse(String(row.json)),
    ...(row.original !== null && {
      original: JSON.parse(String(row.original)),
      amendments: JSON.parse(String(row.amendments)),
    }),
  };
}

/** An episode from its row. */
export function episodeOf(row: Row): Episode {
  return {
    story: String(row.story),
    episode_id: String(row.episode_id),
    title: String(row.title),
    first_seq: Number(row.first_seq),
    last_seq: Number(row.last_seq),
    beat_ids: JSON.parse(String(row.beat_ids)),
    written_at: String(row.written_at),
    closed: row.closed === 1,
  };
}
