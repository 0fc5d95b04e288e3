import type { GuardedWays } from "./guarded_ways.ts";
import type { Plan } from "./plan.ts";
import { type Edge, EVENTLESS, type StateNode } from "./tables.ts";

/** Limit of configurations in a table before it is cleared; they are only a cache. */
const MOST_CONFIGURATIONS = 10_000;

/** Limit of states in cached steps before the table is cleared. */
const MOST_STATES_IN_STEPS = 500_000;

/** A set of active states that belong together, with what a machine has worked out about it. */
export class Configuration {
  /** The active leaves in document order. */
  readonly leaves: readonly StateNode[];
  /** The names of the leaves, joined by `|`. */
  readonly state: string;
  /** True when no event-less transition can start here. */
  readonly isSettled: boolean;
  /** Plans of the events met so far, by event number. */
  readonly plans: Plan[] = [];
  /** The plan of event-less transitions. */
  eventless: Plan | null = null;
  /** Next configurations of events without guards, actions or history, by event number. */
  readonly quick: Configuration[] = [];
  /** The same for events on which guards decide; null where it is not as simple. */
  readonly guarded: (GuardedWays | null)[] = [];
  #active: readonly StateNode[] | undefined;

  /** Makes a configuration from its leaves in document order. */
  constructor(leaves: readonly StateNode[]) {
    this.leaves = leaves;
    this.state = leaves.map((leaf) => leaf.name).join("|");
    this.isSettled = !leaves.some(hasEventless);
  }

  /** All active states in document order. */
  get active(): readonly StateNode[] {
    return this.#active ??= withAncestors(this.leaves);
  }
}

/** The configurations of a program, each made once. */
export class ConfigurationTable {
  readonly #byLeaf = new Map<StateNode, Configuration>();
  readonly #byLeaves = new Map<string, Configuration>();
  #statesInSteps = 0;

  /** The configuration with these leaves, which are in document order. */
  of(leaves: readonly StateNode[]): Configuration {
    const [first] = leaves;
    return leaves.length === 1 && first
      ? remember(this.#byLeaf, first, leaves)
      : remember(this.#byLeaves, leaves.map((leaf) => leaf.index).join(), leaves);
  }

  /**
   * Notes that a configuration keeps a step that names so many states. With guards in many regions there are more ways
   * on than memory holds: a machine that has met too many goes on with fresh configurations, and the others are let go.
   */
  noteStep(states: number): void {
    this.#statesInSteps += states;
    if (this.#statesInSteps <= MOST_STATES_IN_STEPS) return;
    this.#byLeaf.clear();
    this.#byLeaves.clear();
    this.#statesInSteps = 0;
  }
}

function remember<K>(table: Map<K, Configuration>, key: K, leaves: readonly StateNode[]): Configuration {
  const known = table.get(key);
  if (known) return known;
  if (table.size >= MOST_CONFIGURATIONS) table.clear();
  const configuration = new Configuration(leaves);
  table.set(key, configuration);
  return configuration;
}

/** True when two configurations have the same active states. */
export function sameConfiguration(a: Configuration, b: Configuration): boolean {
  return a === b ||
    (a.leaves.length === b.leaves.length && a.leaves.every((leaf, i) => leaf === b.leaves[i]));
}

/** True when states can be active together: of a composite one child, of a parallel state every region. */
export function isWhole(active: ReadonlySet<StateNode>): boolean {
  for (const { kind, children } of active) {
    if (kind === "leaf") continue;
    const count = children.reduce((sum, child) => active.has(child) ? sum + 1 : sum, 0);
    if (count !== (kind === "parallel" ? children.length : 1)) return false;
  }
  return true;
}

function withAncestors(leaves: readonly StateNode[]): readonly StateNode[] {
  const active = new Set<StateNode>();
  for (const leaf of leaves) {
    for (let node: StateNode | null = leaf; node && !active.has(node); node = node.parent) active.add(node);
  }
  return inDocumentOrder(active);
}

/** The nodes, sorted by their place in the document. */
export function inDocumentOrder(nodes: Iterable<StateNode>): StateNode[] {
  return Array.from(nodes).sort((a, b) => a.index - b.index);
}

function hasEventless(leaf: StateNode): boolean {
  const isEventless = (edge: Edge): boolean => edge.event === EVENTLESS;
  for (let node: StateNode | null = leaf; node; node = node.parent) {
    if (node.transitions.some(isEventless)) return true;
  }
  return false;
}
