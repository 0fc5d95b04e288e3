import type { Expression } from "../../expression/ast.ts";
import { ExpressionError, parseGuard } from "../../expression/mod.ts";

/** Context and results of printing an expression. */
export interface JsonataPlace {
  /** True for a name that is a member of the event's payload. */
  isPayload(name: string): boolean;
  /** Notes a member of the context: a variable of the state machine. */
  use(name: string): void;
}

/** A text as JSONata, without its brackets; the reason when it cannot be said in JSONata. */
export function writeJsonata(
  text: string,
  place: JsonataPlace,
): { readonly text: string } | { readonly problem: string } {
  try {
    return { text: print(parseGuard(text), place) };
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof Unsaid) return { problem: error.message };
    throw error;
  }
}

/** Ends printing at a part that JSONata cannot say. */
class Unsaid extends Error {}

/** An expression as JSONata. */
export function print(expression: Expression, place: JsonataPlace): string {
  const inner = (part: Expression): string => print(part, place);
  switch (expression.kind) {
    case "literal":
      return JSON.stringify(expression.value);
    case "name":
      if (place.isPayload(expression.name)) return `$states.input.payload.${field(expression.name)}`;
      place.use(expression.name);
      return `$${expression.name}`;
    case "list":
      return `[${expression.items.map(inner).join(", ")}]`;
    case "object":
      return `{${
        expression.entries.map(({ key, value }) => `${JSON.stringify(key)}: ${inner(value)}`).join(", ")
      }}`;
    case "member":
      return expression.name === "length"
        ? `$count(${inner(expression.object)})`
        : `${inner(expression.object)}.${field(expression.name)}`;
    case "index":
      return `${inner(expression.object)}[${inner(expression.index)}]`;
    case "call":
      throw new Unsaid("it calls a function, which JSONata cannot");
    case "unary":
      return expression.operator === "-" ? `-(${inner(expression.operand)})` : inner(expression.operand);
    case "not":
      return `$not(${inner(expression.operand)})`;
    case "binary": {
      const { operator, left, right } = expression;
      if (operator === "+" && [left, right].some(({ kind }) => kind === "list")) {
        return `$append(${inner(left)}, ${inner(right)})`;
      }
      if (operator === "**") return `$power(${inner(left)}, ${inner(right)})`;
      const isText = operator === "+" &&
        [left, right].some((part) => part.kind === "literal" && typeof part.value === "string");
      return `(${inner(left)} ${isText ? "&" : operator} ${inner(right)})`;
    }
    case "comparison":
      return `${inner(expression.left)} ${expression.operator === "==" ? "=" : expression.operator} ${
        inner(expression.right)
      }`;
    case "membership":
      return `${inner(expression.item)} in ${inner(expression.collection)}`;
    case "logical":
      return `(${expression.operands.map(inner).join(` ${expression.operator} `)})`;
  }
}

/** A member's name, in backticks where it is no plain word of JSONata. */
function field(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && !/^(?:and|or|in)$/.test(name) ? name : `\`${name}\``;
}
