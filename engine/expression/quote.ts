import type { Expression, Statement } from "./ast.ts";
import { EvaluationError } from "./errors.ts";
import { printExpression, printStatements } from "./print.ts";

/** The error to throw when `part` failed with `error`: one of ours quotes the part's text, a host's is not changed. */
export function quoting(part: Expression | Statement, error: unknown): unknown {
  if (!(error instanceof EvaluationError)) return error;
  const isStatement = part.kind === "assign" || part.kind === "expression";
  return new EvaluationError(error.reason, isStatement ? printStatements([part]) : printExpression(part));
}
