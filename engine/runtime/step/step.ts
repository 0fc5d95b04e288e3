/**
 * Computes what one micro step does: the states to exit and to enter, the history records, the completions and the next
 * configuration (SCXML: computeExitSet, getTransitionDomain, isInFinalState).
 *
 * @module
 */
import type { Configuration, Entry, Step } from "../chart/configuration.ts";
import { type Edge, inDocumentOrder, isBelow, type StateNode } from "../chart/node.ts";
import type { ChartTables } from "../chart/tables.ts";
import { EntrySet, type HistoryRecords } from "./entry.ts";

const NO_EVENTS: readonly number[] = [];

/** The step that enters the initial configuration. */
export function initialStep(tables: ChartTables): Step {
  const entrySet = new EntrySet();
  entrySet.add(tables.nodes.slice(0, 1), null);
  return assemble(tables, { from: [], exits: [], records: [], transitions: [], entrySet });
}

/** The step that takes transitions without conflicts. */
export function computeStep(
  tables: ChartTables,
  from: Configuration,
  transitions: readonly Edge[],
  history: HistoryRecords,
): Step {
  const moves = transitions.flatMap((edge) =>
    edge.target
      ? [{ targets: [edge.target, ...edge.more ?? []], domain: transitionDomain(edge, history) }]
      : []
  );
  const exits = computeExitSet(from, new Set(moves.map(({ domain }) => domain))).reverse();
  const records = exits.flatMap((node) => historyOf(node, from.active));
  // A history state whose parent is exited now means what is active now.
  const entrySet = new EntrySet(records.length === 0 ? history : new Map([...history ?? [], ...records]));
  for (const { targets, domain } of moves) {
    entrySet.add(targets.flatMap((target) => entrySet.effectiveTargets(target)), domain);
  }
  return assemble(tables, { from: from.active, exits, records, transitions, entrySet });
}

/** The state inside which a transition happens; null when even the root is exited. */
export function transitionDomain(edge: Edge, history: HistoryRecords): StateNode | null {
  const entrySet = new EntrySet(history);
  const { source, isExternal, target: first, more } = edge;
  const targets = [...first ? [first] : [], ...more ?? []].flatMap((one) => entrySet.effectiveTargets(one));
  for (let node: StateNode | null = isExternal ? source.parent : source; node; node = node.parent) {
    const domain = node;
    if (domain.kind === "composite" && targets.every((one) => isBelow(one, domain))) return domain;
  }
  return null;
}

/** The active states below any of the domains, in document order (SCXML exits them in reverse). */
function computeExitSet(from: Configuration, domains: ReadonlySet<StateNode | null>): StateNode[] {
  const exits = new Set<StateNode>();
  for (const node of from.active) {
    // In document order: ancestors come first.
    if (domains.has(null) || (node.parent && (domains.has(node.parent) || exits.has(node.parent)))) {
      exits.add(node);
    }
  }
  return [...exits];
}

function assemble(
  tables: ChartTables,
  { from, exits, records, transitions, entrySet }: {
    from: readonly StateNode[];
    exits: readonly StateNode[];
    records: Step["records"];
    transitions: readonly Edge[];
    entrySet: EntrySet;
  },
): Step {
  const active = new Set(from);
  for (const node of exits) active.delete(node);
  const completion = { ends: false };
  const entries = inDocumentOrder(entrySet.nodes).map((node): Entry => {
    active.add(node);
    return { node, completions: node.isFinal ? completionsOf(node, active, completion) : NO_EVENTS };
  });
  return {
    exits,
    records,
    transitions,
    entries,
    next: tables.configurations.of(active),
    ends: completion.ends,
    isQuiet: !completion.ends && records.length === 0 &&
      exits.every(({ exit, hasHooks }) => exit.length === 0 && !hasHooks) &&
      transitions.every((transition) => transition.actions.length === 0) &&
      entries.every(({ node, completions }) =>
        node.entry.length === 0 && !node.hasHooks && completions.length === 0
      ),
    usedHistory: entrySet.usedHistory,
  };
}

function historyOf(node: StateNode, active: readonly StateNode[]): Step["records"] {
  if (node.kind === "leaf" || node.histories.length === 0) return [];
  const below = activeBelow(node, active);
  return node.histories.map((history) => {
    const remembers = (other: StateNode): boolean =>
      history.deep ? other.kind === "leaf" : other.parent === node;
    return [history, below.filter(remembers)] as const;
  });
}

/** The active states below one of them; binary search, since they are in document order. */
function activeBelow(node: StateNode, active: readonly StateNode[]): readonly StateNode[] {
  let from = 0;
  for (let to = active.length; from < to;) {
    const middle = (from + to) >> 1;
    if (active[middle]!.index <= node.index) from = middle + 1; // `middle` is within bounds
    else to = middle;
  }
  let end = from;
  while (end < active.length && isBelow(active[end]!, node)) end++; // `end` is within bounds
  return active.slice(from, end);
}

/** The events raised when `final` is entered; `active` holds the states active by then. */
function completionsOf(
  final: StateNode,
  active: ReadonlySet<StateNode>,
  completion: { ends: boolean },
): readonly number[] {
  const events: number[] = [];
  let completed = final.parent;
  if (!completed) completion.ends = true;
  while (completed) {
    if (!completed.parent && !completed.hasJoin) completion.ends = true;
    if (completed.completion !== null) events.push(completed.completion);
    const parallel: StateNode | null = completed.isRegion ? completed.parent : null;
    completed = parallel && areInFinalState(parallel.children, active) ? parallel : null;
  }
  return events;
}

function areInFinalState(regions: readonly StateNode[], active: ReadonlySet<StateNode>): boolean {
  const waiting = [...regions];
  // The last region first: states are entered in document order, so it is the likeliest to be incomplete.
  for (let region = waiting.pop(); region; region = waiting.pop()) {
    if (region.kind === "parallel") { for (const inner of region.children) waiting.push(inner); }
    else if (!region.children.some((child) => child.isFinal && active.has(child))) return false;
  }
  return true;
}
