import type { Changes, JsonObject } from "@loom/protocol";
import { withSize } from "./log.ts";
import { type Room, ROOM_LIMITS, type Unsaved } from "./room.ts";

/**
 * The unsaved changes with one more. Beyond {@linkcode ROOM_LIMITS}, the older half is merged into one change: a save is of something
 * newer, and covers all that is older.
 *
 * @param room the room before the change
 */
export function addUnsaved(
  changes: Changes | undefined,
  { file, unsaved }: Room,
  change: Unsaved,
): readonly Unsaved[] {
  // A document that was replaced cannot be saved any more.
  if (change.ops === null) return [change];
  const all = unsaved.concat(change);
  if (changes === undefined || !isMany(all) || all.length < 2) return all;
  const half = all.length >> 1;
  const one = merged(changes, file.def, all.slice(0, half));
  return one ? [one, ...all.slice(half)] : all;
}

function isMany(unsaved: readonly Unsaved[]): boolean {
  let [ops, size] = [0, 0];
  for (const change of unsaved) {
    ops += change.ops?.length ?? 1;
    size += change.size ?? 0;
  }
  return unsaved.length > ROOM_LIMITS.unsaved || ops > ROOM_LIMITS.unsavedOps ||
    size > ROOM_LIMITS.unsavedSize;
}

/** Several changes as one. */
function merged(changes: Changes, base: JsonObject | null, parts: readonly Unsaved[]): Unsaved | undefined {
  const replaced = parts.findLastIndex(({ ops }) => ops === null);
  const start = replaced === -1 ? base : parts[replaced]?.def ?? null;
  const last = parts.at(-1);
  if (start === null || last === undefined) return undefined;
  const end = changes.apply(start, parts.slice(replaced + 1).flatMap(({ ops }) => ops ?? []));
  if (!end.ok) return undefined;
  const others = [...new Set(parts.flatMap(originsOf))].filter((origin) => origin !== last.origin);
  const ids = parts.flatMap((change) => change.ids).slice(-ROOM_LIMITS.unsavedIds);
  const head = { seq: last.seq, ids, origin: last.origin, ...(others.length > 0 ? { others } : {}) };
  if (replaced !== -1) return { ...head, ops: null, def: end.value };
  const ops = changes.diff(start, end.value);
  return withSize({ ...head, ops, gone: changes.gone(start, end.value, ops) });
}

/** Everybody who made a part of a change. */
export function originsOf({ origin, others = [] }: Unsaved): readonly string[] {
  return [origin, ...others];
}
