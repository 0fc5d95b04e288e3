import { isObject } from "../json/value.ts";
import type { AnyOp } from "./row.ts";
import { checkShape } from "../shape/check.ts";
import type { ShapeTable } from "../shape/shape.ts";
import { refuseUnknown } from "./apply.ts";
import { PatchError, Refusal, refuse } from "./error.ts";
import type { Structure } from "./model.ts";
import { type OpRow, type OpRows, opShapes, rowOf } from "./row.ts";

/**
 * The shapes to check operations by. Of what they carry only the key counts: a document may hold unknown and odd
 * members, and a change to it carries them along.
 */
export function checkTable(structure: Structure, rows: readonly OpRow[], parts: ShapeTable): ShapeTable {
  const keys = new Map(
    Object.entries(structure.model.parts).map(([part, { key }]) =>
      [part.toLowerCase(), key?.member] as const
    ),
  );
  const keyOnly = parts.map((shape) => ({
    ...shape,
    fields: shape.fields.filter(({ name }) => name === keys.get(shape.name.toLowerCase())),
  }));
  return [...opShapes(rows), ...keyOnly];
}

/**
 * Checks a list of operations that came from elsewhere: every operation is known and has its fields, each of
 * its type. Whether they fit a document only shows when they are applied.
 *
 * @param by The name of the function that was called, for the error.
 * @throws {PatchError} With the code `bad_ops`, `bad_op` or `unknown_op`.
 */
export function parseOps(rows: OpRows, table: ShapeTable, value: unknown, by: string): AnyOp[] {
  if (!Array.isArray(value)) {
    const refusal = new Refusal("bad_ops", null, "the operations must be a list: put [ and ] around them.");
    throw new PatchError({ by, op: "", index: -1 }, refusal);
  }
  const shapes = new Map([...rows.keys()].map((op, index) => [op, table[index]?.name ?? op]));
  for (const [index, op] of value.entries()) {
    try {
      checkOp(rows, table, shapes, op);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new PatchError({ by, op: isObject(op) && typeof op.op === "string" ? op.op : "", index }, error);
    }
  }
  return value;
}

function checkOp(rows: OpRows, table: ShapeTable, shapes: ReadonlyMap<string, string>, op: unknown): void {
  if (!isObject(op)) return refuse("bad_op", null, "an operation must be an object.");
  if (typeof op.op !== "string") return refuse("bad_op", "op", "an operation needs its name in `op`.");
  if (!rowOf(rows, op)) refuseUnknown(rows, op.op);
  const shape = shapes.get(op.op) ?? op.op;
  const issue = checkShape(table, shape, op).find(({ kind }) => kind !== "unknown_field");
  // The person wrote the name of the operation, not that of its type.
  if (issue) refuse("bad_op", issue.field, issue.message.replace(shape, op.op));
}
