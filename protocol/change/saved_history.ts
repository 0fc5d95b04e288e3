import { isObject, type JsonObject } from "../json/value.ts";
import { LoomError } from "../error.ts";
import { orThrow } from "../refusal.ts";
import type { Changes } from "./changes.ts";
import type { EditHistory, UndoEntry, UndoStack } from "./edit_history.ts";
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
}

/**
 * Writes a history as JSON.
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
export function saveHistory(changes: Changes, { undos, redos }: EditHistory): SavedHistory {
  return { version: 1, undos: saveStack(changes, undos), redos: saveStack(changes, redos) };
}

function saveStack(changes: Changes, stack: UndoStack): SavedStack {
  const kept = stack.slice(-MOST_EDITS);
  return {
    first: kept[0]?.to ?? null,
    entries: kept.map(({ ops, fork: { under, now } }) => ({
      ops,
      back: changes.invert(ops, under),
      since: under === now ? [] : changes.diff(under, now),
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
  } catch (error) {
    if (error instanceof LoomError) return undefined;
    throw error;
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
    fork: { under, now, across: since.length === 0 ? [] : [stepOf(changes, since, under, now)] },
  };
}

function objectOf(value: unknown): JsonObject {
  if (isObject(value)) return value as JsonObject;
  throw noHistory();
}

function noHistory(): LoomError {
  return new LoomError("no_history", "This is no saved history.");
}
