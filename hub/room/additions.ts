import { collectStateNames, isObject, type JsonObject, type MachineOp, type State } from "@loom/protocol";
import { applied } from "./document.ts";

/** What of an operation can stand beside what others made. */
export interface Additions {
  /** Operations that only add. */
  readonly ops: readonly MachineOp[];
  /** The document with them. */
  readonly def: JsonObject;
}

/**
 * Makes of an operation that cannot write over what others changed what it would have added: of a `parallel.set`, the regions whose
 * names are free.
 *
 * @param def the document of the others
 */
export function besides(op: MachineOp, def: JsonObject): Additions {
  const ops = additionsOf(op, def);
  const after = ops.length === 0 ? def : applied(def, ops);
  return typeof after === "string" ? { ops: [], def } : { ops, def: after };
}

function additionsOf(op: MachineOp, def: JsonObject): MachineOp[] {
  if (op.op !== "parallel.set" || !isObject(op.parallel) || !isObject(def["state"])) return [];
  const { states } = op.parallel as { readonly states?: unknown };
  const taken = new Set(collectStateNames(def["state"] as unknown as State));
  return (Array.isArray(states) ? states.filter(isRegion) : [])
    .filter((region) => collectStateNames(region).every((name) => !taken.has(name)))
    .map((state) => ({ op: "state.add", parent: op.state, state, region: true }));
}

function isRegion(value: unknown): value is State {
  return isObject(value) && typeof value["name"] === "string";
}
