import type { AssignmentTarget, Expression, Statement } from "../expression/ast.ts";

/** The parts that an expression is directly made of, in order. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "name":
      return [];
    case "list":
      return expression.items;
    case "object":
      return expression.entries.map(({ value }) => value);
    case "member":
      return [expression.object];
    case "index":
      return [expression.object, expression.index];
    case "call":
      return [expression.callee, ...expression.args, ...expression.kwargs.map(({ value }) => value)];
    case "unary":
    case "not":
      return [expression.operand];
    case "binary":
    case "comparison":
      return [expression.left, expression.right];
    case "membership":
      return [expression.item, expression.collection];
    case "logical":
      return expression.operands;
  }
}

/** Every part of some expressions, whole before part, without recursion: chains may be thousands deep. */
export function* everyPart(roots: readonly Expression[]): Iterable<Expression> {
  const pending = [...roots].reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    const parts = partsOf(next);
    for (let index = parts.length - 1; index >= 0; index--) {
      const part = parts[index];
      if (part) pending.push(part);
    }
  }
}

/** The expressions of statements, assigned places included. */
export function expressionsOf(statements: readonly Statement[]): Expression[] {
  return statements.flatMap((statement): Expression[] =>
    statement.kind === "expression" ? [statement.expression] : [statement.target, statement.value]
  );
}

/** The places that statements assign. */
export function targetsOf(statements: readonly Statement[]): AssignmentTarget[] {
  return statements.flatMap((statement) => statement.kind === "assign" ? [statement.target] : []);
}
