/**
 * The stepping algorithm: macro steps, micro steps, selection. `engine/SEMANTICS.md` says in words what this file
 * does; both follow the published algorithm of SCXML (W3C, 2015, appendix D).
 *
 * @module
 */
import { type Action, actionText } from "./action.ts";
import type { Clock } from "./clock.ts";
import { type Configuration, sameConfiguration } from "./configuration.ts";
import { withoutConflicts } from "./conflicts.ts";
import type { Context } from "./context.ts";
import { MachineRuntimeError } from "./errors.ts";
import { GATE } from "./gate.ts";
import { passes } from "./guard.ts";
import { type Choice, type Plan, planOf } from "./plan.ts";
import { actionProblem, guardProblem, loopProblem, reasonOf } from "./problem.ts";
import { runAction } from "./run_action.ts";
import type { Payload, SendReason } from "./send_result.ts";
import { initialStep, type Step, stepOf } from "./step.ts";
import { type ChartTables, type Edge, EVENTLESS, isWithin, type StateNode } from "./tables.ts";
import { Telling } from "./telling.ts";
import type { VisitedStates } from "./visited.ts";

/** The most micro steps in one macro step; a chain that is longer is taken for a loop. */
export const MICROSTEP_LIMIT = 1000;

/** Number of last states of a loop that its error names. */
const LOOP_STATES = 20;

const COMPLETION_PREFIX = "done.state.";

/** An event that waits for the running step to end. */
export interface WaitingEvent {
  /** The event's id. */
  event: string;
  /** Its payload. */
  payload?: Payload;
}

/** Why an event that was tried selected nothing. */
export type Refusal = Extract<SendReason, "unknown event" | "guard refused" | "no transition">;

const NO_HISTORY: ReadonlyMap<StateNode, readonly StateNode[]> = new Map();

/** The position of a machine and its stepping algorithm. */
export abstract class Stepping extends Telling {
  /**
   * The chart.
   *
   * @ignore
   */
  protected readonly tables: ChartTables;
  /**
   * The active states.
   *
   * @ignore
   */
  protected active: Configuration;
  /**
   * Records of the history states.
   *
   * @ignore
   */
  protected history: Map<StateNode, readonly StateNode[]> | null = null;
  /** The events that wait for the running step to end. */
  protected waiting: WaitingEvent[] | null = null;
  /**
   * The states it was in, where they are kept.
   *
   * @ignore
   */
  protected visitedStates: VisitedStates | null = null;
  #payload: Payload | undefined = undefined;
  #raised: number[] | null = null;
  #wasRefused = false;

  /** Makes a machine that stands nowhere yet. */
  constructor(name: string, tables: ChartTables, clock: Clock | undefined) {
    super(name, clock);
    this.tables = tables;
    this.active = tables.configurations.of([]);
  }

  /**
   * Enters the initial configuration and settles.
   *
   * @throws {MachineRuntimeError} With code `microstep_limit`, when it does not come to rest.
   */
  protected start(): void {
    this.gate = this.gate & ~GATE.done | GATE.busy;
    this.problem = this._failure = null;
    this.#payload = undefined;
    try {
      this.#take(initialStep(this.tables));
      const isAtRest = this.#settle(0);
      this._tellFailure();
      if (!isAtRest) throw new MachineRuntimeError("microstep_limit", this.problem ?? "");
      this.drain();
    } finally {
      this.gate &= ~GATE.busy;
    }
  }

  /**
   * Takes the transitions that an event selects and everything that is enabled afterwards.
   *
   * @param event The event's number; undefined for one that nothing knows.
   * @returns Null when the event selected any, else why not.
   *
   * @ignore
   */
  protected macroStep(event: number | undefined, id: string, payload: Payload | undefined): Refusal | null {
    this.problem = this._failure = null;
    this.#payload = payload;
    const refusal = this.#process(event, id);
    const raised = this.#raised;
    if (!this.active.isSettled || (raised !== null && raised.length > 0)) {
      this.#settle(refusal === null ? 1 : 0);
    }
    if (this._failure !== null) this._tellFailure();
    return refusal;
  }

  /** Handles the events that came in while a step was running. */
  protected drain(): void {
    if (this.waiting === null) return;
    const { problem, _failure, waiting } = this;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const refusal = this.macroStep(this.tables.eventNumbers.get(next.event), next.event, next.payload);
      if (refusal === null && this.problem !== null) this._tellError(this.problem);
    }
    this.problem = problem;
    this._failure = _failure;
  }

  /** True when an event is declared, used or raised anywhere, or is the completion of a state. */
  protected knows(event: string): boolean {
    if (this.tables.eventNumbers.has(event)) return true;
    if (!event.startsWith(COMPLETION_PREFIX)) return false;
    const kind = this.tables.nodeByName.get(event.slice(COMPLETION_PREFIX.length))?.kind;
    return kind === "composite" || kind === "parallel";
  }

  /** True when the event would select a transition now; no observer is told. */
  protected selects(event: number, payload: Payload | undefined): boolean {
    return planOf(this.active, event).candidates.some((list) =>
      list.some(({ guard }) => guard === null || passes(guard, this.#context, payload) === true)
    );
  }

  /** True when the named state is active. */
  isActive(name: string): boolean {
    const node = this.tables.nodeByName.get(name);
    return node !== undefined && this.active.leaves.some((leaf) => isWithin(leaf, node));
  }

  /** Puts an event on the internal queue. */
  raise(event: string): void {
    const number = this.tables.eventNumbers.get(event);
    if (number !== undefined) (this.#raised ??= []).push(number);
  }

  /** Starts a timer that sends `event` when it expires, then every `repeat` milliseconds. */
  startEventTimer(name: string, duration: number, event: string, repeat: number | undefined): void {
    if ((this.gate & GATE.done) !== 0) return; // Stopped by an action of the step that still runs.
    this.timers.start(name, duration, () => this.expire(name, event), repeat);
  }

  /** Called when a timer has expired. */
  protected abstract expire(timer: string, event: string): void;

  /** Ends the machine: queues and timers go, the end handlers are called. */
  protected finish(): void {
    this.gate |= GATE.done;
    if (this.#raised) this.#raised.length = 0;
    if (this.waiting) this.waiting.length = 0;
    this.stopAllTimers();
    this._tellEnd();
  }

  get #context(): Context {
    return this as unknown as Context;
  }

  /** Takes what an event selects, or tells the observer that it selects nothing. */
  #process(event: number | undefined, id: string): Refusal | null {
    this.#wasRefused = false;
    if (event !== undefined && this.#takeSelected(planOf(this.active, event))) return null;
    const isKnown = event !== undefined || this.knows(id);
    const refusal = !isKnown ? "unknown event" : this.#wasRefused ? "guard refused" : "no transition";
    this.listener?.onUnhandled?.(this.name, id, refusal);
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
    for (let steps = taken; (this.gate & GATE.done) === 0; steps++) {
      if (steps >= MICROSTEP_LIMIT - LOOP_STATES) loop.push(this.active.state);
      const choice = this.#nextChoice();
      if (choice === null) break;
      if (steps >= MICROSTEP_LIMIT) return this.#cut(loop);
      this.#takeChoice(choice);
    }
    return true;
  }

  /** The next event-less transitions or raised event's transitions to take; null at rest. */
  #nextChoice(): Choice | null {
    while ((this.gate & GATE.done) === 0) {
      if (!this.active.isSettled) {
        const eventless = this.#choose(planOf(this.active, EVENTLESS));
        if (eventless.selection.length > 0) return eventless;
      }
      const event = this.#raised?.shift();
      if (event === undefined) break;
      this.#payload = undefined;
      this.#wasRefused = false;
      const choice = this.#choose(planOf(this.active, event));
      if (choice.selection.length > 0) return choice;
      this.#leaveUnhandled(this.tables.events[event] ?? "");
    }
    return null;
  }

  #leaveUnhandled(event: string): void {
    if (!event.startsWith(COMPLETION_PREFIX)) {
      this.listener?.onUnhandled?.(this.name, event, this.#wasRefused ? "guard refused" : "no transition");
    } else if (this.tables.bubbles) this.#bubble(event);
  }

  #cut(loop: readonly string[]): false {
    if (this.#raised) this.#raised.length = 0;
    this.problem = loopProblem(MICROSTEP_LIMIT, loop);
    return false;
  }

  /** An unhandled completion completes the parent in turn; a region stops it. */
  #bubble(event: string): void {
    const completed = this.tables.nodeByName.get(event.slice(COMPLETION_PREFIX.length));
    if (!completed?.parent || completed.isRegion) return;
    const { parent } = completed;
    if (!parent.parent) this.finish();
    else if (parent.completion !== null) (this.#raised ??= []).push(parent.completion);
  }

  #takeSelected(plan: Plan): boolean {
    if (plan.isEmpty) return false;
    const choice = this.#choose(plan);
    if (choice.selection.length === 0) return false;
    this.#takeChoice(choice, plan);
    return true;
  }

  #choose(plan: Plan): Choice {
    const verdicts = plan.sharesGuards ? new Map<Edge, boolean>() : null;
    const { candidates } = plan;
    let choice = plan.choices;
    for (let leaf = 0; leaf < candidates.length; leaf++) {
      const list = candidates[leaf]!; // `leaf` is within bounds
      choice = choice.then(this.#firstPassing(list, verdicts), list);
    }
    return choice;
  }

  /** The place of the first transition whose guard passes; one past the last when none does. */
  #firstPassing(candidates: readonly Edge[], verdicts: Map<Edge, boolean> | null): number {
    for (let place = 0; place < candidates.length; place++) {
      const edge = candidates[place]!; // `place` is within bounds
      if (edge.guard === null) return place;
      let verdict = verdicts?.get(edge);
      if (verdict === undefined) {
        verdict = this.#decide(edge);
        verdicts?.set(edge, verdict);
      }
      if (verdict) return place;
    }
    return candidates.length;
  }

  #decide(edge: Edge): boolean {
    const { guard } = edge;
    if (guard === null) return true;
    const verdict = passes(guard, this.#context, this.#payload);
    if (verdict === true) return true;
    this.#wasRefused = true;
    this.#tellRefused(edge.source, guard.text, verdict);
    return false;
  }

  #tellRefused(node: StateNode, condition: string, verdict: false | string): void {
    if (verdict === false) {
      this.listener?.onGuardRefused?.(this.name, node.name, condition);
      return;
    }
    this.problem ??= guardProblem(condition, node.name, verdict);
    this.listener?.onGuardRefused?.(this.name, node.name, condition, verdict);
  }

  #takeChoice(choice: Choice, plan: Plan | null = null): void {
    this.#take(choice.step ?? this.#workOut(choice, plan));
  }

  #workOut(choice: Choice, plan: Plan | null): Step {
    const history = this.history ?? NO_HISTORY;
    const edges = withoutConflicts(choice.selection, history);
    const step = stepOf(this.tables, this.active, edges, history);
    const meetsHistory = choice.selection.some((edge) => edge.target?.kind === "history");
    if (step.usedHistory || meetsHistory) return step;
    choice.step = step;
    this.tables.configurations.noteStep(step.exits.length + step.entries.length + step.next.leaves.length);
    const event = choice.selection[0]?.event ?? EVENTLESS;
    if (plan?.isFixed && event !== EVENTLESS && step.isQuiet && step.next.isSettled) {
      this.active.quick[event] = step.next;
    }
    return step;
  }

  #take(step: Step): void {
    const from = this.active;
    if (step.isQuiet && (this.gate & GATE.observed) === 0) this.active = step.next;
    else this.#perform(step, from);
    if (this.visitedStates !== null && !sameConfiguration(step.next, from)) {
      this.visitedStates.add(step.next.state);
    }
  }

  #perform(step: Step, from: Configuration): void {
    const { listener, name } = this;
    for (const [history, active] of step.records) (this.history ??= new Map()).set(history, active);
    for (const node of step.exits) {
      listener?.onExit(name, node.name);
      this.#run(node.exit, node);
      if (node.hasHooks) this.#callHook("onExit", node);
    }
    for (const edge of step.transitions) this.#runTransition(edge, from, step.next);
    this.active = step.next;
    for (const { node, completions } of step.entries) {
      listener?.onEntry(name, node.name);
      this.#run(node.entry, node);
      if (node.hasHooks) this.#callHook("onEntry", node);
      for (const event of completions) (this.#raised ??= []).push(event);
    }
    for (const edge of step.transitions) {
      if (edge.target) listener?.onTransitionEnd(name, from.state, step.next.state, edge.name);
    }
    if ((this.gate & GATE.done) === 0) {
      if (step.ends) this.finish();
    } else if (this.#raised) this.#raised.length = 0; // An action stopped it: what was raised after that is void.
  }

  #runTransition(edge: Edge, from: Configuration, next: Configuration): void {
    const { listener, name } = this;
    this.transitionName = edge.name;
    if (edge.target) listener?.onTransitionBegin(name, from.state, next.state, edge.name);
    this.#run(edge.actions, edge.source);
    this.transitionName = "";
    if (!edge.target) listener?.onInternalTransition?.(name, edge.source.name, edge.name);
  }

  /** A hook that throws is told like a failed action, so that the step is never left half done. */
  #callHook(hook: "onEntry" | "onExit", node: StateNode): void {
    try {
      node.state?.[hook](this);
    } catch (error) {
      this.#tellFailed(node, hook, reasonOf(error));
    }
  }

  #run(actions: readonly Action[], node: StateNode): void {
    for (const action of actions) {
      const failure = runAction(action, this.#context, this.#payload, this);
      if (failure !== null) this.#tellFailed(node, actionText(action), failure);
    }
  }

  #tellFailed(node: StateNode, text: string, failure: string): void {
    this.problem ??= actionProblem(text, node.name, failure);
    this.listener?.onActionFailed?.(this.name, node.name, text, failure);
  }
}
