import type {
  Amendment,
  AnalysisRecord,
  Beat,
  BeatDraft,
  EarlierAnalysis,
  Episode,
  StoredAnalysis,
  StoredBeat,
} from "../../types.ts";
import {
  amended,
  type AnalysisTexts,
  beatId,
  type CreatedBeat,
  msOfBeatId,
  type PutAnalysis,
  withKeptPayload,
} from "../beat_store.ts";
import { beatsKey, episodeKey, HAS_NO_BEAT, readAnalysis, readBeat, readBeatOfEvent } from "./reads.ts";
import { ANALYSIS_COLUMNS, analysisColumns } from "./rows.ts";
import type { Statements } from "./statements.ts";

const INSERT_ANALYSIS = `INSERT INTO events(seq, story, event_id, ${ANALYSIS_COLUMNS}) VALUES (${
  marks(13)
}) ON CONFLICT(story, event_id) DO NOTHING`;
const REPLACE_ANALYSIS = `UPDATE events SET earlier = ?, (${ANALYSIS_COLUMNS}) = (${
  marks(10)
}) WHERE story = ? AND event_id = ?`;

/** Claims a name for an event, unless another event holds it. */
export function claimName(statements: Statements, story: string, name: string, eventId: string): string {
  statements.change(
    "INSERT OR IGNORE INTO claims(story, name, event_id) VALUES (?, ?, ?)",
    story,
    name,
    eventId,
  );
  return String(
    statements.row("SELECT event_id FROM claims WHERE story = ? AND name = ?", story, name)?.event_id,
  );
}

/** Stores an analysis, unless there is one under the same rules. */
export function writeAnalysis(
  statements: Statements,
  record: AnalysisRecord,
  texts: AnalysisTexts,
): PutAnalysis {
  // Nearly all events are new, so insert first and look for an earlier one only when that fails.
  if (insertAnalysis(statements, statements.comingSeq, record, texts)) {
    statements.nextSeq();
    return { stored: true, duplicate: false };
  }
  const before = readAnalysis(statements, record.story, record.event_id);
  if (before?.rules_sha256 === record.rules_sha256) return { stored: false, duplicate: true };
  replaceAnalysis(statements, record, texts, before);
  return { stored: true, duplicate: true };
}

/** Inserts an analysis under a number; `false` when its event has one. */
export function insertAnalysis(
  statements: Statements,
  seq: number,
  record: AnalysisRecord,
  texts: AnalysisTexts,
): boolean {
  const { story, event_id } = record;
  return statements.change(INSERT_ANALYSIS, seq, story, event_id, ...analysisColumns(record, texts)) > 0;
}

/** Replaces the analysis of an event and keeps the one before as an earlier reading. */
export function replaceAnalysis(
  statements: Statements,
  record: AnalysisRecord,
  texts: AnalysisTexts,
  before = readAnalysis(statements, record.story, record.event_id),
): void {
  const columns = analysisColumns(withKeptPayload(record, before), texts);
  statements.change(REPLACE_ANALYSIS, earlierOf(before), ...columns, record.story, record.event_id);
}

function earlierOf(before: StoredAnalysis | undefined): string {
  if (before === undefined) return "[]";
  const last: EarlierAnalysis = { analysis: before.analysis, rules_sha256: before.rules_sha256 };
  return JSON.stringify([...before.earlier, last]);
}

/** Stores a beat under a new id, unless its event has one. */
export function writeBeat(statements: Statements, story: string, draft: BeatDraft, now: number): CreatedBeat {
  const known = readBeatOfEvent(statements, story, draft.event_id);
  if (known !== undefined) return { beat: known.beat, created: false };
  const ms = nextMs(statements, now);
  const beat = { id: beatId(ms), ...draft };
  insertBeat(statements, statements.nextSeq(), story, beat);
  return { beat, created: true };
}

/** Inserts a beat under a number. */
export function insertBeat(statements: Statements, seq: number, story: string, beat: Beat): void {
  const { id, event_id, timestamp, act, narrative_function } = beat;
  statements.change(
    "INSERT INTO beats(seq, story, ms, event_id, ts, act, fn, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    seq,
    story,
    msOfBeatId(id),
    event_id,
    timestamp,
    act,
    narrative_function,
    JSON.stringify(beat),
  );
  countOn(statements, story, 1);
}

/** Amends a beat and keeps its original. */
export function writeAmendment(
  statements: Statements,
  id: string,
  amendment: Amendment,
): StoredBeat | undefined {
  const before = readBeat(statements, id);
  if (before === undefined) return undefined;
  const after = amended(before, amendment);
  statements.change(
    "UPDATE beats SET json = ?, original = ?, amendments = ?, act = ?, fn = ? WHERE seq = ?",
    JSON.stringify(after.beat),
    JSON.stringify(after.original),
    JSON.stringify(after.amendments),
    amendment.act,
    amendment.narrative_function,
    before.seq,
  );
  return after;
}

/** Keeps an episode under the next number. */
export function writeEpisode(statements: Statements, episode: Episode): void {
  insertEpisode(statements, statements.nextSeq(), episode);
}

/** Inserts an episode. One that is stored again gets the new number; its first one still orders the list of episodes. */
export function insertEpisode(statements: Statements, seq: number, episode: Episode): void {
  const known = statements.row(
    "SELECT seq FROM episodes WHERE story = ? AND episode_id = ?",
    episode.story,
    episode.episode_id,
  );
  if (known !== undefined) {
    const key = episodeKey(episode.story, episode.episode_id);
    statements.change("INSERT OR IGNORE INTO meta(k, v) VALUES (?, ?)", key, Number(known.seq));
  }
  statements.change(
    "INSERT OR REPLACE INTO episodes(seq, story, episode_id, first_seq, last_seq, title, beat_ids, written_at, closed) " +
      `VALUES (${marks(9)})`,
    seq,
    episode.story,
    episode.episode_id,
    episode.first_seq,
    episode.last_seq,
    episode.title,
    JSON.stringify(episode.beat_ids),
    episode.written_at,
    episode.closed ? 1 : 0,
  );
}

/** Deletes everything of an event. */
export function forgetEvent(statements: Statements, story: string, eventId: string): boolean {
  const from = (table: string) =>
    statements.change(`DELETE FROM ${table} WHERE story = ? AND event_id = ?`, story, eventId);
  from("claims");
  const beats = from("beats");
  if (beats > 0) countOn(statements, story, -beats);
  return from("events") + beats > 0;
}

function countOn(statements: Statements, story: string, beats: number): void {
  const sql = "INSERT INTO meta(k, v) VALUES (?1, ?2) ON CONFLICT(k) DO UPDATE SET v = v + ?2";
  statements.change(sql, beatsKey(story), beats);
}

/** Deletes the analyses that arrived before a time. */
export function pruneAnalyses(statements: Statements, before: string): number {
  return statements.change("DELETE FROM events WHERE received_at < ?", before);
}

/** Deletes the analyses of these numbers that have no beat, with the names of their events. */
export function forgetUnused(statements: Statements, seqs: readonly number[]): number {
  let gone = 0;
  for (const seq of seqs) {
    const row = statements.row(`SELECT story, event_id FROM events WHERE seq = ? AND ${HAS_NO_BEAT}`, seq);
    if (row !== undefined && forgetEvent(statements, String(row.story), String(row.event_id))) gone++;
  }
  return gone;
}

/** Raises the highest number given out to at least this one. */
export function raiseSeq(statements: Statements, seq: number): void {
  statements.change("UPDATE meta SET v = max(v, ?) WHERE k = 'seq'", seq);
}

/** Raises the highest millisecond of an id to at least this one. */
export function raiseMs(statements: Statements, ms: number): void {
  statements.change("UPDATE meta SET v = max(v, ?) WHERE k = 'last_ms'", ms);
}

function nextMs(statements: Statements, now: number): number {
  return Number(statements.row("UPDATE meta SET v = max(v + 1, ?) WHERE k = 'last_ms' RETURNING v", now)?.v);
}

function marks(count: number): string {
  return Array(count).fill("?").join(", ");
}
