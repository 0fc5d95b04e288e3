import {
  type Action,
  ADD_ACTION_COMMAND,
  ADD_TRANSITION_COMMAND,
  changesFrom,
  findState,
  joinedChanges,
  MOVE_TRANSITION_COMMAND,
  REMOVE_ACTION_COMMAND,
  REMOVE_TRANSITION_COMMAND,
  type StateMachineDefinition,
  UPDATE_ACTION_COMMAND,
  UPDATE_TRANSITION_COMMAND,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { actionOf, transitionIndex } from "../lookup.ts";
import type {
  ADD_ACTION,
  ADD_TRANSITION,
  MOVE_TRANSITION,
  REMOVE_ACTION,
  REMOVE_TRANSITION,
  UPDATE_ACTION,
  UPDATE_TRANSITION,
} from "../table/transitions.ts";
import { UsageError } from "../usage_error.ts";
import { editMachine } from "./edit.ts";

/** The word for no event. */
const NO_EVENT = "-";

/** Adds a transition. */
export const addTransition: Run<typeof ADD_TRANSITION> = (context, values) => {
  const { state, event, to, when, desc, action, after, also, and, index, allowUnknown } = values;
  return editMachine(context, values, ADD_TRANSITION_COMMAND, {
    state,
    event: event === NO_EVENT ? "" : event,
    events: also.length > 0 ? also : undefined,
    after: millisecondsOf(after),
    nextState: to,
    nextStates: and.length > 0 ? and : undefined,
    type: values.external ? "external" : undefined,
    condition: when,
    description: desc,
    actions: action.map(actionOf),
    index,
    allowUnknown,
  });
};

/** Changes the fields of a transition. */
export const updateTransition: Run<typeof UPDATE_TRANSITION> = (context, values) => {
  const { also, and, external, set, unset, event, after, to, when, desc } = values;
  const lists = changesFrom({
    events: also.length > 0 ? also : undefined,
    nextStates: and.length > 0 ? and : undefined,
    type: external ? "external" : undefined,
  });
  const hasFields = set.length + unset.length > 0 ||
    [event, after, to, when, desc].some((one) => one !== undefined);
  const fields = lists && !hasFields ? undefined : fieldChanges("Transition", values, {
    event: values.event === NO_EVENT ? "" : values.event,
    after: millisecondsOf(values.after),
    nextState: values.to,
    condition: values.when,
    description: values.desc,
  });
  const changes = joinedChanges(fields, lists);
  return editMachine(context, values, UPDATE_TRANSITION_COMMAND, (machine) => ({
    ...placed(machine, values),
    changes,
    allowUnknown: values.allowUnknown,
  }));
};

/** A number of milliseconds, or the expression that gives it. */
function millisecondsOf(text: string | undefined): string | number | undefined {
  return text === undefined || text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

/** Moves a transition to another place or state. */
export const moveTransition: Run<typeof MOVE_TRANSITION> = (context, values) =>
  editMachine(context, values, MOVE_TRANSITION_COMMAND, (machine) => ({
    ...placed(machine, values),
    toIndex: values.to,
    toState: values.toState,
  }));

/** Removes a transition. */
export const removeTransition: Run<typeof REMOVE_TRANSITION> = (context, values) =>
  editMachine(context, values, REMOVE_TRANSITION_COMMAND, (machine) => placed(machine, values));

/** Adds an entry or exit action. */
export const addAction: Run<typeof ADD_ACTION> = (context, values) => {
  const { state, index, allowUnknown } = values;
  const action = actionFrom(values);
  return editMachine(context, values, ADD_ACTION_COMMAND, {
    state,
    hook: hookOf(values.on),
    action,
    index,
    allowUnknown,
  });
};

/** Replaces an entry or exit action. */
export const updateAction: Run<typeof UPDATE_ACTION> = (context, values) => {
  const { state, number: index, allowUnknown } = values;
  const action = actionFrom(values);
  return editMachine(context, values, UPDATE_ACTION_COMMAND, {
    state,
    hook: hookOf(values.on),
    index,
    action,
    allowUnknown,
  });
};

/** Removes an entry or exit action. */
export const removeAction: Run<typeof REMOVE_ACTION> = (context, values) =>
  editMachine(context, values, REMOVE_ACTION_COMMAND, {
    state: values.state,
    hook: hookOf(values.on),
    index: values.number,
  });

/** The state, and the index of the transition that a word names; the edit refuses an unknown state. */
function placed(
  machine: StateMachineDefinition,
  { state: name, which }: { readonly state: string; readonly which: string },
): { readonly state: string; readonly index: number } {
  const state = findState(machine.state, name);
  return { state: name, index: state === undefined ? 0 : transitionIndex(state, which) };
}

/** The words that say what an action does. */
interface ActionWords {
  readonly code: string | undefined;
  readonly startTimer: string | undefined;
  readonly duration: string | undefined;
  readonly repeat: string | undefined;
  readonly stopTimer: string | undefined;
  readonly raise: string | undefined;
}

function actionFrom(words: ActionWords): Action {
  const { code, startTimer, stopTimer, raise } = words;
  const given: Action[] = [];
  if (code !== undefined) given.push(actionOf(code));
  if (startTimer !== undefined) given.push(timerStart(startTimer, words));
  if (stopTimer !== undefined) given.push({ timerStop: stopTimer });
  if (raise !== undefined) given.push({ raise });
  const [action] = given;
  if (given.length === 1 && action) return action;
  throw new UsageError(
    "An action does one thing: give <code>, --start-timer with --duration, --stop-timer or --raise, and only one of them.",
  );
}

function timerStart(timer: string, { duration, repeat }: ActionWords): Action {
  if (duration === undefined) throw new UsageError("--start-timer needs --duration <ms>.");
  return { timerStart: { timer, duration, ...(repeat === undefined ? {} : { repeat }) } };
}

function hookOf(on: "entry" | "exit"): "onEntry" | "onExit" {
  return on === "entry" ? "onEntry" : "onExit";
}
