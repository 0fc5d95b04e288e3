/**
 * The tables that charts of classes and definitions compile to, and how they are filled: `newTables`, then `addNode` in
 * document order, `addTransition`, `closeTables`.
 *
 * @module
 */
import { ConfigurationTable } from "./configuration.ts";
import { type Edge, EVENTLESS, isBelow, type StateNode } from "./node.ts";
import type { WorkMaker } from "../work_set.ts";
import type { WildcardFinder } from "./wildcard.ts";

/**
 * A chart ready to run: flat tables that all its machines share. Nothing in them changes while a machine runs, apart
 * from caches.
 */
export interface ChartTables {
  /** The machine's name. */
  readonly name: string;
  /** All states in document order, the root first. */
  readonly nodes: readonly StateNode[];
  /** State name to state; the name of a state that never runs leads to the nearest state above it that does. */
  readonly nodeByName: ReadonlyMap<string, StateNode>;
  /** Event number to event id: all events that are declared, used or raised. */
  readonly events: readonly string[];
  /** Event id to event number. */
  readonly eventNumbers: ReadonlyMap<string, number>;
  /** Finds the wildcard that takes an event; null in charts without wildcards. */
  readonly wildcards: WildcardFinder | null;
  /** Makes the work sets of its machines; null in charts whose states have no work and no output. */
  readonly work: WorkMaker | null;
  /** True when an unhandled completion completes the parent. */
  readonly bubbles: boolean;
  /** The event that a timer raises. */
  timerEvent(timer: string): string;
  /** The configurations met so far. */
  readonly configurations: ConfigurationTable;
}

/** Prefix of completion events. */
export const COMPLETION_PREFIX = "done.state.";

/** The event of an action that fails in an asynchronous machine. */
export const ACTION_FAILED = "error.action";

/** The parts of a state that its definition gives; the others follow from its place. */
export type NodeParts = Pick<
  StateNode,
  | "name"
  | "parent"
  | "kind"
  | "isFinal"
  | "isRegion"
  | "deep"
  | "entry"
  | "exit"
  | "hasJoin"
  | "state"
  | "hasHooks"
>;

/** The parts of a transition; an empty event is none. */
export interface TransitionParts extends Pick<Edge, "target" | "guard" | "actions"> {
  readonly event: string;
  readonly more?: readonly StateNode[];
  readonly isExternal?: boolean;
}

/** Tables that are being filled. */
export interface OpenTables extends ChartTables {
  readonly nodes: StateNode[];
  readonly nodeByName: Map<string, StateNode>;
  readonly events: string[];
  readonly eventNumbers: Map<string, number>;
  wildcards: WildcardFinder | null;
  work: WorkMaker | null;
}

/** Tables without states; `events` get the first numbers. */
export function newTables(
  name: string,
  events: Iterable<string>,
  bubbles: boolean,
  timerEvent: ChartTables["timerEvent"],
): OpenTables {
  const tables: OpenTables = {
    name,
    nodes: [],
    nodeByName: new Map(),
    events: [],
    eventNumbers: new Map(),
    wildcards: null,
    work: null,
    bubbles,
    timerEvent,
    configurations: new ConfigurationTable(),
  };
  for (const event of events) numberOf(tables, event);
  return tables;
}

/** The number of an event, a new one on its first use. */
export function numberOf({ events, eventNumbers }: OpenTables, event: string): number {
  let number = eventNumbers.get(event);
  if (number === undefined) {
    number = events.push(event) - 1;
    eventNumbers.set(event, number);
  }
  return number;
}

/** The number of an event that is sent: of one that is not in the tables, that of the wildcard that takes it. */
export function eventNumber({ eventNumbers, wildcards }: ChartTables, event: string): number | undefined {
  return eventNumbers.get(event) ?? eventNumbers.get(wildcards?.find(event) ?? "");
}

/** Adds the next state in document order. */
export function addNode({ nodes, nodeByName }: OpenTables, parts: NodeParts): StateNode {
  const index = nodes.length;
  const node: StateNode = {
    ...parts,
    index,
    last: index,
    children: [],
    histories: [],
    initial: null,
    transitions: [],
    wildcards: null,
    completion: null,
  };
  nodes.push(node);
  nodeByName.set(node.name, node);
  node.parent?.[node.kind === "history" ? "histories" : "children"].push(node);
  return node;
}

/** Adds a transition behind the others of its source. */
export function addTransition(
  tables: OpenTables,
  source: StateNode,
  { event, target, guard, actions, more, isExternal = false }: TransitionParts,
): void {
  source.transitions.push({
    source,
    event: event === "" ? EVENTLESS : numberOf(tables, event),
    target,
    more: more === undefined || more.length === 0 ? null : more,
    isExternal,
    guard,
    actions,
    name: guard === null ? event : `${event}[${guard.text}]`,
  });
}

/**
 * Sets what follows from all states and transitions: last descendants, default entries and completions.
 *
 * @param initialOf The declared default entry of a state.
 * @param find Finds wildcards; default: there are none.
 */
export function closeTables(
  tables: OpenTables,
  initialOf: (node: StateNode) => string | undefined,
  find: (events: readonly string[]) => WildcardFinder | null = () => null,
): void {
  for (const { parent, last } of tables.nodes.toReversed()) {
    if (parent) parent.last = Math.max(parent.last, last);
  }
  const finder = tables.wildcards = find(tables.events);
  for (const node of tables.nodes) {
    const { kind, parent } = node;
    if (kind === "history") {
      const preset = node.transitions.find((edge) => edge.event === EVENTLESS)?.target;
      // A default outside the parent could lead back here without end.
      node.initial = preset && parent && isBelow(preset, parent) ? preset : null;
    } else if (kind !== "leaf") {
      if (kind === "composite") {
        const named = tables.nodeByName.get(initialOf(node) ?? "");
        node.initial = named && isBelow(named, node) ? named : node.children[0] ?? null;
      }
      const event = completionOf(node);
      const isTaken = tables.bubbles || finder?.find(event) !== undefined;
      if (isTaken || tables.eventNumbers.has(event)) node.completion = numberOf(tables, event);
    }
  }
  if (finder === null) return;
  // An event of its own, so that it is known by its name when nothing takes it.
  if (finder.find(ACTION_FAILED) !== undefined) numberOf(tables, ACTION_FAILED);
  for (const node of tables.nodes) {
    node.wildcards = finder.taken(new Set(node.transitions.map(({ event }) => event)), tables.events);
  }
}

/** The event that the completion of a state raises. */
export function completionOf({ name }: { readonly name: string }): string {
  return COMPLETION_PREFIX + name;
}
