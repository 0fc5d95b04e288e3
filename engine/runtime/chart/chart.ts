import { MachineRuntimeError } from "../problem.ts";
import type { Action } from "./action.ts";
import { guardOf, type NodeKind, type StateNode } from "./node.ts";
import { State, type StateKind, type Transition } from "./state.ts";
import type { WorkMaker } from "../work_set.ts";
import type { wildcards } from "./wildcard.ts";
import {
  addNode,
  addTransition,
  type ChartTables,
  closeTables,
  completionOf,
  newTables,
  numberOf,
  type OpenTables,
} from "./tables.ts";

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
  /** `wildcards` of the runtime, in charts whose transitions wait for wildcards. */
  readonly wildcards?: typeof wildcards;
  /** `workSets` of the runtime, in charts whose states have work or an output, or that send to other machines. */
  readonly work?: WorkMaker;
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
    this.tables = tablesOf(name, states as readonly State[], options);
  }
}

function tablesOf(name: string, states: readonly State[], options: ChartOptions): ChartTables {
  const timerEvent = (timer: string): string => own(options.timers, timer) ?? timer;
  const tables = newTables(name, options.events, options.bubbles ?? false, timerEvent);
  const parents = new Set(states.map(({ kind, parent }) => kind === "history" ? null : parent?.name));
  for (const state of states) addState(tables, state, parents.has(state.name), options);
  if (states.length === 0) throw new MachineRuntimeError("no_root", `The chart "${name}" has no state.`);
  for (const [alias, state] of Object.entries(options.aliases ?? {})) {
    tables.nodeByName.set(alias, targetOf(tables, alias, state));
  }
  for (const node of tables.nodes) addTransitions(tables, node, options);
  tables.work = options.work ?? null;
  closeTables(tables, ({ name }) => own(options.initial, name), options.wildcards);
  return tables;
}

function addState(tables: OpenTables, state: State, hasChildren: boolean, options: ChartOptions): void {
  const kind = nodeKindOf(state.kind, hasChildren);
  const isRegion = state.parent?.kind === "parallel" && kind !== "history";
  addNode(tables, {
    name: state.name,
    parent: state.parent === null ? null : targetOf(tables, state.name, state.parent.name),
    kind,
    isFinal: state.kind === "final" && !isRegion,
    isRegion,
    deep: options.deep?.includes(state.name) ?? false,
    entry: numbered(tables, state.entry),
    exit: numbered(tables, state.exit),
    hasJoin: own(options.joins, state.name) !== undefined,
    state,
    hasHooks: state.onEntry !== State.prototype.onEntry || state.onExit !== State.prototype.onExit,
  });
}

/** The same actions; the events that they raise get numbers. */
function numbered(tables: OpenTables, actions: readonly Action[] = []): readonly Action[] {
  for (const action of actions) if (action.kind === "raise") numberOf(tables, action.event);
  return actions;
}

function addTransitions(tables: OpenTables, source: StateNode, options: ChartOptions): void {
  const add = (event: string, list: readonly Transition[]): void => {
    for (const { target, targets = [], external, guard, test, error, actions } of list) {
      addTransition(tables, source, {
        event,
        target: target === undefined ? null : targetOf(tables, source.name, target),
        more: targets.map((name) => targetOf(tables, source.name, name)),
        isExternal: external === true,
        guard: guard === undefined ? null : guardOf(guard, error === undefined ? test ?? null : null, error),
        actions: numbered(tables, actions),
      });
    }
  };
  // Every list among the members of a state that is named for an event is one of transitions.
  const members: readonly (readonly [string, unknown])[] = Object.entries(source.state ?? {});
  for (const [property, list] of members) {
    const event = property === "always" ? "" : own(options.handlers, property);
    if (event !== undefined && Array.isArray(list)) add(event, list);
  }
  const target = own(options.joins, source.name);
  if (target !== undefined) add(completionOf(source), [{ target }]);
}

function targetOf(tables: ChartTables, from: string, name: string): StateNode {
  const node = tables.nodeByName.get(name);
  if (node) return node;
  throw new MachineRuntimeError(
    "unknown_state",
    `"${from}" leads to the state "${name}", which the chart "${tables.name}" does not have.`,
  );
}

function own(names: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return names && Object.hasOwn(names, key) ? names[key] : undefined;
}

function nodeKindOf(kind: StateKind, hasChildren: boolean): NodeKind {
  if (kind === "history") return "history";
  if (kind === "parallel") return "parallel";
  return hasChildren ? "composite" : "leaf";
}

/** The tables of a context that has no chart. */
export const NO_CHART: ChartTables = newTables("", [], false, String);
