import { goneNames, type JsonObject } from "@loom/protocol";
import { applied, difference, machine } from "./document.ts";
import { withSize } from "./log.ts";
import { type Room, ROOM_LIMITS, type Unsaved } from "./room.ts";

/**
 * The unsaved changes with one more. Many are put together, the older half of them: a save is of something newer, and names all that
 * is older.
 *
 * @param room the room before the change
 */
export function addUnsaved({ file, unsaved }: Room, change: Unsaved): readonly Unsaved[] {
  // What was replaced cannot be saved any more.
  if (change.ops === null) return [change];
  const all = unsaved.concat(change);
  if (!isMany(all) || all.length < 2) return all;
  const half = all.length >> 1;
  const one = together(file.def, all.slice(0, half));
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
function together(base: JsonObject | null, changes: readonly Unsaved[]): Unsaved | undefined {
  const replaced = changes.findLastIndex(({ ops }) => ops === null);
  const start = replaced === -1 ? base : changes[replaced]?.def ?? null;
  const last = changes.at(-1);
  if (start === null || last === undefined) return undefined;
  const end = applied(start, changes.slice(replaced + 1).flatMap(({ ops }) => ops ?? []));
  if (typeof end === "string") return undefined;
  const others = [...new Set(changes.flatMap(originsOf))].filter((origin) => origin !== last.origin);
  const ids = changes.flatMap((change) => change.ids).slice(-ROOM_LIMITS.unsavedIds);
  const head = { seq: last.seq, ids, origin: last.origin, ...(others.length > 0 ? { others } : {}) };
  if (replaced !== -1) return { ...head, ops: null, def: end };
  const ops = difference(start, end);
  return withSize({ ...head, ops, gone: goneNames(machine(start), machine(end), ops) });
}

/** Who made a change. */
export function originsOf({ origin, others = [] }: Unsaved): readonly string[] {
  return [origin, ...others];
}
