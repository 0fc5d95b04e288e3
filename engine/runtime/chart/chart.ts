import type { ContextBase } from "../context_base.ts";
import { MachineRuntimeError } from "../problem.ts";
import type { Action } from "./action.ts";
import { ConfigurationTable } from "./configuration.ts";
import { type Edge, EVENTLESS, type Guard, guardOf, isBelow, type NodeKind, type StateNode } from "./node.ts";
import { State, StateKind, type Transition } from "./state.ts";
import { type ChartTables, COMPLETION_PREFIX } from "./tables.ts";

/** Settings of a chart. */
export interface ChartOptions {
  /** The event ids; `fire` takes their places here. */
  readonly events: readonly string[];
  /** Property of a state to the event that the transitions listed there wait for. */
  readonly handlers: Readonly<Record<string, string>>;
  /** Timer name to the event it sends; a timer that is not here sends its own name. */
  readonly timers?: Readonly<Record<string, string>>;
  /** True when an unhandled completion completes the parent. */
  readonly bubbles?: boolean;
  /** State to the descendant entered by default; without one, the first child that is not history. */
  readonly initial?: Readonly<Record<string, string>>;
  /** The history states that remember leaves. */
  readonly deep?: readonly string[];
  /** Parallel state to where it goes when it is complete. */
  readonly joins?: Readonly<Record<string, string>>;
  /** Further names of states. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/**
 * The states of a machine compiled to tables, once for all its instances.
 *
 * @example
 * ```ts
 * import { Chart, Context, State, StateKind, transition } from "@loom/engine/runtime";
 * import { assertEquals } from "@std/assert";
 * class DoorState extends State {
 *   onPush = [transition({ target: this.name === "Open" ? "Closed" : "Open" })];
 * }
 * const root = new State("Door", StateKind.ROOT);
 * const states = [root, new DoorState("Closed", StateKind.LEAF, root), new DoorState("Open", StateKind.LEAF, root)];
 * const chart = new Chart("Door", states, { events: ["push"], handlers: { onPush: "push" } });
 * const door = new Context("Door", chart);
 * door.enterInitialState();
 * assertEquals(door.send("push").to, "Open");
 * ```
 */
export class Chart {
  /**
   * The tables.
   *
   * @ignore
   */
  readonly tables: ChartTables;

  /**
   * Makes a chart.
   *
   * @param name The machine's name.
   * @param states The states in document order, the root first, parents before children.
   * @param options Everything else.
   * @throws {MachineRuntimeError} With code `unknown_state`, when a name leads nowhere.
   */
  constructor(name: string, states: readonly State<never>[], options: ChartOptions) {
    this.tables = new ChartBuilder(name, states as readonly State[], options).tables();
  }
}

class ChartBuilder {
  readonly #name: string;
  readonly #states: readonly State[];
  readonly #options: ChartOptions;
  readonly #nodes: Building[] = [];
  readonly #nodeByName = new Map<string, Building>();
  readonly #events: string[];
  readonly #eventNumbers: Map<string, number>;
  readonly #joins: ReadonlyMap<string, string>;

  constructor(name: string, states: readonly State[], options: ChartOptions) {
    this.#name = name;
    this.#states = states;
    this.#options = options;
    this.#events = [...options.events];
    this.#eventNumbers = new Map(this.#events.map((event, number) => [event, number]));
    this.#joins = new Map(Object.entries(options.joins ?? {}));
  }

  tables(): ChartTables {
    const deep = new Set(this.#options.deep ?? []);
    for (const state of this.#states) this.#addNode(state, deep);
    const root = this.#nodes[0];
    if (!root) throw new MachineRuntimeError("no_root", `The chart "${this.#name}" has no state.`);
    for (const [alias, name] of Object.entries(this.#options.aliases ?? {})) {
      this.#nodeByName.set(alias, this.#target(alias, name));
    }
    this.#setEnds();
    for (const node of this.#nodes) this.#addTransitions(node);
    const initial = new Map(Object.entries(this.#options.initial ?? {}));
    for (const node of this.#nodes) this.#setInitial(node, initial.get(node.name));
    for (const node of this.#nodes) this.#setCompletion(node);
    const timers = new Map(Object.entries(this.#options.timers ?? {}));
    return {
      name: this.#name,
      nodes: this.#nodes,
      root,
      nodeByName: this.#nodeByName,
      events: this.#events,
      eventNumbers: this.#eventNumbers,
      bubbles: this.#options.bubbles ?? false,
      timerEvent: (timer) => timers.get(timer) ?? timer,
      configurations: new ConfigurationTable(),
    };
  }

  #addNode(state: State, deep: ReadonlySet<string>): void {
    const parent = state.parent === null ? null : this.#target(state.name, state.parent.name);
    const kind = nodeKindOf(state.kind);
    const isRegion = parent?.state?.kind === StateKind.PARALLEL && kind !== "history";
    const node: Building = {
      index: this.#nodes.length,
      name: state.name,
      kind,
      parent,
      isFinal: state.kind === StateKind.FINAL && !isRegion,
      isRegion,
      deep: deep.has(state.name),
      last: this.#nodes.length,
      children: [],
      histories: [],
      initial: null,
      entry: this.#actions(state.entry),
      exit: this.#actions(state.exit),
      transitions: [],
      completion: null,
      hasJoin: this.#joins.has(state.name),
      state,
      hasHooks: state.onEntry !== State.prototype.onEntry || state.onExit !== State.prototype.onExit,
    };
    this.#nodes.push(node);
    this.#nodeByName.set(state.name, node);
    if (!parent) return;
    if (kind === "history") parent.histories.push(node);
    else {
      parent.children.push(node);
      if (parent.kind === "leaf") parent.kind = "composite";
    }
  }

  #setEnds(): void {
    for (let index = this.#nodes.length - 1; index > 0; index--) {
      const { parent, last } = this.#nodes[index]!; // `index` is within bounds
      if (parent) parent.last = Math.max(parent.last, last);
    }
  }

  #actions(actions: readonly Action[] | undefined): readonly Action[] {
    for (const action of actions ?? []) if (action.kind === "raise") this.#number(action.event);
    return actions ?? [];
  }

  #addTransitions(node: Building): void {
    const members: readonly (readonly [string, unknown])[] = Object.entries(node.state);
    for (const [property, list] of members) {
      if (!isTransitions(list)) continue;
      if (property === "always") this.#addEdges(node, "", list);
      else if (Object.hasOwn(this.#options.handlers, property)) {
        this.#addEdges(node, this.#options.handlers[property] ?? "", list);
      }
    }
    const join = this.#joins.get(node.name);
    if (join !== undefined) this.#addEdges(node, COMPLETION_PREFIX + node.name, [{ target: join }]);
  }

  #addEdges(source: StateNode, event: string, transitions: readonly Transition[]): void {
    for (const one of transitions) {
      const edge: Edge = {
        source,
        event: event === "" ? EVENTLESS : this.#number(event),
        target: one.target === undefined ? null : this.#target(source.name, one.target),
        guard: guardOfTransition(one),
        actions: this.#actions(one.actions),
        name: one.guard === undefined ? event : `${event}[${one.guard}]`,
      };
      source.transitions.push(edge);
    }
  }

  #number(event: string): number {
    let number = this.#eventNumbers.get(event);
    if (number === undefined) {
      number = this.#events.push(event) - 1;
      this.#eventNumbers.set(event, number);
    }
    return number;
  }

  #target(from: string, name: string): Building {
    const node = this.#nodeByName.get(name);
    if (node) return node;
    throw new MachineRuntimeError(
      "unknown_state",
      `"${from}" leads to the state "${name}", which the chart "${this.#name}" does not have.`,
    );
  }

  #setInitial(node: Building, name: string | undefined): void {
    if (node.kind === "history") {
      const preset = node.transitions.find((edge) => edge.event === EVENTLESS)?.target;
      node.initial = preset && node.parent && isBelow(preset, node.parent) ? preset : null;
    } else if (node.kind === "composite") {
      const named = name === undefined ? undefined : this.#nodeByName.get(name);
      node.initial = named && isBelow(named, node) ? named : node.children[0] ?? null;
    }
  }

  #setCompletion(node: Building): void {
    if (node.kind === "leaf" || node.kind === "history") return;
    const event = COMPLETION_PREFIX + node.name;
    if (this.#options.bubbles || this.#eventNumbers.has(event)) node.completion = this.#number(event);
  }
}

/** A node under construction: its children decide its kind. */
interface Building extends Omit<StateNode, "kind" | "parent" | "state"> {
  kind: NodeKind;
  readonly parent: Building | null;
  readonly state: State;
}

function nodeKindOf(kind: StateKind): NodeKind {
  if (kind === StateKind.HISTORY) return "history";
  return kind === StateKind.PARALLEL ? "parallel" : "leaf";
}

function guardOfTransition({ guard, test, error }: Transition): Guard | null {
  return guard === undefined ? null : guardOf(guard, error === undefined ? test ?? null : null, error);
}

/** Every list among the members of a state that is named for an event is one of transitions. */
function isTransitions(member: unknown): member is readonly Transition[] {
  return Array.isArray(member);
}

/** The tables of a context that has no chart. */
export const NO_CHART: ChartTables = new ChartBuilder("", [new State<ContextBase>("")], {
  events: [],
  handlers: {},
}).tables();
