import {
  adaptOps,
  type AnyOp,
  type Changes,
  equalJson,
  type Fork,
  forkAfter,
  type FullEnvelope,
  type JsonObject,
  type PatchEnvelope,
  stepOf,
} from "@loom/protocol";
import { isReport } from "../../room/room.ts";
import { adaptEach } from "../../room/adapt_each.ts";
import { changeName } from "../../room/log.ts";
import { type LoggedChange, type Replica, REPLICA_LIMITS, type UnsavedLog } from "./replica.ts";

/** The log of a document that equals its file. */
export function emptyLog(base: JsonObject | null): UnsavedLog {
  return { base, changes: [] };
}

/** The log after one more change. */
export function withLogged(
  replica: Pick<Replica, "unsavedLog" | "confirmed" | "changes">,
  envelope: PatchEnvelope | FullEnvelope,
  ops: readonly AnyOp[],
  after: JsonObject,
): UnsavedLog {
  const { unsavedLog: log, changes } = replica;
  if (envelope.unsaved === false) return emptyLog(after);
  if (isReport(ops)) return log;
  if (log.changes.length >= REPLICA_LIMITS.unsavedLog) return emptyLog(after);
  const isInFile = isOfFile(envelope);
  const change: LoggedChange = { id: changeName(envelope.epoch, envelope), ops, after, isInFile };
  const later: UnsavedLog = { ...log, changes: [...log.changes, change] };
  return (isInFile && changes && withFileChangeBelow(changes, replica, change)) || later;
}

/** The names of the changes that are not in the file, after one more. */
export function unsavedAfter(
  names: readonly string[],
  envelope: PatchEnvelope | FullEnvelope,
  ops: readonly AnyOp[] | null,
): readonly string[] {
  if (envelope.unsaved === false) return [];
  if (ops !== null && isReport(ops) || isOfFile(envelope)) return names;
  return [...names, changeName(envelope.epoch, envelope)].slice(-REPLICA_LIMITS.unsavedLog);
}

/** True when the file has a change that arrived. */
function isOfFile({ revision, origin }: PatchEnvelope | FullEnvelope): boolean {
  return revision !== undefined || origin === "file";
}

/**
 * The log with a change of the file below the unsaved ones, as the hub has it.
 *
 * @returns `undefined` when that does not lead to the same document
 */
function withFileChangeBelow(
  changes: Changes,
  { unsavedLog: { base, changes: logged }, confirmed }: Pick<Replica, "unsavedLog" | "confirmed">,
  { ops, after }: LoggedChange,
): UnsavedLog | undefined {
  if (base === null || confirmed === null || logged.some(({ isInFile }) => isInFile)) return undefined;
  const below = adaptOps(changes, ops, after, { under: confirmed, now: base, across: null });
  if (!below.ok) return undefined;
  const now = below.value.after;
  let fork: Fork = { under: base, now, across: [stepOf(changes, below.value.ops, base, now)] };
  const moved: LoggedChange[] = [];
  for (const change of logged) {
    const adapted = adaptOps(changes, change.ops, change.after, fork);
    const { ops, fork: next } = adapted.ok
      ? {
        ops: adapted.value.ops,
        fork: forkAfter(changes, change.ops, change.after, fork, adapted.value.after),
      }
      : adaptEach(changes, change.ops, fork);
    if (ops.length > 0) moved.push({ ...change, ops, after: next.now });
    fork = next;
  }
  return equalJson(fork.now, after) ? { base: now, changes: moved } : undefined;
}
