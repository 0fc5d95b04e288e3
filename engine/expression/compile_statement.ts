import { calculate } from "./arithmetic.ts";
import { assignMember, refusePayload } from "./assign.ts";
import type { AssignmentStatement, BinaryOperator, Expression, NameReference, Statement } from "./ast.ts";
import { compileExpression } from "./compile.ts";
import { EvaluationError } from "./errors.ts";
import type { CompiledExpression } from "./scope.ts";
import { quoting } from "./quote.ts";
import { reach } from "./reach.ts";
import type { Scope } from "./scope.ts";

/** A compiled action: runs its statements in a scope. */
export type CompiledStatements = (scope: Scope) => void;

/**
 * Compiles an action once into a function that runs its statements in order. The first statement that fails ends
 * the run with its error, as {@linkcode compileExpression} describes; what earlier statements did stays done.
 *
 * @param statements The statements, for example from `parseAction`.
 * @returns The function that runs them.
 *
 * @example
 * ```ts
 * import { compileStatements, parseAction } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const run = compileStatements(parseAction("count += step; log(count, level='info')"));
 * const context = { count: 1 };
 * run({ payload: { step: 2 }, context, functions: { log: () => {} }, inState: () => false });
 * assertEquals(context, { count: 3 });
 * ```
 */
export function compileStatements(statements: readonly Statement[]): CompiledStatements {
  const steps = statements.map(compileStatement);
  return (scope) => {
    for (const step of steps) step(scope);
  };
}

function compileStatement(statement: Statement): CompiledStatements {
  if (statement.kind === "expression") return compileExpression(statement.expression);
  return statement.target.kind === "name"
    ? compileNameAssignment(statement, statement.target)
    : compileMemberAssignment(statement, statement.target);
}

function compileNameAssignment(statement: AssignmentStatement, { name }: NameReference): CompiledStatements {
  const value = compileExpression(statement.value);
  return (scope) => {
    // The context's own member, even where a member of the payload hides it from reading.
    const before = statement.operator ? reach(scope.context, name) : null;
    const operand = value(scope);
    try {
      assignMember(scope.context, name, combine(statement.operator, before, operand));
    } catch (error) {
      throw quoting(statement, error);
    }
  };
}

function compileMemberAssignment(
  statement: AssignmentStatement,
  target: Exclude<AssignmentStatement["target"], NameReference>,
): CompiledStatements {
  const object = compileExpression(target.object);
  const key = compileKey(target);
  const value = compileExpression(statement.value);
  const root = rootOf(target);
  return (scope) => {
    const owner = object(scope);
    const name = key(scope);
    const before = statement.operator ? reach(owner, name) : null;
    const operand = value(scope);
    try {
      if (root !== undefined) refuseRoot(root, scope);
      refusePayload(owner, scope.payload);
      assignMember(owner, name, combine(statement.operator, before, operand));
    } catch (error) {
      throw quoting(statement, error);
    }
  };
}

function compileKey(target: Exclude<AssignmentStatement["target"], NameReference>): CompiledExpression {
  if (target.kind === "index") return compileExpression(target.index);
  const { name } = target;
  return () => name;
}

function combine(operator: BinaryOperator | undefined, before: unknown, operand: unknown): unknown {
  return operator === undefined ? operand : calculate(operator, before, operand);
}

/** The name that a path such as `order.lines[0]` starts with. */
export function rootOf(target: Expression): string | undefined {
  let node = target;
  while (node.kind === "member" || node.kind === "index") node = node.object;
  return node.kind === "name" ? node.name : undefined;
}

function refuseRoot(name: string, { payload }: Scope): void {
  if (payload === undefined || !Object.hasOwn(payload, name)) return;
  throw new EvaluationError(`"${name}" belongs to the event's payload, which cannot be assigned`);
}
