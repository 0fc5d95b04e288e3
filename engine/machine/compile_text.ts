import { type ActionEffect, effectOf } from "../actions.ts";
import {
  compileExpression,
  compileStatements,
  EvaluationError,
  type Expression,
  ExpressionError,
  isTruthy,
  parseAction,
  parseGuard,
  type Scope,
} from "../expression/mod.ts";
import type { Action } from "@loom/protocol";
import type { CompiledAction, CompiledGuard, DurationSource } from "./program.ts";

/** What compiling an action needs to know of the events. */
export interface EventLookup {
  /** Notes that an event is used. */
  use(event: string): void;
  /** The event that a timer raises. */
  ofTimer(timer: string): string;
}

/** Compiles a guard; a text that does not parse gives one that says why instead of deciding. */
export function compileGuard(text: string): CompiledGuard {
  const parsed = attempt(() => parseGuard(text));
  if ("error" in parsed) return { text, isPlainName: false, test: null, error: parsed.error };
  return {
    text,
    isPlainName: isPlainName(parsed.value),
    test: testOf(parsed.value),
    error: "",
  };
}

/** Compiles an action. */
export function compileAction(action: Action, events: EventLookup): CompiledAction {
  const effect = effectOf(action);
  switch (effect.kind) {
    case "code": {
      const parsed = attempt(() => compileStatements(parseAction(effect.code)));
      return "error" in parsed
        ? { ...plain(effect, effect.code), error: parsed.error }
        : { ...plain(effect, effect.code), run: parsed.value };
    }
    case "timerStart":
      return compileTimerStart(effect, events);
    case "timerStop":
      return plain(effect, `stop timer ${effect.timer}`);
    case "raise":
      events.use(effect.event);
      return { ...plain(effect, `raise ${effect.event}`), event: effect.event };
    case "none":
      return plain(effect, "");
  }
}

function compileTimerStart(
  effect: Extract<ActionEffect, { kind: "timerStart" }>,
  events: EventLookup,
): CompiledAction {
  const base = { ...plain(effect, `start timer ${effect.timer}`), event: events.ofTimer(effect.timer) };
  const duration = attempt(() => durationOf(effect.duration));
  if ("error" in duration) return { ...base, error: duration.error };
  if (effect.repeat === undefined) return { ...base, duration: duration.value };
  const { repeat: text } = effect;
  const repeat = attempt(() => durationOf(text));
  if ("error" in repeat) return { ...base, error: repeat.error };
  return { ...base, duration: duration.value, repeat: repeat.value };
}

function plain(effect: ActionEffect, text: string): CompiledAction {
  return { effect, text, run: null, duration: null, repeat: null, event: "", error: "" };
}

function durationOf(value: string | number): DurationSource {
  // Number("") is 0 and Number("0x10") is 16: both are what the format says.
  const number = Number(value);
  return Number.isNaN(number) ? compileExpression(parseGuard(String(value))) : number;
}

function isPlainName(expression: Expression): boolean {
  return expression.kind === "name";
}

function testOf(expression: Expression): (scope: Scope) => boolean {
  const evaluate = compileExpression(expression);
  return (scope) => {
    const value = evaluate(scope);
    if (typeof value === "boolean") return value;
    // A promise would be true before it is known.
    if (value instanceof Promise) {
      throw new EvaluationError("the guard gave a promise: a guard must answer at once");
    }
    return isTruthy(value);
  };
}

function attempt<T>(compute: () => T): { readonly value: T } | { readonly error: string } {
  try {
    return { value: compute() };
  } catch (error) {
    if (error instanceof ExpressionError) return { error: error.message };
    throw error;
  }
}
