/**
 * The steps of machines that wait for their actions: those of `event_loop.ts` and `micro_step.ts` as generators, which
 * yield each promise that an action gives. Where none does, everything is over when the call returns. Only asynchronous
 * machines load this.
 *
 * @module
 */
import { CallRecord, Suspension } from "../../expression/call_record.ts";
import { isPromise } from "../../expression/promise.ts";
import type { Action, CodeAction } from "../chart/action.ts";
import type { Choice, Configuration, Step } from "../chart/configuration.ts";
import type { StateNode } from "../chart/node.ts";
import { ACTION_FAILED, eventNumber } from "../chart/tables.ts";
import { loopProblem, MachineRuntimeError, reasonOf } from "../problem.ts";
import { type Payload, refusal, type SendResult, type WaitingEvent } from "../send_result.ts";
import {
  answerOf,
  choiceOf,
  dropLater,
  leave,
  LOOP_STATES,
  MICROSTEP_LIMIT,
  nextChoice,
  type Refusal,
  turnAway,
} from "./event_loop.ts";
import {
  ASYNCHRONOUS,
  BUSY,
  DONE,
  type Instance,
  noteVisited,
  raiseEvent,
  setEnd,
  type Stepper,
} from "./instance.ts";
import { endTransitions, noteFailed, stepOf } from "./micro_step.ts";
import { notify, notifyFailure, notifyProblem, notifyStep } from "./notify.ts";
import { perform, raiseNamed } from "./run_action.ts";
import { initialStep } from "./step.ts";

/** Steps that yield what has to be awaited and go on with its value. */
type Steps<T> = Generator<PromiseLike<unknown>, T, unknown>;

/** Makes the stepper of a machine that waits for its actions. */
export function asynchronous(instance: Instance): Stepper {
  return new AsynchronousStepper(instance);
}

class AsynchronousStepper implements Stepper {
  readonly #instance: Instance;
  /** Number of promises awaited so far. */
  #waits = 0;
  #onIdle: (() => void)[] = [];
  /** Receivers of the results of waiting events. */
  readonly #answers = new Map<WaitingEvent, (result: SendResult) => void>();
  /** Expiries that wait; until its turn a timer can be stopped. */
  readonly #expiries: (() => void)[] = [];

  constructor(instance: Instance) {
    this.#instance = instance;
    instance.flags |= ASYNCHRONOUS;
  }

  start(): void {
    this.#run(this.#enter());
  }

  resume(): void {
    this.#run(this.#goOn());
  }

  send(event: string, payload: Payload | undefined): SendResult {
    let result: SendResult | undefined;
    let isLate = false;
    const from = this.#instance.active.state;
    this.#run(this.#process(event, payload, (answer) => {
      result = answer;
      if (isLate && answer.handled && answer.error !== undefined) notifyProblem(this.#instance, answer.error);
    }));
    isLate = true;
    if (result !== undefined) return result;
    return { ...refusal(event, from, "queued"), queued: true };
  }

  sendAsync(event: string, payload: Payload | undefined): Promise<SendResult> {
    const instance = this.#instance;
    return new Promise((answer) => {
      if ((instance.flags & (BUSY | DONE)) === 0) this.#run(this.#process(event, payload, answer));
      else {
        const result = turnAway(instance, event, payload);
        const waiting = result.queued ? instance.external?.at(-1) : undefined;
        if (waiting === undefined) answer(result);
        else this.#answers.set(waiting, answer);
      }
    });
  }

  expire(run: () => void): void {
    this.#expiries.push(run);
    this.#expireNext();
  }

  #expireNext(): void {
    while ((this.#instance.flags & BUSY) === 0) {
      const run = this.#expiries.shift();
      if (run === undefined) return;
      run();
    }
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      if ((this.#instance.flags & BUSY) === 0) resolve();
      else this.#onIdle.push(resolve);
    });
  }

  /** Runs steps up to the first promise; when it is settled, they go on. */
  #run(steps: Steps<void>): void {
    this.#instance.flags |= BUSY;
    this.#advance(steps, () => steps.next());
  }

  #advance(steps: Steps<void>, next: () => IteratorResult<PromiseLike<unknown>, void>): void {
    let isOver = true;
    try {
      const { done, value } = next();
      if (done) return;
      isOver = false;
      this.#waits++;
      Promise.resolve(value).then(
        (settled) => this.#continue(steps, () => steps.next(settled)),
        (error) => this.#continue(steps, () => steps.throw(error)),
      );
    } finally {
      if (isOver) this.#rest();
    }
  }

  /** Goes on after a promise: nobody is left to catch an error. */
  #continue(steps: Steps<void>, next: () => IteratorResult<PromiseLike<unknown>, void>): void {
    try {
      this.#advance(steps, next);
    } catch (error) {
      notify(this.#instance, "onError", reasonOf(error));
    }
  }

  /** Answers the events that the end, or the cut of a loop, has dropped. */
  dropWaiting(): void {
    const instance = this.#instance;
    const dropped = [...this.#answers];
    this.#answers.clear();
    for (const [{ event }, answer] of dropped) {
      const isDone = (instance.flags & DONE) !== 0;
      answer(isDone ? turnAway(instance, event, undefined) : refusal(event, instance.active.state, "queued"));
    }
  }

  #rest(): void {
    this.#instance.flags &= ~BUSY;
    this.dropWaiting();
    this.#expireNext();
    if ((this.#instance.flags & BUSY) !== 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  *#enter(): Steps<void> {
    const instance = this.#instance;
    setEnd(instance, false);
    instance.problem = instance.failure = null;
    instance.payload = undefined;
    const waits = this.#waits;
    yield* microStep(instance, initialStep(instance.tables));
    const isAtRest = yield* settle(instance, 0);
    notifyFailure(instance);
    if (!isAtRest) {
      const problem = instance.problem ?? "";
      if (waits === this.#waits) throw new MachineRuntimeError("microstep_limit", problem);
      notify(instance, "onError", problem); // Its caller is gone.
    }
    instance.work?.rest();
    if (!isAtRest) dropLater(instance, 0);
    yield* this.#drain();
  }

  *#goOn(): Steps<void> {
    this.#instance.work?.rest();
    yield* this.#drain();
  }

  /** The macro step of an event and of those that wait. Without a promise, the result comes after all of them. */
  *#process(
    event: string,
    payload: Payload | undefined,
    answer: (result: SendResult) => void,
  ): Steps<void> {
    const instance = this.#instance;
    const before = instance.active;
    const waits = this.#waits;
    const refused = yield* macroStep(instance, event, payload);
    const problem = problemOf(instance, refused);
    if (waits === this.#waits) yield* this.#drain();
    answer(answerOf(instance, event, before, refused, problem));
    yield* this.#drain();
  }

  /** Processes the events that wait; too many that they send without a promise are taken for a loop. */
  *#drain(): Steps<void> {
    const instance = this.#instance;
    const { problem, failure, external } = instance;
    if (external === null || external.length === 0) return;
    let loop: string[] = [];
    let { length: waiting } = external;
    for (let next = external.shift(); next; next = external.shift()) {
      if (--waiting < 0 && loop.push(instance.active.state) > MICROSTEP_LIMIT) {
        external.length = 0;
        notify(instance, "onError", loopProblem(MICROSTEP_LIMIT, loop.slice(-LOOP_STATES)));
        break;
      }
      const waits = this.#waits;
      yield* this.#processWaiting(next);
      if (waits !== this.#waits) loop = [];
    }
    instance.problem = problem;
    instance.failure = failure;
  }

  *#processWaiting(waiting: WaitingEvent): Steps<void> {
    const instance = this.#instance;
    const { event, payload } = waiting;
    const answer = this.#answers.get(waiting);
    this.#answers.delete(waiting);
    const before = instance.active;
    const refused = yield* macroStep(instance, event, payload);
    const problem = problemOf(instance, refused);
    if (answer) answer(answerOf(instance, event, before, refused, problem));
    else if (refused === null && instance.problem !== null) notifyProblem(instance, instance.problem);
  }
}

/** The first thing that went wrong in a macro step. An error of the observer is not why an event was not handled. */
function problemOf({ problem, failure }: Instance, refused: Refusal | null): string | null {
  return refused !== null && problem === failure ? null : problem;
}

/** As `macroStep` of `event_loop.ts`. */
function* macroStep(instance: Instance, event: string, payload: Payload | undefined): Steps<Refusal | null> {
  instance.problem = instance.failure = null;
  instance.payload = payload;
  const waiting = instance.external?.length ?? 0;
  const number = eventNumber(instance.tables, event);
  const choice = choiceOf(instance, number);
  const refused = choice === null ? leave(instance, number, event) : null;
  if (choice !== null) yield* microStep(instance, stepOf(instance, choice));
  const isAtRest = yield* settle(instance, refused === null ? 1 : 0);
  notifyFailure(instance);
  instance.work?.rest();
  if (!isAtRest) dropLater(instance, waiting);
  return refused;
}

/** As `settle` of `event_loop.ts`. */
function* settle(instance: Instance, taken: number): Steps<boolean> {
  const loop: string[] = [];
  for (let steps = taken; (instance.flags & DONE) === 0; steps++) {
    if (steps >= MICROSTEP_LIMIT - LOOP_STATES) loop.push(instance.active.state);
    const choice: Choice | null = nextChoice(instance);
    if (choice === null) break;
    if (steps >= MICROSTEP_LIMIT) {
      if (instance.internal) instance.internal.length = 0;
      instance.problem = loopProblem(MICROSTEP_LIMIT, loop);
      return false;
    }
    yield* microStep(instance, stepOf(instance, choice));
  }
  return true;
}

/** As `microStep` of `micro_step.ts`. */
function* microStep(instance: Instance, step: Step): Steps<void> {
  const before: Configuration = instance.active;
  for (const [history, active] of step.records) (instance.history ??= new Map()).set(history, active);
  for (const node of step.exits) {
    notifyStep(instance, "onExit", node.name);
    yield* runActions(instance, node.exit, node);
    yield* callHook(instance, "onExit", node);
  }
  yield* runTransitions(instance, step);
  yield* enterStates(instance, step);
  endTransitions(instance, step, before);
  noteVisited(instance, step.next, before);
}

function* runTransitions(instance: Instance, step: Step): Steps<void> {
  const { host, active } = instance;
  for (const edge of step.transitions) {
    host.transitionName = edge.name;
    if (edge.target) notifyStep(instance, "onTransitionBegin", active.state, step.next.state, edge.name);
    yield* runActions(instance, edge.actions, edge.source);
    host.transitionName = "";
    if (!edge.target) notify(instance, "onInternalTransition", edge.source.name, edge.name);
  }
}

function* enterStates(instance: Instance, step: Step): Steps<void> {
  instance.active = step.next;
  for (const { node, completions } of step.entries) {
    notifyStep(instance, "onEntry", node.name);
    yield* runActions(instance, node.entry, node);
    yield* callHook(instance, "onEntry", node);
    for (const event of completions) raiseEvent(instance, event, instance.work?.outputOf(node, event));
  }
}

function* callHook(instance: Instance, hook: "onEntry" | "onExit", node: StateNode): Steps<void> {
  if (!node.hasHooks) return;
  try {
    yield* settled(node.state?.[hook](instance.host));
  } catch (error) {
    fail(instance, node, hook, error);
  }
}

function* runActions(instance: Instance, actions: readonly Action[], node: StateNode): Steps<void> {
  for (const action of actions) {
    try {
      yield* runAction(instance, action, instance.payload);
    } catch (error) {
      fail(instance, node, action.text, error);
    }
  }
}

/** Runs one action, and waits for the promises that it gives. */
function* runAction(instance: Instance, action: Action, payload: Payload | undefined): Steps<void> {
  const { kind, text } = action;
  const { registeredActions, data } = instance.host;
  if ((kind === "code" || kind === "broken") && registeredActions && Object.hasOwn(registeredActions, text)) {
    yield* settled(registeredActions[text]?.(payload, data as Record<string, unknown>));
  } else if (kind === "code") yield* runCode(instance, action, payload);
  else {
    const failure = yield* evaluated(() => perform(action, instance, payload));
    if (failure !== null) throw new Error(failure);
  }
}

function* runCode(instance: Instance, action: CodeAction, payload: Payload | undefined): Steps<void> {
  const { host } = instance;
  if (action.blocks === undefined) {
    for (const step of action.steps ?? [action.run]) yield* evaluated(() => step.call(action, host, payload));
    return;
  }
  const { blocks } = action;
  for (const inner of yield* evaluated(() => blocks(host, payload))) {
    for (const one of inner.actions) yield* runAction(instance, one, inner.payload);
  }
}

/** Reports a failure, and raises the event of failed actions. */
function fail(instance: Instance, node: StateNode, action: string, error: unknown): void {
  const message = reasonOf(error);
  noteFailed(instance, node, action, message);
  if ((instance.flags & DONE) !== 0) return;
  const name = error instanceof Error ? error.name : "Error";
  raiseNamed(instance, ACTION_FAILED, { error: { name, message } });
}

/** The value, or what its promise gives. */
function* settled(value: unknown): Steps<unknown> {
  return isPromise(value) ? yield value : value;
}

/**
 * Evaluates a statement: when a call in it gives a promise, it is evaluated again with the promise's value. Its calls are
 * not made again, and what it changes, it changes at its end.
 */
function* evaluated<T>(evaluate: () => T): Steps<T> {
  const calls = new CallRecord();
  for (;;) {
    try {
      const value = calls.evaluate(evaluate);
      yield* settled(value);
      return value;
    } catch (error) {
      if (!(error instanceof Suspension)) throw error;
      calls.add(yield error.promise);
    }
  }
}
