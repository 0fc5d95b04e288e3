import type { Configuration } from "./configuration.ts";
import type { CompiledTransition, StateNode } from "./program.ts";
import type { Step } from "./step.ts";

/** What one event can do in one configuration. */
export interface Plan {
  /** For each leaf, the transitions to try in order; none stands behind an unguarded one. */
  readonly candidates: readonly (readonly CompiledTransition[])[];
  /** Whether there is nothing to try. */
  readonly isEmpty: boolean;
  /** Whether a guarded transition is a candidate of several leaves. */
  readonly sharesGuards: boolean;
  /** The choices made so far, one level a leaf, with the steps they led to. */
  readonly choices: Choice;
}

/** A node of the tree of choices: what was chosen for the leaves up to here. */
export class Choice {
  /** The transitions chosen, in order, without repeats. */
  readonly selection: readonly CompiledTransition[];
  /** The step they make; null until it is known, and always when history decides it. */
  step: Step | null = null;
  readonly #further = new Map<CompiledTransition | null, Choice>();

  /** Makes the node for a selection. */
  constructor(selection: readonly CompiledTransition[]) {
    this.selection = selection;
  }

  /** The node after choosing a transition (null: none) for the next leaf. */
  then(transition: CompiledTransition | null): Choice {
    let choice = this.#further.get(transition);
    if (!choice) {
      const isNew = transition !== null && !this.selection.includes(transition);
      choice = new Choice(isNew ? [...this.selection, transition] : this.selection);
      this.#further.set(transition, choice);
    }
    return choice;
  }
}

/** The plan of an event in a configuration, made on first use. */
export function planOf(configuration: Configuration, event: string): Plan {
  let plan = configuration.plans.get(event);
  if (!plan) configuration.plans.set(event, plan = makePlan(configuration.leaves, event));
  return plan;
}

function makePlan(leaves: readonly StateNode[], event: string): Plan {
  const candidates = leaves.map((leaf) => candidatesOf(leaf, event));
  const guarded = candidates.flat().filter((transition) => transition.guard);
  return {
    candidates,
    isEmpty: candidates.every((list) => list.length === 0),
    sharesGuards: new Set(guarded).size < guarded.length,
    choices: new Choice([]),
  };
}

function candidatesOf(leaf: StateNode, event: string): CompiledTransition[] {
  const candidates: CompiledTransition[] = [];
  for (let node: StateNode | null = leaf; node; node = node.parent) {
    for (const transition of node.transitions) {
      if (transition.event !== event) continue;
      candidates.push(transition);
      if (!transition.guard) return candidates;
    }
  }
  return candidates;
}
