import { type Expression, ExpressionError, parseGuard } from "../expression/mod.ts";

/**
 * The fields that a guard reads of an object: `level` in `count.level > 3`. Calls of methods are none, text in quotes is
 * none, and a guard that does not parse has none.
 *
 * @param instance The name of the object.
 * @returns Each field once, in the order of the guard.
 */
export function guardFields(condition: string, instance: string): string[] {
  const fields = new Set<string>();
  for (const part of partsOf(condition)) {
    if (part.kind === "member" && part.object.kind === "name" && part.object.name === instance) {
      fields.add(part.name);
    }
  }
  return [...fields];
}

/** All parts of a guard except the names of the methods that it calls. */
function* partsOf(condition: string): Generator<Expression> {
  const waiting = parsed(condition);
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    yield part;
    waiting.push(...below(part).reverse());
  }
}

function parsed(condition: string): Expression[] {
  try {
    return [parseGuard(condition)];
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

function below(part: Expression): Expression[] {
  switch (part.kind) {
    case "literal":
    case "name":
      return [];
    case "list":
      return [...part.items];
    case "object":
      return part.entries.map(({ value }) => value);
    case "member":
      return [part.object];
    case "index":
      return [part.object, part.index];
    case "call": {
      const called = part.callee.kind === "member" ? part.callee.object : part.callee;
      return [called, ...part.args, ...part.kwargs.map(({ value }) => value)];
    }
    case "unary":
    case "not":
      return [part.operand];
    case "binary":
    case "comparison":
      return [part.left, part.right];
    case "membership":
      return [part.item, part.collection];
    case "logical":
      return [...part.operands];
  }
}
