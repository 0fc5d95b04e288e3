import type { Expression } from "../../../expression/ast.ts";
import { mapExpression } from "../../../expression/mod.ts";
import { isForbidden, isName } from "../../../expression/names.ts";
import { isPlain } from "../values.ts";

/** Source that the language of machines does not have; a host function does it instead. */
export class NotSimple extends Error {
  override readonly name = "NotSimple";
}

/** A plain name. @throws {NotSimple} When it means something else. */
export function nameOf(name: string): Expression {
  if (!isName(name) || isForbidden(name) || name === "in_state") {
    throw new NotSimple(`"${name}" is no name in guards and actions`);
  }
  return { kind: "name", name };
}

/** A function that the host can bring: not one that comes with the language. */
export function isCallable(name: string): boolean {
  return isName(name) && !isForbidden(name) && !(name in globalThis) && name !== "in_state";
}

/** A member of an expression. */
export function memberOf(object: Expression, name: string): Expression {
  if (isForbidden(name)) throw new NotSimple(`"${name}" is out of reach`);
  return isName(name)
    ? { kind: "member", object, name }
    : { kind: "index", object, index: { kind: "literal", value: name } };
}

/** A plain value, written out. */
export function literalOf(value: unknown): Expression {
  if (value === undefined || value === null) return { kind: "literal", value: null };
  if (typeof value === "string" || typeof value === "boolean") return { kind: "literal", value };
  if (typeof value === "number" && Number.isFinite(value)) {
    return value < 0
      ? { kind: "unary", operator: "-", operand: { kind: "literal", value: -value } }
      : { kind: "literal", value };
  }
  if (Array.isArray(value)) return { kind: "list", items: value.map(literalOf) };
  if (isPlain(value)) {
    return {
      kind: "object",
      entries: Object.entries(value).map(([key, one]) => ({ key, value: literalOf(one) })),
    };
  }
  throw new NotSimple("it uses a value that is no plain data");
}

/** A comparison; of two texts that are known, its result. */
export function compare(
  operator: "==" | "!=" | "<" | "<=" | ">" | ">=",
  left: Expression,
  right: Expression,
): Expression {
  const isKnown = left.kind === "literal" && typeof left.value === "string" &&
    right.kind === "literal" && typeof right.value === "string";
  return isKnown && (operator === "==" || operator === "!=")
    ? { kind: "literal", value: (left.value === right.value) === (operator === "==") }
    : { kind: "comparison", operator, left, right };
}

/** True for this constant. */
function isConstant(one: Expression, value: boolean): boolean {
  return one.kind === "literal" && one.value === value;
}

/** Joins operands with `and` or `or`; one of the same operator becomes part of the row, constants decide or go. */
export function join(operator: "and" | "or", all: readonly Expression[]): Expression {
  const decides = all.findIndex((one) => isConstant(one, operator === "or"));
  const operands = (decides < 0 ? all : all.slice(0, decides + 1))
    .filter((one, at, { length }) => at === length - 1 || !isConstant(one, operator === "and"));
  const [only] = operands;
  if (only !== undefined && operands.length === 1) return only;
  return {
    kind: "logical",
    operator,
    operands: operands.flatMap((one) =>
      one.kind === "logical" && one.operator === operator ? one.operands : [one]
    ),
  };
}

/** One of two conditions, by a third. */
export function choose(test: Expression, then: Expression, otherwise: Expression): Expression {
  if (isConstant(test, true)) return then;
  if (isConstant(test, false)) return otherwise;
  if (isConstant(then, true)) return isConstant(otherwise, false) ? test : join("or", [test, otherwise]);
  const not: Expression = { kind: "not", operand: test };
  if (isConstant(then, false)) {
    return isConstant(otherwise, true) ? not : join("and", [not, otherwise]);
  }
  if (isConstant(otherwise, false)) return join("and", [test, then]);
  return join("or", [join("and", [test, then]), join("and", [not, otherwise])]);
}

/** True for a text that is written out, or joined to one. */
export function isText(expression: Expression): boolean {
  return expression.kind === "literal" && typeof expression.value === "string" ||
    expression.kind === "binary" && expression.operator === "+" &&
      (isText(expression.left) || isText(expression.right));
}

/** The plain names that an expression mentions, without those of functions it calls. */
export function namesIn(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  mapExpression(expression, (one) => {
    if (one.kind === "name") names.add(one.name);
    return undefined;
  });
  return names;
}

/** Meaning of a name of the source in a function. */
export type Bound =
  | { readonly kind: "args" | "context" | "event" | "input" | "other" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "expression"; readonly expression: Expression };

/** Two values that `+` joins. */
export function joined(left: Expression, right: Expression): Expression {
  return { kind: "binary", operator: "+", left, right };
}

/** A plain name, as the meaning of one of the source. */
export function ofName(name: string): Bound {
  return { kind: "expression", expression: nameOf(name) };
}

/** The expression that a name stands for. @throws {NotSimple} When there is none. */
export function expressionOfBound(bound: Bound): Expression {
  if (bound.kind === "expression") return bound.expression;
  if (bound.kind === "value") return literalOf(bound.value);
  const what = bound.kind === "other" ? "something outside" : `the whole ${bound.kind}`;
  throw new NotSimple(`it uses ${what}`);
}
