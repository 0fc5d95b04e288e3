import type { Expression, Statement } from "./ast.ts";
import { EvaluationError } from "./errors.ts";
import { printExpression, printStatements } from "./print.ts";

/** What to throw when `part` failed with `error`: an error of ours quotes the part's text, a host's stays as it is. */
export function quoting(part: Expression | Statement, error: unknown): unknown {
  if (!(error instanceof EvaluationError)) return error;
  const isStatement = part.kind === "assign" || part.kind === "expression";
  return new EvaluationError(error.reason, isStatement ? printStatements([part]) : printExpression(part));
}
