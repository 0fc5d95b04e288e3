import { isObject, LoomError } from "@loom/protocol";
import { join } from "@std/path";
import { NarrativeError, StoreUnavailableError } from "../narrative_error.ts";
import type { Amendment, Beat, Episode } from "../types.ts";
import { type BeatStore, type LoggedRecord, msOfBeatId, textsOf, unloggedRecord } from "./beat_store.ts";
import type { Statements } from "./sqlite/statements.ts";
import * as writes from "./sqlite/writes.ts";
import { IN_MEMORY, isMissing, type SqliteOptions, sqliteStore } from "./sqlite_store.ts";

/** The two files of a JSON-lines store, in the order in which they are read. */
const FILES = ["events.jsonl", "beats.jsonl"];

/** The row of `meta` that records a finished import. */
const IMPORTED = "jsonl_lines";

/** The lines that a JSON-lines store wrote, by `type`. A later line about the same target replaces an earlier one. */
interface Lines {
  readonly analysis: { readonly seq: number; readonly record: LoggedRecord };
  readonly claim: { readonly story: string; readonly name: string; readonly event_id: string };
  readonly beat: { readonly seq: number; readonly story: string; readonly beat: Beat };
  readonly amendment: { readonly id: string; readonly amendment: Amendment };
  readonly episode: { readonly seq: number; readonly episode: Episode };
  /** The highest number and millisecond given out, written when lines were removed. */
  readonly counters: { readonly seq: number; readonly ms: number };
}

/** Writes a line to the tables. */
type Import<Line> = (statements: Statements, line: Line) => void;

const IMPORTS: { readonly [Type in keyof Lines]: Import<Lines[Type]> } = {
  analysis: (statements, { seq, record }) => {
    const whole = unloggedRecord(record);
    if (!writes.insertAnalysis(statements, seq, whole, textsOf(whole))) {
      writes.replaceAnalysis(statements, whole, textsOf(whole));
    }
    writes.raiseSeq(statements, seq);
  },
  claim: (statements, { story, name, event_id }) => {
    writes.claimName(statements, story, name, event_id);
  },
  beat: (statements, { seq, story, beat }) => {
    writes.insertBeat(statements, seq, story, beat);
    writes.raiseSeq(statements, seq);
    writes.raiseMs(statements, msOfBeatId(beat.id));
  },
  amendment: (statements, { id, amendment }) => {
    writes.writeAmendment(statements, id, amendment);
  },
  episode: (statements, { seq, episode }) => {
    writes.insertEpisode(statements, seq, episode);
    writes.raiseSeq(statements, seq);
  },
  counters: (statements, { seq, ms }) => {
    writes.raiseSeq(statements, seq);
    writes.raiseMs(statements, ms);
  },
};

/** Options of a JSON-lines folder. */
export interface JsonlOptions extends Pick<SqliteOptions, "now"> {
  /** Reads the folder into memory when it has no database yet, and writes nothing. */
  readonly isLook?: boolean;
  /** Takes a sentence for people about an import. */
  readonly notify?: (sentence: string) => void;
}

/**
 * Opens the SQLite store of a folder and imports the lines of an earlier version, `events.jsonl` and `beats.jsonl`, once.
 *
 * @throws {StoreUnavailableError} when the database cannot be opened or stays locked
 * @throws {NarrativeError} `unreadable_store` when a line cannot be read
 */
export async function jsonlStore(
  folder: string,
  { now = Date.now, isLook = false, notify }: JsonlOptions = {},
): Promise<BeatStore> {
  const path = join(folder, "narrative.db");
  const isInMemory = isLook && await isMissing(path);
  const fill = (statements: Statements) => {
    const count = importLines(statements, folder);
    if (count === 0 || isInMemory) return;
    notify?.(
      `Imported ${count} lines of "${folder}" into "${path}". ` +
        `${FILES.join(" and ")} are no longer read: delete them, for "forget" does not reach them.`,
    );
  };
  return await sqliteStore(isInMemory ? IN_MEMORY : path, { now, kind: "jsonl", fill });
}

/**
 * Imports a JSON-lines store, unless the tables hold it already. Nothing is written when a line cannot be read.
 *
 * @returns the number of imported lines
 * @throws {NarrativeError} `unreadable_store` with the path and number of a bad line
 */
function importLines(statements: Statements, folder: string): number {
  if (isImported(statements)) return 0;
  const paths = FILES.map((name) => join(folder, name));
  const files = paths.map(linesOf);
  return statements.transaction(() => {
    if (isImported(statements)) return 0;
    for (const [at, path] of paths.entries()) importFile(statements, path, files[at] ?? []);
    const count = files.flat().length;
    statements.change("INSERT INTO meta(k, v) VALUES (?, ?)", IMPORTED, count);
    return count;
  });
}

function isImported(statements: Statements): boolean {
  return statements.row("SELECT v FROM meta WHERE k = ?", IMPORTED) !== undefined;
}

/** The complete lines of a file. An unfinished last line was never acknowledged. */
function linesOf(path: string): string[] {
  try {
    return Deno.readTextFileSync(path).split("\n").slice(0, -1);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw new StoreUnavailableError(`Cannot read "${path}": see that it may be read.`, { cause: error });
  }
}

function importFile(statements: Statements, path: string, lines: readonly string[]): void {
  for (const [at, text] of lines.entries()) {
    try {
      importLine(statements, JSON.parse(text));
    } catch (cause) {
      if (cause instanceof LoomError || isFailedWrite(cause)) throw cause;
      const message = `Line ${at + 1} of "${path}" is none of a beat store: put it right, or take it away.`;
      throw new NarrativeError("unreadable_store", message, undefined, { cause });
    }
  }
}

function importLine(statements: Statements, line: unknown): void {
  if (!isObject(line) || !Object.hasOwn(IMPORTS, String(line.type))) {
    throw new TypeError("unknown type of line");
  }
  // A line with missing members fails while it is written, which its caller reports.
  const write = IMPORTS[line.type as keyof Lines] as Import<unknown>;
  write(statements, line);
}

/** Returns `true` for an error of the database that is no fault of the line, such as a full disk. */
function isFailedWrite(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR" &&
    !error.message.includes("constraint failed");
}
