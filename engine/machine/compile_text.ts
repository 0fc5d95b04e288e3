import type { Action } from "@loom/protocol";
import { type ActionEffect, effectOf } from "../actions.ts";
import {
  compileExpression,
  compileStatements,
  type Expression,
  ExpressionError,
  parseAction,
  parseGuard,
  type Scope,
} from "../expression/mod.ts";
import {
  type Action as RuntimeAction,
  broken,
  code,
  type Milliseconds,
  raise,
  startTimer,
  stopTimer,
} from "../runtime/chart/action.ts";
import { type Guard, guardOf, type Test } from "../runtime/chart/node.ts";
import type { ContextBase } from "../runtime/context_base.ts";
import type { Payload } from "../runtime/send_result.ts";

/** The scope of the interpreter's guards and actions; the payload is that of the event being processed. */
export interface MachineScope extends Scope {
  payload: Payload | undefined;
}

/** A context whose guards and actions are interpreted. */
interface Scoped extends ContextBase {
  readonly scope: MachineScope;
}

/** The scope of the machine with a payload: one object for all, since only one guard or action runs at a time. */
function scopeOf(context: ContextBase, payload: Payload | undefined): MachineScope {
  const { scope } = context as Scoped;
  scope.payload = payload;
  return scope;
}

/** Facts about events that compiling an action needs. */
export interface EventLookup {
  /** Notes that an event is used. */
  use(event: string): void;
  /** The event that a timer raises. */
  ofTimer(timer: string): string;
}

/** Compiles a guard; one whose text does not parse carries the error. */
export function compileGuard(text: string): Guard {
  const parsed = attempt(() => parseGuard(text));
  return "error" in parsed ? guardOf(text, null, parsed.error) : guardOf(text, testOf(parsed.value));
}

/** Compiles an action. */
export function compileAction(action: Action, events: EventLookup): RuntimeAction {
  const effect = effectOf(action);
  switch (effect.kind) {
    case "code":
      return compileCode(effect.code);
    case "timerStart":
      return compileTimerStart(effect, events);
    case "timerStop":
      return stopTimer(effect.timer);
    case "raise":
      events.use(effect.event);
      return raise(effect.event);
    case "none":
      return { kind: "none", text: "" };
  }
}

function compileCode(text: string): RuntimeAction {
  const parsed = attempt(() => compileStatements(parseAction(text)));
  if ("error" in parsed) return broken(text, parsed.error);
  const run = parsed.value;
  return code(text, (context, payload) => run(scopeOf(context, payload)));
}

function compileTimerStart(
  effect: Extract<ActionEffect, { kind: "timerStart" }>,
  events: EventLookup,
): RuntimeAction {
  const { timer, repeat } = effect;
  const parsed = attempt(() => ({
    duration: durationOf(effect.duration),
    repeat: repeat === undefined ? undefined : durationOf(repeat),
  }));
  if ("error" in parsed) return broken(`start timer ${timer}`, parsed.error);
  return startTimer(timer, parsed.value.duration, events.ofTimer(timer), parsed.value.repeat);
}

function durationOf(value: string | number): Milliseconds {
  // Number("") is 0 and Number("0x10") is 16: both are what the format says.
  const number = Number(value);
  return Number.isNaN(number) ? testOf(parseGuard(String(value))) : number;
}

function testOf(expression: Expression): Test {
  const evaluate = compileExpression(expression);
  return (context, payload) => evaluate(scopeOf(context, payload));
}

function attempt<T>(compute: () => T): { readonly value: T } | { readonly error: string } {
  try {
    return { value: compute() };
  } catch (error) {
    if (error instanceof ExpressionError) return { error: error.message };
    throw error;
  }
}
