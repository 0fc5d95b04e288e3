import { type Action, type DataField, isObject } from "@loom/protocol";
import type { Expression } from "../../expression/ast.ts";
import { printExpression } from "../../expression/mod.ts";
import type { Behaviour } from "./read_behaviour.ts";
import { namesIn, NotSimple } from "./source/expressions.ts";
import { keyOf, part, parts } from "./source/syntax.ts";
import { hasCode, isPlain, SourceCode, type Spot } from "./values.ts";

type FieldType = Omit<DataField, "name">;

/** A member of the context: plain data, an expression of the input, or neither. */
interface Member {
  readonly name: string;
  readonly value?: unknown;
  readonly expression?: Expression;
  readonly problem?: string;
}

/**
 * Declared data from a context: an object, or a function that gives one. What its input decides is set on entry, since the
 * input of a machine is its first context.
 */
export function dataOf(
  context: unknown,
  fields: ReadonlyMap<string, FieldType> | undefined,
  behaviour: Behaviour,
  spot: Spot,
): { readonly data: DataField[]; readonly entry: Action[] } {
  const data: DataField[] = [];
  const entry: Action[] = [];
  const inputs = new Set<string>();
  const known = new Map(fields);
  for (const { name, value, expression, problem } of membersOf(context, behaviour, spot)) {
    const type = known.get(name);
    known.delete(name);
    if (problem !== undefined) {
      behaviour.note(`The first value of "${name}" was left out: ${problem}.`, {
        ...spot,
        path: [...spot.path, name],
      });
    }
    for (const input of expression === undefined ? [] : namesIn(expression)) inputs.add(input);
    if (expression !== undefined && !(expression.kind === "name" && expression.name === name)) {
      entry.push({ assign: { target: name, value: printExpression(expression) } });
    }
    data.push(value === undefined ? without(name, type) : withInitial(name, value, type));
  }
  for (const [name, type] of known) data.push({ name, ...type });
  const names = new Set(data.map(({ name }) => name));
  for (const name of inputs) if (!names.has(name)) data.push({ name, type: "any", optional: true });
  return { data, entry };
}

function without(name: string, type: FieldType | undefined): DataField {
  return { name, ...(type ?? { type: "any", optional: true }) };
}

function withInitial(name: string, value: unknown, type: FieldType | undefined): DataField {
  return {
    name,
    ...(type ?? { type: typeOf(value) }),
    ...(value === null ? { optional: true } : {}),
    initial: value as NonNullable<DataField["initial"]>,
  };
}

function membersOf(context: unknown, behaviour: Behaviour, spot: Spot): readonly Member[] {
  if (isPlain(context)) {
    return Object.entries(context).map(([name, value]) =>
      hasCode(value) ? { name, problem: "it is no plain data" } : { name, value: value ?? null }
    );
  }
  if (!(context instanceof SourceCode)) return [];
  try {
    return ofFunction(context, behaviour, spot);
  } catch (error) {
    if (!(error instanceof NotSimple)) throw error;
    behaviour.note(`The context was left out: ${error.message}.`, spot, context);
    return [];
  }
}

function ofFunction(context: SourceCode, behaviour: Behaviour, spot: Spot): readonly Member[] {
  const reader = behaviour.reader(context, spot);
  const result = reader.result();
  if (result.type !== "ObjectExpression") throw new NotSimple("the function does not return an object");
  return parts(result, "properties").flatMap((one): Member[] => {
    const [name, node] = [keyOf(one, "key"), part(one, "value")];
    if (name === undefined || node === undefined) throw new NotSimple("it spreads or computes members");
    const value = reader.place.module.valueOf(node);
    if (!hasCode(value)) return [{ name, value: value ?? null }];
    try {
      return [{ name, expression: reader.expression(node) }];
    } catch (error) {
      if (!(error instanceof NotSimple)) throw error;
      return [{ name, problem: error.message }];
    }
  });
}

function typeOf(value: unknown): DataField["type"] {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "object" : "any";
}
