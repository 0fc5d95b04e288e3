import { isObject } from "../../json/value.ts";
import { didYouMean } from "../../suggest.ts";
import type { MachineOp } from "../ops.ts";
import type { StateMachineDefinition } from "../types.ts";
import { setDocument, updateDocument, updateSettings } from "./document_ops.ts";
import { Draft } from "./draft.ts";
import { PatchError, Refusal, refuse } from "./error.ts";
import * as events from "./event_ops.ts";
import * as lists from "./list_ops.ts";
import * as states from "./state_ops.ts";

/** What each operation does to a draft, one row an operation. */
const OPERATIONS: { readonly [Name in MachineOp["op"]]: (draft: Draft, op: OpNamed<Name>) => void } = {
  "settings.update": updateSettings,
  "state.add": states.addState,
  "state.update": states.updateState,
  "state.remove": states.removeState,
  "state.nest": states.nestState,
  "state.rename": states.renameState,
  "state.move": states.moveState,
  "parallel.set": states.setParallel,
  "parallel.update": states.updateParallel,
  "eventSource.add": events.addEventSource,
  "eventSource.update": events.updateEventSource,
  "eventSource.remove": events.removeEventSource,
  "eventSource.move": events.moveEventSource,
  "event.add": events.addEvent,
  "event.update": events.updateEvent,
  "event.remove": events.removeEvent,
  "event.rename": events.renameEvent,
  "event.move": events.moveEvent,
  "parameter.add": lists.addParameter,
  "parameter.update": lists.updateParameter,
  "parameter.remove": lists.removeParameter,
  "timer.add": events.addTimer,
  "timer.update": events.updateTimer,
  "timer.remove": events.removeTimer,
  "transition.add": lists.addTransition,
  "transition.update": lists.updateTransition,
  "transition.remove": lists.removeTransition,
  "transition.move": lists.moveTransition,
  "action.add": lists.addAction,
  "action.update": lists.updateAction,
  "action.remove": lists.removeAction,
  "document.update": updateDocument,
  "document.set": setDocument,
  "runtime.enter": () => {},
  "runtime.exit": () => {},
};

/** The operation of that name. */
export type OpNamed<Name extends MachineOp["op"]> = Extract<MachineOp, { op: Name }>;

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
  const draft = draftOf(def);
  for (const [index, op] of ops.entries()) {
    try {
      applyOp(draft, op);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new PatchError({ by: "applyPatchOps", op: String(op?.op ?? ""), index }, error);
    }
  }
  return draft.top as unknown as StateMachineDefinition;
}

/** Begins to change a document. */
export function draftOf(def: StateMachineDefinition): Draft {
  if (isObject(def)) return new Draft(def);
  const refusal = new Refusal("wrong_type", null, "the document must be an object; read it first.");
  throw new PatchError({ by: "applyPatchOps", op: "", index: -1 }, refusal);
}

/**
 * Applies one operation to a draft; after a refusal the draft is in no defined state.
 *
 * @throws {Refusal} When it cannot be applied.
 */
export function applyOp(draft: Draft, op: MachineOp): void {
  if (!isObject(op)) refuse("bad_op", null, "an operation must be an object.");
  if (!Object.hasOwn(OPERATIONS, op.op)) refuseUnknown(op.op);
  // The row of the operation's own name takes that operation, which the type of a lookup cannot say.
  const apply = OPERATIONS[op.op] as (draft: Draft, op: MachineOp) => void;
  apply(draft, op);
}

/** Refuses the name of no operation. */
export function refuseUnknown(name: unknown): never {
  const near = didYouMean(String(name), Object.keys(OPERATIONS));
  return refuse("unknown_op", String(name), `there is no operation ${JSON.stringify(String(name))}.${near}`);
}
