import { equalJson } from "../../json/equal.ts";
import type { MachineOp } from "../ops.ts";
import type { StateMachineDefinition } from "../types.ts";
import { applyPatchOps } from "./apply.ts";
import { diffDefinition } from "./diff.ts";
import { Refusal } from "./error.ts";
import { emitInverse } from "./inverses.ts";
import type { Members } from "./members.ts";
import { Work } from "./work.ts";

/** Longer lists of operations are inverted as one difference, which costs two looks at the document instead of many. */
const MAX_ONE_BY_ONE = 64;

/**
 * The operations that undo an operation: `applyPatchOps(applyPatchOps(before, [op]), invertOp(op, before))` is
 * written as the same JSON text as `before`.
 *
 * The inverse says what the operation did backwards (`state.add` for `state.remove`, a move for a move), so that
 * it still fits when others have changed other parts of the document in between.
 *
 * @param op An operation that applies to `before`.
 * @param before The document before the operation.
 * @returns The undo; none for an operation that changes nothing.
 * @throws {PatchError} When `op` does not apply to `before`.
 *
 * @example
 * ```ts
 * import { applyPatchOps, invertOp } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const before = {
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [],
 *   state: { name: "Door", states: [{ name: "Open" }, { name: "Shut" }] },
 * };
 * const undo = invertOp({ op: "state.remove", name: "Open" }, before);
 * assertEquals(undo, [{ op: "state.add", parent: "Door", state: { name: "Open" }, index: 0 }]);
 * ```
 */
export function invertOp(op: MachineOp, before: StateMachineDefinition): MachineOp[] {
  return inverseOf(op, before, applyPatchOps(before, [op]));
}

/**
 * The operations that undo a list of operations, in the order to apply them.
 *
 * @param ops Operations that apply to `before`, one after the other.
 * @param before The document before the first of them.
 * @throws {PatchError} When `ops` do not apply to `before`.
 */
export function invertOps(ops: readonly MachineOp[], before: StateMachineDefinition): MachineOp[] {
  if (ops.length > MAX_ONE_BY_ONE) return diffDefinition(applyPatchOps(before, ops), before);
  // Before anything else, so that a refusal names the operation's index in the whole list.
  applyPatchOps(before, ops);
  const undo: MachineOp[][] = [];
  let now = before;
  for (const op of ops) {
    const after = applyPatchOps(now, [op]);
    undo.push(inverseOf(op, now, after));
    now = after;
  }
  return undo.reverse().flat();
}

function inverseOf(
  op: MachineOp,
  before: StateMachineDefinition,
  after: StateMachineDefinition,
): MachineOp[] {
  return directInverse(op, before, after) ?? diffDefinition(after, before);
}

/** The inverse by the operation's own row; `undefined` when that does not lead back exactly. */
function directInverse(
  op: MachineOp,
  before: StateMachineDefinition,
  after: StateMachineDefinition,
): MachineOp[] | undefined {
  const work = new Work(after);
  try {
    emitInverse(work, op, before as unknown as Members);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return equalJson(work.draft.top, before) ? work.ops : undefined;
}
