import { isObject, type State, type StateMachineDefinition } from "@loom/protocol";
import { childrenOf, joinTargetOf, kindOf, regionsOf } from "../members.ts";

/** What a state is in generated code: a member of `StateKind`. */
export type KindName = "LEAF" | "COMPOSITE" | "ROOT" | "FINAL" | "PARALLEL" | "HISTORY";

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
  /** Its list in the parent's JSON, and its place there. */
  readonly step: string;
  /** What it is. */
  readonly kind: KindName;
  /** Where it goes when all its regions are complete. */
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
  readonly step: string;
  readonly isRegion: boolean;
  /** The state that it stands for, when it never runs itself. */
  readonly standsFor: TreeState | null;
}

/** Walks over the states of a definition in document order, as the interpreter does. */
export function stateTreeOf(definition: StateMachineDefinition): StateTree {
  const states: TreeState[] = [];
  const byName = new Map<string, TreeState>();
  const aliases: string[] = [];
  const root: unknown = definition?.state;
  const pending: Pending[] = [];
  if (isObject(root)) {
    pending.push({ state: definition.state, parent: null, step: "/state", isRegion: false, standsFor: null });
  }
  // A stack instead of recursion: a definition made by a program may be deeper than the call stack.
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.standsFor) {
      byName.set(next.state.name, next.standsFor);
      aliases.push(next.state.name);
      pushAll(pending, below(next.state, null, next.standsFor));
      continue;
    }
    const node = treeState(next, states.length);
    states.push(node);
    byName.set(node.name, node);
    pushAll(pending, below(next.state, node, null));
  }
  return { states, byName, aliases };
}

/** JSON pointer to a state. */
export function pathOf(state: TreeState): string {
  const steps: string[] = [];
  for (let node: TreeState | null = state; node; node = node.parent) steps.push(node.step);
  return steps.reverse().join("");
}

/** Whether `state` is below `ancestor`. */
export function isBelow(state: TreeState, ancestor: TreeState): boolean {
  let node = state.parent;
  while (node && node.index > ancestor.index) node = node.parent;
  return node === ancestor;
}

function treeState({ state, parent, step, isRegion }: Pending, index: number): TreeState {
  const kind = kindNameOf(state, parent === null, isRegion);
  const join = kind === "PARALLEL" ? joinTargetOf(state) : undefined;
  const name: unknown = state.name;
  return { state, name: typeof name === "string" ? name : "", index, parent, step, kind, join };
}

function kindNameOf(state: State, isRoot: boolean, isRegion: boolean): KindName {
  if (kindOf(state) === "history" && !isRoot) return "HISTORY";
  if (regionsOf(state).some(canBeActive)) return "PARALLEL";
  const isComposite = childrenOf(state).some(canBeActive);
  if (kindOf(state) === "final" && !isComposite && !isRegion) return "FINAL";
  if (isRoot) return "ROOT";
  return isComposite ? "COMPOSITE" : "LEAF";
}

/** What stands below a state, with what each of it runs as. */
function below(state: State, node: TreeState | null, standsFor: TreeState | null): Pending[] {
  const isParallel = node?.kind === "PARALLEL";
  const outside = standsFor ?? (node?.kind === "HISTORY" ? node : null);
  const pendingOf = (list: readonly State[], step: string, isRegions: boolean): Pending[] =>
    list.map((child, index) => ({
      state: child,
      parent: node,
      step: `${step}/${index}`,
      isRegion: isParallel && isRegions && canBeActive(child),
      standsFor: outside ?? (isParallel && !isRegions ? node : null),
    }));
  return [
    ...pendingOf(childrenOf(state), "/states", false),
    ...pendingOf(regionsOf(state), "/parallel/states", true),
  ];
}

function pushAll(pending: Pending[], list: readonly Pending[]): void {
  for (let index = list.length - 1; index >= 0; index--) {
    const one = list[index];
    if (one) pending.push(one);
  }
}

function canBeActive(state: State): boolean {
  return kindOf(state) !== "history";
}
