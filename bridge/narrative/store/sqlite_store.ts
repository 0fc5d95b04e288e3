import * as reads from "./sqlite/reads.ts";
import * as writes from "./sqlite/writes.ts";
import { dirname } from "@std/path";
import { DatabaseSync } from "node:sqlite";
import { NarrativeError, STORE_TIMEOUT_MS, StoreUnavailableError } from "../narrative_error.ts";
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
import {
  type AnalysisListOptions,
  type AnalysisTexts,
  type BeatCount,
  type BeatStore,
  type CreatedBeat,
  DEFAULT_LIMIT,
  type ListOptions,
  type PutAnalysis,
  type StoreHealth,
  textsOf,
  type UnusedBounds,
} from "./beat_store.ts";
import { asUnavailable, BLOCKING_MS, isNoDatabase, whenFree } from "./sqlite/patience.ts";
import { SCHEMA, SCHEMA_VERSION } from "./sqlite/schema.ts";
import { lastSeq, Statements } from "./sqlite/statements.ts";
import { WriteQueue } from "./sqlite/write_queue.ts";

/** Point at which a beat counts as stored: when the operating system has it, or when the disk has it. */
export type Synchronous = "normal" | "full";

/** After how many pages of 4 KiB the log goes into the database: pages that change often are then written once for many changes. */
const CHECKPOINT_PAGES = 4_000;

/** The most analyses that one transaction forgets. */
const PRUNED_AT_ONCE = 200;

/** Pause between such transactions, in which requests are answered. */
const PRUNE_PAUSE_MS = 10;

/** Options of a SQLite store. */
export interface SqliteOptions {
  /** The clock, in milliseconds. */
  readonly now?: () => number;
  /** With `normal`, the default, the end of the process loses nothing, but a power cut may; with `full` that may not either. */
  readonly synchronous?: Synchronous;
  /** Time limit for other writers, in ms. Default: 2 s. */
  readonly timeoutMs?: number;
  /** The store's `kind`: `sqlite`. */
  readonly kind?: string;
  /** Fills the tables before the store is used. It runs again after it failed for want of a lock. */
  readonly fill?: (statements: Statements) => void;
}

/** The path of a database that ends with its store. */
export const IN_MEMORY = ":memory:";

/**
 * Opens a store in memory, for tests and trials.
 *
 * @param now the clock, in milliseconds
 *
 * @example
 * ```ts
 * import { memoryStore } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const store = memoryStore();
 * assertEquals(await store.count("main"), { open: 0, total: 0 });
 * await store.close();
 * ```
 */
export function memoryStore(now: () => number = Date.now): BeatStore {
  const database = new DatabaseSync(IN_MEMORY);
  database.exec(SCHEMA);
  return new SqliteStore(database, "memory", now, STORE_TIMEOUT_MS);
}

/** Returns `true` when there is no file at a path. Other errors are left to those who open it. */
export async function isMissing(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => false, (error) => error instanceof Deno.errors.NotFound);
}

/**
 * Opens a store in a database file, which is made with its folder where it is not there. Several processes may have it open.
 *
 * @throws {StoreUnavailableError} when the file cannot be opened or stays locked
 * @throws {NarrativeError} `unreadable_store` when the file is no such store
 */
export async function sqliteStore(path: string, options: SqliteOptions = {}): Promise<BeatStore> {
  const { now = Date.now, synchronous = "normal", timeoutMs = STORE_TIMEOUT_MS, kind = "sqlite", fill } =
    options;
  const database = await opened(path);
  try {
    await prepare(database, path, synchronous);
    if (fill !== undefined) await whenFree(() => fill(new Statements(database)), timeoutMs);
  } catch (error) {
    database.close();
    throw error;
  }
  return new SqliteStore(database, kind, now, timeoutMs);
}

async function opened(path: string): Promise<DatabaseSync> {
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    return new DatabaseSync(path, { timeout: BLOCKING_MS });
  } catch (cause) {
    throw new StoreUnavailableError(
      `Cannot open the beat store at "${path}": see that the folder is there and may be written.`,
      { cause },
    );
  }
}

async function prepare(database: DatabaseSync, path: string, synchronous: Synchronous): Promise<void> {
  try {
    await whenFree(() => database.exec("PRAGMA journal_mode = WAL"));
    database.exec(`PRAGMA synchronous = ${synchronous}`);
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    // Overwrite deleted rows: SQLite would leave them in the file until it reuses their pages.
    database.exec("PRAGMA secure_delete = ON");
    if (versionOf(database) === undefined) {
      await whenFree(() => {
        database.exec("BEGIN IMMEDIATE");
        database.exec(SCHEMA);
        database.exec("COMMIT");
      });
    }
  } catch (error) {
    const cause = asUnavailable(error);
    throw isNoDatabase(error) ? unusable(path, { cause }) : cause;
  }
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return;
  if (Number.isNaN(version)) throw unusable(path);
  throw new NarrativeError(
    "unreadable_store",
    `"${path}" is a beat store of version ${version}, and this program knows version ${SCHEMA_VERSION}: update it.`,
  );
}

/** The version of the tables; `undefined` before there are any, `NaN` when they are of another program. */
function versionOf(database: DatabaseSync): number | undefined {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get();
  if (table === undefined) return undefined;
  const columns = database.prepare(
    "SELECT count(*) AS n FROM pragma_table_info('meta') WHERE name IN ('k', 'v')",
  ).get();
  if (columns?.n !== 2) return NaN;
  return Number(database.prepare("SELECT v FROM meta WHERE k = 'version'").get()?.v);
}

function unusable(path: string, options?: ErrorOptions): NarrativeError {
  const message = `"${path}" is not a beat store: choose another file.`;
  return new NarrativeError("unreadable_store", message, undefined, options);
}

class SqliteStore implements BeatStore {
  readonly kind: string;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #queue: WriteQueue;
  readonly #now: () => number;
  #hasForgotten = false;

  constructor(database: DatabaseSync, kind: string, now: () => number, timeoutMs: number) {
    this.kind = kind;
    this.#database = database;
    this.#statements = new Statements(database);
    this.#queue = new WriteQueue(this.#statements, timeoutMs);
    this.#now = now;
  }

  claim(story: string, name: string, eventId: string): Promise<string> {
    return this.#write((tables) => writes.claimName(tables, story, name, eventId));
  }

  putAnalysis(record: AnalysisRecord, texts: AnalysisTexts = textsOf(record)): Promise<PutAnalysis> {
    return this.#write((tables) => writes.writeAnalysis(tables, record, texts));
  }

  getAnalysis(story: string, eventId: string): Promise<StoredAnalysis | undefined> {
    return this.#read((tables) => reads.readAnalysis(tables, story, eventId));
  }

  analyses(story: string, options: AnalysisListOptions = {}): Promise<StoredAnalysis[]> {
    return this.#read((tables) => reads.readAnalyses(tables, story, options));
  }

  createBeat(story: string, draft: BeatDraft): Promise<CreatedBeat> {
    return this.#write((tables) => writes.writeBeat(tables, story, draft, this.#now()));
  }

  getBeat(id: string): Promise<StoredBeat | undefined> {
    return this.#read((tables) => reads.readBeat(tables, id));
  }

  beatOfEvent(story: string, eventId: string): Promise<StoredBeat | undefined> {
    return this.#read((tables) => reads.readBeatOfEvent(tables, story, eventId));
  }

  count(story: string): Promise<BeatCount> {
    return this.#read((tables) => reads.countBeats(tables, story));
  }

  recent(story: string, limit: number): Promise<Beat[]> {
    return this.#read((tables) =>
      reads.listBeats(tables, story, { newestFirst: true, limit }).map(({ beat }) => beat)
    );
  }

  list(story: string, options: ListOptions = {}): Promise<StoredBeat[]> {
    return this.#read((tables) => reads.listBeats(tables, story, options));
  }

  amendBeat(id: string, amendment: Amendment): Promise<StoredBeat | undefined> {
    return this.#write((tables) => writes.writeAmendment(tables, id, amendment));
  }

  putEpisode(episode: Episode): Promise<void> {
    return this.#write((tables) => writes.writeEpisode(tables, episode));
  }

  episodes(story: string): Promise<Episode[]> {
    return this.#read((tables) => reads.readEpisodes(tables, story));
  }

  since(seq: number, limit: number = DEFAULT_LIMIT): Promise<StoreEntry[]> {
    return this.#read((tables) => reads.entriesSince(tables, seq, limit));
  }

  async forget(story: string, eventId: string): Promise<boolean> {
    const isKnown = await this.#write((tables) => writes.forgetEvent(tables, story, eventId));
    this.#hasForgotten ||= isKnown;
    return isKnown;
  }

  prune(before: string): Promise<number> {
    return this.#write((tables) => writes.pruneAnalyses(tables, before));
  }

  async pruneUnused(bounds: UnusedBounds): Promise<number> {
    const seqs = await this.#read((tables) => reads.unusedOutside(tables, bounds));
    let forgotten = 0;
    for (let at = 0; at < seqs.length; at += PRUNED_AT_ONCE) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, PRUNE_PAUSE_MS));
      const some = seqs.slice(at, at + PRUNED_AT_ONCE);
      const count = await this.#write((tables) => writes.forgetUnused(tables, some));
      this.#hasForgotten ||= count > 0;
      forgotten += count;
    }
    return forgotten;
  }

  countUnused(story: string): Promise<number> {
    return this.#read((tables) => reads.countUnused(tables, story));
  }

  health(): Promise<StoreHealth> {
    return this.#read((tables) => ({ kind: this.kind, seq: lastSeq(tables) }));
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    if (!this.#database.isOpen) return;
    if (this.#hasForgotten) this.#emptyLog();
    this.#database.close();
  }

  /** Truncates the log, which holds deleted rows until it is overwritten. */
  #emptyLog(): void {
    try {
      this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    } catch {
      // Another process uses the database: the log is overwritten later.
    }
  }

  async #read<Result>(look: (tables: Statements) => Result): Promise<Result> {
    this.#refuseWhenClosed();
    return await whenFree(() => look(this.#statements));
  }

  async #write<Result>(change: (tables: Statements) => Result): Promise<Result> {
    this.#refuseWhenClosed();
    return await this.#queue.run(() => change(this.#statements));
  }

  #refuseWhenClosed(): void {
    if (!this.#database.isOpen) throw new StoreUnavailableError("The beat store is closed.");
  }
}
