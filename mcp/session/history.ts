import { afterChange, takeWay, wayBetween, type WaysBack, withWay } from "@loom/hub/client";
import {
  applyPatchOps,
  equalJson,
  invertOps,
  type JsonObject,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import type { Direction, History, Known } from "./history_value.ts";

/** The history after others brought the document to some content. */
export function caughtUp(history: History, now: Known): History {
  const { undos, redos, known } = history;
  if (known === undefined) return { ...history, known: now };
  if (known.revision === now.revision) return history;
  if (undos.length + redos.length === 0) return { ...history, known: now };
  const steps = wayBetween(known.definition, now.definition);
  return {
    undos: afterChange(undos, now.definition, steps),
    redos: afterChange(redos, now.definition, steps),
    known: now,
  };
}

/** The history after a change of its own: what was undone before cannot be done again. */
export function recorded(
  { undos, known }: History,
  ops: readonly MachineOp[],
  after: Known,
): History {
  if (known === undefined) return { undos: [], redos: [], known: after };
  const undo = invertOps(ops, machine(known.definition));
  return {
    undos: withWay(undos, undo, after.definition, known.definition),
    redos: [],
    known: after,
  };
}

/** A step back or forth that can be taken, or why it cannot. */
export type Step =
  | {
    readonly ops: readonly MachineOp[];
    /** The content after it. */
    readonly after: JsonObject;
    readonly rest: History;
  }
  | { readonly reason: string; readonly rest: History };

/**
 * The next step in a direction, for the content that the history knows. Steps that others have taken already are passed over.
 *
 * @returns `undefined` when there is none.
 */
export function nextStep(history: History, direction: Direction): Step | undefined {
  const now = history.known?.definition ?? {};
  for (let rest = history;;) {
    const taken = takeWay(direction === "undo" ? rest.undos : rest.redos);
    if (taken === undefined) return undefined;
    rest = direction === "undo" ? { ...rest, undos: taken.rest } : { ...rest, redos: taken.rest };
    const { ops, reason = "" } = taken;
    if (ops === undefined) return { reason, rest };
    const after = applyPatchOps(machine(now), ops) as unknown as JsonObject;
    if (!equalJson(now, after)) return { ops, after, rest };
  }
}

/**
 * The history after a step was taken.
 *
 * @param rest The history that came with the step.
 */
export function stepTaken(
  rest: History,
  direction: Direction,
  ops: readonly MachineOp[],
  after: Known,
): History {
  const { known } = rest;
  if (known === undefined) return rest;
  const back = invertOps(ops, machine(known.definition));
  const turn = (ways: WaysBack) => withWay(ways, back, after.definition, known.definition);
  return direction === "undo"
    ? { undos: rest.undos, redos: turn(rest.redos), known: after }
    : { undos: turn(rest.undos), redos: rest.redos, known: after };
}

function machine(definition: JsonObject): StateMachineDefinition {
  return definition as unknown as StateMachineDefinition;
}
