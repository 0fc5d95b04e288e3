import type { BinaryExpression, Expression } from "./ast.ts";

/** Gives what replaces a part of an expression; `undefined` keeps the part and looks at those inside. */
export type ChangePart = (part: Expression) => Expression | undefined;

/**
 * Copies an expression with some of its parts replaced, from the outside to the inside; what replaces a part is not
 * looked into.
 *
 * @example
 * ```ts
 * import { mapExpression, parseGuard, printExpression } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const renamed = mapExpression(parseGuard("In('A') and x > 1"), (part) =>
 *   part.kind === "name" && part.name === "In" ? { kind: "name", name: "in_state" } : undefined
 * );
 * assertEquals(printExpression(renamed), 'in_state("A") and x > 1');
 * ```
 */
export function mapExpression(expression: Expression, change: ChangePart): Expression {
  const changed = change(expression);
  if (changed !== undefined) return changed;
  const inner = (part: Expression): Expression => mapExpression(part, change);
  switch (expression.kind) {
    case "literal":
    case "name":
      return expression;
    case "list":
      return { ...expression, items: expression.items.map(inner) };
    case "object":
      return {
        ...expression,
        entries: expression.entries.map(({ key, value }) => ({ key, value: inner(value) })),
      };
    case "member":
      return { ...expression, object: inner(expression.object) };
    case "index":
      return { ...expression, object: inner(expression.object), index: inner(expression.index) };
    case "call":
      return {
        ...expression,
        callee: inner(expression.callee),
        args: expression.args.map(inner),
        kwargs: expression.kwargs.map(({ name, value }) => ({ name, value: inner(value) })),
      };
    case "unary":
    case "not":
      return { ...expression, operand: inner(expression.operand) };
    case "binary":
      return mapChain(expression, change);
    case "comparison":
      return { ...expression, left: inner(expression.left), right: inner(expression.right) };
    case "membership":
      return { ...expression, item: inner(expression.item), collection: inner(expression.collection) };
    case "logical":
      return { ...expression, operands: expression.operands.map(inner) };
  }
}

/** Chains such as `a + b - c` may be thousands deep to the left: a loop goes down. */
function mapChain(expression: BinaryExpression, change: ChangePart): Expression {
  const chain: BinaryExpression[] = [expression];
  let first: Expression = expression.left;
  let changed = change(first);
  while (changed === undefined && first.kind === "binary") {
    chain.push(first);
    first = first.left;
    changed = change(first);
  }
  let left = changed ?? mapExpression(first, change);
  for (const one of chain.reverse()) left = { ...one, left, right: mapExpression(one.right, change) };
  return left;
}
