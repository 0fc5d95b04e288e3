import type { Expression, Statement } from "../../expression/ast.ts";
import { ExpressionError, parseAction, parseGuard, printExpression } from "../../expression/mod.ts";

/** The spelling of a name, which may be a member of the event's data; asked about every name but those of functions. */
export type Spell = (name: string, isAssigned?: boolean) => string;

/** An expression as ECMAScript; `undefined` when the text does not parse. */
export function writeExpression(text: string, spell: Spell): string | undefined {
  return attempt(() => print(parseGuard(text), { spell }, 0));
}

/** Statements as ECMAScript, one a line; `undefined` when the text does not parse. */
export function writeStatements(text: string, spell: Spell): string | undefined {
  return attempt(() => parseAction(text).map((one) => `${statement(one, { spell })};`).join("\n"));
}

/** The one assignment that a text is, as SCXML's `assign`; `undefined` when it is anything else. */
export function assignmentIn(
  text: string,
  spell: Spell,
): { readonly location: string; readonly expr: string } | undefined {
  const statements = attempt(() => parseAction(text));
  const [only] = statements ?? [];
  if (statements?.length !== 1 || only?.kind !== "assign") return undefined;
  const target = print(only.target, assigned({ spell }), 0);
  const value = print(only.value, { spell }, LEVELS["*"] ?? 0);
  return {
    location: target,
    expr: only.operator === undefined ? value : `${target} ${only.operator} ${value}`,
  };
}

/** The entries of a text that is an object; `undefined` for any other. */
export function entriesIn(
  text: string,
  spell: Spell,
): readonly (readonly [name: string, value: string])[] | undefined {
  return attempt(() => {
    const tree = parseGuard(text);
    return tree.kind === "object"
      ? tree.entries.map(({ key, value }) => [key, print(value, { spell }, 0)] as const)
      : undefined;
  });
}

/** The text of a member of a text that is an object. */
export function memberIn(text: string, name: string): string | undefined {
  return attempt(() => {
    const tree = parseGuard(text);
    const found = tree.kind === "object" ? tree.entries.find(({ key }) => key === name) : undefined;
    return found === undefined ? undefined : printExpression(found.value);
  });
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

interface Place {
  readonly spell: Spell;
}

/** Binding strength of operators; weaker parts get brackets. */
const LEVELS: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  "==": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
  "**": 8,
};
const PREFIX = 7;
const POSTFIX = 9;
const WORDS: Readonly<Record<string, string>> = { or: "||", and: "&&", "==": "===", "!=": "!==" };

function statement(one: Statement, place: Place): string {
  if (one.kind === "expression") return print(one.expression, place, 0);
  return `${print(one.target, assigned(place), 0)} ${one.operator ?? ""}= ${print(one.value, place, 0)}`;
}

/** The place of a target: payloads cannot be assigned. */
function assigned({ spell }: Place): Place {
  return { spell: (name) => spell(name, true) };
}

/** The text of an expression, in brackets where it binds less than what is around it. */
function print(expression: Expression, place: Place, around: number): string {
  const bracketed = (level: number, text: string): string => level < around ? `(${text})` : text;
  const inner = (one: Expression, level = 0): string => print(one, place, level);
  switch (expression.kind) {
    case "literal":
      return JSON.stringify(expression.value);
    case "name":
      return place.spell(expression.name);
    case "list":
      return `[${expression.items.map((item) => inner(item)).join(", ")}]`;
    case "object":
      return `{${
        expression.entries.map(({ key, value }) => `${JSON.stringify(key)}: ${inner(value)}`).join(", ")
      }}`;
    case "member":
      return `${inner(expression.object, POSTFIX)}.${expression.name}`;
    case "index":
      return `${inner(expression.object, POSTFIX)}[${inner(expression.index)}]`;
    case "call":
      return call(expression, place);
    case "unary":
      return bracketed(PREFIX, `${expression.operator}${inner(expression.operand, PREFIX + 1)}`);
    case "not":
      return bracketed(PREFIX, `!${inner(expression.operand, PREFIX)}`);
    case "membership":
      if (expression.collection.kind === "name" && expression.collection.name === "_event") {
        return bracketed(LEVELS["<"] ?? 0, `${inner(expression.item, LEVELS["+"])} in _event`);
      }
      return `[].concat(${inner(expression.collection)}).includes(${inner(expression.item)})`;
    case "logical": {
      const level = LEVELS[expression.operator] ?? 0;
      const operands = expression.operands.map((operand) => inner(operand, level + 1));
      return bracketed(level, operands.join(` ${WORDS[expression.operator]} `));
    }
    case "comparison":
    case "binary": {
      const { operator } = expression;
      if (isList(expression)) return `[].concat(${inner(expression.left)}, ${inner(expression.right)})`;
      const level = LEVELS[operator] ?? 0;
      const isRight = operator === "**";
      const left = inner(expression.left, isRight ? level + 1 : level);
      const right = inner(expression.right, isRight ? level : level + 1);
      return bracketed(level, `${left} ${WORDS[operator] ?? operator} ${right}`);
    }
  }
}

/** True for a list that is written out, and for what one is joined to. */
function isList(expression: Expression): boolean {
  if (expression.kind === "list") return true;
  return expression.kind === "binary" && expression.operator === "+" &&
    (isList(expression.left) || isList(expression.right));
}

function call(expression: Expression & { readonly kind: "call" }, place: Place): string {
  const { callee, args, kwargs } = expression;
  const values = args.map((value) => print(value, place, 0));
  if (kwargs.length > 0) {
    values.push(
      `{${kwargs.map(({ name, value }) => `${JSON.stringify(name)}: ${print(value, place, 0)}`).join(", ")}}`,
    );
  }
  const named = callee.kind !== "name" ? undefined : callee.name === "in_state" ? "In" : callee.name;
  return `${named ?? print(callee, place, POSTFIX)}(${values.join(", ")})`;
}
