/**
 * The stepping algorithm: macro steps, micro steps, selection. `engine/SEMANTICS.md` says in words what this file
 * does; both follow the published algorithm of SCXML (W3C, 2015, appendix D).
 *
 * @module
 */
import type { Scope } from "../expression/mod.ts";
import type { ContextBase } from "../runtime/context_base.ts";
import type { IObserver } from "../runtime/observer.ts";
import { type ActionHost, runAction } from "./action.ts";
import type { Configuration } from "./configuration.ts";
import { MachineRuntimeError } from "./errors.ts";
import { type GuardHost, passes } from "./guard.ts";
import { type Choice, type Plan, planOf } from "./plan.ts";
import {
  type CompiledAction,
  type CompiledTransition,
  EVENTLESS,
  isWithin,
  type Program,
  type StateNode,
} from "./program.ts";
import type { Payload, SendReason } from "./send_result.ts";
import { initialStep, type Step, stepOf, withoutConflicts } from "./step.ts";
import { VisitedStates } from "./visited.ts";

/** The most micro steps in one macro step; a chain that is longer is taken for a loop. */
export const MICROSTEP_LIMIT = 1000;

/** How many of the last states of a loop its error names. */
const LOOP_STATES = 20;

const COMPLETION_PREFIX = "done.state.";

/** An event that waits for the running step to end. */
export interface WaitingEvent {
  /** The event's id. */
  event: string;
  /** Its payload. */
  payload?: Payload;
}

/** What guards and actions see; the payload is that of the event being processed. */
export interface MachineScope extends Scope {
  payload: Payload | undefined;
}

/** What a {@linkcode Stepper} is made of. */
export interface StepperParts {
  readonly program: Program;
  /** The machine: its name, timers and end handlers. */
  readonly host: ContextBase;
  readonly guards: GuardHost;
  readonly actions: ActionHost;
  readonly scope: MachineScope;
}

/** Why an event that was tried selected nothing. */
export type Refusal = Extract<SendReason, "unknown event" | "guard refused" | "no transition">;

/** Where a machine stands, and how it gets further. */
export class Stepper {
  readonly program: Program;
  configuration: Configuration;
  readonly history: Map<StateNode, readonly StateNode[]> = new Map();
  readonly visited: VisitedStates = new VisitedStates();
  readonly waiting: WaitingEvent[] = [];
  /** Null while nobody observes. */
  observer: IObserver | null = null;
  /** Whether a step is running. */
  isBusy = false;
  isDone = false;
  /** The first thing that went wrong in the step that runs or ran last. */
  problem: string | null = null;
  readonly #host: ContextBase;
  readonly #guards: GuardHost;
  readonly #actions: ActionHost;
  readonly #scope: MachineScope;
  readonly #raised: string[] = [];
  /** Whether a guard refused in the last selection. */
  #wasRefused = false;

  /** Makes a stepper that stands nowhere yet. */
  constructor({ program, host, guards, actions, scope }: StepperParts) {
    this.program = program;
    this.configuration = program.configurations.of([]);
    this.#host = host;
    this.#guards = guards;
    this.#actions = actions;
    this.#scope = scope;
  }

  /**
   * Enters the initial configuration and settles.
   *
   * @throws {MachineRuntimeError} With code `microstep_limit`, when it does not come to rest.
   */
  start(): void {
    this.isBusy = true;
    this.isDone = false;
    this.problem = null;
    this.#scope.payload = undefined;
    try {
      this.#take(initialStep(this.program));
      if (!this.#settle(0)) throw new MachineRuntimeError("microstep_limit", this.problem ?? "");
      this.drain();
    } finally {
      this.isBusy = false;
    }
  }

  /**
   * Takes the transitions that an event selects and everything that is enabled afterwards.
   *
   * @returns Null when the event selected any, else why not.
   */
  macroStep(event: string, payload: Payload | undefined): Refusal | null {
    this.problem = null;
    this.#scope.payload = payload;
    const refusal = this.#process(event);
    if (!this.configuration.isSettled || this.#raised.length > 0) this.#settle(refusal === null ? 1 : 0);
    return refusal;
  }

  /** Handles the events that came in while a step was running. */
  drain(): void {
    const { problem } = this;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const refusal = this.macroStep(next.event, next.payload);
      if (refusal === null && this.problem !== null) this.observer?.onError?.(this.#host.name, this.problem);
    }
    this.problem = problem;
  }

  /** Whether an event is declared, used or raised anywhere, or is the completion of a state. */
  knows(event: string): boolean {
    if (this.program.events.has(event)) return true;
    if (!event.startsWith(COMPLETION_PREFIX)) return false;
    const kind = this.program.nodeByName.get(event.slice(COMPLETION_PREFIX.length))?.kind;
    return kind === "composite" || kind === "parallel";
  }

  /** Whether the event would select a transition now. */
  selects(event: string, payload: Payload | undefined): boolean {
    const before = this.#scope.payload;
    this.#scope.payload = payload;
    try {
      return planOf(this.configuration, event).candidates.some((list) =>
        list.some((transition) => this.#decide(transition, false))
      );
    } finally {
      this.#scope.payload = before;
    }
  }

  /** Whether the named state is active. */
  isActive(name: string): boolean {
    const node = this.program.nodeByName.get(name);
    return node !== undefined && this.configuration.leaves.some((leaf) => isWithin(leaf, node));
  }

  /** Puts an event on the internal queue. */
  raise(event: string): void {
    this.#raised.push(event);
  }

  /** Ends the machine: queues and timers go, the end handlers are called. */
  finish(): void {
    this.isDone = true;
    this.#raised.length = 0;
    this.waiting.length = 0;
    this.#host.stopAllTimers();
    this.#host.onEnd();
    this.observer?.onDone?.(this.#host.name);
  }

  /** Takes what an event selects, or tells the observer that it selects nothing. */
  #process(event: string): Refusal | null {
    this.#wasRefused = false;
    const isKnown = this.knows(event);
    if (isKnown && this.#takeSelected(planOf(this.configuration, event))) return null;
    const refusal = !isKnown ? "unknown event" : this.#wasRefused ? "guard refused" : "no transition";
    this.observer?.onUnhandled?.(this.#host.name, event, refusal);
    return refusal;
  }

  /**
   * Takes event-less transitions and raised events until nothing more is enabled.
   *
   * @param taken The micro steps that this macro step has taken so far.
   * @returns Whether the machine came to rest.
   */
  #settle(taken: number): boolean {
    const loop: string[] = [];
    for (let steps = taken; !this.isDone; steps++) {
      if (steps >= MICROSTEP_LIMIT - LOOP_STATES) loop.push(this.configuration.state);
      const choice = this.#nextChoice();
      if (choice === null) break;
      if (steps >= MICROSTEP_LIMIT) return this.#cut(loop);
      this.#takeChoice(choice);
    }
    return true;
  }

  /** The next event-less transitions or raised event's transitions to take; null at rest. */
  #nextChoice(): Choice | null {
    while (!this.isDone) {
      if (!this.configuration.isSettled) {
        const eventless = this.#choose(planOf(this.configuration, EVENTLESS));
        if (eventless.selection.length > 0) return eventless;
      }
      const event = this.#raised.shift();
      if (event === undefined) break;
      this.#scope.payload = undefined;
      this.#wasRefused = false;
      const choice = this.#choose(planOf(this.configuration, event));
      if (choice.selection.length > 0) return choice;
      this.#leaveUnhandled(event);
    }
    return null;
  }

  #leaveUnhandled(event: string): void {
    if (!event.startsWith(COMPLETION_PREFIX)) {
      this.observer?.onUnhandled?.(
        this.#host.name,
        event,
        this.#wasRefused ? "guard refused" : "no transition",
      );
    } else if (this.program.bubbles) this.#bubble(event);
  }

  #cut(loop: readonly string[]): false {
    this.#raised.length = 0;
    const states = [...new Set(loop)].map((state) => `"${state}"`).join(", ");
    this.problem = `The machine took ${MICROSTEP_LIMIT} steps without coming to rest, around ${states}: ` +
      `give one of their event-less transitions or raised events a guard that ends the loop.`;
    return false;
  }

  /** An unhandled completion completes the parent in turn; a region stops it. */
  #bubble(event: string): void {
    const completed = this.program.nodeByName.get(event.slice(COMPLETION_PREFIX.length));
    if (!completed?.parent || completed.isRegion) return;
    const { parent } = completed;
    if (!parent.parent) this.finish();
    else if (parent.completion !== null) this.#raised.push(parent.completion);
  }

  #takeSelected(plan: Plan): boolean {
    if (plan.isEmpty) return false;
    const choice = this.#choose(plan);
    if (choice.selection.length === 0) return false;
    this.#takeChoice(choice);
    return true;
  }

  #takeChoice(choice: Choice): void {
    this.#take(choice.step ?? this.#workOut(choice));
  }

  #choose(plan: Plan): Choice {
    const verdicts = plan.sharesGuards ? new Map<CompiledTransition, boolean>() : null;
    let choice = plan.choices;
    for (const candidates of plan.candidates) choice = choice.then(this.#firstPassing(candidates, verdicts));
    return choice;
  }

  #firstPassing(
    candidates: readonly CompiledTransition[],
    verdicts: Map<CompiledTransition, boolean> | null,
  ): CompiledTransition | null {
    for (const transition of candidates) {
      let verdict = verdicts?.get(transition);
      if (verdict === undefined) {
        verdict = this.#decide(transition, true);
        verdicts?.set(transition, verdict);
      }
      if (verdict) return transition;
    }
    return null;
  }

  #decide(transition: CompiledTransition, tell: boolean): boolean {
    const { guard } = transition;
    if (guard === null) return true;
    const verdict = passes(guard, this.#scope, this.#guards);
    if (verdict === true) return true;
    this.#wasRefused = true;
    if (tell) this.#tellRefused(transition.source, guard.text, verdict);
    return false;
  }

  #tellRefused(node: StateNode, condition: string, verdict: false | string): void {
    if (verdict === false) {
      this.observer?.onGuardRefused?.(this.#host.name, node.name, condition);
      return;
    }
    this.problem ??= `The guard "${condition}" of "${node.name}" could not be evaluated: ${verdict}`;
    this.observer?.onGuardRefused?.(this.#host.name, node.name, condition, verdict);
  }

  #workOut(choice: Choice): Step {
    const transitions = withoutConflicts(choice.selection, this.history);
    const step = stepOf(this.program, this.configuration, transitions, this.history);
    const meetsHistory = choice.selection.some((transition) => transition.target?.kind === "history");
    if (!step.usedHistory && !meetsHistory) choice.step = step;
    return step;
  }

  #take(step: Step): void {
    const from = this.configuration;
    if (this.observer === null && step.isQuiet) this.configuration = step.next;
    else this.#perform(step, from);
    if (step.next !== from) this.visited.add(step.next.state);
  }

  #perform(step: Step, from: Configuration): void {
    const { observer } = this;
    const { name } = this.#host;
    for (const [history, active] of step.records) this.history.set(history, active);
    for (const node of step.exits) {
      observer?.onExit(name, node.name);
      this.#run(node.exit, node);
    }
    for (const transition of step.transitions) this.#runTransition(transition, from, step.next);
    this.configuration = step.next;
    for (const { node, completions } of step.entries) {
      observer?.onEntry(name, node.name);
      this.#run(node.entry, node);
      for (const event of completions) this.#raised.push(event);
    }
    for (const transition of step.transitions) {
      if (transition.target) observer?.onTransitionEnd(name, from.state, step.next.state, transition.name);
    }
    if (step.ends && !this.isDone) this.finish();
  }

  #runTransition(transition: CompiledTransition, from: Configuration, next: Configuration): void {
    const { observer } = this;
    const { name } = this.#host;
    this.#host.transitionName = transition.name;
    if (transition.target) observer?.onTransitionBegin(name, from.state, next.state, transition.name);
    this.#run(transition.actions, transition.source);
    this.#host.transitionName = "";
    if (!transition.target) observer?.onInternalTransition?.(name, transition.source.name, transition.name);
  }

  #run(actions: readonly CompiledAction[], node: StateNode): void {
    for (const action of actions) {
      const failure = runAction(action, this.#scope, this.#actions);
      if (failure === null) continue;
      this.problem ??= `The action "${action.text}" of "${node.name}" failed: ${failure}`;
      this.observer?.onActionFailed?.(this.#host.name, node.name, action.text, failure);
    }
  }
}
