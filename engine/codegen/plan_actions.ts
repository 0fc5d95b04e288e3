import type { Action, State } from "@loom/protocol";
import { effectOf } from "../actions.ts";
import type { Expression } from "../expression/ast.ts";
import { ExpressionError } from "../expression/errors.ts";
import { parseAction, parseGuard } from "../expression/parse.ts";
import { invocationsOf, outputOf } from "../members.ts";
import type { ActionPlan, DurationPlan, TransitionPlan } from "./plan.ts";

/** The plan of an action; `undefined` for one that does nothing. */
export function planAction(action: Action, eventOfTimer: (timer: string) => string): ActionPlan | undefined {
  const effect = effectOf(action);
  switch (effect.kind) {
    case "code":
      return attempt<ActionPlan>(
        () => ({ kind: "code", text: effect.code, statements: parseAction(effect.code) }),
        (error) => ({ kind: "broken", text: effect.code, error }),
      );
    case "timerStart": {
      const { timer, repeat } = effect;
      return attempt<ActionPlan>(
        () => ({
          kind: "startTimer",
          timer,
          event: eventOfTimer(timer),
          duration: planDuration(effect.duration),
          repeat: repeat === undefined ? undefined : planDuration(repeat),
        }),
        (error) => ({ kind: "broken", text: `start timer ${timer}`, error }),
      );
    }
    case "timerStop":
      return { kind: "stopTimer", timer: effect.timer };
    case "raise":
      return attempt<ActionPlan>(
        () => ({ kind: "raise", event: effect.event, data: planText(effect.data) }),
        (error) => ({ kind: "broken", text: `raise ${effect.event}`, error }),
      );
    case "send": {
      const { event, data, delay, id, to } = effect;
      return attempt<ActionPlan>(
        () => ({
          kind: "send",
          event,
          data: planText(data),
          delay: delay === undefined ? undefined : planDuration(delay),
          id,
          to,
        }),
        (error) => ({ kind: "broken", text: `send ${event}`, error }),
      );
    }
    case "if": {
      const text = `if ${effect.condition}`;
      return attempt<ActionPlan>(
        () => ({
          kind: "if",
          text,
          test: parseGuard(effect.condition),
          then: planAll(effect.then, eventOfTimer),
          otherwise: planAll(effect.otherwise, eventOfTimer),
        }),
        (error) => ({ kind: "broken", text, error }),
      );
    }
    case "forEach": {
      const { list, item, index, actions } = effect;
      const text = `for each ${item} of ${list}`;
      return attempt<ActionPlan>(
        () => ({
          kind: "forEach",
          text,
          list: parseGuard(list),
          item,
          index,
          actions: planAll(actions, eventOfTimer),
        }),
        (error) => ({ kind: "broken", text, error }),
      );
    }
    case "log":
      return attempt<ActionPlan>(
        () => ({ kind: "log", text: effect.value, value: parseGuard(effect.value) }),
        (error) => ({ kind: "broken", text: `log ${effect.value}`, error }),
      );
    case "none":
      return undefined;
  }
}

function planAll(actions: readonly Action[], eventOfTimer: (timer: string) => string): ActionPlan[] {
  return actions.map((action) => planAction(action, eventOfTimer)).filter((plan) => plan !== undefined);
}

/** The actions that begin the work of a state. */
export function planInvocations(state: State): ActionPlan[] {
  return invocationsOf(state).map(({ id, source, input }) =>
    attempt<ActionPlan>(
      () => ({ kind: "invoke", id, source, input: planText(input) }),
      (error) => ({ kind: "broken", text: `invoke ${id}`, error }),
    )
  );
}

/** The action that gives the output of a final state. */
export function planOutput(state: State): ActionPlan[] {
  const text = outputOf(state);
  if (text === undefined) return [];
  return [attempt<ActionPlan>(
    () => ({ kind: "output", state: state.name, text, value: parseGuard(text) }),
    (error) => ({ kind: "broken", text: `output ${text}`, error }),
  )];
}

function planText(text: string | undefined): Expression | undefined {
  return text === undefined ? undefined : parseGuard(text);
}

/** The compiled guard, or the reason why it does not parse. */
export function planGuard(condition: string | undefined): Pick<TransitionPlan, "guard" | "test" | "error"> {
  if (condition === undefined) return { guard: undefined, test: undefined, error: undefined };
  return attempt<Pick<TransitionPlan, "guard" | "test" | "error">>(
    () => ({ guard: condition, test: parseGuard(condition), error: undefined }),
    (error) => ({ guard: condition, test: undefined, error }),
  );
}

function planDuration(value: string | number): DurationPlan {
  // Number("") is 0 and Number("0x10") is 16: both are what the format says.
  const number = Number(value);
  return Number.isNaN(number) ? parseGuard(String(value)) : number;
}

function attempt<T>(plan: () => T, otherwise: (error: string) => T): T {
  try {
    return plan();
  } catch (error) {
    if (error instanceof ExpressionError) return otherwise(error.message);
    throw error;
  }
}
