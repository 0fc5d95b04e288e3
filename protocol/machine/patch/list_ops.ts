import { cloneJson } from "../../json/clone.ts";
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
import type { Draft } from "./draft.ts";
import { refuse } from "./error.ts";
import { ownDeclaration } from "./event_index.ts";
import { dropEmptyList, insert, requireIndex, requireObject } from "./lists.ts";
import { type Members, type MergeableChange, mergeMembers } from "./members.ts";

/** Applies `transition.add`. */
export function addTransition(draft: Draft, op: TransitionAddOp): void {
  const state = draft.ownState(draft.place(op.state));
  const transition = requireObject(op.transition, "`transition`");
  insert(draft.ownList(state, "transitions"), op.index, cloneJson(transition));
}

/** Applies `transition.update`. */
export function updateTransition(draft: Draft, op: TransitionUpdateOp): void {
  const state = draft.ownState(draft.place(op.state));
  updateItem(draft, itemsOf(draft, state, op), op.index, op);
}

/** Applies `transition.remove`. */
export function removeTransition(draft: Draft, op: TransitionRemoveOp): void {
  const state = draft.ownState(draft.place(op.state));
  itemsOf(draft, state, op).splice(op.index, 1);
  dropEmptyList(state, "transitions");
}

/** Applies `transition.move`; `to` is the index it has afterwards. */
export function moveTransition(draft: Draft, op: TransitionMoveOp): void {
  const from = draft.ownState(draft.place(op.state));
  const to = draft.ownState(draft.place(op.toState ?? op.state));
  const [transition] = itemsOf(draft, from, op).splice(op.index, 1);
  insert(draft.ownList(to, "transitions"), op.to, transition);
  dropEmptyList(from, "transitions");
}

/** Applies `parameter.add`. */
export function addParameter(draft: Draft, op: ParameterAddOp): void {
  const event = ownDeclaration(draft, "events", op.eventId);
  const parameter = requireObject(op.parameter, "`parameter`");
  insert(draft.ownList(event, "parameters"), op.index, cloneJson(parameter));
}

/** Applies `parameter.update`. */
export function updateParameter(draft: Draft, op: ParameterUpdateOp): void {
  updateItem(draft, parametersOf(draft, op), op.index, op);
}

/** Applies `parameter.remove`. */
export function removeParameter(draft: Draft, op: ParameterRemoveOp): void {
  parametersOf(draft, op).splice(op.index, 1);
  dropEmptyList(ownDeclaration(draft, "events", op.eventId), "parameters");
}

/** Applies `action.add`; a missing block is made. */
export function addAction(draft: Draft, op: ActionAddOp): void {
  const block = draft.ownObject(draft.ownState(draft.place(op.state)), op.hook);
  insert(draft.ownList(block, "actions"), op.index, cloneJson(op.action));
}

/** Applies `action.update`, which replaces the action. */
export function updateAction(draft: Draft, op: ActionUpdateOp): void {
  actionsOf(draft, op)[op.index] = cloneJson(op.action);
}

/** Applies `action.remove`; the block goes with its last action. */
export function removeAction(draft: Draft, op: ActionRemoveOp): void {
  const actions = actionsOf(draft, op);
  actions.splice(op.index, 1);
  if (actions.length === 0) delete draft.ownState(draft.place(op.state))[op.hook];
}

/** The transitions of a state, free to be changed; one of them must have the index. */
function itemsOf(draft: Draft, state: Members, op: { state: string; index: number }): unknown[] {
  const present = Array.isArray(state.transitions) ? state.transitions : [];
  requireIndex(present, op.index, "transition", `the state ${JSON.stringify(op.state)}`);
  return draft.ownList(state, "transitions");
}

/** The parameters of an event, free to be changed; one of them must have the index. */
function parametersOf(draft: Draft, op: { eventId: string; index: number }): unknown[] {
  const event = ownDeclaration(draft, "events", op.eventId);
  const present = Array.isArray(event.parameters) ? event.parameters : [];
  requireIndex(present, op.index, "parameter", `the event ${JSON.stringify(op.eventId)}`);
  return draft.ownList(event, "parameters");
}

/** The actions of a block, free to be changed; one of them must have the index. */
function actionsOf(draft: Draft, op: ActionUpdateOp | ActionRemoveOp): unknown[] {
  const state = draft.ownState(draft.place(op.state));
  const where = `the state ${JSON.stringify(op.state)}`;
  if (!isObject(state[op.hook])) refuse("not_found", op.hook, `${where} has no ${op.hook} block.`);
  const block = draft.ownObject(state, op.hook);
  const present = Array.isArray(block.actions) ? block.actions : [];
  requireIndex(present, op.index, "action", `${op.hook} of ${where}`);
  return draft.ownList(block, "actions");
}

function updateItem(draft: Draft, items: unknown[], index: number, change: MergeableChange): void {
  const item = draft.own(requireObject(items[index], `what stands at index ${index}`));
  items[index] = item;
  mergeMembers(item, change);
}
