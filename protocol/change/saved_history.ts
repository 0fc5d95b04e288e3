import { isObject, type JsonObject } from "../json/value.ts";
import { LoomError } from "../error.ts";
import { orThrow } from "../refusal.ts";
import type { Changes } from "./changes.ts";
import type { EditHistory, EditRecord, UndoEntry, UndoStack } from "./edit_history.ts";
import { stepOf } from "./fork.ts";
import type { AnyOp } from "./row.ts";

/** The most edits of a saved stack; the oldest go. */
const MOST_EDITS = 100;

/** A history as JSON: whole documents only at the ends of its stacks, operations between. */
export interface SavedHistory {
  /** The version of this format. */
  readonly version: 1;
  /** The edits that can be undone. */
  readonly undos: SavedStack;
  /** The edits that can be redone. */
  readonly redos: SavedStack;
}

/** A stack of edits as JSON. */
export interface SavedStack {
  /** The document that the first entry leads to; `null` for an empty stack. */
  readonly first: JsonObject | null;
  /** The entries, the last added last. */
  readonly entries: readonly SavedEntry[];
}

/** An entry of a stack. */
export interface SavedEntry {
  /** The operations to apply when it is taken. */
  readonly ops: readonly AnyOp[];
  /** The operations that undo these. */
  readonly back: readonly AnyOp[];
  /** The changes of others after the edit. */
  readonly since: readonly AnyOp[];
  /** The edit that is undone or redone. */
  readonly note?: EditRecord | undefined;
}

/**
 * Writes a history as JSON.
 *
 * @param maxLength The most UTF-16 units of the text: the oldest edits go, but never the last one. Default: no bound.
 *
 * @example
 * ```ts
 * import { KINDS, NO_EDITS, readHistory, saveHistory } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const changes = KINDS.named("machine")!.content!.changes;
 * const saved = saveHistory(changes, NO_EDITS);
 * assertEquals(readHistory(changes, saved), { ...NO_EDITS, now: undefined });
 * ```
 */
export function saveHistory(
  changes: Changes,
  { undos, redos }: EditHistory,
  maxLength = Infinity,
): SavedHistory {
  for (let most = MOST_EDITS;; most = Math.ceil(most / 2)) {
    const saved: SavedHistory = {
      version: 1,
      undos: saveStack(changes, undos.slice(-most)),
      redos: saveStack(changes, redos.slice(-most)),
    };
    if (most === 1 || maxLength === Infinity || JSON.stringify(saved).length <= maxLength) return saved;
  }
}

function saveStack(changes: Changes, kept: UndoStack): SavedStack {
  return {
    first: kept[0]?.to ?? null,
    entries: kept.map(({ ops, fork: { under, now }, note }) => ({
      ops,
      back: changes.invert(ops, under),
      since: under === now ? [] : changes.diff(under, now),
      note,
    })),
  };
}

/** A history that was read. */
export interface ReadHistory extends EditHistory {
  /** The document that it applies to; `undefined` for an empty history. */
  readonly now: JsonObject | undefined;
}

/** Reads what {@linkcode saveHistory} wrote; `undefined` when it is no history, or its operations do not apply. */
export function readHistory(changes: Changes, saved: unknown): ReadHistory | undefined {
  if (!isObject(saved) || saved.version !== 1) return undefined;
  try {
    const undos = readStack(changes, saved.undos);
    const redos = readStack(changes, saved.redos);
    return { undos, redos, now: (undos.at(-1) ?? redos.at(-1))?.fork.now };
  } catch {
    // Whatever is wrong with a file of the program's own, an edit must not fail for it.
    return undefined;
  }
}

function readStack(changes: Changes, saved: unknown): UndoStack {
  const { first, entries } = objectOf(saved);
  if (!Array.isArray(entries)) throw noHistory();
  const stack: UndoEntry[] = [];
  let to = first;
  for (const value of entries) {
    const entry = readEntry(changes, objectOf(value), objectOf(to));
    stack.push(entry);
    to = entry.fork.now;
  }
  return stack;
}

function readEntry(changes: Changes, entry: JsonObject, to: JsonObject): UndoEntry {
  const [ops, back, since] = [entry.ops, entry.back, entry.since].map((one) => orThrow(changes.parse(one)));
  if (!ops || !back || !since) throw noHistory();
  const under = orThrow(changes.apply(to, back));
  const now = orThrow(changes.apply(under, since));
  return {
    ops,
    to,
    note: readNote(entry.note),
    fork: { under, now, across: since.length === 0 ? [] : [stepOf(changes, since, under, now)] },
  };
}

function readNote(note: unknown): EditRecord | undefined {
  if (!isObject(note)) return undefined;
  const { time, sentence, before, after, together } = note;
  if (typeof time !== "number" || typeof sentence !== "string" || typeof after !== "string") return undefined;
  const paths = Array.isArray(together) ? together.filter((path) => typeof path === "string") : [];
  return {
    time,
    sentence,
    before: typeof before === "string" ? before : undefined,
    after,
    ...(paths.length > 1 ? { together: paths } : {}),
  };
}

function objectOf(value: unknown): JsonObject {
  if (isObject(value)) return value as JsonObject;
  throw noHistory();
}

function noHistory(): LoomError {
  return new LoomError("no_history", "This is no saved history.");
}
