import type { Action, State } from "@loom/protocol";
import { type ActionEffect, effectOf } from "../actions.ts";
import { invocationsOf } from "../members.ts";
import {
  compileExpression,
  compileStatements,
  type Expression,
  ExpressionError,
  parseAction,
  parseGuard,
  type Scope,
  type Statement,
} from "../expression/mod.ts";
import {
  type Action as RuntimeAction,
  broken,
  code,
  type CodeAction,
  type Milliseconds,
  raise,
  startTimer,
  statements,
  stopTimer,
} from "../runtime/chart/action.ts";
import { chooseActions, eachItem, logText, raiseWith, sendEvent } from "../runtime/chart/structured.ts";
import { type Guard, guardOf, type Test } from "../runtime/chart/node.ts";
import type { ContextBase } from "../runtime/context_base.ts";
import type { Payload } from "../runtime/send_result.ts";
import { giveOutput, invoke, sendAway } from "../runtime/work/actions.ts";

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
  /** True when the machine waits between statements. */
  readonly isAsynchronous: boolean;
  /** Notes that an event is used. */
  use(event: string): void;
  /** Notes that the machine needs a work set. */
  useWork(): void;
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
      return compileCode(effect.code, events);
    case "timerStart":
      return compileTimerStart(effect, events);
    case "timerStop":
      return stopTimer(effect.timer);
    case "raise":
      events.use(effect.event);
      return compileRaise(effect.event, effect.data);
    case "send":
      if (effect.to === undefined) events.use(effect.event);
      if (effect.to !== undefined || effect.delay !== undefined) events.useWork();
      return compileSend(effect);
    case "if":
      return compileIf(effect, events);
    case "forEach":
      return compileForEach(effect, events);
    case "log":
      return compiled(`log ${effect.value}`, () => logText(effect.value, testOf(parseGuard(effect.value))));
    case "none":
      return { kind: "none", text: "" };
  }
}

function compileRaise(event: string, data: string | undefined): RuntimeAction {
  if (data === undefined) return raise(event);
  return compiled(`raise ${event}`, () => raiseWith(event, testOf(parseGuard(data))));
}

function compileSend({ event, data, delay, id, to }: Extract<ActionEffect, { kind: "send" }>): RuntimeAction {
  return compiled(`send ${event}`, () => {
    const payload = data === undefined ? undefined : testOf(parseGuard(data));
    if (delay === undefined && to === undefined) return sendEvent(event, payload);
    return sendAway(event, {
      ...(payload ? { data: payload } : {}),
      ...(delay === undefined ? {} : { delay: durationOf(delay) }),
      ...(id === undefined ? {} : { id }),
      ...(to === undefined ? {} : { to }),
    });
  });
}

/** The actions that begin the work of a state. */
export function compileInvocations(state: State): RuntimeAction[] {
  return invocationsOf(state).map(({ id, source, input }) =>
    compiled(
      `invoke ${id}`,
      () => invoke(id, source, input === undefined ? undefined : testOf(parseGuard(input))),
    )
  );
}

/** The action that gives the output of a final state. */
export function compileOutput(state: string, text: string): RuntimeAction {
  return compiled(`output ${text}`, () => giveOutput(state, text, testOf(parseGuard(text))));
}

function compileIf(effect: Extract<ActionEffect, { kind: "if" }>, events: EventLookup): RuntimeAction {
  const text = `if ${effect.condition}`;
  const inner = (actions: readonly Action[]) => actions.map((action) => compileAction(action, events));
  const [then, otherwise] = [inner(effect.then), inner(effect.otherwise)];
  return compiled(text, () => chooseActions(text, testOf(parseGuard(effect.condition)), then, otherwise));
}

function compileForEach(
  effect: Extract<ActionEffect, { kind: "forEach" }>,
  events: EventLookup,
): RuntimeAction {
  const { list, item, index } = effect;
  const text = `for each ${item} of ${list}`;
  const actions = effect.actions.map((action) => compileAction(action, events));
  return compiled(text, () => eachItem(text, testOf(parseGuard(list)), item, index, actions));
}

/** An action, or one that says why its text does not parse. */
function compiled(text: string, compile: () => RuntimeAction): RuntimeAction {
  const made = attempt(compile);
  return "error" in made ? broken(text, made.error) : made.value;
}

function compileCode(text: string, { isAsynchronous }: EventLookup): RuntimeAction {
  return compiled(text, () => {
    const all = parseAction(text);
    if (isAsynchronous && all.length > 1) return statements(text, all.map((one) => runOf([one])));
    return code(text, runOf(all));
  });
}

function runOf(all: readonly Statement[]): CodeAction["run"] {
  const run = compileStatements(all);
  return (context, payload) => run(scopeOf(context, payload));
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
