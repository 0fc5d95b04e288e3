import type { Configuration } from "./configuration.ts";
import type { Step } from "./step.ts";
import { type Edge, EVENTLESS, type StateNode } from "./tables.ts";

/** The candidate transitions of one event in one configuration. */
export interface Plan {
  /** For each leaf, the transitions to try in order; none stands behind an unguarded one. */
  readonly candidates: readonly (readonly Edge[])[];
  /** True when there is nothing to try. */
  readonly isEmpty: boolean;
  /** True when no guard has a say. */
  readonly isFixed: boolean;
  /** True when a guarded transition is a candidate of several leaves. */
  readonly sharesGuards: boolean;
  /** The choices made so far, one level a leaf, with the steps they led to. */
  readonly choices: Choice;
}

/** A node of the tree of choices: what was chosen for the leaves up to here. */
export class Choice {
  /** The step they make; null until it is known, and always when history decides it. */
  step: Step | null = null;
  // Only the last node of a way is asked for all transitions: each keeps its own, so that a way takes as much as it is long.
  readonly #before: Choice | null;
  readonly #edge: Edge | undefined;
  #selection: readonly Edge[] | null = null;
  // The places of the candidates are few and dense: quicker than a map.
  readonly #further: Choice[] = [];

  /** Makes the node for a transition (undefined: none) behind another; the first node has nothing before it. */
  constructor(before: Choice | null = null, edge: Edge | undefined = undefined) {
    this.#before = before;
    this.#edge = edge;
  }

  /** The transitions chosen, in order, without repeats. */
  get selection(): readonly Edge[] {
    return this.#selection ??= [...new Set(Choice.#chosen(this).reverse())];
  }

  /** The node after choosing the candidate at a place (one past the last: none) for the next leaf. */
  then(place: number, candidates: readonly Edge[]): Choice {
    return this.#further[place] ??= new Choice(this, candidates[place]);
  }

  /** The transitions chosen, the last first. */
  static #chosen(last: Choice): Edge[] {
    const edges: Edge[] = [];
    for (let at: Choice | null = last; at; at = at.#before) {
      if (at.#edge) edges.push(at.#edge);
    }
    return edges;
  }
}

/** The plan of an event in a configuration, made on first use. */
export function planOf(configuration: Configuration, event: number): Plan {
  if (event === EVENTLESS) return configuration.eventless ??= makePlan(configuration.leaves, event);
  return configuration.plans[event] ??= makePlan(configuration.leaves, event);
}

function makePlan(leaves: readonly StateNode[], event: number): Plan {
  const candidates = leaves.map((leaf) => candidatesOf(leaf, event));
  const guarded = candidates.flat().filter((edge) => edge.guard);
  return {
    candidates,
    isEmpty: candidates.every((list) => list.length === 0),
    isFixed: guarded.length === 0,
    sharesGuards: new Set(guarded).size < guarded.length,
    choices: new Choice(),
  };
}

function candidatesOf(leaf: StateNode, event: number): Edge[] {
  const candidates: Edge[] = [];
  for (let node: StateNode | null = leaf; node; node = node.parent) {
    for (const edge of node.transitions) {
      if (edge.event !== event) continue;
      candidates.push(edge);
      if (!edge.guard) return candidates;
    }
  }
  return candidates;
}
