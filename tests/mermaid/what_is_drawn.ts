/**
 * The same account of a machine, once from its definition and once from what Mermaid read: lists of lines, with
 * states by the names that are shown.
 *
 * @module
 */
import { oneLine, type State, type StateMachineDefinition, type Transition } from "@loom/protocol";
import type { Diagram } from "./read_diagram.ts";

/** What a drawing shows. */
export interface Account {
  /** `name in parent`, sorted; regions of a parallel state that has several are numbered. */
  readonly states: readonly string[];
  /** `from -> to: label` in the order of the text for each `from`. */
  readonly edges: readonly string[];
  /** `parent: name`, for each start mark. */
  readonly starts: readonly string[];
  /** The names of the states that lead to an end mark. */
  readonly ends: readonly string[];
  /** `name: line | line`, in the order of the text. */
  readonly notes: readonly string[];
}

/** What Mermaid has of a drawing. */
export function drawnOf({ states, edges, notes }: Diagram): Account {
  const byId = new Map(states.map((state) => [state.id, state]));
  const name = (id: string | undefined): string => id === undefined ? "" : byId.get(id)?.label ?? `?${id}`;
  const regions = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { id, shape, parent = "" } of states) {
    if (shape !== "region") continue;
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
    regions.set(id, counts.get(parent) ?? 0);
  }
  const place = (parent: string | undefined): string => {
    const region = parent === undefined ? undefined : regions.get(parent);
    return region === undefined ? name(parent) : `${name(byId.get(parent ?? "")?.parent)}/${region}`;
  };
  const isMark = (id: string) => ["start", "end"].includes(byId.get(id)?.shape ?? "");
  return {
    states: states.filter(({ id, shape }) => !isMark(id) && shape !== "region")
      .map(({ label, parent }) => `${label} in ${place(parent)}`).sort(),
    edges: edges.filter(({ from, to }) => !isMark(from) && !isMark(to))
      .map(({ from, to, label }) => `${name(from)} -> ${name(to)}: ${label}`).sort(bySource),
    starts: edges.filter(({ from }) => isMark(from)).map(({ from, to }) =>
      `${place(byId.get(from)?.parent)}: ${name(to)}`
    ).sort(),
    ends: edges.filter(({ to }) => isMark(to)).map(({ from }) => name(from)).sort(),
    notes: notes.map(({ state, lines }) => `${name(state)}: ${lines.join(" | ")}`).sort(),
  };
}

/** Sorts by what an edge leaves; the edges of one state keep their order. */
function bySource(a: string, b: string): number {
  const [from = "", other = ""] = [a.split(" -> ")[0], b.split(" -> ")[0]];
  return from < other ? -1 : from > other ? 1 : 0;
}

/** What a definition with unique names says, as far as it is drawn. */
export function saidBy(def: StateMachineDefinition): Account {
  const account = { states: [], edges: [], starts: [], ends: [], notes: [] };
  const teller = new Teller(account);
  const { state: root } = def;
  const isDrawn = (root.transitions ?? []).length > 0 || (root.parallel?.states ?? []).length > 0 ||
    lines(root.notes).length > 0 || targets(root).has(root.name);
  if (isDrawn) {
    account.starts.push(`: ${shown(root)}` as never);
    teller.tell(root, "");
  } else {
    teller.tellInside(root, "");
  }
  account.edges.sort(bySource);
  for (const list of [account.states, account.starts, account.ends, account.notes]) list.sort();
  return account;
}

interface Lists {
  states: string[];
  edges: string[];
  starts: string[];
  ends: string[];
  notes: string[];
}

class Teller {
  readonly #lists: Lists;

  constructor(lists: Lists) {
    this.#lists = lists;
  }

  tell(state: State, place: string): void {
    const { states, edges, ends, notes } = this.#lists;
    const name = shown(state);
    states.push(`${name} in ${place}`);
    for (const transition of state.transitions ?? []) {
      edges.push(
        `${name} -> ${transition.nextState ? this.#shownTarget(transition.nextState) : name}: ${
          label(transition)
        }`,
      );
    }
    const join = state.parallel?.nextState;
    if (join) edges.push(`${name} -> ${this.#shownTarget(join)}: `);
    if (state.kind === "final") ends.push(name);
    if (lines(state.notes).length > 0) notes.push(`${name}: ${lines(state.notes).join(" | ")}`);
    this.tellInside(state, name);
  }

  tellInside(state: State, place: string): void {
    this.#learn(state);
    const regions = state.parallel?.states ?? [];
    for (const [index, region] of regions.entries()) {
      this.tell(region, regions.length > 1 ? `${place}/${index + 1}` : place);
    }
    if (regions.length > 1) return;
    const first = regions[0] ?? this.#find(state, state.initial) ??
      state.states?.find(({ kind }) => kind !== "history");
    if (first && !(regions[0]?.kind === "history")) this.#lists.starts.push(`${place}: ${shown(first)}`);
    if (regions.length > 0) return;
    for (const child of state.states ?? []) this.tell(child, place);
  }

  readonly #byName = new Map<string, State>();

  #learn(state: State): void {
    if (this.#byName.has(state.name)) return;
    this.#byName.set(state.name, state);
    for (const inner of [...state.states ?? [], ...state.parallel?.states ?? []]) this.#learn(inner);
  }

  #shownTarget(name: string): string {
    const state = this.#byName.get(name);
    return state ? shown(state) : shown({ name });
  }

  #find(state: State, name: string | undefined): State | undefined {
    if (!name) return undefined;
    for (const inner of state.parallel?.states ?? state.states ?? []) {
      const found = inner.name === name ? inner : this.#find(inner, name);
      if (found) return found;
    }
    return undefined;
  }
}

function shown({ name, kind, history }: State): string {
  const text = oneLine(name) || "(unnamed)";
  return kind === "history" ? `${text} (${history === "deep" ? "H*" : "H"})` : text;
}

function label({ event = "", condition = "", nextState }: Transition): string {
  const parts = [oneLine(event)];
  if (condition.trim() !== "") parts.push(`[${oneLine(condition)}]`);
  if (!nextState) parts.push("(stays)");
  return parts.filter((part) => part !== "").join(" ");
}

function lines(notes: string | undefined): string[] {
  return (notes ?? "").split(/\r\n|[\r\n\u2028\u2029]/).map(oneLine).filter((line) => line !== "");
}

function targets(state: State): Set<string> {
  const found = new Set<string>();
  const visit = (one: State): void => {
    for (const { nextState } of one.transitions ?? []) if (nextState) found.add(nextState);
    if (one.parallel?.nextState) found.add(one.parallel.nextState);
    for (const inner of one.parallel?.states ?? one.states ?? []) visit(inner);
  };
  visit(state);
  return found;
}
