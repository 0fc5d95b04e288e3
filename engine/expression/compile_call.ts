import type { CallExpression, Expression } from "./ast.ts";
import { setOwn } from "./assign.ts";
import { isCodeMaker } from "./built_ins.ts";
import { EvaluationError } from "./errors.ts";
import type { CompiledExpression, CompilePart } from "./evaluate.ts";
import { isForbidden } from "./names.ts";
import { parseGuard } from "./parse.ts";
import { printExpression } from "./print.ts";
import { isPromise, promiseRefusal } from "./promise.ts";
import { reach, reachNamed } from "./reach.ts";
import { holderOf, type Scope } from "./scope.ts";
import { describe } from "./values.ts";

/** The one function that the language brings. */
const IN_STATE = "in_state";

/** Stands in for `this` where a function belongs to no object: without it, sloppy functions get the global object. */
const NOBODY: object = Object.freeze(Object.create(null));

type Arguments = (scope: Scope) => readonly unknown[];

const NO_ARGUMENTS: readonly unknown[] = [];

/** Compiles a call; the function gets the object it was found on as `this`. */
export function compileCall(expression: CallExpression, compilePart: CompilePart): CompiledExpression {
  const { callee } = expression;
  if (callee.kind === "name" && callee.name === IN_STATE) return compileInState(expression, compilePart);
  const args = compileArguments(expression, compilePart);
  switch (callee.kind) {
    case "name": {
      const { name } = callee;
      const isOut = isForbidden(name);
      return (scope) => {
        const owner = isOut ? undefined : holderOf(scope, name);
        return invoke(expression, owner?.[name] ?? null, owner, args(scope));
      };
    }
    case "member": {
      const object = compilePart(callee.object);
      const { name } = callee;
      const isOut = isForbidden(name);
      return (scope) => {
        const owner = object(scope);
        return invoke(expression, isOut ? null : reachNamed(owner, name), owner, args(scope));
      };
    }
    case "index": {
      const object = compilePart(callee.object);
      const index = compilePart(callee.index);
      return (scope) => {
        const owner = object(scope);
        return invoke(expression, reach(owner, index(scope)), owner, args(scope));
      };
    }
    default: {
      const value = compilePart(callee);
      return (scope) => invoke(expression, value(scope), NOBODY, args(scope));
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

/**
 * Calls what should be a function.
 *
 * @param place The call, or its text, for the error sentence.
 */
export function invoke(
  place: CallExpression | string,
  callee: unknown,
  owner: unknown,
  args: readonly unknown[],
): unknown {
  if (typeof callee !== "function") throw uncallable(callOf(place), callee);
  if (isCodeMaker(callee)) {
    throw new EvaluationError(
      "a function that runs text as code is out of reach",
      printExpression(callOf(place)),
    );
  }
  return settled(place, Reflect.apply(callee, owner ?? NOBODY, args));
}

/**
 * The value of a call.
 *
 * @param place The call, or its text, for the error sentence.
 * @throws {EvaluationError} When the function returned a promise.
 */
export function settled(place: CallExpression | string, value: unknown): unknown {
  if (!isPromise(value)) return value ?? null;
  const call = callOf(place);
  throw new EvaluationError(promiseRefusal(value, nameOf(call.callee)), printExpression(call));
}

/** Generated code carries the text of its calls only; the tree is made again when something went wrong. */
function callOf(place: CallExpression | string): CallExpression {
  if (typeof place !== "string") return place;
  const expression = parseGuard(place);
  if (expression.kind === "call") return expression;
  throw new TypeError(`Cannot call ${place}: it is no call`);
}

function uncallable(expression: CallExpression, value: unknown): EvaluationError {
  const { callee } = expression;
  const text = printExpression(expression);
  if (value !== null) {
    return new EvaluationError(`${nameOf(callee)} is ${describe(value)}, not a function`, text);
  }
  if (callee.kind === "name") {
    const advice = `register a function "${callee.name}", or put it into the context`;
    return new EvaluationError(`no function is called "${callee.name}": ${advice}`, text);
  }
  if (callee.kind !== "member") return new EvaluationError(`${nameOf(callee)} is null, not a function`, text);
  const owner = nameOf(callee.object);
  return new EvaluationError(
    `${owner} is null or has no function "${callee.name}": put one into the context`,
    text,
  );
}

function nameOf(expression: Expression): string {
  return `"${printExpression(expression)}"`;
}
