import { type Configuration, inDocumentOrder } from "./configuration.ts";
import { EntrySet, type HistoryRecords } from "./entry.ts";
import { type ChartTables, type Edge, isBelow, type StateNode } from "./tables.ts";

/** One micro step, worked out: what to leave, do and enter, in which order. */
export interface Step {
  /** The states to leave, in reverse document order. */
  readonly exits: readonly StateNode[];
  /** New records of the history states of the states to leave. */
  readonly records: readonly (readonly [history: StateNode, active: readonly StateNode[]])[];
  /** The transitions in selection order. */
  readonly transitions: readonly Edge[];
  /** The states to enter, in document order. */
  readonly entries: readonly Entry[];
  /** The configuration afterwards. */
  readonly next: Configuration;
  /** True when the machine ends with it. */
  readonly ends: boolean;
  /** True when only an observer could tell how it happens: no actions, records, completions or end. */
  readonly isQuiet: boolean;
  /** True when it came out as it did because of what history states remember. */
  readonly usedHistory: boolean;
}

/** A state to enter. */
export interface Entry {
  readonly node: StateNode;
  /** The completion events it brings about. */
  readonly completions: readonly number[];
}

const NO_EVENTS: readonly number[] = [];

/** The step that enters the initial configuration. */
export function initialStep(tables: ChartTables): Step {
  const entrySet = new EntrySet(new Map());
  entrySet.enter([tables.root], null);
  return assemble(tables, { from: [], exits: [], records: [], transitions: [], entrySet });
}

/** The step that takes transitions which do not conflict, from a configuration. */
export function stepOf(
  tables: ChartTables,
  from: Configuration,
  transitions: readonly Edge[],
  history: HistoryRecords,
): Step {
  const moves = transitions.flatMap(({ source, target }) =>
    target ? [{ target, domain: domainOf(source, new EntrySet(history).resolve(target)) }] : []
  );
  const exits = leftBy(from, new Set(moves.map(({ domain }) => domain))).reverse();
  const records = exits.flatMap((node) => recordsOf(node, from.active));
  // A history state whose parent is left now stands for what is active now.
  const entrySet = new EntrySet(records.length === 0 ? history : new Map([...history, ...records]));
  for (const { target, domain } of moves) entrySet.enter(entrySet.resolve(target), domain);
  return assemble(tables, { from: from.active, exits, records, transitions, entrySet });
}

/** The state inside which a transition happens; null when even the root is left. */
export function domainOf(source: StateNode, targets: readonly StateNode[]): StateNode | null {
  for (let node: StateNode | null = source; node; node = node.parent) {
    const domain = node;
    if (domain.kind === "composite" && targets.every((target) => isBelow(target, domain))) return domain;
  }
  return null;
}

/** The active states below any of the domains, in document order. */
function leftBy(from: Configuration, domains: ReadonlySet<StateNode | null>): StateNode[] {
  const left = new Set<StateNode>();
  for (const node of from.active) {
    // In document order, so that what stands above a state has been looked at.
    if (domains.has(null) || (node.parent && (domains.has(node.parent) || left.has(node.parent)))) {
      left.add(node);
    }
  }
  return [...left];
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
  const leaves = inDocumentOrder(active).filter((node) => node.kind === "leaf");
  return {
    exits,
    records,
    transitions,
    entries,
    next: tables.configurations.of(leaves),
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

function recordsOf(node: StateNode, active: readonly StateNode[]): Step["records"] {
  if (node.kind === "leaf" || node.histories.length === 0) return [];
  const below = activeBelow(node, active);
  return node.histories.map((history) => {
    const remembers = (other: StateNode): boolean =>
      history.deep ? other.kind === "leaf" : other.parent === node;
    return [history, below.filter(remembers)] as const;
  });
}

/** Those of some states in document order that are below one of them. */
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

/** The events raised when `final` is entered and `active` is all that is active by then. */
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
    completed = parallel && areComplete(parallel.children, active) ? parallel : null;
  }
  return events;
}

function areComplete(regions: readonly StateNode[], active: ReadonlySet<StateNode>): boolean {
  const waiting = [...regions];
  // The last is looked at first: states are entered in document order, so that it is the likeliest to be still open.
  for (let region = waiting.pop(); region; region = waiting.pop()) {
    if (region.kind === "parallel") { for (const inner of region.children) waiting.push(inner); }
    else if (!region.children.some((child) => child.isFinal && active.has(child))) return false;
  }
  return true;
}
