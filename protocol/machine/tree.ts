import { isObject } from "../json/value.ts";
import { toPointer } from "../json/pointer.ts";
import type { State, StateMachineDefinition } from "./types.ts";

/** A state's relation to its parent: the root, a child of a composite, or a region of a parallel state. */
export type StateSlot = "root" | "child" | "region";

/** A state with its place in the tree, as {@linkcode walkStates} yields it. */
export interface StateVisit {
  /** The state itself: part of the document, not a copy. */
  readonly state: State;
  /** The state it belongs to; `null` for the root. */
  readonly parent: State | null;
  /** True when it is the root, a child or a region. */
  readonly slot: StateSlot;
  /** Its index in the list that holds it; 0 for the root. */
  readonly index: number;
  /** The number of its ancestors. */
  readonly depth: number;
  /** Its JSON pointer from the top of the definition, such as `/state/states/0`. */
  readonly path: string;
}

/**
 * Visits a state and everything below it in document order: a state, its children, then its regions. Entries
 * that are not objects are skipped; depth costs memory, not stack.
 *
 * @param root The state to begin with.
 * @param path The JSON pointer of `root`; the default fits the root of a definition.
 * @returns The visits, parents before what is below them.
 *
 * @example
 * ```ts
 * import { walkStates } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const root = { name: "Door", states: [{ name: "Open", parallel: { states: [{ name: "Light" }] } }] };
 * assertEquals(Array.from(walkStates(root), (visit) => `${visit.path} ${visit.slot} ${visit.state.name}`), [
 *   "/state root Door",
 *   "/state/states/0 child Open",
 *   "/state/states/0/parallel/states/0 region Light",
 * ]);
 * ```
 */
export function* walkStates(root: State, path: string = toPointer(["state"])): Generator<StateVisit, void> {
  const waiting: StateVisit[] = [{ state: root, parent: null, slot: "root", index: 0, depth: 0, path }];
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    if (!isObject(visit.state)) continue;
    yield visit;
    const { parallel, states } = visit.state;
    if (isObject(parallel)) stack(waiting, visit, parallel.states, "region");
    stack(waiting, visit, states, "child");
  }
}

/** Puts the members of `list` on the stack so that the first of them comes off first. */
function stack(waiting: StateVisit[], above: StateVisit, list: unknown, slot: StateSlot): void {
  if (!Array.isArray(list)) return;
  const path = above.path + (slot === "child" ? "/states/" : "/parallel/states/");
  for (let index = list.length - 1; index >= 0; index--) {
    waiting.push({
      state: list[index],
      parent: above.state,
      slot,
      index,
      depth: above.depth + 1,
      path: path + index,
    });
  }
}

/** All states from `root` down, in document order, `root` and regions included. */
export function collectAllStates(root: State): State[] {
  return Array.from(walkStates(root), (visit) => visit.state);
}

/**
 * The names of all states from `root` down, in document order, `root` and regions included. A repeated name is
 * listed each time; a state without a name is passed over.
 */
export function collectStateNames(root: State): string[] {
  return collectAllStates(root).map((state) => state.name).filter((name) => typeof name === "string");
}

/** The ids of all events, source by source; timers are not events. A repeated id is listed each time. */
export function collectEventIds(def: StateMachineDefinition): string[] {
  const ids: string[] = [];
  for (const source of listOf(def.events)) {
    for (const event of listOf(isObject(source) ? source.events : undefined)) {
      if (isObject(event) && typeof event.id === "string") ids.push(event.id);
    }
  }
  return ids;
}

/**
 * Which state each state belongs to, by name; the root belongs to `null`, a region to its parallel state. Of
 * states with the same name the first in document order counts.
 */
export function buildParentMap(root: State): Map<string, string | null> {
  const parents = new Map<string, string | null>();
  for (const { state, parent } of walkStates(root)) {
    if (!parents.has(state.name)) parents.set(state.name, parent?.name ?? null);
  }
  return parents;
}

/** The first state of that name in document order, from `root` down. */
export function findState(root: State, name: string): State | undefined {
  for (const { state } of walkStates(root)) {
    if (state.name === name) return state;
  }
  return undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
