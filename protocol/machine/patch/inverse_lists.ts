import { isObject } from "../../json/value.ts";
import type {
  ActionAddOp,
  ActionRemoveOp,
  ActionUpdateOp,
  ParameterAddOp,
  ParameterRemoveOp,
  ParameterUpdateOp,
  TransitionAddOp,
  TransitionMoveOp,
  TransitionRemoveOp,
  TransitionUpdateOp,
} from "../ops.ts";
import type { Action, Parameter, Transition } from "../types.ts";
import type { Before } from "./before.ts";
import { findDeclaration } from "./event_index.ts";
import { insertionIndex } from "./lists.ts";
import { memberChange, type Members } from "./members.ts";
import type { Work } from "./work.ts";

/** Undoes `parameter.add`. */
export function undoAddParameter(work: Work, op: ParameterAddOp, before: Before): void {
  const { eventId } = op;
  const index = insertionIndex(listIn(before.declared("events", eventId), "parameters").length, op.index);
  work.emit({ op: "parameter.remove", eventId, index });
  before.restoreEvent(work, eventId);
}

/** Undoes `parameter.update`. */
export function undoUpdateParameter(work: Work, { eventId, index }: ParameterUpdateOp, before: Before): void {
  const now = findDeclaration(work.draft.top, "events", eventId).item;
  const then = before.declared("events", eventId);
  const change = itemChange<Parameter>(now, then, "parameters", index);
  if (change) work.emit({ op: "parameter.update", eventId, index, ...change });
}

/** Undoes `parameter.remove`. */
export function undoRemoveParameter(work: Work, { eventId, index }: ParameterRemoveOp, before: Before): void {
  const parameter = listIn(before.declared("events", eventId), "parameters")[index] as Parameter;
  work.emit({ op: "parameter.add", eventId, parameter, index });
  before.restoreEvent(work, eventId);
}

/** Undoes `transition.add`. */
export function undoAddTransition(work: Work, { state, index }: TransitionAddOp, before: Before): void {
  const place = before.place(state);
  const at = insertionIndex(listIn(place.state, "transitions").length, index);
  work.emit({ op: "transition.remove", state, index: at });
  before.settleState(work, place);
}

/** Undoes `transition.update`. */
export function undoUpdateTransition(work: Work, { state, index }: TransitionUpdateOp, before: Before): void {
  const now = work.draft.place(state).state;
  const change = itemChange<Transition>(now, before.place(state).state, "transitions", index);
  if (change) work.emit({ op: "transition.update", state, index, ...change });
}

/** Undoes `transition.remove`. */
export function undoRemoveTransition(work: Work, { state, index }: TransitionRemoveOp, before: Before): void {
  const place = before.place(state);
  const transition = listIn(place.state, "transitions")[index] as Transition;
  work.emit({ op: "transition.add", state, transition, index });
  before.settleState(work, place);
}

/** Undoes `transition.move`. */
export function undoMoveTransition(work: Work, op: TransitionMoveOp, before: Before): void {
  const toState = op.toState ?? op.state;
  const [from, to] = [before.place(op.state), before.place(toState)];
  const length = listIn(to.state, "transitions").length - (from === to ? 1 : 0);
  const back = from === to ? {} : { toState: op.state };
  const index = insertionIndex(length, op.to);
  work.emit({ op: "transition.move", state: toState, index, to: op.index, ...back });
  before.settleState(work, from);
  before.settleState(work, to);
}

/** Undoes `action.add`. */
export function undoAddAction(work: Work, { state, hook, index }: ActionAddOp, before: Before): void {
  const place = before.place(state);
  const at = insertionIndex(listIn(place.state[hook], "actions").length, index);
  work.emit({ op: "action.remove", state, hook, index: at });
  before.settleState(work, place);
}

/** Undoes `action.update`. */
export function undoUpdateAction(work: Work, { state, hook, index }: ActionUpdateOp, before: Before): void {
  const action = listIn(before.place(state).state[hook], "actions")[index] as Action;
  work.emit({ op: "action.update", state, hook, index, action });
}

/** Undoes `action.remove`. */
export function undoRemoveAction(work: Work, { state, hook, index }: ActionRemoveOp, before: Before): void {
  const place = before.place(state);
  const action = listIn(place.state[hook], "actions")[index] as Action;
  work.emit({ op: "action.add", state, hook, action, index });
  before.settleState(work, place);
}

function listIn(holder: unknown, key: string): readonly unknown[] {
  const list = isObject(holder) ? holder[key] : undefined;
  return Array.isArray(list) ? list : [];
}

function itemChange<T>(
  now: Members,
  then: Members,
  key: string,
  index: number,
): ReturnType<typeof memberChange<T>> {
  return memberChange<T>(listIn(now, key)[index] as Members, listIn(then, key)[index] as Members);
}
