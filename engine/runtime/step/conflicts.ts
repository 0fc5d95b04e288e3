/**
 * The selected transitions that can be taken together (SCXML: removeConflictingTransitions).
 *
 * @module
 */
import { type Edge, isBelow, type StateNode } from "../chart/node.ts";
import { EntrySet, type HistoryRecords } from "./entry.ts";
import { transitionDomain } from "./step.ts";

/**
 * The transitions of a selection that can be taken together: of two that would exit the same state, the one from
 * the deeper source, else the earlier one.
 */
export function removeConflictingTransitions(
  selection: readonly Edge[],
  history: HistoryRecords,
): readonly Edge[] {
  if (selection.length < 2) return selection;
  const kept = new KeptTransitions();
  for (const transition of selection) {
    const { target, source } = transition;
    if (target) {
      kept.addMove(transition, transitionDomain(source, new EntrySet(history).effectiveTargets(target)));
    } else kept.add(transition);
  }
  return kept.list();
}

/**
 * The transitions kept so far. Two conflict when the domain of one is that of the other or an ancestor of it. Indexes by
 * state find the conflicts, so that the time is proportional to the number of regions.
 */
class KeptTransitions {
  readonly #kept = new Set<Edge>();
  readonly #domains = new Map<Edge, StateNode | null>();
  /** By state, the transitions with that domain; null is above the root. */
  readonly #at = new Map<StateNode | null, Set<Edge>>();
  /** By state, the transitions with a domain there or below. */
  readonly #within = new Map<StateNode | null, Set<Edge>>();

  list(): readonly Edge[] {
    return [...this.#kept];
  }

  add(transition: Edge): void {
    this.#kept.add(transition);
  }

  addMove(transition: Edge, domain: StateNode | null): void {
    const rivals: Edge[] = [];
    for (const rival of this.#rivalsOf(domain)) {
      if (!isBelow(transition.source, rival.source)) return;
      rivals.push(rival);
    }
    for (const rival of rivals) this.#remove(rival);
    this.#kept.add(transition);
    this.#domains.set(transition, domain);
    addTo(this.#at, domain, transition);
    for (const state of withAbove(domain)) addTo(this.#within, state, transition);
  }

  *#rivalsOf(domain: StateNode | null): Generator<Edge> {
    yield* this.#within.get(domain) ?? [];
    if (domain === null) return;
    for (const above of withAbove(domain.parent)) yield* this.#at.get(above) ?? [];
  }

  #remove(transition: Edge): void {
    const domain = this.#domains.get(transition) ?? null;
    this.#kept.delete(transition);
    this.#at.get(domain)?.delete(transition);
    for (const state of withAbove(domain)) this.#within.get(state)?.delete(transition);
  }
}

/** A state and its ancestors, null at the end. */
function* withAbove(state: StateNode | null): Generator<StateNode | null> {
  for (let at = state; at; at = at.parent) yield at;
  yield null;
}

function addTo(lists: Map<StateNode | null, Set<Edge>>, state: StateNode | null, transition: Edge): void {
  const list = lists.get(state);
  if (list) list.add(transition);
  else lists.set(state, new Set([transition]));
}
