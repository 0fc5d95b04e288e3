import type { Action, ActionBlock, State, StateMachineDefinition, Timer } from "@loom/protocol";
import { actionsOf } from "../actions.ts";
import {
  canBeActive,
  childrenOf,
  conditionOf,
  eventOf,
  furtherTargetsOf,
  initialOf,
  invocationsOf,
  joinTargetOf,
  kindOf,
  outputOf,
  regionsOf,
  targetOf,
  transitionsOf,
} from "../members.ts";
import type { EnrichedModel } from "../model.ts";
import type { Action as RuntimeAction } from "../runtime/chart/action.ts";
import type { Guard, NodeKind, StateNode } from "../runtime/chart/node.ts";
import {
  addNode,
  addTransition,
  type ChartTables,
  closeTables,
  completionOf,
  newTables,
  numberOf,
  type OpenTables,
} from "../runtime/chart/tables.ts";
import { wildcards } from "../runtime/chart/wildcard.ts";
import { MachineRuntimeError } from "../runtime/problem.ts";
import { stopInvoke } from "../runtime/work/actions.ts";
import { workSets } from "../runtime/work/work.ts";
import {
  compileAction,
  compileGuard,
  compileInvocations,
  compileOutput,
  type EventLookup,
} from "./compile_text.ts";

const NO_ACTIONS: readonly RuntimeAction[] = [];

/** Compiles a definition to tables. */
export function compileTables(model: EnrichedModel): ChartTables {
  return new Compiler(model).tables();
}

/** The name of a definition's machine. */
export function nameOf(definition: StateMachineDefinition): string {
  const name = definition.settings?.name;
  return typeof name === "string" && name !== "" ? name : "Machine";
}

/** A state without a node yet. */
interface WaitingState {
  readonly state: State;
  readonly parent: StateNode | null;
  readonly isRegion: boolean;
}

class Compiler {
  readonly #model: EnrichedModel;
  readonly #tables: OpenTables;
  readonly #states: State[] = [];
  readonly #guards = new Map<string, Guard>();
  readonly #lookup: EventLookup;

  constructor(model: EnrichedModel) {
    const { definition } = model;
    const bubbles = definition.settings?.completion === "bubble";
    this.#model = model;
    const ofTimer = (timer: string): string => this.#eventOfTimer(timer);
    this.#tables = newTables(nameOf(definition), model.eventMap.keys(), bubbles, ofTimer);
    this.#lookup = {
      isAsynchronous: definition.settings?.asynchronous === true,
      use: (event) => void numberOf(this.#tables, event),
      useWork: () => {
        this.#tables.work = workSets;
      },
      ofTimer,
    };
  }

  tables(): ChartTables {
    this.#addNodes(rootOf(this.#model.definition));
    const stateOf = ({ index }: StateNode): State => this.#states[index]!; // one state a node
    for (const node of this.#tables.nodes) this.#addTransitions(node, stateOf(node));
    closeTables(this.#tables, (node) => initialOf(stateOf(node)), wildcards);
    return this.#tables;
  }

  #eventOfTimer(name: string): string {
    const timer = this.#model.timerMap.get(name);
    return timer ? eventIdOf(timer) : name;
  }

  /** Adds all nodes in document order. A list of what is left: states may be deeper than the call stack. */
  #addNodes(rootState: State): void {
    const root = this.#addNode({ state: rootState, parent: null, isRegion: false });
    const waiting = this.#below(root, rootState);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      for (const one of this.#below(this.#addNode(next), next.state)) waiting.push(one);
    }
  }

  #addNode({ state, parent, isRegion }: WaitingState): StateNode {
    const kind = nodeKindOf(state, parent === null);
    const isFinal = kindOf(state) === "final" && kind === "leaf" && !isRegion;
    this.#states.push(state);
    return addNode(this.#tables, {
      name: state.name,
      parent,
      kind,
      isFinal,
      isRegion,
      deep: state.history === "deep",
      entry: this.#entryOf(state, isFinal),
      exit: this.#exitOf(state),
      hasJoin: kind === "parallel" && joinTargetOf(state) !== undefined,
      state: null,
      hasHooks: false,
    });
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
    // Without an active region, the regions are history states at most: the same as children.
    return (isParallel ? [...regions] : [...children, ...regions]).reverse()
      .map((child) => ({ state: child, parent: node, isRegion: isParallel && canBeActive(child) }));
  }

  /** States that never run: as targets they mean the state above them that does. */
  #ignore(states: readonly State[], node: StateNode): void {
    const waiting = [...states];
    for (let state = waiting.pop(); state; state = waiting.pop()) {
      this.#tables.nodeByName.set(state.name, node);
      for (const one of childrenOf(state)) waiting.push(one);
      for (const one of regionsOf(state)) waiting.push(one);
    }
  }

  /** The actions on entry; work begins after them, and the output comes last. */
  #entryOf(state: State, isFinal: boolean): readonly RuntimeAction[] {
    const actions = this.#compileActions(state.onEntry);
    const work = compileInvocations(state);
    const output = isFinal ? outputOf(state) : undefined;
    if (work.length === 0 && output === undefined) return actions;
    this.#lookup.useWork();
    return [...actions, ...work, ...(output === undefined ? [] : [compileOutput(state.name, output)])];
  }

  #exitOf(state: State): readonly RuntimeAction[] {
    const actions = this.#compileActions(state.onExit);
    const work = invocationsOf(state);
    return work.length === 0 ? actions : [...actions, ...work.map(({ id }) => stopInvoke(id))];
  }

  #compileActions(block: ActionBlock | readonly Action[] | undefined): readonly RuntimeAction[] {
    const actions = actionsOf(block);
    return actions.length === 0 ? NO_ACTIONS : actions.map((one) => compileAction(one, this.#lookup));
  }

  #addTransitions(node: StateNode, state: State): void {
    for (const transition of transitionsOf(state)) {
      const target = targetOf(transition);
      const condition = conditionOf(transition);
      addTransition(this.#tables, node, {
        event: eventOf(transition) ?? "",
        target: target === undefined ? null : this.#target(node, target),
        more: furtherTargetsOf(transition).map((name) => this.#target(node, name)),
        isExternal: transition.type === "external",
        guard: condition === undefined ? null : this.#guard(condition),
        actions: this.#compileActions(transition.actions),
      });
    }
    const join = joinTargetOf(state);
    if (!node.hasJoin || join === undefined) return;
    const event = completionOf(node);
    addTransition(this.#tables, node, {
      event,
      target: this.#target(node, join),
      guard: null,
      actions: NO_ACTIONS,
    });
  }

  #guard(text: string): Guard {
    let guard = this.#guards.get(text);
    if (!guard) this.#guards.set(text, guard = compileGuard(text));
    return guard;
  }

  #target(source: StateNode, name: string): StateNode {
    const node = this.#tables.nodeByName.get(name);
    if (node) return node;
    throw new MachineRuntimeError(
      "unknown_state",
      `The state "${source.name}" has a transition to "${name}", which does not exist: add the state or correct the name.`,
    );
  }
}

function nodeKindOf(state: State, isRoot: boolean): NodeKind {
  if (kindOf(state) === "history" && !isRoot) return "history";
  if (regionsOf(state).some(canBeActive)) return "parallel";
  return childrenOf(state).some(canBeActive) ? "composite" : "leaf";
}

function rootOf(definition: StateMachineDefinition): State {
  if (definition.state) return definition.state;
  throw new MachineRuntimeError("no_root", "The definition has no root state: add `state`.");
}

function eventIdOf(timer: Timer): string {
  return typeof timer.id === "string" && timer.id !== "" ? timer.id : timer.name;
}
