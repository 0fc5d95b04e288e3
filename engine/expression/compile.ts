import { applySign } from "./arithmetic.ts";
import { setOwn } from "./assign.ts";
import type {
  Expression,
  LogicalExpression,
  MembershipExpression,
  ObjectLiteral,
  UnaryExpression,
} from "./ast.ts";
import { compileCall } from "./compile_call.ts";
import { compileBinary, compileComparison } from "./compile_operator.ts";
import { isMember } from "./equality.ts";
import { EvaluationError } from "./errors.ts";
import type { CompiledExpression } from "./scope.ts";
import { isForbidden } from "./names.ts";
import { printExpression } from "./print.ts";
import { quoting } from "./quote.ts";
import { reach, reachNamed } from "./reach.ts";
import { lookUp } from "./scope.ts";
import { isTruthy } from "./values.ts";

/**
 * Compiles an expression once into a function that can be called for every event. The function reaches nothing
 * but the scope it is given. It throws an {@linkcode EvaluationError} when an operation meets the wrong values;
 * what a host's function or getter throws comes through as it is.
 *
 * @param expression The tree, for example from `parseGuard`.
 * @returns The function from a scope to the value; it gives null where JavaScript would give undefined.
 *
 * @example
 * ```ts
 * import { compileExpression, parseGuard } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const guard = compileExpression(parseGuard("count < limit and not in_state('Paused')"));
 * const scope = { payload: { limit: 3 }, context: { count: 2 }, functions: {}, inState: () => false };
 * assertEquals(guard(scope), true);
 * ```
 */
export function compileExpression(expression: Expression): CompiledExpression {
  switch (expression.kind) {
    case "literal": {
      const { value } = expression;
      return () => value;
    }
    case "list": {
      const items = expression.items.map(compileExpression);
      return (scope) => items.map((item) => item(scope));
    }
    case "object":
      return compileObject(expression);
    case "name": {
      const { name } = expression;
      return isForbidden(name) ? () => null : (scope) => lookUp(scope, name);
    }
    case "member": {
      const object = compileExpression(expression.object);
      const { name } = expression;
      if (isForbidden(name)) return (scope) => (object(scope), null);
      return (scope) => reachNamed(object(scope), name);
    }
    case "index": {
      const object = compileExpression(expression.object);
      const index = compileExpression(expression.index);
      return (scope) => reach(object(scope), index(scope));
    }
    case "call":
      return compileCall(expression, compileExpression);
    case "unary":
      return compileUnary(expression);
    case "binary":
      return compileBinary(expression, compileExpression);
    case "comparison":
      return compileComparison(expression, compileExpression);
    case "membership":
      return compileMembership(expression);
    case "logical":
      return compileLogical(expression);
    case "not": {
      const operand = compileExpression(expression.operand);
      return (scope) => !isTruthy(operand(scope));
    }
  }
}

function compileObject(expression: ObjectLiteral): CompiledExpression {
  const entries = expression.entries.map(({ key, value }) => ({ key, value: compileExpression(value) }));
  const forbidden = entries.find(({ key }) => isForbidden(key));
  if (forbidden) return fails(expression, `the key "${forbidden.key}" is reserved`);
  return (scope) => {
    const object: Record<string, unknown> = {};
    for (const { key, value } of entries) setOwn(object, key, value(scope));
    return object;
  };
}

/** A tree that was not parsed may hold what the parser refuses. */
function fails(expression: Expression, reason: string): CompiledExpression {
  const text = printExpression(expression);
  return () => {
    throw new EvaluationError(reason, text);
  };
}

function compileUnary(expression: UnaryExpression): CompiledExpression {
  const { operator } = expression;
  const operand = compileExpression(expression.operand);
  return (scope) => {
    const value = operand(scope);
    try {
      return applySign(operator, value);
    } catch (error) {
      throw quoting(expression, error);
    }
  };
}

function compileMembership(expression: MembershipExpression): CompiledExpression {
  const item = compileExpression(expression.item);
  const collection = compileExpression(expression.collection);
  return (scope) => {
    const sought = item(scope);
    const place = collection(scope);
    try {
      return isMember(sought, place);
    } catch (error) {
      throw quoting(expression, error);
    }
  };
}

function compileLogical({ operator, operands }: LogicalExpression): CompiledExpression {
  const [first, second, ...others] = operands.map(compileExpression);
  if (first === undefined) return () => operator === "and";
  if (second === undefined) return first;
  const decides = operator === "or";
  if (others.length === 0) {
    return (scope) => {
      const value = first(scope);
      return isTruthy(value) === decides ? value : second(scope);
    };
  }
  const rest = [second, ...others];
  return (scope) => {
    let value = first(scope);
    for (let index = 0; index < rest.length && isTruthy(value) !== decides; index++) {
      value = rest[index]?.(scope);
    }
    return value;
  };
}
