import {
  equalJson,
  type FullEnvelope,
  type JsonObject,
  type MachineOp,
  type PatchEnvelope,
} from "@loom/protocol";
import { changeName } from "../room/change_name.ts";
import { isOfRun, type Replica, REPLICA_LIMITS, type Trail, type TrailChange } from "./replica.ts";
import { behind, type Fork, pass, passEach, stepOf } from "./transform.ts";

/** A trail that begins at a document. */
export function trailFrom(base: JsonObject | null): Trail {
  return { base, changes: [] };
}

/** The unsaved changes after one more change; none where the document is the file's. */
export function trailAfter(
  replica: Pick<Replica, "trail" | "confirmed">,
  envelope: PatchEnvelope | FullEnvelope,
  ops: readonly MachineOp[],
  after: JsonObject,
): Trail {
  const { trail } = replica;
  if (envelope.unsaved === false) return trailFrom(after);
  if (isOfRun(ops)) return trail;
  if (trail.changes.length >= REPLICA_LIMITS.trail) return trailFrom(after);
  const isInFile = isOfFile(envelope);
  const change: TrailChange = { id: changeName(envelope.epoch, envelope), ops, after, isInFile };
  const later: Trail = { ...trail, changes: [...trail.changes, change] };
  return isInFile ? beneath(replica, change) ?? later : later;
}

/** The names of the changes that are not in the file, after one more. */
export function unsavedAfter(
  names: readonly string[],
  envelope: PatchEnvelope | FullEnvelope,
  ops: readonly MachineOp[] | null,
): readonly string[] {
  if (envelope.unsaved === false) return [];
  if (ops !== null && isOfRun(ops) || isOfFile(envelope)) return names;
  return [...names, changeName(envelope.epoch, envelope)].slice(-REPLICA_LIMITS.trail);
}

/** Whether the file has a change that came. */
function isOfFile({ revision, origin }: PatchEnvelope | FullEnvelope): boolean {
  return revision !== undefined || origin === "file";
}

/**
 * The trail with a change of the file beneath the unsaved ones, as the hub has it: they are made on the file's new content.
 *
 * @returns `undefined` when that does not lead to the same document
 */
function beneath(
  { trail: { base, changes }, confirmed }: Pick<Replica, "trail" | "confirmed">,
  { ops, after }: TrailChange,
): Trail | undefined {
  if (base === null || confirmed === null || changes.some(({ isInFile }) => isInFile)) return undefined;
  const alone = pass(ops, after, { under: confirmed, def: base, across: null });
  if (!alone.ok) return undefined;
  let fork: Fork = { under: base, def: alone.after, across: [stepOf(alone.ops, base, alone.after)] };
  const moved: TrailChange[] = [];
  for (const change of changes) {
    const passage = pass(change.ops, change.after, fork);
    const { ops, fork: next } = passage.ok
      ? { ops: passage.ops, fork: behind(change.ops, change.after, fork, passage.after) }
      : passEach(change.ops, fork);
    if (ops.length > 0) moved.push({ ...change, ops, after: next.def });
    fork = next;
  }
  return equalJson(fork.def, after) ? { base: alone.after, changes: moved } : undefined;
}
