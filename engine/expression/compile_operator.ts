import { calculate, requireOrder } from "./arithmetic.ts";
import type { BinaryExpression, ComparisonExpression, Expression } from "./ast.ts";
import type { CompiledExpression, CompilePart } from "./scope.ts";
import { isEqual } from "./equality.ts";
import { quoting } from "./quote.ts";

/** One `operator right` of a chain such as `a + b - c`. */
interface Link {
  readonly part: BinaryExpression;
  readonly right: CompiledExpression;
}

/** Compiles arithmetic; a chain runs in a loop, since it may have thousands of links. */
export function compileBinary(expression: BinaryExpression, compilePart: CompilePart): CompiledExpression {
  const links: Link[] = [];
  let start: Expression = expression;
  for (; start.kind === "binary"; start = start.left) {
    links.push({ part: start, right: compilePart(start.right) });
  }
  links.reverse();
  const first = compilePart(start);
  const only = links.length === 1 ? links[0] : undefined;
  if (only) return (scope) => calculatePart(expression, first(scope), only.right(scope));
  return (scope) => {
    let value = first(scope);
    for (const { part, right } of links) value = calculatePart(part, value, right(scope));
    return value;
  };
}

/** Compiles a comparison; two numbers take the short way. */
export function compileComparison(
  expression: ComparisonExpression,
  compilePart: CompilePart,
): CompiledExpression {
  const left = compilePart(expression.left);
  const right = compilePart(expression.right);
  switch (expression.operator) {
    case "==":
      return (scope) => isSame(expression, left(scope), right(scope));
    case "!=":
      return (scope) => !isSame(expression, left(scope), right(scope));
    case "<":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        if (typeof a !== "number" || typeof b !== "number") requireOrderIn(expression, a, b);
        return (a as number) < (b as number); // two numbers or two strings
      };
    case "<=":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        if (typeof a !== "number" || typeof b !== "number") requireOrderIn(expression, a, b);
        return (a as number) <= (b as number); // two numbers or two strings
      };
    case ">":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        if (typeof a !== "number" || typeof b !== "number") requireOrderIn(expression, a, b);
        return (a as number) > (b as number); // two numbers or two strings
      };
    case ">=":
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        if (typeof a !== "number" || typeof b !== "number") requireOrderIn(expression, a, b);
        return (a as number) >= (b as number); // two numbers or two strings
      };
  }
}

function calculatePart(part: BinaryExpression, left: unknown, right: unknown): unknown {
  try {
    return calculate(part.operator, left, right);
  } catch (error) {
    throw quoting(part, error);
  }
}

function isSame(part: ComparisonExpression, left: unknown, right: unknown): boolean {
  if (left === right) return true;
  try {
    return isEqual(left, right);
  } catch (error) {
    throw quoting(part, error);
  }
}

function requireOrderIn(part: ComparisonExpression, left: unknown, right: unknown): void {
  try {
    requireOrder(part.operator, left, right);
  } catch (error) {
    throw quoting(part, error);
  }
}
