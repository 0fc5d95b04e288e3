import type { Expression } from "./ast.ts";
import type { Scope } from "./scope.ts";

/** A compiled expression: gives its value in a scope. */
export type CompiledExpression = (scope: Scope) => unknown;

/** Compiles a part of an expression. */
export type CompilePart = (expression: Expression) => CompiledExpression;
