import { isObject, type State, type StateMachineDefinition } from "@loom/protocol";
import { canBeActive, childrenOf, joinTargetOf, kindOf, regionsOf } from "../members.ts";

/** The kind of a state in generated code: a member of `StateKind`. */
export type KindName = "LEAF" | "COMPOSITE" | "ROOT" | "FINAL" | "PARALLEL" | "HISTORY";

/** The members that hold states in JSON. */
type ListName = "/state" | "/states" | "/parallel/states";

/** One state that runs. */
export interface TreeState {
  /** The state itself. */
  readonly state: State;
  /** Its name. */
  readonly name: string;
  /** Its place in document order. */
  readonly index: number;
  /** The state it stands in; null for the root. */
  readonly parent: TreeState | null;
  /** Its list in the parent's JSON. */
  readonly list: ListName;
  /** Its place in that list. */
  readonly place: number;
  /** Its kind. */
  readonly kind: KindName;
  /** Its target when all its regions are complete. */
  readonly join: string | undefined;
}

/** All states of a definition. */
export interface StateTree {
  /** Those that run, in document order. */
  readonly states: readonly TreeState[];
  /** Name to state; states that never run stand for the one above them that does. */
  readonly byName: ReadonlyMap<string, TreeState>;
  /** The names of those that never run. */
  readonly aliases: readonly string[];
}

interface Pending {
  readonly state: State;
  readonly parent: TreeState | null;
  readonly list: ListName;
  readonly place: number;
  readonly isRegion: boolean;
  /** The state that it stands for, when it never runs itself. */
  readonly standsFor: TreeState | null;
}

/** The states of a definition as the interpreter runs them. */
export function stateTreeOf(definition: StateMachineDefinition): StateTree {
  const states: TreeState[] = [];
  const byName = new Map<string, TreeState>();
  const aliases: string[] = [];
  walk(definition, (state) => {
    states.push(state);
    byName.set(state.name, state);
  }, (name, standsFor) => {
    byName.set(name, standsFor);
    aliases.push(name);
  });
  return { states, byName, aliases };
}

/** Only the states that run, in document order. */
export function runningStatesOf(definition: StateMachineDefinition): TreeState[] {
  const states: TreeState[] = [];
  walk(definition, (state) => states.push(state), () => {});
  return states;
}

/** Walks over the states of a definition in document order, as the interpreter does. */
function walk(
  definition: StateMachineDefinition,
  onState: (state: TreeState) => void,
  onAlias: (name: string, standsFor: TreeState) => void,
): void {
  const root: unknown = definition?.state;
  const pending: Pending[] = [];
  if (isObject(root)) {
    const { state } = definition;
    pending.push({ state, parent: null, list: "/state", place: 0, isRegion: false, standsFor: null });
  }
  let count = 0;
  // A stack instead of recursion: a definition made by a program may be deeper than the call stack.
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.standsFor) {
      onAlias(next.state.name, next.standsFor);
      addBelow(pending, next.state, null, next.standsFor);
      continue;
    }
    const node = treeState(next, count++);
    onState(node);
    addBelow(pending, next.state, node, null);
  }
}

/** JSON pointer to a state. */
export function pathOf(state: TreeState): string {
  const steps: string[] = [];
  for (let node: TreeState | null = state; node; node = node.parent) {
    steps.push(node.parent ? `${node.list}/${node.place}` : node.list);
  }
  return steps.reverse().join("");
}

/** True when `state` is below `ancestor`. */
export function isBelow(state: TreeState, ancestor: TreeState): boolean {
  let node = state.parent;
  while (node && node.index > ancestor.index) node = node.parent;
  return node === ancestor;
}

function treeState({ state, parent, list, place, isRegion }: Pending, index: number): TreeState {
  const kind = kindNameOf(state, parent === null, isRegion);
  const join = kind === "PARALLEL" ? joinTargetOf(state) : undefined;
  const name: unknown = state.name;
  return { state, name: typeof name === "string" ? name : "", index, parent, list, place, kind, join };
}

function kindNameOf(state: State, isRoot: boolean, isRegion: boolean): KindName {
  if (kindOf(state) === "history" && !isRoot) return "HISTORY";
  if (regionsOf(state).some(canBeActive)) return "PARALLEL";
  const isComposite = childrenOf(state).some(canBeActive);
  if (kindOf(state) === "final" && !isComposite && !isRegion) return "FINAL";
  if (isRoot) return "ROOT";
  return isComposite ? "COMPOSITE" : "LEAF";
}

/** Puts on the stack what stands below a state, with what each of it runs as: children come first. */
function addBelow(
  pending: Pending[],
  state: State,
  parent: TreeState | null,
  standsFor: TreeState | null,
): void {
  const isParallel = parent?.kind === "PARALLEL";
  const outside = standsFor ?? (parent?.kind === "HISTORY" ? parent : null);
  const regions = regionsOf(state);
  for (let place = regions.length - 1; place >= 0; place--) {
    const region = regions[place]!; // place is within bounds
    const isRegion = isParallel && canBeActive(region);
    pending.push({ state: region, parent, list: "/parallel/states", place, isRegion, standsFor: outside });
  }
  const children = childrenOf(state);
  const childStandsFor = outside ?? (isParallel ? parent : null);
  for (let place = children.length - 1; place >= 0; place--) {
    const child = children[place]!; // place is within bounds
    pending.push({
      state: child,
      parent,
      list: "/states",
      place,
      isRegion: false,
      standsFor: childStandsFor,
    });
  }
}
