/**
 * The selected transitions that can be taken together (SCXML: removeConflictingTransitions).
 *
 * @module
 */
import { type Edge, isBelow, isWithin, type StateNode } from "../chart/node.ts";
import type { HistoryRecords } from "./entry.ts";
import { transitionDomain } from "./step.ts";

/** A transition that is kept so far; null as domain is above the root. */
interface Move {
  readonly edge: Edge;
  readonly domain: StateNode | null;
}

/**
 * The transitions of a selection that can be taken together: of two that would exit the same state, the one from
 * the deeper source, else the earlier one.
 */
export function removeConflictingTransitions(
  selection: readonly Edge[],
  history: HistoryRecords,
): readonly Edge[] {
  if (selection.length < 2) return selection;
  const dropped = new Set<Edge>();
  const moves: Move[] = [];
  for (const edge of selection) {
    const { target, source } = edge;
    if (!target) continue;
    const domain = transitionDomain(edge, history);
    // The leaves are in document order, each within the domain of its transition: the rivals are the last moves.
    let first = moves.length;
    let wins = true;
    for (; wins && first > 0 && meet(moves[first - 1]!.domain, domain); first--) { // within bounds
      wins = isBelow(source, moves[first - 1]!.edge.source); // within bounds
    }
    if (wins) {
      for (const rival of moves.splice(first)) dropped.add(rival.edge);
      moves.push({ edge, domain });
    } else dropped.add(edge);
  }
  return selection.filter((edge) => !dropped.has(edge));
}

/** True when one domain is the other or above it. */
function meet(a: StateNode | null, b: StateNode | null): boolean {
  return a === null || b === null || isWithin(a, b) || isWithin(b, a);
}
