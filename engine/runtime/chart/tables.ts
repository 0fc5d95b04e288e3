/**
 * The tables that charts of classes and definitions compile to, and their builder.
 *
 * @module
 */
import { ConfigurationTable } from "./configuration.ts";
import { type Edge, EVENTLESS, isBelow, type StateNode } from "./node.ts";

/**
 * A chart ready to run: flat tables that all its machines share. Nothing in them changes while a machine runs, apart
 * from caches.
 */
export interface ChartTables {
  /** The machine's name. */
  readonly name: string;
  /** All states in document order. */
  readonly nodes: readonly StateNode[];
  readonly root: StateNode;
  /** State name to state; the name of a state that never runs leads to the nearest state above it that does. */
  readonly nodeByName: ReadonlyMap<string, StateNode>;
  /** Event number to event id: all events that are declared, used or raised. */
  readonly events: readonly string[];
  /** Event id to event number. */
  readonly eventNumbers: ReadonlyMap<string, number>;
  /** True when an unhandled completion completes the parent. */
  readonly bubbles: boolean;
  /** The event that a timer raises. */
  timerEvent(timer: string): string;
  /** The configurations met so far. */
  readonly configurations: ConfigurationTable;
}

/** Prefix of completion events. */
export const COMPLETION_PREFIX = "done.state.";

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
}

/**
 * Builds the tables of a chart. Call order: {@linkcode TablesBuilder.addNode} in document order, `closeNodes`, transitions,
 * initial states, `tables`.
 */
export class TablesBuilder {
  /** The states in document order. */
  readonly nodes: StateNode[] = [];
  readonly #name: string;
  readonly #bubbles: boolean;
  readonly #nodeByName = new Map<string, StateNode>();
  readonly #events: string[] = [];
  readonly #eventNumbers = new Map<string, number>();

  /** Makes tables without states; `events` get the first numbers. */
  constructor(name: string, events: Iterable<string>, bubbles: boolean) {
    this.#name = name;
    this.#bubbles = bubbles;
    for (const event of events) this.eventNumber(event);
  }

  /** The number of an event, a new one on its first use. */
  eventNumber(event: string): number {
    let number = this.#eventNumbers.get(event);
    if (number === undefined) {
      number = this.#events.push(event) - 1;
      this.#eventNumbers.set(event, number);
    }
    return number;
  }

  /** The state with a name or alias. */
  node(name: string): StateNode | undefined {
    return this.#nodeByName.get(name);
  }

  /** Adds a further name of a state. */
  addAlias(name: string, node: StateNode): void {
    this.#nodeByName.set(name, node);
  }

  /** Adds the next state in document order. */
  addNode(parts: NodeParts): StateNode {
    const index = this.nodes.length;
    const node: StateNode = {
      ...parts,
      index,
      last: index,
      children: [],
      histories: [],
      initial: null,
      transitions: [],
      completion: null,
    };
    this.nodes.push(node);
    this.#nodeByName.set(node.name, node);
    if (node.kind === "history") node.parent?.histories.push(node);
    else node.parent?.children.push(node);
    return node;
  }

  /** Sets the last descendant of each state, when all are there. */
  closeNodes(): void {
    for (let index = this.nodes.length - 1; index > 0; index--) {
      const { parent, last } = this.nodes[index]!; // `index` is within bounds
      if (parent) parent.last = Math.max(parent.last, last);
    }
  }

  /** Adds a transition behind the others of its source. */
  addTransition(source: StateNode, { event, target, guard, actions }: TransitionParts): void {
    source.transitions.push({
      source,
      event: event === "" ? EVENTLESS : this.eventNumber(event),
      target,
      guard,
      actions,
      name: guard === null ? event : `${event}[${guard.text}]`,
    });
  }

  /** Sets the default entry of a state, where `name` is its declared one. */
  setInitial(node: StateNode, name: string | undefined): void {
    if (node.kind === "history") {
      const preset = node.transitions.find((edge) => edge.event === EVENTLESS)?.target;
      // A default outside the parent could lead back here without end.
      node.initial = preset && node.parent && isBelow(preset, node.parent) ? preset : null;
    } else if (node.kind === "composite") {
      const named = name === undefined ? undefined : this.#nodeByName.get(name);
      node.initial = named && isBelow(named, node) ? named : node.children[0] ?? null;
    }
  }

  /** The finished tables. */
  tables(root: StateNode, timerEvent: ChartTables["timerEvent"]): ChartTables {
    for (const node of this.nodes) this.#setCompletion(node);
    return {
      name: this.#name,
      nodes: this.nodes,
      root,
      nodeByName: this.#nodeByName,
      events: this.#events,
      eventNumbers: this.#eventNumbers,
      bubbles: this.#bubbles,
      timerEvent,
      configurations: new ConfigurationTable(),
    };
  }

  #setCompletion(node: StateNode): void {
    if (node.kind === "leaf" || node.kind === "history") return;
    const event = completionOf(node);
    if (this.#bubbles || this.#eventNumbers.has(event)) node.completion = this.eventNumber(event);
  }
}

/** The event that the completion of a state raises. */
export function completionOf({ name }: { readonly name: string }): string {
  return COMPLETION_PREFIX + name;
}
