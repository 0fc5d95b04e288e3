/**
 * The main event loop: run to completion, one macro step for each event. It reads beside the published algorithm of SCXML
 * (W3C, 2015, appendix D); the rest of it is in the other files of this folder:
 *
 * | appendix D                                           | file            |
 * | ---------------------------------------------------- | --------------- |
 * | global variables                                     | `instance.ts`   |
 * | mainEventLoop                                        | `event_loop.ts` |
 * | selectTransitions, selectEventlessTransitions        | `select.ts`     |
 * | removeConflictingTransitions                         | `conflicts.ts`  |
 * | microstep, exitStates, enterStates                   | `micro_step.ts` |
 * | computeExitSet, getTransitionDomain, isInFinalState  | `step.ts`       |
 * | computeEntrySet, addDescendantStatesToEnter          | `entry.ts`      |
 *
 * `asynchronous.ts` has the same steps for machines that wait for their actions.
 *
 * @module
 */
import { type Choice, type Configuration, sameConfiguration } from "../chart/configuration.ts";
import { EVENTLESS } from "../chart/node.ts";
import { ACTION_FAILED, type ChartTables, COMPLETION_PREFIX, eventNumber } from "../chart/tables.ts";
import { loopProblem, MachineRuntimeError } from "../problem.ts";
import { type Payload, refusal, type SendReason, type SendResult } from "../send_result.ts";
import { ASYNCHRONOUS, BUSY, DONE, type Instance, raiseEvent, setEnd, STOPPED } from "./instance.ts";
import { finish, microStep, stepOf } from "./micro_step.ts";
import { notify, notifyFailure, notifyProblem } from "./notify.ts";
import { planOf, select } from "./select.ts";
import { initialStep } from "./step.ts";

/** The most micro steps in one macro step; a chain that is longer is taken for a loop. */
export const MICROSTEP_LIMIT = 1000;

/** Number of last states of a loop that its error names. */
export const LOOP_STATES = 20;

/** Why an event that was tried selected nothing. */
export type Refusal = Extract<SendReason, "unknown event" | "guard refused" | "no transition">;

/**
 * Enters the initial configuration and settles.
 *
 * @throws {MachineRuntimeError} With code `microstep_limit`, when the machine does not come to rest.
 */
export function start(instance: Instance): void {
  if (instance.stepper) return instance.stepper.start();
  setEnd(instance, false);
  instance.problem = instance.failure = null;
  instance.payload = undefined;
  whileBusy(instance, () => {
    microStep(instance, initialStep(instance.tables));
    const isAtRest = settle(instance, 0);
    notifyFailure(instance);
    if (!isAtRest) throw new MachineRuntimeError("microstep_limit", instance.problem ?? "");
    instance.work?.rest();
    drain(instance);
  });
}

/** Begins work again and processes the waiting events, outside of `send`. */
export function resume(instance: Instance): void {
  if (instance.stepper) return instance.stepper.resume();
  whileBusy(instance, () => {
    instance.work?.rest();
    drain(instance);
  });
}

function whileBusy(instance: Instance, run: () => void): void {
  instance.flags |= BUSY;
  try {
    run();
  } finally {
    instance.flags &= ~BUSY;
  }
}

/** Sends an event and runs to completion. */
export function send(instance: Instance, event: string, payload: Payload | undefined): SendResult {
  if ((instance.flags & (DONE | BUSY | ASYNCHRONOUS)) !== 0) return turnAway(instance, event, payload);
  const before = instance.active;
  instance.flags |= BUSY;
  try {
    const refused = macroStep(instance, eventNumber(instance.tables, event), event, payload);
    return resultOf(instance, event, before, refused);
  } finally {
    instance.flags &= ~BUSY;
  }
}

/** Sends an event by its number, without a result object; returns whether it was handled. */
export function tryEvent(instance: Instance, event: number, payload: Payload | undefined): boolean {
  const id = instance.tables.events[event] ?? "";
  if ((instance.flags & (DONE | BUSY | ASYNCHRONOUS)) !== 0) return turnAway(instance, id, payload).handled;
  instance.flags |= BUSY;
  try {
    const refused = macroStep(instance, event, id, payload);
    if (instance.external !== null) drain(instance);
    return refused === null;
  } finally {
    instance.flags &= ~BUSY;
  }
}

/**
 * Processes the events that were sent while a step was running, and those that they send: more of these than the limit
 * are taken for a loop.
 */
export function drain(instance: Instance): void {
  const { problem, failure, external } = instance;
  if (external === null || external.length === 0) return;
  const loop: string[] = [];
  let waiting = external.length;
  for (let next = external.shift(); next; next = external.shift()) {
    if (--waiting < 0 && loop.push(instance.active.state) > MICROSTEP_LIMIT) {
      external.length = 0;
      notify(instance, "onError", loopProblem(MICROSTEP_LIMIT, loop.slice(-LOOP_STATES)));
      break;
    }
    const number = eventNumber(instance.tables, next.event);
    const refused = macroStep(instance, number, next.event, next.payload);
    if (refused === null && instance.problem !== null) notifyProblem(instance, instance.problem);
  }
  instance.problem = problem;
  instance.failure = failure;
}

/**
 * Takes the transitions that an event selects, then everything that is enabled afterwards.
 *
 * @param event The event's number; undefined for one that is not in the tables.
 * @returns Null when the event selected any, else why not.
 */
function macroStep(
  instance: Instance,
  event: number | undefined,
  id: string,
  payload: Payload | undefined,
): Refusal | null {
  instance.problem = instance.failure = null;
  instance.payload = payload;
  const waiting = instance.external === null ? 0 : instance.external.length;
  const refused = processEvent(instance, event, id);
  const { internal } = instance;
  let isAtRest = true;
  if (!instance.active.isSettled || (internal !== null && internal.length > 0)) {
    isAtRest = settle(instance, refused === null ? 1 : 0);
  }
  if (instance.failure !== null) notifyFailure(instance);
  if (instance.work !== null) instance.work.rest();
  if (!isAtRest) dropLater(instance, waiting);
  return refused;
}

/** Drops what was sent during a step that was cut, behind the events that waited before: each may loop as well. */
export function dropLater({ external }: Instance, waiting: number): void {
  external?.splice(waiting);
}

function processEvent(instance: Instance, event: number | undefined, id: string): Refusal | null {
  const choice = choiceOf(instance, event);
  if (choice === null) return leave(instance, event, id);
  microStep(instance, stepOf(instance, choice));
  return null;
}

/** The transitions that an event selects; null for none. */
export function choiceOf(instance: Instance, event: number | undefined): Choice | null {
  instance.wasRefused = false;
  if (event === undefined) return null;
  const plan = planOf(instance.active, event);
  const choice = plan.isEmpty ? null : select(instance, plan);
  return choice !== null && choice.selection.length > 0 ? choice : null;
}

/** Reports an event that selects nothing; returns why not. */
export function leave(instance: Instance, event: number | undefined, id: string): Refusal {
  const { tables, work } = instance;
  const isKnown = work?.leave(id, instance.payload) || event !== undefined || isCompletion(tables, id);
  const refused = isKnown ? refusalOf(instance) : "unknown event";
  notify(instance, "onUnhandled", id, refused);
  return refused;
}

/**
 * Takes event-less transitions and raised events until nothing more is enabled.
 *
 * @param taken The micro steps that this macro step has taken so far.
 * @returns Whether the machine came to rest.
 */
function settle(instance: Instance, taken: number): boolean {
  const loop: string[] = [];
  for (let steps = taken; (instance.flags & DONE) === 0; steps++) {
    if (steps >= MICROSTEP_LIMIT - LOOP_STATES) loop.push(instance.active.state);
    const choice = nextChoice(instance);
    if (choice === null) break;
    if (steps >= MICROSTEP_LIMIT) {
      if (instance.internal) instance.internal.length = 0;
      instance.problem = loopProblem(MICROSTEP_LIMIT, loop);
      return false;
    }
    microStep(instance, stepOf(instance, choice));
  }
  return true;
}

/** The next transitions to take: event-less ones, else those of the next raised event; null at rest. */
export function nextChoice(instance: Instance): Choice | null {
  while ((instance.flags & DONE) === 0) {
    if (!instance.active.isSettled) {
      const eventless = select(instance, planOf(instance.active, EVENTLESS));
      if (eventless.selection.length > 0) return eventless;
    }
    const raised = instance.internal?.shift();
    if (raised === undefined) break;
    const [event, payload] = typeof raised === "number" ? [raised] : raised;
    instance.payload = payload;
    instance.wasRefused = false;
    const choice = select(instance, planOf(instance.active, event));
    if (choice.selection.length > 0) return choice;
    leaveUnhandled(instance, instance.tables.events[event] ?? "");
  }
  return null;
}

function leaveUnhandled(instance: Instance, event: string): void {
  if (!event.startsWith(COMPLETION_PREFIX)) {
    // A failed action is reported already.
    if (event !== ACTION_FAILED) notify(instance, "onUnhandled", event, refusalOf(instance));
  } else if (instance.tables.bubbles) bubble(instance, event);
}

/** An unhandled completion completes the parent in turn; a region stops it. */
function bubble(instance: Instance, event: string): void {
  const completed = instance.tables.nodeByName.get(event.slice(COMPLETION_PREFIX.length));
  if (!completed?.parent || completed.isRegion) return;
  const { parent } = completed;
  if (!parent.parent) finish(instance);
  else if (parent.completion !== null) raiseEvent(instance, parent.completion);
}

function refusalOf({ wasRefused }: Instance): Refusal {
  return wasRefused ? "guard refused" : "no transition";
}

/** True for the completion of a state, which nothing has to declare. */
function isCompletion({ nodeByName }: ChartTables, event: string): boolean {
  if (!event.startsWith(COMPLETION_PREFIX)) return false;
  const kind = nodeByName.get(event.slice(COMPLETION_PREFIX.length))?.kind;
  return kind === "composite" || kind === "parallel";
}

/** Refuses an event after the end, queues one that is sent while a step is running, and passes others to the stepper. */
export function turnAway(instance: Instance, event: string, payload: Payload | undefined): SendResult {
  const { flags, active, stepper } = instance;
  if ((flags & DONE) !== 0) {
    const reason = (flags & STOPPED) !== 0 ? "stopped" : "machine is done";
    notify(instance, "onUnhandled", event, reason);
    return refusal(event, active.state, reason);
  }
  if (stepper && (flags & BUSY) === 0) return stepper.send(event, payload);
  (instance.external ??= []).push(payload === undefined ? { event } : { event, payload });
  const result = refusal(event, active.state, "queued");
  result.queued = true;
  return result;
}

function resultOf(
  instance: Instance,
  event: string,
  before: Configuration,
  refused: Refusal | null,
): SendResult {
  // An error of the observer is not why an event was not handled.
  const problem = refused !== null && instance.problem === instance.failure ? null : instance.problem;
  if (instance.external !== null) drain(instance);
  return answerOf(instance, event, before, refused, problem);
}

/** The result of an event, with the configuration of now. */
export function answerOf(
  instance: Instance,
  event: string,
  before: Configuration,
  refused: Refusal | null,
  problem: string | null,
): SendResult {
  const after = instance.active;
  const changed = after !== before && !sameConfiguration(after, before);
  if (refused !== null) return refusal(event, before.state, refused, after.state, changed, problem);
  const result: SendResult = { handled: true, changed, from: before.state, to: after.state, event };
  if (problem !== null) result.error = problem;
  return result;
}
