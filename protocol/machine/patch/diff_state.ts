import { equalJson } from "../../json/equal.ts";
import { isObject } from "../../json/value.ts";
import type { Action, Parallel, State, Transition } from "../types.ts";
import { editableLists, editList, sameMembers } from "./edit_list.ts";
import { memberChange, type Members } from "./members.ts";
import { statesIn } from "./state_index.ts";
import type { Work } from "./work.ts";

/** The blocks of actions that a state has. */
const HOOKS = ["onEntry", "onExit"] as const;

/** Transitions are the same when they react to the same event, at best to go to the same state. */
const TRANSITION_TRAITS = [sameMembers("event", "nextState"), sameMembers("event"), sameMembers("nextState")];

/** Actions are the same when they are of one kind; which one hardly matters, since an update replaces it. */
const ACTION_TRAITS = [sameMembers("name"), (action: Members) => Object.keys(action).join()];

/** Edits the transitions and the entry and exit actions of a state. */
export function diffStateLists(work: Work, name: string, next: Members): void {
  const { state } = work.draft.place(name);
  if (!equalJson(state.transitions, next.transitions)) diffTransitions(work, name, state, next);
  for (const hook of HOOKS) {
    if (!equalJson(state[hook], next[hook])) diffActions(work, name, hook, state[hook], next[hook]);
  }
}

function diffTransitions(work: Work, name: string, state: Members, next: Members): void {
  const lists = editableLists(state.transitions, next.transitions);
  if (!lists) return;
  editList(lists.from, lists.to, TRANSITION_TRAITS, {
    add: (item, index) => {
      work.emit({ op: "transition.add", state: name, transition: item as Transition, index });
    },
    remove: (index) => work.emit({ op: "transition.remove", state: name, index }),
    move: (index, to) => work.emit({ op: "transition.move", state: name, index, to }),
    update: (index, from, to) => {
      const change = memberChange<Transition>(from, to);
      if (change) work.emit({ op: "transition.update", state: name, index, ...change });
    },
  });
}

function diffActions(
  work: Work,
  name: string,
  hook: (typeof HOOKS)[number],
  from: unknown,
  to: unknown,
): void {
  const lists = editableActions(from, to);
  if (!lists) return;
  editList(lists.from, lists.to, ACTION_TRAITS, {
    add: (item, index) => work.emit({ op: "action.add", state: name, hook, action: item as Action, index }),
    remove: (index) => work.emit({ op: "action.remove", state: name, hook, index }),
    update: (index, _from, item) => {
      work.emit({ op: "action.update", state: name, hook, index, action: item as Action });
    },
  });
}

/** The actions of two versions of a block, when nothing else of the block differs. */
function editableActions(from: unknown, to: unknown): ReturnType<typeof editableLists> {
  if (!isBlock(from) || !isBlock(to)) return undefined;
  const onlyActions = from === undefined || to === undefined ? { actions: [] } : from;
  for (const block of [from, to]) {
    if (block && memberChange(onlyActions, block, (key) => key === "actions")) return undefined;
  }
  return editableLists(from?.actions, to?.actions);
}

function isBlock(value: unknown): value is Members | undefined {
  return value === undefined || (isObject(value) && Array.isArray(value.actions) && value.actions.length > 0);
}

/**
 * Makes a state read exactly like its next version, when its children and regions are those of the next version
 * already.
 */
export function settleState(work: Work, name: string, next: Members): void {
  settleParallel(work, name, next);
  const { state } = work.draft.place(name);
  const isSettled = (key: string) =>
    (key === "states" && bothHave(state, next, "child")) ||
    (key === "parallel" && bothHave(state, next, "region"));
  const change = memberChange<State>(state, next, isSettled);
  if (change) work.emit({ op: "state.update", name, ...change });
}

function settleParallel(work: Work, name: string, next: Members): void {
  const { state } = work.draft.place(name);
  if (!bothHave(state, next, "region")) return;
  const change = memberChange<Parallel>(
    state.parallel as Members,
    next.parallel as Members,
    (key) => key === "states",
  );
  if (change) work.emit({ op: "parallel.update", state: name, ...change });
}

/** Whether both have children, or regions: then every one of them is looked after on its own. */
function bothHave(state: Members, next: Members, slot: "child" | "region"): boolean {
  return statesIn(state, slot).length > 0 && statesIn(next, slot).length > 0;
}
