import type { Action, ActionBlock, Finding, State, StateMachineDefinition, Timer } from "@loom/protocol";
import { actionsOf } from "../actions.ts";
import {
  childrenOf,
  conditionOf,
  eventOf,
  initialOf,
  joinTargetOf,
  kindOf,
  regionsOf,
  targetOf,
  transitionsOf,
} from "../members.ts";
import { enrich, type EnrichedModel } from "../model.ts";
import { compileAction, compileGuard, type EventLookup } from "./compile_text.ts";
import { ConfigurationTable } from "../runtime/chart/configuration.ts";
import { MachineRuntimeError } from "../runtime/problem.ts";
import type { Action as RuntimeAction } from "../runtime/chart/action.ts";
import { EVENTLESS, type Guard, isBelow, type NodeKind, type StateNode } from "../runtime/chart/node.ts";
import type { ChartTables } from "../runtime/chart/tables.ts";
import { FATAL_RULES, validate } from "../validate/mod.ts";
import { MachineDefinitionError } from "./errors.ts";

const NO_ACTIONS: readonly RuntimeAction[] = [];

/** A definition compiled for running. */
export interface MachineProgram {
  /** The model it was compiled from. */
  readonly model: EnrichedModel;
  /** The findings that do not keep it from running. */
  readonly warnings: readonly Finding[];
  /** The machine's name. */
  readonly name: string;
}

/** A program with the chart that its users need not see. */
interface CompiledProgram extends MachineProgram {
  readonly tables: ChartTables;
}

/** Options of compilation. */
export interface CompileOptions {
  /** True to run all rules (the default), or only those whose findings keep a machine from running. */
  validate?: boolean;
}

/**
 * Compiles a definition once, so that many machines can run it.
 *
 * @param source The definition, or its enriched model. It must not change afterwards.
 * @returns The program, to give to `new Machine` in place of the definition.
 * @throws {MachineDefinitionError} When the definition has a finding of V001, V002 or V006.
 *
 * @example
 * ```ts
 * import { compileMachine, Machine } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const program = compileMachine({
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: {
 *     name: "Door",
 *     states: [
 *       { name: "Closed", transitions: [{ event: "push", nextState: "Open" }] },
 *       { name: "Open", transitions: [{ event: "push", nextState: "Closed" }] },
 *     ],
 *   },
 * });
 * const doors = [new Machine(program), new Machine(program)];
 * doors[0]?.send("push");
 * assertEquals(doors.map((door) => door.state), ["Open", "Closed"]);
 * ```
 */
export function compileMachine(
  source: StateMachineDefinition | EnrichedModel,
  options: CompileOptions = {},
): MachineProgram {
  return compileProgram(source, options);
}

/** The program of a machine's source, compiled now unless it is one already. */
export function programOf(
  source: StateMachineDefinition | MachineProgram,
  options: CompileOptions,
): CompiledProgram {
  return isProgram(source) ? source : compileProgram(source as StateMachineDefinition, options);
}

function compileProgram(
  source: StateMachineDefinition | EnrichedModel,
  options: CompileOptions,
): CompiledProgram {
  const model = isModel(source) ? source : enrich(source);
  const findings = validate(model, options.validate === false ? { only: FATAL_RULES } : {});
  const fatal = findings.filter((finding) => FATAL_RULES.has(finding.ruleId));
  if (fatal.length > 0) throw new MachineDefinitionError(fatal);
  return { model, warnings: findings, name: nameOf(model.definition), tables: new Compiler(model).tables() };
}

// Documents may hold any key, so only what no JSON can hold tells a program and a model from a definition.
function isProgram(source: object): source is CompiledProgram {
  const { tables } = source as { readonly tables?: Partial<ChartTables> };
  return tables?.configurations instanceof ConfigurationTable;
}

function isModel(source: object): source is EnrichedModel {
  return "stateMap" in source && source.stateMap instanceof Map;
}

/** A state that is still to become a node. */
interface WaitingState {
  readonly state: State;
  readonly parent: StateNode | null;
  readonly isRegion: boolean;
}

/** The tables under construction. */
class Compiler {
  readonly #model: EnrichedModel;
  readonly #nodes: StateNode[] = [];
  readonly #states: State[] = [];
  readonly #nodeByName = new Map<string, StateNode>();
  readonly #events: string[] = [];
  readonly #eventNumbers = new Map<string, number>();
  readonly #guards = new Map<string, Guard>();
  readonly #lookup: EventLookup;

  constructor(model: EnrichedModel) {
    this.#model = model;
    this.#lookup = {
      use: (event) => {
        this.#number(event);
      },
      ofTimer: (timer) => this.#eventOfTimer(timer),
    };
  }

  tables(): ChartTables {
    const { definition } = this.#model;
    const bubbles = definition.settings?.completion === "bubble";
    for (const id of this.#model.eventMap.keys()) this.#number(id);
    const root = this.#addNodes(rootOf(definition));
    this.#nodes.forEach((node, index) => this.#addTransitions(node, this.#states[index]!)); // one state a node
    this.#nodes.forEach((node, index) => this.#setInitial(node, this.#states[index]!));
    for (const node of this.#nodes) this.#setCompletion(node, bubbles);
    return {
      name: nameOf(definition),
      nodes: this.#nodes,
      root,
      nodeByName: this.#nodeByName,
      events: this.#events,
      eventNumbers: this.#eventNumbers,
      bubbles,
      timerEvent: this.#lookup.ofTimer,
      configurations: new ConfigurationTable(),
    };
  }

  #number(event: string): number {
    let number = this.#eventNumbers.get(event);
    if (number === undefined) {
      number = this.#events.push(event) - 1;
      this.#eventNumbers.set(event, number);
    }
    return number;
  }

  #eventOfTimer(name: string): string {
    const timer = this.#model.timerMap.get(name);
    return timer ? eventIdOf(timer) : name;
  }

  /** Adds all nodes in document order: with a list of those still to add, since states may be deeper than the call stack. */
  #addNodes(rootState: State): StateNode {
    const root = this.#addNode({ state: rootState, parent: null, isRegion: false });
    const waiting = this.#below(root, rootState);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      for (const one of this.#below(this.#addNode(next), next.state)) waiting.push(one);
    }
    for (let index = this.#nodes.length - 1; index > 0; index--) {
      const { parent, last } = this.#nodes[index]!; // `index` is within bounds
      if (parent) parent.last = Math.max(parent.last, last);
    }
    return root;
  }

  #addNode({ state, parent, isRegion }: WaitingState): StateNode {
    const node = this.#nodeOf(state, parent, isRegion);
    this.#nodes.push(node);
    this.#states.push(state);
    this.#nodeByName.set(node.name, node);
    if (node.kind === "history") parent?.histories.push(node);
    else parent?.children.push(node);
    return node;
  }

  #nodeOf(state: State, parent: StateNode | null, isRegion: boolean): StateNode {
    const kind = nodeKindOf(state, parent === null);
    return {
      index: this.#nodes.length,
      name: state.name,
      kind,
      parent,
      isFinal: kindOf(state) === "final" && kind === "leaf" && !isRegion,
      isRegion,
      deep: state.history === "deep",
      last: this.#nodes.length,
      children: [],
      histories: [],
      initial: null,
      entry: this.#compileActions(state.onEntry),
      exit: this.#compileActions(state.onExit),
      transitions: [],
      completion: null,
      hasJoin: kind === "parallel" && joinTargetOf(state) !== undefined,
      state: null,
      hasHooks: false,
    };
  }

  /** States to add below a node, the last first. */
  #below(node: StateNode, state: State): WaitingState[] {
    const children = childrenOf(state);
    const regions = regionsOf(state);
    if (node.kind === "history") {
      this.#ignore([...children, ...regions], node);
      return [];
    }
    const isParallel = node.kind === "parallel";
    if (isParallel) this.#ignore(children, node);
    // Without an active region, what stands there is history at most, and as good as among the children.
    return (isParallel ? [...regions] : [...children, ...regions]).reverse()
      .map((child) => ({ state: child, parent: node, isRegion: isParallel && canBeActive(child) }));
  }

  /** States that never run: as targets they stand for the state above them that does. */
  #ignore(states: readonly State[], node: StateNode): void {
    const waiting = [...states];
    for (let state = waiting.pop(); state; state = waiting.pop()) {
      this.#nodeByName.set(state.name, node);
      for (const one of childrenOf(state)) waiting.push(one);
      for (const one of regionsOf(state)) waiting.push(one);
    }
  }

  #compileActions(block: ActionBlock | readonly Action[] | undefined): readonly RuntimeAction[] {
    const actions = actionsOf(block);
    if (actions.length === 0) return NO_ACTIONS;
    return actions.map((action) => compileAction(action, this.#lookup));
  }

  #addTransitions(node: StateNode, state: State): void {
    for (const transition of transitionsOf(state)) {
      const target = targetOf(transition);
      this.#addTransition(node, {
        event: eventOf(transition) ?? "",
        target: target === undefined ? null : this.#target(node, target),
        condition: conditionOf(transition),
        actions: this.#compileActions(transition.actions),
      });
    }
    const join = joinTargetOf(state);
    if (!node.hasJoin || join === undefined) return;
    this.#addTransition(node, {
      event: completionEventOf(node),
      target: this.#target(node, join),
      condition: undefined,
      actions: NO_ACTIONS,
    });
  }

  #addTransition(
    source: StateNode,
    { event, target, condition, actions }: {
      event: string;
      target: StateNode | null;
      condition: string | undefined;
      actions: readonly RuntimeAction[];
    },
  ): void {
    source.transitions.push({
      source,
      event: event === "" ? EVENTLESS : this.#number(event),
      target,
      guard: condition === undefined ? null : this.#guard(condition),
      actions,
      name: condition === undefined ? event : `${event}[${condition}]`,
    });
  }

  #guard(text: string): Guard {
    let guard = this.#guards.get(text);
    if (!guard) this.#guards.set(text, guard = compileGuard(text));
    return guard;
  }

  #target(source: StateNode, name: string): StateNode {
    const node = this.#nodeByName.get(name);
    if (node) return node;
    throw new MachineRuntimeError(
      "unknown_state",
      `The state "${source.name}" has a transition to "${name}", which does not exist: add the state or correct the name.`,
    );
  }

  #setInitial(node: StateNode, state: State): void {
    if (node.kind === "history") {
      const preset = node.transitions.find((transition) => transition.event === EVENTLESS)?.target;
      // A default outside the parent could lead back here without end.
      node.initial = preset && node.parent && isBelow(preset, node.parent) ? preset : null;
    } else if (node.kind === "composite") {
      const name = initialOf(state);
      const named = name === undefined ? undefined : this.#nodeByName.get(name);
      node.initial = named && isBelow(named, node) ? named : node.children[0] ?? null;
    }
  }

  #setCompletion(node: StateNode, bubbles: boolean): void {
    if (node.kind === "leaf" || node.kind === "history") return;
    const event = completionEventOf(node);
    if (bubbles || this.#eventNumbers.has(event)) node.completion = this.#number(event);
  }
}

function completionEventOf(node: StateNode): string {
  return `done.state.${node.name}`;
}

function nodeKindOf(state: State, isRoot: boolean): NodeKind {
  if (kindOf(state) === "history" && !isRoot) return "history";
  if (regionsOf(state).some(canBeActive)) return "parallel";
  return childrenOf(state).some(canBeActive) ? "composite" : "leaf";
}

function canBeActive(state: State): boolean {
  return kindOf(state) !== "history";
}

function rootOf(definition: StateMachineDefinition): State {
  if (definition.state) return definition.state;
  throw new MachineRuntimeError("no_root", "The definition has no root state: add `state`.");
}

function nameOf(definition: StateMachineDefinition): string {
  const name = definition.settings?.name;
  return typeof name === "string" && name !== "" ? name : "Machine";
}

function eventIdOf(timer: Timer): string {
  return typeof timer.id === "string" && timer.id !== "" ? timer.id : timer.name;
}
