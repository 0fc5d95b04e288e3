import type { MachineOp } from "../ops.ts";
import type { Action, ActionBlock, State, StateMachineDefinition } from "../types.ts";
import { ALLOW_UNKNOWN, INDEX, STATE_NAME } from "./arguments.ts";
import { checkPlace, planned, refuse } from "../../plan.ts";
import { checkedActions, checkTimer, checkTrigger, type MachineCommand, stateNamed } from "./checks.ts";

/** The actions on entering a state, or those on leaving it. */
export type ActionHook = "onEntry" | "onExit";

const STATE = { ...STATE_NAME, name: "state" };
const HOOK = {
  name: "hook",
  type: '"onEntry" | "onExit"',
  required: true,
  doc: "The actions on entering, or those on leaving.",
};
const ACTION = {
  name: "action",
  type: "unknown",
  required: true,
  doc: "Code as text, or an action as documents have it.",
};

/** Adds an entry or exit action. */
export const ADD_ACTION_COMMAND: MachineCommand<{
  readonly state: string;
  readonly hook: ActionHook;
  readonly action: unknown;
  readonly index?: number | undefined;
  readonly allowUnknown?: boolean | undefined;
}> = planned({
  id: "action.add",
  title: "Add action",
  summary: "Adds an entry or exit action to a state.",
  effect: "add",
  arguments: [STATE, HOOK, ACTION, INDEX, ALLOW_UNKNOWN],
}, (machine, { state, hook, index, allowUnknown, ...values }) => {
  const actions = actionsOf(stateNamed(machine, state).state, hook);
  const action = checkedAction(machine, values.action, allowUnknown);
  checkPlace(index, actions.length, `among the ${wordOf(hook)} actions of "${state}"`);
  return {
    ops: [{ op: "action.add", state, hook, action, ...(index === undefined ? {} : { index }) }],
    summary: `Added an ${wordOf(hook)} action to "${state}".`,
  };
});

/** Replaces an entry or exit action. */
export const UPDATE_ACTION_COMMAND: MachineCommand<{
  readonly state: string;
  readonly hook: ActionHook;
  readonly index: number;
  readonly action: unknown;
  readonly allowUnknown?: boolean | undefined;
}> = planned({
  id: "action.update",
  title: "Update action",
  summary: "Replaces an entry or exit action of a state.",
  effect: "set",
  arguments: [STATE, HOOK, { ...INDEX, required: true }, ACTION, ALLOW_UNKNOWN],
}, (machine, { state, hook, index, allowUnknown, ...values }) => {
  const action = checkedAction(machine, values.action, allowUnknown);
  checkExists(stateNamed(machine, state).state, hook, index);
  const op: MachineOp = { op: "action.update", state, hook, index, action };
  return { ops: [op], summary: `Replaced ${wordOf(hook)} action ${index} of "${state}".` };
});

/** Removes an entry or exit action. */
export const REMOVE_ACTION_COMMAND: MachineCommand<{
  readonly state: string;
  readonly hook: ActionHook;
  readonly index: number;
}> = planned({
  id: "action.remove",
  title: "Remove action",
  summary: "Removes an entry or exit action of a state.",
  effect: "remove",
  arguments: [STATE, HOOK, { ...INDEX, required: true }],
}, (machine, { state, hook, index }) => {
  checkExists(stateNamed(machine, state).state, hook, index);
  return {
    ops: [{ op: "action.remove", state, hook, index }],
    summary: `Removed ${wordOf(hook)} action ${index} of "${state}".`,
  };
});

function checkedAction(
  machine: StateMachineDefinition,
  value: unknown,
  allowUnknown: boolean | undefined,
): Action {
  const action = checkedActions([value])?.[0] ?? {};
  checkTimer(machine, action.timerStart?.timer ?? action.timerStop, allowUnknown);
  checkTrigger(machine, action.raise, allowUnknown);
  return action;
}

function checkExists(state: State, hook: ActionHook, index: number): void {
  const { length } = actionsOf(state, hook);
  if (index >= 0 && index < length) return;
  const there = length === 0 ? "it has none" : `give 0 to ${length - 1}`;
  refuse("out_of_range", `"${state.name}" has no ${wordOf(hook)} action ${index}`, { remedy: there });
}

function actionsOf(state: State, hook: ActionHook): readonly unknown[] {
  const block: Partial<ActionBlock> | undefined = state[hook];
  return Array.isArray(block?.actions) ? block.actions : [];
}

function wordOf(hook: ActionHook): "entry" | "exit" {
  return hook === "onEntry" ? "entry" : "exit";
}
