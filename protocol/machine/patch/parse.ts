import { isObject } from "../../json/value.ts";
import { checkShape } from "../../shape/check.ts";
import type { ObjectShape, ShapeTable } from "../../shape/shape.ts";
import { MACHINE_OP_SHAPE } from "../op_shape.ts";
import type { MachineOp } from "../ops.ts";
import { MACHINE_SHAPE } from "../shape.ts";
import { refuseUnknown } from "./apply.ts";
import { PatchError, Refusal, refuse } from "./error.ts";

/** The members without which a part of a document cannot be addressed. */
const KEYS: ReadonlyMap<string, string> = new Map([["State", "name"], ["Event", "id"], ["Timer", "id"]]);

/**
 * The fields of the operations. Of what they carry only the key counts: a document may hold unknown and odd
 * members, and a change to it carries them along.
 */
const TABLE: ShapeTable = [...MACHINE_OP_SHAPE, ...MACHINE_SHAPE.map(keyOnly)];

const SHAPE_NAMES: ReadonlyMap<string, string> = new Map(
  MACHINE_OP_SHAPE.map((shape) => [JSON.parse(shape.fields[0]?.type ?? '""'), shape.name]),
);

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
  if (!Array.isArray(value)) {
    const refusal = new Refusal("bad_ops", null, "the operations must be a list: put [ and ] around them.");
    throw new PatchError({ by: "parseMachineOps", op: "", index: -1 }, refusal);
  }
  for (const [index, op] of value.entries()) {
    try {
      checkOp(op);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const name = isObject(op) && typeof op.op === "string" ? op.op : "";
      throw new PatchError({ by: "parseMachineOps", op: name, index }, error);
    }
  }
  return value;
}

function checkOp(op: unknown): void {
  if (!isObject(op)) return refuse("bad_op", null, "an operation must be an object.");
  if (typeof op.op !== "string") return refuse("bad_op", "op", "an operation needs its name in `op`.");
  const shape = SHAPE_NAMES.get(op.op) ?? refuseUnknown(op.op);
  const issue = checkShape(TABLE, shape, op).find(({ kind }) => kind !== "unknown_field");
  // The person wrote the name of the operation, not that of its type.
  if (issue) refuse("bad_op", issue.field, issue.message.replace(shape, op.op));
}

function keyOnly(shape: ObjectShape): ObjectShape {
  return { ...shape, fields: shape.fields.filter((field) => field.name === KEYS.get(shape.name)) };
}
