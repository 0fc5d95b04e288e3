import { equalJson, type Gone, goneNames, type JsonObject, type MachineOp, rebaseOps } from "@loom/protocol";
import { besides } from "./additions.ts";
import { applied, difference, machine } from "./document.ts";
import type { Unsaved } from "./room.ts";
import { savedPart } from "./saved_part.ts";

/** Unsaved changes on a new content of the file. */
export interface Rebased {
  /** The document with the changes that could be kept. */
  readonly def: JsonObject;
  readonly unsaved: Unsaved[];
  /** The changes that were lost, at least in part, because the file changed the same thing. */
  readonly lost: Unsaved[];
}

/** Two ways that part at a document: the unsaved changes still to come, and the file's new content. */
interface Fork {
  readonly under: JsonObject;
  readonly def: JsonObject;
  /** What leads from `under` to `def`, exactly. */
  readonly across: readonly MachineOp[];
}

/**
 * Makes unsaved changes on a new content of the file. What the file's change took the ground from is left out: an operation on
 * something that the file does not have any more. A change that the file has now is not made a second time: it was saved, and that
 * was seen before it was told.
 *
 * @param before the content that the changes were made on
 * @param ops what leads from there to `now`
 * @param inFile the names of changes that were saved; unknown where savers do not tell them
 */
export function rebaseUnsaved(
  unsaved: readonly Unsaved[],
  before: JsonObject,
  now: JsonObject,
  ops: readonly MachineOp[],
  inFile?: readonly string[],
): Rebased {
  const states = statesOf(unsaved, before);
  const named = new Set(inFile);
  const isSaved = ({ ids }: Unsaved) => named.size > 0 && ids.every((id) => named.has(id));
  const saved = inFile === undefined ? savedPart(unsaved, states, now, ops) : 0;
  const start = states[saved] ?? before;
  let fork: Fork = { under: start, def: now, across: saved === 0 ? ops : difference(start, now) };
  const kept: Unsaved[] = [];
  const lost: Unsaved[] = [];
  for (const [index, change] of unsaved.entries()) {
    if (index < saved) continue;
    const own = change.ops ?? [];
    const after = states[index + 1] ?? fork.under;
    if (isSaved(change)) {
      fork = { under: after, def: fork.def, across: difference(after, fork.def) };
      continue;
    }
    const carried = carry(own, after, fork, change.gone) ?? carryEach(own, fork);
    if (change.ops === null || carried.left > 0) lost.push(change);
    const gone = goneNames(machine(fork.def), machine(carried.fork.def), carried.ops);
    if (carried.ops.length > 0) kept.push({ ...change, ops: carried.ops, gone });
    fork = carried.fork;
  }
  return { def: fork.def, unsaved: kept, lost };
}

/** What became of operations on the other way. */
interface Carried {
  /** The operations as they are made there. */
  readonly ops: readonly MachineOp[];
  /** How many are not. */
  readonly left: number;
  /** Both ways after the operations. */
  readonly fork: Fork;
}

/** Makes operations on the other way too; `undefined` when one of them cannot be made there. */
function carry(own: readonly MachineOp[], after: JsonObject, fork: Fork, gone?: Gone): Carried | undefined {
  const over = goneNames(machine(fork.under), machine(fork.def), fork.across);
  const ownGone = gone ?? goneNames(machine(fork.under), machine(after), own);
  const moved = rebaseOps(own, [{ ops: fork.across, gone: over }], ownGone);
  if ("conflict" in moved) return undefined;
  const def = applied(fork.def, moved.ops);
  if (typeof def === "string") return undefined;
  const across = acrossAfter(own, ownGone, fork.across, over, after, def);
  return { ops: moved.ops, left: 0, fork: { under: after, def, across } };
}

/** Makes those of some operations on the other way that can be made there; of one that cannot, what it adds. */
function carryEach(own: readonly MachineOp[], start: Fork): Carried {
  const ops: MachineOp[] = [];
  let left = 0;
  let fork = start;
  for (const op of own) {
    const after = made(fork.under, [op]);
    const carried = carry([op], after, fork) ?? carryAdditions(op, after, fork);
    left += carried.left;
    ops.push(...carried.ops);
    fork = carried.fork;
  }
  return { ops, left, fork };
}

/** Makes of an operation that cannot be made on the other way what it adds, beside what is there. */
function carryAdditions(op: MachineOp, after: JsonObject, fork: Fork): Carried {
  const { ops, def } = besides(op, fork.def);
  return { ops, left: 1, fork: { under: after, def, across: difference(after, def) } };
}

/** What leads from one way to the other after own operations: what did before, where it still does that exactly, else others. */
function acrossAfter(
  own: readonly MachineOp[],
  ownGone: Gone,
  across: readonly MachineOp[],
  gone: Gone,
  after: JsonObject,
  def: JsonObject,
): readonly MachineOp[] {
  const rebased = rebaseOps(across, [{ ops: own, gone: ownGone }], gone);
  const reached = "conflict" in rebased ? "" : applied(after, rebased.ops);
  const isExact = typeof reached !== "string" && equalJson(reached, def);
  return isExact && !("conflict" in rebased) ? rebased.ops : difference(after, def);
}

/** The content that the changes were made on, and the document after each of them. */
function statesOf(unsaved: readonly Unsaved[], before: JsonObject): JsonObject[] {
  const states = [before];
  for (const { ops } of unsaved) states.push(made(states.at(-1) ?? before, ops ?? []));
  return states;
}

/** A document with operations that were made on it before. */
function made(under: JsonObject, ops: readonly MachineOp[]): JsonObject {
  const after = applied(under, ops);
  if (typeof after !== "string") return after;
  throw new Error(`An unsaved change does not fit the document it was made on: ${after}`);
}
