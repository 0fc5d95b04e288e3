/**
 * Configurations and what they cache: for each event the plan of candidate transitions, the choices among them, and the
 * steps that these lead to. The functions of `runtime/step/` fill the caches.
 *
 * @module
 */
import { type Edge, EVENTLESS, type Guard, inDocumentOrder, type StateNode } from "./node.ts";

/** Limit of configurations in a table before it is cleared; they are only a cache. */
const MOST_CONFIGURATIONS = 10_000;

/** Limit of states in cached steps before the table is cleared. */
const MOST_STATES_IN_STEPS = 500_000;

/** A set of states that can be active together. */
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
  /** Next configurations of events whose only effect that is, by event number; see `fast_path.ts`. */
  readonly quick: Configuration[] = [];
  /** The same for events on which guards decide; null where the fast path does not apply. */
  readonly guarded: (GuardedPath | null)[] = [];
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

/** The candidate transitions of one event in one configuration. */
export interface Plan {
  /** For each leaf, the transitions to try in order; an unguarded one is the last. */
  readonly candidates: readonly (readonly Edge[])[];
  /** True when there is nothing to try. */
  readonly isEmpty: boolean;
  /** True when no candidate has a guard. */
  readonly isFixed: boolean;
  /** True when a guarded transition is a candidate of several leaves. */
  readonly sharesGuards: boolean;
  /** The root of the tree of choices, one level a leaf. */
  readonly choices: Choice;
}

/** A node of the tree of choices: the transitions chosen for the leaves up to here. */
export class Choice {
  /** The step they make; null until it is known, and always when history decides it. */
  step: Step | null = null;
  // Each node keeps its own transition only: a path takes memory in proportion to its length.
  readonly #before: Choice | null;
  readonly #edge: Edge | undefined;
  #selection: readonly Edge[] | null = null;
  // Indexes of candidates are few and dense: an array is faster than a map.
  readonly #further: Choice[] = [];

  /** Makes the node for a transition (undefined: none) behind another; the first node has nothing before it. */
  constructor(before: Choice | null = null, edge: Edge | undefined = undefined) {
    this.#before = before;
    this.#edge = edge;
  }

  /** The transitions chosen, in order, without repeats. */
  get selection(): readonly Edge[] {
    return this.#selection ??= Choice.#chosen(this);
  }

  /** The node after choosing the candidate at a place (one past the last: none) for the next leaf. */
  then(place: number, candidates: readonly Edge[]): Choice {
    return this.#further[place] ??= new Choice(this, candidates[place]);
  }

  static #chosen(last: Choice): readonly Edge[] {
    const edges: Edge[] = [];
    for (let at: Choice | null = last; at; at = at.#before) if (at.#edge) edges.push(at.#edge);
    return [...new Set(edges.reverse())];
  }
}

/** One micro step: the states to exit, the transitions, and the states to enter. */
export interface Step {
  /** The states to exit, in reverse document order. */
  readonly exits: readonly StateNode[];
  /** New records of the history states of the states to exit. */
  readonly records: readonly (readonly [history: StateNode, active: readonly StateNode[]])[];
  /** The transitions in selection order. */
  readonly transitions: readonly Edge[];
  /** The states to enter, in document order. */
  readonly entries: readonly Entry[];
  /** The configuration afterwards. */
  readonly next: Configuration;
  /** True when the machine ends with it. */
  readonly ends: boolean;
  /** True when it has no effect but the next configuration: no actions, records, completions or end. */
  readonly isQuiet: boolean;
  /** True when history records decided it: the same choice may lead elsewhere another time. */
  readonly usedHistory: boolean;
}

/** A state to enter. */
export interface Entry {
  readonly node: StateNode;
  /** The completion events that entering it raises. */
  readonly completions: readonly number[];
}

/** The guarded transitions of an event whose only effect is the next configuration. */
export interface GuardedPath {
  /** The guards to evaluate in order; null passes. */
  readonly guards: readonly (Guard | null)[];
  /** The next configuration of each. */
  readonly nexts: readonly Configuration[];
}

/** The configurations of a program, each made once. */
export class ConfigurationTable {
  /** By the leaf, or by the indexes of several. */
  readonly #known = new Map<StateNode | string, Configuration>();
  #statesInSteps = 0;

  /** The configuration with the leaves among these states. */
  of(active: Iterable<StateNode>): Configuration {
    const leaves = inDocumentOrder(active).filter((node) => node.kind === "leaf");
    const [first, second] = leaves;
    const key = first && !second ? first : leaves.map((leaf) => leaf.index).join();
    let configuration = this.#known.get(key);
    if (!configuration) {
      if (this.#known.size >= MOST_CONFIGURATIONS) this.#known.clear();
      this.#known.set(key, configuration = new Configuration(leaves));
    }
    return configuration;
  }

  /**
   * Counts the states of a cached step. Guards in many regions have more combinations than memory holds: past the limit
   * the table is cleared, and the garbage collector takes the configurations that no machine is in.
   */
  noteStep(states: number): void {
    this.#statesInSteps += states;
    if (this.#statesInSteps <= MOST_STATES_IN_STEPS) return;
    this.#known.clear();
    this.#statesInSteps = 0;
  }
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
    const count = children.filter((child) => active.has(child)).length;
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

function hasEventless(leaf: StateNode): boolean {
  const isEventless = (edge: Edge): boolean => edge.event === EVENTLESS;
  for (let node: StateNode | null = leaf; node; node = node.parent) {
    if (node.transitions.some(isEventless)) return true;
  }
  return false;
}
