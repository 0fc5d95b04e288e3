import { apply } from "../change/apply.ts";
import { algebraOf, type Changes, changesWith } from "../change/changes.ts";
import { diff } from "../change/diff.ts";
import { PatchError, Refusal } from "../change/error.ts";
import { invert } from "../change/invert.ts";
import { lineOf, type OpLine } from "../change/line.ts";
import type { Members } from "../change/model.ts";
import { checkTable, parseOps } from "../change/parse.ts";
import { type Gone, goneNames as goneNamesOf } from "../change/rebase/context.ts";
import { type ChangeStep, rebase, type RebaseResult } from "../change/rebase/rebase.ts";
import { opShapes } from "../change/row.ts";
import { isObject } from "../json/value.ts";

import type { ObjectShape } from "../shape/shape.ts";
import { MACHINE_MODEL } from "./model.ts";
import { MACHINE_OP_ROWS } from "./op_rows.ts";
import type { MachineOp } from "./ops.ts";
import { MACHINE_SHAPE } from "./shape.ts";
import type { StateMachineDefinition } from "./types.ts";

const SOURCE = {
  model: MACHINE_MODEL,
  rows: MACHINE_OP_ROWS,
  shapes: MACHINE_SHAPE,
  empty: ({ state }: Members) =>
    emptyDefinition(isObject(state) && typeof state.name === "string" ? state.name : ""),
};
const ALGEBRA = algebraOf(SOURCE);

/** The shapes of the operations: types, checks and pages are made from them. */
export const MACHINE_OP_SHAPE: readonly ObjectShape[] = opShapes(MACHINE_OP_ROWS);

const TABLE = checkTable(ALGEBRA.structure, MACHINE_OP_ROWS, MACHINE_SHAPE);

/** The operations of machines, as the row of their kind has them. */
export const MACHINE_CHANGES: Changes<StateMachineDefinition, MachineOp> = changesWith(SOURCE, ALGEBRA);

/**
 * Applies operations to a machine document, one after the other: each sees what those before it did, so an
 * index is one of that moment. All of them apply, or none.
 *
 * The document is not changed. The result is a new object that shares with it whatever the operations left
 * alone, and shares nothing with the operations; treat both as values.
 *
 * @param def The document, unwrapped.
 * @param ops The operations. `runtime.*` change nothing and are not checked.
 * @returns The document afterwards.
 * @throws {PatchError} When an operation cannot be applied; it names the operation, its index and its target.
 *
 * @example
 * ```ts
 * import { applyPatchOps } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const door = {
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [],
 *   state: { name: "Door", states: [{ name: "Open" }] },
 * };
 * const after = applyPatchOps(door, [
 *   { op: "state.add", parent: "Door", state: { name: "Shut" } },
 *   { op: "state.move", name: "Shut", parent: "Door", index: 0 },
 * ]);
 * assertEquals(after.state.states, [{ name: "Shut" }, { name: "Open" }]);
 * assertEquals(door.state.states, [{ name: "Open" }]);
 * ```
 */
export function applyPatchOps(
  def: StateMachineDefinition,
  ops: readonly MachineOp[],
): StateMachineDefinition {
  return apply(ALGEBRA, def, ops) as StateMachineDefinition;
}

/**
 * The operations that turn one document into another:
 * `applyPatchOps(prev, diffDefinition(prev, next))` is written as the same JSON text as `next`, the order of
 * keys included, for any two documents.
 *
 * States, events and timers keep their identity: what moved is moved, and what only changed its name, or hardly more,
 * is renamed. What some tool has given an id of its own (`uid`, `uuid`, `guid` or `x-id`) is known by that alone.
 * If single operations cannot express a difference (repeated names, members of an odd kind), the smallest part
 * that can be replaced is replaced; in the end that is the whole document.
 *
 * @param prev The document as it is; `null` is {@linkcode emptyDefinition} with the name of the new root.
 * @param next The document as it is to be.
 * @returns The operations, none when the two are the same. They share nothing with the documents.
 * @throws {PatchError} When a document is no object.
 *
 * @example
 * ```ts
 * import { applyPatchOps, diffDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const settings = { namespace: "Home", asynchronous: false };
 * const prev = { settings, events: [], state: { name: "Door", states: [{ name: "Open" }] } };
 * const next = { settings, events: [], state: { name: "Door", states: [{ name: "Open" }, { name: "Shut" }] } };
 * const ops = diffDefinition(prev, next);
 * assertEquals(ops, [{ op: "state.add", parent: "Door", state: { name: "Shut" } }]);
 * assertEquals(applyPatchOps(prev, ops), next);
 * ```
 */
export function diffDefinition(
  prev: StateMachineDefinition | null,
  next: StateMachineDefinition,
): MachineOp[] {
  if (!isObject(next)) {
    const refusal = new Refusal("wrong_type", null, "the new document must be an object; read it first.");
    throw new PatchError({ by: "diffDefinition", op: "", index: -1 }, refusal);
  }
  return diff(ALGEBRA, prev ?? SOURCE.empty(next), next) as MachineOp[];
}

/**
 * The document that a new machine begins as, and that {@linkcode diffDefinition} starts from without one.
 *
 * @param rootName The name of the root state.
 */
export function emptyDefinition(rootName: string): StateMachineDefinition {
  return {
    settings: { namespace: "", asynchronous: false },
    events: [],
    state: { name: rootName, states: [] },
  };
}

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
  return invertOps([op], before);
}

/**
 * The operations that undo a list of operations, in the order to apply them.
 *
 * @param ops Operations that apply to `before`, one after the other.
 * @param before The document before the first of them.
 * @throws {PatchError} When `ops` do not apply to `before`.
 */
export function invertOps(ops: readonly MachineOp[], before: StateMachineDefinition): MachineOp[] {
  return invert(ALGEBRA, ops, before) as MachineOp[];
}

/**
 * Checks a list of operations that came from elsewhere: every operation is known and has its fields, each of
 * its type. Whether they fit a document only shows when they are applied.
 *
 * @param value Any JSON value.
 * @returns The same value.
 * @throws {PatchError} With the code `bad_ops`, `bad_op` or `unknown_op`.
 *
 * @example
 * ```ts
 * import { parseMachineOps } from "@loom/protocol";
 * import { assertEquals, assertThrows } from "@std/assert";
 * const ops = parseMachineOps([{ op: "state.remove", name: "Idle" }]);
 * assertEquals(ops[0]?.op, "state.remove");
 * assertThrows(() => parseMachineOps([{ op: "state.remove" }]), Error, 'needs "name"');
 * ```
 */
export function parseMachineOps(value: unknown): MachineOp[] {
  return parseOps(ALGEBRA.rows, TABLE, value, "parseMachineOps") as MachineOp[];
}

/**
 * Finds what disappears with a change, at the moment it is made: everything below a removed state, the events of
 * a removed source, what a whole list replaces. It also notes where the operations found and put things, which
 * {@linkcode rebaseOps} needs to count right. Operations that only set members cost nothing.
 *
 * @param before The document before the change.
 * @param after The document after it.
 * @param ops The operations that lead from one to the other.
 * @returns What to keep beside the operations.
 *
 * @example
 * ```ts
 * import { applyPatchOps, goneNames, type MachineOp } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const before = {
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [],
 *   state: { name: "Door", states: [{ name: "Open", states: [{ name: "Ajar" }] }] },
 * };
 * const ops: MachineOp[] = [{ op: "state.remove", name: "Open" }];
 * const gone = goneNames(before, applyPatchOps(before, ops), ops);
 * assertEquals(gone.names, { state: ["Open", "Ajar"] });
 * ```
 */
export function goneNames(
  before: StateMachineDefinition,
  after: StateMachineDefinition,
  ops: readonly MachineOp[],
): Gone {
  return goneNamesOf(ALGEBRA, before, after, ops);
}

/**
 * Adapts operations to what happened since the document they were made from: names follow renames, indices follow
 * what was inserted, removed and moved before them. An operation whose state, event or item is gone is refused; it is
 * never applied to something else that has the same name or index now.
 *
 * `protocol/REBASE.md` says for every operation what it refers to and who wins.
 *
 * @param ops The operations; they apply one after the other to the document that `over` begins with, too.
 * @param over What happened meanwhile, in order.
 * @param gone The result of `goneNames` for `ops` themselves, when their author's document is at hand; it makes places
 * among states and events exact, and refusals fewer.
 * @returns The operations to apply after `over`; those that have nothing left to do are missing.
 *
 * @example
 * ```ts
 * import { type MachineOp, rebaseOps } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const mine: MachineOp[] = [{ op: "transition.update", state: "Open", index: 1, patch: { event: "shut" } }];
 * const theirs: MachineOp[] = [
 *   { op: "transition.remove", state: "Open", index: 0 },
 *   { op: "state.rename", name: "Open", to: "Ajar" },
 * ];
 * assertEquals(rebaseOps(mine, [{ ops: theirs }]), {
 *   ops: [{ op: "transition.update", state: "Ajar", index: 0, patch: { event: "shut" } }],
 * });
 * ```
 */
export function rebaseOps(
  ops: readonly MachineOp[],
  over: readonly ChangeStep[],
  gone?: Gone,
): RebaseResult<MachineOp> {
  return rebase(ALGEBRA, ops, over, gone) as RebaseResult<MachineOp>;
}

/**
 * Tells an operation as a line for a person.
 *
 * @example
 * ```ts
 * import { opLine } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const transition = { event: "open", nextState: "Open" };
 * const { sign, text } = opLine({ op: "transition.add", state: "Closed", transition });
 * assertEquals(`${sign} ${text}`, "+ transition Closed ─[open]→ Open");
 * ```
 */
export function opLine(op: MachineOp): OpLine {
  return lineOf(ALGEBRA.rows, op);
}
