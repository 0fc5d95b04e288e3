import type { ContextBase } from "../context_base.ts";
import { MachineRuntimeError } from "../problem.ts";
import type { Action } from "./action.ts";
import { type Guard, guardOf, type NodeKind, type StateNode } from "./node.ts";
import { State, StateKind, type Transition } from "./state.ts";
import { type ChartTables, completionOf, TablesBuilder } from "./tables.ts";

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

/** Reads state objects into tables. */
class ChartBuilder {
  readonly #name: string;
  readonly #states: readonly State[];
  readonly #options: ChartOptions;
  readonly #joins: ReadonlyMap<string, string>;
  readonly #tables: TablesBuilder;

  constructor(name: string, states: readonly State[], options: ChartOptions) {
    this.#name = name;
    this.#states = states;
    this.#options = options;
    this.#joins = new Map(Object.entries(options.joins ?? {}));
    this.#tables = new TablesBuilder(name, options.events, options.bubbles ?? false);
  }

  tables(): ChartTables {
    const nodes = this.#addNodes();
    const [root] = nodes;
    if (!root) throw new MachineRuntimeError("no_root", `The chart "${this.#name}" has no state.`);
    for (const [alias, name] of Object.entries(this.#options.aliases ?? {})) {
      this.#tables.addAlias(alias, this.#target(alias, name));
    }
    this.#tables.closeNodes();
    nodes.forEach((node, index) => this.#addTransitions(node, this.#states[index]!)); // one state a node
    const initial = new Map(Object.entries(this.#options.initial ?? {}));
    for (const node of nodes) this.#tables.setInitial(node, initial.get(node.name));
    const timers = new Map(Object.entries(this.#options.timers ?? {}));
    return this.#tables.tables(root, (timer) => timers.get(timer) ?? timer);
  }

  #addNodes(): readonly StateNode[] {
    const deep = new Set(this.#options.deep ?? []);
    const active = this.#states.filter(({ kind }) => kind !== StateKind.HISTORY);
    const parents = new Set(active.map(({ parent }) => parent?.name));
    for (const state of this.#states) {
      const kind = nodeKindOf(state.kind, parents.has(state.name));
      const isRegion = state.parent?.kind === StateKind.PARALLEL && kind !== "history";
      this.#tables.addNode({
        name: state.name,
        parent: state.parent === null ? null : this.#target(state.name, state.parent.name),
        kind,
        isFinal: state.kind === StateKind.FINAL && !isRegion,
        isRegion,
        deep: deep.has(state.name),
        entry: this.#actions(state.entry),
        exit: this.#actions(state.exit),
        hasJoin: this.#joins.has(state.name),
        state,
        hasHooks: state.onEntry !== State.prototype.onEntry || state.onExit !== State.prototype.onExit,
      });
    }
    return this.#tables.nodes;
  }

  #actions(actions: readonly Action[] = []): readonly Action[] {
    for (const action of actions) if (action.kind === "raise") this.#tables.eventNumber(action.event);
    return actions;
  }

  #addTransitions(node: StateNode, state: State): void {
    const members: readonly (readonly [string, unknown])[] = Object.entries(state);
    for (const [property, list] of members) {
      if (!isTransitions(list)) continue;
      if (property === "always") this.#addAll(node, "", list);
      else if (Object.hasOwn(this.#options.handlers, property)) {
        this.#addAll(node, this.#options.handlers[property] ?? "", list);
      }
    }
    const join = this.#joins.get(node.name);
    if (join !== undefined) this.#addAll(node, completionOf(node), [{ target: join }]);
  }

  #addAll(source: StateNode, event: string, transitions: readonly Transition[]): void {
    for (const one of transitions) {
      this.#tables.addTransition(source, {
        event,
        target: one.target === undefined ? null : this.#target(source.name, one.target),
        guard: guardOfTransition(one),
        actions: this.#actions(one.actions),
      });
    }
  }

  #target(from: string, name: string): StateNode {
    const node = this.#tables.node(name);
    if (node) return node;
    throw new MachineRuntimeError(
      "unknown_state",
      `"${from}" leads to the state "${name}", which the chart "${this.#name}" does not have.`,
    );
  }
}

function nodeKindOf(kind: StateKind, hasChildren: boolean): NodeKind {
  if (kind === StateKind.HISTORY) return "history";
  if (kind === StateKind.PARALLEL) return "parallel";
  return hasChildren ? "composite" : "leaf";
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
