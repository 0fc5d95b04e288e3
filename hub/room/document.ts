import {
  applyPatchOps,
  diffDefinition,
  type JsonObject,
  type MachineOp,
  PatchError,
  type StateMachineDefinition,
} from "@loom/protocol";

/** A document with operations applied, or the sentence that says why that cannot be done. */
export function applied(def: JsonObject, ops: readonly MachineOp[]): JsonObject | string {
  try {
    return applyPatchOps(machine(def), ops) as unknown as JsonObject;
  } catch (error) {
    if (error instanceof PatchError) return error.message;
    throw error;
  }
}

/** The operations that lead from one document to another. */
export function difference(from: JsonObject, to: JsonObject): MachineOp[] {
  return diffDefinition(machine(from), machine(to));
}

/** Documents come from anywhere; the operations of machines work on whatever stands there. */
export function machine(def: JsonObject): StateMachineDefinition {
  return def as unknown as StateMachineDefinition;
}
