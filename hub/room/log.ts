import { type Change, type Room, ROOM_LIMITS } from "./room.ts";

/** The room with one more change in its log, and its number; the caller sets the document. */
export function addToLog(room: Room, change: Change): Room {
  const log = room.log.concat(withSize(change));
  const first = firstKept(log);
  return {
    ...room,
    seq: change.seq,
    log: first === 0 ? log : log.slice(first),
    named: change.opId === undefined ? room.named : withName(room.named, change.opId, change.seq),
  };
}

/** The change with its size, if it is large: it is measured once. */
export function withSize<Sized extends Pick<Change, "ops" | "size">>(change: Sized): Sized {
  const size = change.ops === null ? 0 : JSON.stringify(change.ops).length;
  return size < ROOM_LIMITS.countedSize ? change : { ...change, size };
}

/** The index of the first change that is kept; the newest one always is. */
function firstKept(log: readonly Change[]): number {
  let [ops, size] = [0, 0];
  for (let at = log.length - 1; at >= 0; at--) {
    const change = log[at];
    ops += change?.ops?.length ?? 1;
    size += change?.size ?? 0;
    const isFull = ops > ROOM_LIMITS.logOps || size > ROOM_LIMITS.logSize ||
      log.length - at > ROOM_LIMITS.log;
    if (isFull && at < log.length - 1) return at + 1;
  }
  return 0;
}

/** The names with one more. They may exceed the limit by a quarter, so that they are rarely cut. */
function withName(named: Room["named"], opId: string, seq: number): Room["named"] {
  const isFull = named.length >= ROOM_LIMITS.named * 1.25;
  return (isFull ? named.slice(-ROOM_LIMITS.named) : named).concat([[opId, seq]]);
}

/** The room with the name of a change that its file has: announced again, it is not applied again. */
export function withKnown(room: Room, opId: string | undefined): Room {
  if (opId === undefined || seqOf(room, opId) !== undefined) return room;
  return { ...room, named: withName(room.named, opId, room.seq) };
}

/** The room with the names of changes that are in its file: none of them is applied again. */
export function withSaved(room: Room, saved: readonly string[] = []): Room {
  if (saved.length === 0) return room;
  const known = new Set(room.named.map(([opId]) => opId));
  const added = saved.filter((opId) => !known.has(opId)).map((opId) => [opId, room.seq] as const);
  // The room's own changes are asked for next: their names are kept last.
  return added.length === 0
    ? room
    : { ...room, named: [...added, ...room.named].slice(-ROOM_LIMITS.named * 1.25) };
}

/** The changes after a number, oldest first; `undefined` when the log does not have them. */
export function changesSince({ seq, log }: Room, since: number): readonly Change[] | undefined {
  if (since > seq || since < 0) return undefined;
  const missing = seq - since;
  if (missing > log.length) return undefined;
  return missing === 0 ? [] : log.slice(log.length - missing);
}

/** The number of a change by its name. */
export function seqOf({ named }: Room, opId: string | undefined): number | undefined {
  if (opId === undefined) return undefined;
  for (let at = named.length - 1; at >= 0; at--) {
    const one = named[at];
    if (one?.[0] === opId) return one[1];
  }
  return undefined;
}

/**
 * The name of a change for everyone: its sender's, else one made from its number.
 *
 * @example
 * ```ts ignore
 * changeName("e1", { seq: 7 }); // "e1.7"
 * ```
 */
export function changeName(
  epoch: string,
  { seq, opId }: { readonly seq: number; readonly opId?: string | undefined },
): string {
  return opId ?? `${epoch.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 60)}.${seq}`;
}
