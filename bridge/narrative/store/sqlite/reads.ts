import type { Beat, Episode, StoredAnalysis, StoredBeat, StoreEntry } from "../../types.ts";
import {
  type AnalysisListOptions,
  type BeatCount,
  DEFAULT_LIMIT,
  type ListOptions,
  msOfBeatId,
  unknownBeat,
  type UnusedBounds,
} from "../beat_store.ts";
import { episodeOf, READ_COLUMNS, type Row, storedAnalysis, storedBeat } from "./rows.ts";
import type { Statements } from "./statements.ts";

/** The analysis of an event. */
export function readAnalysis(
  statements: Statements,
  story: string,
  eventId: string,
): StoredAnalysis | undefined {
  const row = statements.row("SELECT * FROM events WHERE story = ? AND event_id = ?", story, eventId);
  return row && storedAnalysis(row);
}

/** The analyses of a story. */
export function readAnalyses(
  statements: Statements,
  story: string,
  { after = 0, limit = DEFAULT_LIMIT, withoutPayload = false }: AnalysisListOptions,
): StoredAnalysis[] {
  const columns = withoutPayload ? READ_COLUMNS : "*";
  const sql = `SELECT ${columns} FROM events WHERE +story = ? AND seq > ? ORDER BY seq LIMIT ?`;
  return statements.rows(sql, story, after, limit).map(storedAnalysis);
}

/** A beat by its id. */
export function readBeat(statements: Statements, id: string): StoredBeat | undefined {
  const ms = msOfBeatId(id);
  if (!Number.isSafeInteger(ms)) return undefined;
  const row = statements.row("SELECT * FROM beats WHERE ms = ?", ms);
  const stored = row && storedBeat(row);
  return stored?.beat.id === id ? stored : undefined;
}

/** The beat of an event. */
export function readBeatOfEvent(
  statements: Statements,
  story: string,
  eventId: string,
): StoredBeat | undefined {
  const row = statements.row("SELECT * FROM beats WHERE story = ? AND event_id = ?", story, eventId);
  return row && storedBeat(row);
}

/** Counts the beats of a story without reading those of closed episodes. */
export function countBeats(statements: Statements, story: string): BeatCount {
  const total = Number(statements.row("SELECT v FROM meta WHERE k = ?", beatsKey(story))?.v ?? 0);
  const closed = statements.row(
    "SELECT max(last_seq) AS seq FROM episodes WHERE story = ? AND closed = 1",
    story,
  );
  if (closed?.seq === null || closed === undefined) return { open: total, total };
  const sql = "SELECT count(*) AS open FROM beats WHERE +story = ? AND seq > ?";
  return { open: Number(statements.row(sql, story, Number(closed.seq))?.open), total };
}

/** Key in `meta` of a story's number of beats. */
export function beatsKey(story: string): string {
  return `beats:${story}`;
}

/** The beats of a story. The plus keeps SQLite from sorting all of a story where it can walk through the numbers. */
export function listBeats(
  statements: Statements,
  story: string,
  { order = "time", newestFirst = false, after, limit = DEFAULT_LIMIT }: ListOptions,
): StoredBeat[] {
  const [direction, behind] = newestFirst ? ["DESC", "<"] : ["ASC", ">"];
  if (after === undefined) {
    const sql = order === "time"
      ? `SELECT * FROM beats WHERE story = ? ORDER BY ts ${direction}, seq ${direction} LIMIT ?`
      : `SELECT * FROM beats WHERE +story = ? ORDER BY seq ${direction} LIMIT ?`;
    return statements.rows(sql, story, limit).map(storedBeat);
  }
  const last = readBeat(statements, after);
  if (last?.story !== story) throw unknownBeat(story, after);
  const { seq, beat: { timestamp } } = last;
  if (order === "arrival") {
    const sql = `SELECT * FROM beats WHERE +story = ? AND seq ${behind} ? ORDER BY seq ${direction} LIMIT ?`;
    return statements.rows(sql, story, seq, limit).map(storedBeat);
  }
  const sql =
    `SELECT * FROM beats WHERE story = ? AND (ts, seq) ${behind} (?, ?) ORDER BY ts ${direction}, seq ${direction} LIMIT ?`;
  return statements.rows(sql, story, timestamp, seq, limit).map(storedBeat);
}

/** Key in `meta` of the first number of an episode that was stored again. */
export function episodeKey(story: string, episodeId: string): string {
  return `episode:${story}:${episodeId}`;
}

/** The episodes of a story. */
export function readEpisodes(statements: Statements, story: string): Episode[] {
  const sql = `SELECT episodes.* FROM episodes LEFT JOIN meta ON k = ? || episode_id
    WHERE story = ? ORDER BY coalesce(v, seq)`;
  return statements.rows(sql, episodeKey(story, ""), story).map(episodeOf);
}

/** Condition on a row of `events`. */
export const HAS_NO_BEAT =
  "NOT EXISTS (SELECT 1 FROM beats WHERE beats.story = events.story AND beats.event_id = events.event_id)";

/** Number of analyses of a story that have no beat. */
export function countUnused(statements: Statements, story: string): number {
  const sql = `SELECT count(*) AS n FROM events WHERE story = ? AND ${HAS_NO_BEAT}`;
  return Number(statements.row(sql, story)?.n);
}

/** Numbers of the analyses that have no beat and are outside of the bounds. */
export function unusedOutside(statements: Statements, { before, most }: UnusedBounds): number[] {
  const old = statements.rows(`SELECT seq FROM events WHERE received_at < ? AND ${HAS_NO_BEAT}`, before);
  const stories = most === Infinity ? [] : statements.rows("SELECT DISTINCT story FROM events");
  const many = stories.flatMap(({ story }) =>
    statements.rows(
      `SELECT seq FROM events WHERE story = ? AND ${HAS_NO_BEAT} ORDER BY seq DESC LIMIT -1 OFFSET ?`,
      String(story),
      most,
    )
  );
  return [...new Set([...old, ...many].map(({ seq }) => Number(seq)))];
}

/** Lists the entries after a number. */
export function entriesSince(statements: Statements, seq: number, limit: number): StoreEntry[] {
  const sql =
    `SELECT * FROM (SELECT 'beat' AS type, seq, story, json AS ref FROM beats WHERE seq > ?1 ORDER BY seq LIMIT ?2)
    UNION ALL SELECT * FROM (SELECT 'analysis', seq, story, event_id FROM events WHERE seq > ?1 ORDER BY seq LIMIT ?2)
    UNION ALL SELECT * FROM (SELECT 'episode', seq, story, episode_id FROM episodes WHERE seq > ?1 ORDER BY seq LIMIT ?2)
    ORDER BY seq LIMIT ?2`;
  return statements.rows(sql, seq, limit).map(entryOf);
}

function entryOf(row: Row): StoreEntry {
  const [seq, story, ref] = [Number(row.seq), String(row.story), String(row.ref)];
  if (row.type === "beat") return { type: "beat", seq, story, beat: JSON.parse(ref) as Beat };
  return row.type === "analysis"
    ? { type: "analysis", seq, story, event_id: ref }
    : { type: "episode", seq, story, episode_id: ref };
}
