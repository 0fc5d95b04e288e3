import { isObject } from "../json/value.ts";
import { missing, type Place, type ShapeIssue, unknownField, wrongType } from "./issue.ts";
import type { FieldShape, ObjectShape, ShapeTable } from "./shape.ts";
import { parseType, type Primitive, type TypeExpression } from "./type_expression.ts";

/** A value that still has to be looked at. */
interface Task {
  readonly value: unknown;
  readonly type: TypeExpression;
  readonly at: Place;
}

interface CompiledShape {
  readonly shape: ObjectShape;
  readonly fields: ReadonlyMap<string, FieldShape>;
}

/**
 * Compares a value with its shape: fields that are missing, of the wrong type, or unknown.
 *
 * A member that is `null` counts as absent, unless its type allows `null`. Any JSON value can be checked, of
 * any depth.
 *
 * @param table The shapes.
 * @param rootName The name of the shape the value should have.
 * @param value The value.
 * @returns The issues; those of an object itself (missing fields first) come before those inside its members.
 *
 * @example
 * ```ts
 * import { checkShape, MACHINE_SHAPE } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const issues = checkShape(MACHINE_SHAPE, "State", { name: "A", transition: [] });
 * assertEquals(issues.map((issue) => issue.message), ['State has no field "transition". Did you mean "transitions"?']);
 * ```
 */
export function checkShape(table: ShapeTable, rootName: string, value: unknown): ShapeIssue[] {
  const shapes = compile(table);
  const issues: ShapeIssue[] = [];
  const place: Place = { above: undefined, step: "", field: "", owner: rootName };
  const tasks: Task[] = [{ value, type: parseType(rootName), at: place }];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const found = checkValue(shapes, task, issues);
    for (let i = found.length - 1; i >= 0; i--) tasks.push(found[i]!);
  }
  return issues;
}

const compiled = new WeakMap<ShapeTable, ReadonlyMap<string, CompiledShape>>();

function compile(table: ShapeTable): ReadonlyMap<string, CompiledShape> {
  let shapes = compiled.get(table);
  if (!shapes) {
    shapes = new Map(table.map((shape) => {
      const fields = new Map(shape.fields.map((field) => [field.name, field]));
      return [shape.name, { shape, fields }];
    }));
    compiled.set(table, shapes);
  }
  return shapes;
}

type Shapes = ReadonlyMap<string, CompiledShape>;

/** Checks one value without its content; gives the tasks for what is inside. */
function checkValue(shapes: Shapes, task: Task, issues: ShapeIssue[]): Task[] {
  const type = alternative(shapes, task.type, task.value);
  if (!type) {
    issues.push(wrongType(task.at, task.type, task.value));
    return [];
  }
  if (type.kind === "array") return itemTasks(task, type.of);
  if (type.kind === "shape") return checkObject(shapes, task, type.name, type.partial, issues);
  return [];
}

function itemTasks(task: Task, type: TypeExpression): Task[] {
  const { at } = task;
  return (task.value as unknown[]).map((value, step) => ({
    value,
    type,
    at: { above: at, step, field: at.field, owner: at.owner },
  }));
}

function checkObject(
  shapes: Shapes,
  task: Task,
  name: string,
  partial: boolean,
  issues: ShapeIssue[],
): Task[] {
  const { shape, fields } = shapeOf(shapes, name);
  const object = task.value as Record<string, unknown>;
  if (!partial) {
    for (const field of shape.fields) {
      if (field.required && isAbsent(object, field)) issues.push(missing(task.at, name, field));
    }
  }
  const tasks: Task[] = [];
  for (const key of Object.keys(object)) {
    const at: Place = { above: task.at, step: key, field: key, owner: name };
    const field = fields.get(key);
    if (!field) issues.push(unknownField(at, name, shape, object));
    else if (!isAbsent(object, field)) tasks.push({ value: object[key], type: parseType(field.type), at });
  }
  return tasks;
}

function shapeOf(shapes: Shapes, name: string): CompiledShape {
  const shape = shapes.get(name);
  if (!shape) throw new TypeError(`Cannot check against the shape ${name}: the table does not have it`);
  return shape;
}

function isAbsent(object: Record<string, unknown>, field: FieldShape): boolean {
  if (!Object.hasOwn(object, field.name)) return true;
  const value = object[field.name];
  return value === undefined || (value === null && !allowsNull(parseType(field.type)));
}

function allowsNull(type: TypeExpression): boolean {
  if (type.kind === "union") return type.of.some(allowsNull);
  return type.kind === "primitive" && (type.name === "null" || type.name === "unknown");
}

/** The member of a union that the value is meant to be; a single type when it fits; else `undefined`. */
function alternative(shapes: Shapes, type: TypeExpression, value: unknown): TypeExpression | undefined {
  if (type.kind !== "union") return fits(type, value) ? type : undefined;
  const fitting = type.of.filter((member) => fits(member, value));
  return fitting.find((member) => member.kind !== "shape" || isTagged(shapes, member.name, value)) ??
    fitting[0];
}

/** Checks whether the value has the literals that the shape prescribes for required fields. */
function isTagged(shapes: Shapes, name: string, value: unknown): boolean {
  const { shape } = shapeOf(shapes, name);
  return shape.fields.every((field) => {
    const type = parseType(field.type);
    if (!field.required || type.kind !== "literal") return true;
    return (value as Record<string, unknown>)[field.name] === type.value;
  });
}

/** Checks whether the value is of the type as far as can be seen without looking inside it. */
function fits(type: TypeExpression, value: unknown): boolean {
  switch (type.kind) {
    case "literal":
      return value === type.value;
    case "array":
      return Array.isArray(value);
    case "shape":
      return isObject(value);
    case "union":
      return type.of.some((member) => fits(member, value));
    case "primitive":
      return fitsPrimitive(type.name, value);
  }
}

function fitsPrimitive(name: Primitive, value: unknown): boolean {
  switch (name) {
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "integer":
      return Number.isInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "unknown":
      return true;
  }
}
