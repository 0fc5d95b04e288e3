/**
 * One micro step (SCXML: microstep, exitStates, executeTransitionContent, enterStates).
 *
 * @module
 */
import { refusePromiseOfCallback } from "../../expression/promise.ts";
import type { Action } from "../chart/action.ts";
import type { Choice, Configuration, Step } from "../chart/configuration.ts";
import type { StateNode } from "../chart/node.ts";
import { actionProblem, reasonOf } from "../problem.ts";
import { removeConflictingTransitions } from "./conflicts.ts";
import { DONE, type Instance, noteVisited, OBSERVED, raiseEvent, STOPPED } from "./instance.ts";
import { notify, notifyEnd, notifyStep } from "./notify.ts";
import { runAction } from "./run_action.ts";
import { computeStep } from "./step.ts";

/** The step of a choice, computed on first use. */
export function stepOf(instance: Instance, choice: Choice): Step {
  return choice.step ?? newStep(instance, choice);
}

/** Takes a step. Without an observer, one without effects only replaces the configuration. */
export function microStep(instance: Instance, step: Step): void {
  const before = instance.active;
  if (step.isQuiet && (instance.flags & OBSERVED) === 0) instance.active = step.next;
  else {
    exitStates(instance, step);
    executeTransitionContent(instance, step);
    enterStates(instance, step);
    endTransitions(instance, step, before);
  }
  noteVisited(instance, step.next, before);
}

/**
 * Ends a machine: what waits for the machine that invoked it is sent, its queues are emptied, its timers stop, end handlers and observer are notified.
 */
export function finish(instance: Instance): void {
  instance.flags |= DONE;
  if ((instance.flags & STOPPED) === 0) instance.work?.sendToParent();
  if (instance.internal) instance.internal.length = 0;
  if (instance.external) instance.external.length = 0;
  instance.host.stopAllTimers();
  notifyEnd(instance);
}

function newStep({ tables, active, history }: Instance, choice: Choice): Step {
  const edges = removeConflictingTransitions(choice.selection, history);
  const step = computeStep(tables, active, edges, history);
  const meetsHistory = choice.selection.some(({ target, more }) =>
    target?.kind === "history" || (more?.some(({ kind }) => kind === "history") ?? false)
  );
  if (step.usedHistory || meetsHistory) return step;
  choice.step = step;
  tables.configurations.noteStep(step.exits.length + step.entries.length + step.next.leaves.length);
  return step;
}

function exitStates(instance: Instance, step: Step): void {
  for (const [history, active] of step.records) (instance.history ??= new Map()).set(history, active);
  for (const node of step.exits) {
    notifyStep(instance, "onExit", node.name);
    runActions(instance, node.exit, node);
    if (node.hasHooks) callHook(instance, "onExit", node);
  }
}

function executeTransitionContent(instance: Instance, step: Step): void {
  const { host, active } = instance;
  for (const edge of step.transitions) {
    host.transitionName = edge.name;
    if (edge.target) notifyStep(instance, "onTransitionBegin", active.state, step.next.state, edge.name);
    runActions(instance, edge.actions, edge.source);
    host.transitionName = "";
    if (!edge.target) notify(instance, "onInternalTransition", edge.source.name, edge.name);
  }
}

function enterStates(instance: Instance, step: Step): void {
  instance.active = step.next;
  for (const { node, completions } of step.entries) {
    notifyStep(instance, "onEntry", node.name);
    runActions(instance, node.entry, node);
    if (node.hasHooks) callHook(instance, "onEntry", node);
    for (const event of completions) raiseEvent(instance, event, instance.work?.outputOf(node, event));
  }
}

/** Notifies the observer of what was taken, and ends the machine where the step does. */
export function endTransitions(
  instance: Instance,
  { transitions, next, ends }: Step,
  before: Configuration,
): void {
  for (const edge of transitions) {
    if (edge.target) notifyStep(instance, "onTransitionEnd", before.state, next.state, edge.name);
  }
  if ((instance.flags & DONE) === 0) {
    if (ends) finish(instance);
  } else if (instance.internal) instance.internal.length = 0; // Stopped by an action: drop what was raised later.
}

/** Calls a hook of a state. An error of it counts as a failed action, so that the step is finished. */
function callHook(instance: Instance, hook: "onEntry" | "onExit", node: StateNode): void {
  try {
    refusePromiseOfCallback(node.state?.[hook](instance.host));
  } catch (error) {
    noteFailed(instance, node, hook, reasonOf(error));
  }
}

function runActions(instance: Instance, actions: readonly Action[], node: StateNode): void {
  for (const action of actions) {
    const failure = runAction(action, instance);
    if (failure !== null) noteFailed(instance, node, action.text, failure);
  }
}

/** Reports a failed action. */
export function noteFailed(instance: Instance, node: StateNode, text: string, failure: string): void {
  instance.problem ??= actionProblem(text, node.name, failure);
  notify(instance, "onActionFailed", node.name, text, failure);
}
