/** The version of the tables; a file of a later one is not touched. */
export const SCHEMA_VERSION = 1;

/**
 * The tables. `seq` numbers the entries of all tables together. `meta` holds the last number, the last id, the number of beats of each
 * story, the first number of episodes that were stored again, and the number of imported lines.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta(k TEXT PRIMARY KEY, v INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events(
  seq INTEGER PRIMARY KEY,
  story TEXT NOT NULL,
  event_id TEXT NOT NULL,
  key TEXT NOT NULL,
  received_at TEXT NOT NULL,
  event_at TEXT NOT NULL,
  repository TEXT NOT NULL,
  sender TEXT NOT NULL,
  facts TEXT NOT NULL,
  payload BLOB,
  payload_sha256 TEXT,
  analysis TEXT NOT NULL,
  rules_sha256 TEXT NOT NULL,
  earlier TEXT,
  UNIQUE(story, event_id)
);
CREATE TABLE IF NOT EXISTS beats(
  seq INTEGER PRIMARY KEY,
  story TEXT NOT NULL,
  ms INTEGER NOT NULL UNIQUE,
  event_id TEXT NOT NULL,
  ts TEXT NOT NULL,
  act INTEGER NOT NULL,
  fn TEXT NOT NULL,
  json TEXT NOT NULL,
  original TEXT,
  amendments TEXT,
  UNIQUE(story, event_id)
);
CREATE INDEX IF NOT EXISTS beats_in_time ON beats(story, ts, seq);
CREATE TABLE IF NOT EXISTS episodes(
  seq INTEGER PRIMARY KEY,
  story TEXT NOT NULL,
  episode_id TEXT NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  title TEXT NOT NULL,
  beat_ids TEXT NOT NULL,
  written_at TEXT NOT NULL,
  closed INTEGER NOT NULL,
  UNIQUE(story, episode_id)
);
CREATE TABLE IF NOT EXISTS claims(
  story TEXT NOT NULL,
  name TEXT NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY(story, name)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claims_of_event ON claims(story, event_id);
INSERT OR IGNORE INTO meta(k, v) VALUES ('seq', 0), ('last_ms', 0), ('version', ${SCHEMA_VERSION});
`;
