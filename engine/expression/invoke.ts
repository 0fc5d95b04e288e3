import { isCodeMaker } from "./built_ins.ts";
import { EvaluationError } from "./errors.ts";
import { isName, isWord } from "./names.ts";
import { isPromise, promiseRefusal } from "./promise.ts";
import { describe } from "./values.ts";

/** The text of a call, for error sentences: as `printExpression` prints it, or a function that prints it. */
export type CallText = string | (() => string);

/** The `this` of functions that belong to no object: without it, sloppy functions get the global object. */
export const NOBODY: object = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null));

/** Collects the calls of the statement being evaluated; null where promises are refused. */
export const recording: { calls: { valueOf(call: () => unknown): unknown } | null } = { calls: null };

/** Calls what should be a function. */
export function invoke(call: CallText, callee: unknown, owner: unknown, args: readonly unknown[]): unknown {
  if (typeof callee !== "function") throw uncallable(textOf(call), callee);
  if (isCodeMaker(callee)) {
    throw new EvaluationError("a function that runs text as code is out of reach", textOf(call));
  }
  return applied(call, callee, owner ?? NOBODY, args);
}

/**
 * The value of the call of a function.
 *
 * @throws {EvaluationError} When the function returned a promise, and nothing waits for it.
 */
export function applied(
  call: CallText,
  // deno-lint-ignore ban-types -- As `Reflect.apply` takes it.
  callee: Function,
  owner: unknown,
  args: readonly unknown[],
): unknown {
  const { calls } = recording;
  const value = calls === null
    ? Reflect.apply(callee, owner, args)
    : calls.valueOf(() => Reflect.apply(callee, owner, args));
  if (!isPromise(value)) return value ?? null;
  const text = textOf(call);
  throw new EvaluationError(promiseRefusal(value, `"${calleeOf(text)}"`), text);
}

function textOf(call: CallText): string {
  return typeof call === "string" ? call : call();
}

function uncallable(call: string, value: unknown): EvaluationError {
  const callee = calleeOf(call);
  if (value !== null) return new EvaluationError(`"${callee}" is ${describe(value)}, not a function`, call);
  if (isName(callee)) {
    const advice = `register a function "${callee}", or put it into the context`;
    return new EvaluationError(`no function is called "${callee}": ${advice}`, call);
  }
  // In parentheses of its own it is no member, whatever it ends with: `(a and b.c)(1)`.
  const member = beforeArguments(call);
  const dot = lastOutside(".", member);
  const name = member.slice(dot + 1);
  if (dot < 0 || !isWord(name)) return new EvaluationError(`"${callee}" is null, not a function`, call);
  const owner = withoutParentheses(member.slice(0, dot));
  return new EvaluationError(
    `"${owner}" is null or has no function "${name}": put one into the context`,
    call,
  );
}

function calleeOf(call: string): string {
  return withoutParentheses(beforeArguments(call));
}

/** The part of a call before its arguments. Found in the text, so that generated code needs no parser. */
function beforeArguments(call: string): string {
  const end = lastOutside("(", call);
  return end < 0 ? call : call.slice(0, end);
}

function withoutParentheses(text: string): string {
  return lastOutside("(", text) === 0 && text.endsWith(")") ? text.slice(1, -1) : text;
}

/** Offset of the last mark outside of strings and brackets; -1 without one. */
function lastOutside(mark: "(" | ".", text: string): number {
  let depth = 0;
  let last = -1;
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[.([{}\])]/g)) {
    if (depth === 0 && part === mark) last = index;
    if ("([{".includes(part)) depth++;
    else if (")]}".includes(part)) depth--;
  }
  return last;
}
