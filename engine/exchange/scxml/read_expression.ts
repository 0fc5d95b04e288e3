import type { Expression, Statement } from "../../expression/ast.ts";
import {
  ExpressionError,
  parseAction,
  parseGuard,
  printExpression,
  printStatements,
} from "../../expression/mod.ts";

/** A text of the ECMAScript data model in the language of machines. */
export interface ReadExpression {
  /** The text; the one given, when it cannot be read. */
  readonly text: string;
  /** The reason why it cannot be read, or does not mean the same; `undefined` when it does. */
  readonly problem: string | undefined;
}

/** Variables of SCXML itself that machines do not have. */
const SYSTEM = new Set(["_sessionid", "_ioprocessors", "_x"]);

/** Reads an expression. */
export function readExpression(text: string, machine: string): ReadExpression {
  return read(text, () => {
    const problems: string[] = [];
    const tree = translate(parseGuard(text), { machine, problems });
    return { text: printExpression(tree), problem: problems[0] };
  });
}

/** Reads statements, such as those of a `script`. */
export function readStatements(text: string, machine: string): ReadExpression {
  const plain = text.replace(/^\s*(?:var|let|const)\s+/gm, "");
  return read(plain, () => {
    const problems: string[] = [];
    const place = { machine, problems };
    const tree = parseAction(plain).map((one): Statement =>
      one.kind === "expression"
        ? { ...one, expression: translate(one.expression, place) }
        : { ...one, value: translate(one.value, place) }
    );
    return { text: printStatements(tree), problem: problems[0] };
  });
}

function read(text: string, parse: () => ReadExpression): ReadExpression {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { text, problem: error.message };
  }
}

/** What the translation of a text needs and finds. */
interface Place {
  /** The machine's name, which `_name` is. */
  readonly machine: string;
  readonly problems: string[];
}

function translate(expression: Expression, place: Place): Expression {
  const inner = (one: Expression): Expression => translate(one, place);
  switch (expression.kind) {
    case "literal":
      return expression;
    case "name":
      if (expression.name === "_name") return { kind: "literal", value: place.machine };
      if (SYSTEM.has(expression.name)) place.problems.push(`there is no ${expression.name} here`);
      return expression;
    case "list":
      return { ...expression, items: expression.items.map(inner) };
    case "object":
      return {
        ...expression,
        entries: expression.entries.map(({ key, value }) => ({ key, value: inner(value) })),
      };
    case "member":
      return ofEvent(expression.object, expression.name) ?? eventPart(expression, place) ??
        { ...expression, object: inner(expression.object) };
    case "index": {
      const { object, index } = expression;
      const key = index.kind === "literal" && typeof index.value === "string" ? index.value : undefined;
      return (key === undefined ? undefined : ofEvent(object, key)) ??
        { ...expression, object: inner(object), index: inner(index) };
    }
    case "call":
      return {
        ...expression,
        callee: expression.callee.kind === "name" && expression.callee.name === "In"
          ? { kind: "name", name: "in_state" }
          : inner(expression.callee),
        args: expression.args.map(inner),
        kwargs: expression.kwargs.map(({ name, value }) => ({ name, value: inner(value) })),
      };
    case "unary":
    case "not":
      return { ...expression, operand: inner(expression.operand) };
    case "binary":
      return { ...expression, ...sides(expression, place) };
    case "comparison":
      return { ...expression, left: inner(expression.left), right: inner(expression.right) };
    case "membership":
      return { ...expression, item: inner(expression.item), collection: inner(expression.collection) };
    case "logical":
      return { ...expression, operands: expression.operands.map(inner) };
  }
}

/** The sides of a chain such as `a + b - c`, which may be thousands deep to the left. */
function sides(
  expression: Expression & { readonly kind: "binary" },
  place: Place,
): { readonly left: Expression; readonly right: Expression } {
  const chain: (Expression & { readonly kind: "binary" })[] = [];
  let first: Expression = expression;
  for (; first.kind === "binary"; first = first.left) chain.push(first);
  let left = translate(first, place);
  for (const one of chain.reverse()) {
    const right = translate(one.right, place);
    if (one === expression) return { left, right };
    left = { ...one, left, right };
  }
  return { left, right: translate(expression.right, place) };
}

/** `_event.data.x`: the member of the payload, which guards and actions see by its own name. */
function ofEvent(object: Expression, name: string): Expression | undefined {
  const isData = object.kind === "member" && object.name === "data" && object.object.kind === "name" &&
    object.object.name === "_event";
  return isData && /^[A-Za-z_$][\w$]*$/.test(name) ? { kind: "name", name } : undefined;
}

/** `_event.name` and `_event.data` as a whole. */
function eventPart(
  expression: Expression & { readonly kind: "member" },
  place: Place,
): Expression | undefined {
  const { object, name } = expression;
  if (object.kind !== "name" || object.name !== "_event") return undefined;
  place.problems.push(`there is no _event.${name} here, only the members of its data`);
  return expression;
}
