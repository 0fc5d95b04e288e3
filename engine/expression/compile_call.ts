import type { CallExpression } from "./ast.ts";
import { setOwn } from "./assign.ts";
import { EvaluationError } from "./errors.ts";
import type { CompiledExpression, CompilePart } from "./scope.ts";
import { invoke, NOBODY } from "./invoke.ts";
import { isForbidden } from "./names.ts";
import { printExpression } from "./print.ts";
import { reach, reachNamed } from "./reach.ts";
import { holderOf, type Scope } from "./scope.ts";

/** The one function that the language brings. */
const IN_STATE = "in_state";

type Arguments = (scope: Scope) => readonly unknown[];

const NO_ARGUMENTS: readonly unknown[] = [];

/** Compiles a call; the function gets the object it was found on as `this`. */
export function compileCall(expression: CallExpression, compilePart: CompilePart): CompiledExpression {
  const { callee } = expression;
  if (callee.kind === "name" && callee.name === IN_STATE) return compileInState(expression, compilePart);
  const args = compileArguments(expression, compilePart);
  const text = (): string => printExpression(expression);
  switch (callee.kind) {
    case "name": {
      const { name } = callee;
      const isOut = isForbidden(name);
      return (scope) => {
        const owner = isOut ? undefined : holderOf(scope, name);
        return invoke(text, owner?.[name] ?? null, owner, args(scope));
      };
    }
    case "member": {
      const object = compilePart(callee.object);
      const { name } = callee;
      const isOut = isForbidden(name);
      return (scope) => {
        const owner = object(scope);
        return invoke(text, isOut ? null : reachNamed(owner, name), owner, args(scope));
      };
    }
    case "index": {
      const object = compilePart(callee.object);
      const index = compilePart(callee.index);
      return (scope) => {
        const owner = object(scope);
        return invoke(text, reach(owner, index(scope)), owner, args(scope));
      };
    }
    default: {
      const value = compilePart(callee);
      return (scope) => invoke(text, value(scope), NOBODY, args(scope));
    }
  }
}

function compileInState(expression: CallExpression, compilePart: CompilePart): CompiledExpression {
  const [name] = expression.args.map(compilePart);
  const isUsable = name !== undefined && expression.args.length === 1 && expression.kwargs.length === 0;
  return (scope) => {
    const value = isUsable ? name(scope) : null;
    if (typeof value === "string") return scope.inState(value);
    const reason = `"${IN_STATE}" takes the name of one state, for example ${IN_STATE}("Idle")`;
    throw new EvaluationError(reason, printExpression(expression));
  };
}

/** Keyword arguments arrive as one plain object after the others, as in JavaScript's option objects. */
function compileArguments({ args, kwargs }: CallExpression, compilePart: CompilePart): Arguments {
  if (args.length === 0 && kwargs.length === 0) return () => NO_ARGUMENTS;
  const positional = args.map(compilePart);
  if (kwargs.length === 0) return (scope) => positional.map((argument) => argument(scope));
  const keywords = kwargs.map(({ name, value }) => ({ name, value: compilePart(value) }));
  return (scope) => {
    const values = positional.map((argument) => argument(scope));
    const options: Record<string, unknown> = {};
    for (const { name, value } of keywords) setOwn(options, name, value(scope));
    return [...values, options];
  };
}
