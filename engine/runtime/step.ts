import { type Configuration, inDocumentOrder } from "./configuration.ts";
import { EntrySet, type HistoryRecords } from "./entry.ts";
import { type ChartTables, type Edge, isBelow, isWithin, type StateNode } from "./tables.ts";

/** One micro step, worked out: what to leave, do and enter, in which order. */
export interface Step {
  /** The states to leave, in reverse document order. */
  readonly exits: readonly StateNode[];
  /** What the history states of the states to leave will remember. */
  readonly records: readonly (readonly [history: StateNode, active: readonly StateNode[]])[];
  /** The transitions in selection order. */
  readonly transitions: readonly Edge[];
  /** The states to enter, in document order. */
  readonly entries: readonly Entry[];
  /** The configuration afterwards. */
  readonly next: Configuration;
  /** Whether the machine ends with it. */
  readonly ends: boolean;
  /** Whether only an observer could tell how it happens: no actions, records, completions or end. */
  readonly isQuiet: boolean;
  /** Whether it came out as it did because of what history states remember. */
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
  const domains = transitions.map(({ source, target }) =>
    target && domainOf(source, new EntrySet(history).resolve(target))
  );
  const isLeft = (node: StateNode): boolean =>
    transitions.some(({ target }, index) => target && (!domains[index] || isBelow(node, domains[index])));
  const exits = from.active.filter(isLeft).reverse();
  const records = exits.flatMap((node) => recordsOf(node, from.active));
  // A history state whose parent is left now stands for what is active now.
  const entrySet = new EntrySet(records.length === 0 ? history : new Map([...history, ...records]));
  transitions.forEach(({ target }, index) => {
    if (target) entrySet.enter(entrySet.resolve(target), domains[index] ?? null);
  });
  return assemble(tables, { from: from.active, exits, records, transitions, entrySet });
}

/**
 * The transitions of a selection that can be taken together: of two that would leave a same state, the one from
 * the deeper source, else the earlier one.
 */
export function withoutConflicts(
  selection: readonly Edge[],
  history: HistoryRecords,
): readonly Edge[] {
  if (selection.length < 2) return selection;
  let kept: { readonly transition: Edge; readonly domain: StateNode | null }[] = [];
  for (const transition of selection) {
    const domain = transition.target
      ? domainOf(transition.source, new EntrySet(history).resolve(transition.target))
      : null;
    const one = { transition, domain };
    const rivals = kept.filter((other) => conflict(one, other));
    if (rivals.some((rival) => !isBelow(transition.source, rival.transition.source))) continue;
    kept = kept.filter((other) => !rivals.includes(other));
    kept.push(one);
  }
  return kept.map(({ transition }) => transition);
}

interface Taken {
  readonly transition: Edge;
  readonly domain: StateNode | null;
}

function conflict(a: Taken, b: Taken): boolean {
  if (!a.transition.target || !b.transition.target) return false;
  if (!a.domain || !b.domain) return true;
  return isWithin(a.domain, b.domain) || isWithin(b.domain, a.domain);
}

/** The state inside which a transition happens; null when even the root is left. */
function domainOf(source: StateNode, targets: readonly StateNode[]): StateNode | null {
  for (let node: StateNode | null = source; node; node = node.parent) {
    const domain = node;
    if (domain.kind === "composite" && targets.every((target) => isBelow(target, domain))) return domain;
  }
  return null;
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

function recordsOf(
  node: StateNode,
  active: readonly StateNode[],
): Step["records"] {
  if (node.kind === "leaf") return [];
  return node.histories.map((history) => {
    const remembers = (other: StateNode): boolean =>
      history.deep ? other.kind === "leaf" && isBelow(other, node) : other.parent === node;
    return [history, active.filter(remembers)] as const;
  });
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
    completed = parallel?.children.every((region) => isComplete(region, active)) ? parallel : null;
  }
  return events;
}

function isComplete(region: StateNode, active: ReadonlySet<StateNode>): boolean {
  if (region.kind === "parallel") return region.children.every((inner) => isComplete(inner, active));
  return region.children.some((child) => child.isFinal && active.has(child));
}
