/**
 * The guard and action language: parse, print, compile. `EXPRESSIONS.md` is its reference.
 *
 * @module
 */

export type * from "./ast.ts";
export { compileExpression } from "./compile.ts";
export { type CompiledStatements, compileStatements } from "./compile_statement.ts";
export { isEqual } from "./equality.ts";
export { EvaluationError, ExpressionError } from "./errors.ts";
export type { CompiledExpression } from "./scope.ts";
export { type ChangePart, mapExpression } from "./map.ts";
export { parseAction, parseGuard } from "./parse.ts";
export { printExpression, printStatements } from "./print.ts";
export type { Scope } from "./scope.ts";
export { isTruthy } from "./values.ts";
