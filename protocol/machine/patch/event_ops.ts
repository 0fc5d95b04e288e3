import { cloneJson } from "../../json/clone.ts";
import type {
  EventAddOp,
  EventMoveOp,
  EventRemoveOp,
  EventRenameOp,
  EventSourceAddOp,
  EventSourceMoveOp,
  EventSourceRemoveOp,
  EventSourceUpdateOp,
  EventUpdateOp,
  TimerAddOp,
  TimerRemoveOp,
  TimerUpdateOp,
} from "../ops.ts";
import type { Draft } from "./draft.ts";
import { refuse } from "./error.ts";
import {
  declarations,
  type Declared,
  findDeclaration,
  ownDeclaration,
  ownSource,
  refuseTakenId,
  refuseTakenIds,
  sourcesIn,
} from "./event_index.ts";
import { dropEmptyList, insert, requireIndex, requireKept, requireObject } from "./lists.ts";
import { type Members, mergeMembers } from "./members.ts";
import { renameEventReferences } from "./references.ts";

/** Applies `eventSource.add`. */
export function addEventSource(draft: Draft, op: EventSourceAddOp): void {
  const source = requireObject(op.source, "`source`");
  refuseTakenIds(draft, [source]);
  insert(draft.ownList(draft.top, "events"), op.index, cloneJson(source));
}

/** Applies `eventSource.update`. */
export function updateEventSource(draft: Draft, op: EventSourceUpdateOp): void {
  const source = ownSource(draft, op.index);
  const patch = requireObject(op.patch, "`patch`");
  const lists = (["events", "timers"] as const).filter((kind) => Object.hasOwn(patch, kind));
  const replaced = Object.fromEntries(lists.map((kind) => [kind, source[kind]]));
  refuseTakenIds(draft, [patch], [replaced]);
  mergeMembers(source, op);
}

/** Applies `eventSource.remove`; the list stays, even when it is empty. */
export function removeEventSource(draft: Draft, op: EventSourceRemoveOp): void {
  requireIndex(sourcesIn(draft.top), op.index, "event source", "the document");
  draft.ownList(draft.top, "events").splice(op.index, 1);
}

/** Applies `eventSource.move`; `to` is the index it has afterwards. */
export function moveEventSource(draft: Draft, op: EventSourceMoveOp): void {
  requireIndex(sourcesIn(draft.top), op.index, "event source", "the document");
  const sources = draft.ownList(draft.top, "events");
  insert(sources, op.to, sources.splice(op.index, 1)[0]);
}

/** Applies `event.add`. */
export function addEvent(draft: Draft, op: EventAddOp): void {
  addDeclared(draft, "events", op.sourceIndex, requireId(op.event, "`event`"), op.index);
}

/** Applies `event.update`. */
export function updateEvent(draft: Draft, op: EventUpdateOp): void {
  updateDeclared(draft, "events", op.id, op);
}

/** Applies `event.remove`. */
export function removeEvent(draft: Draft, op: EventRemoveOp): void {
  removeDeclared(draft, "events", op.id);
}

/** Applies `event.rename`: every declaration with the id and every reference to it, timers included. */
export function renameEvent(draft: Draft, op: EventRenameOp): void {
  const known = declarations(sourcesIn(draft.top)).some(({ id }) => id === op.id);
  // Fails with the sentence about a missing event.
  if (!known) findDeclaration(draft.top, "events", op.id);
  if (op.to === op.id) return;
  refuseTakenId(draft, op.to);
  draft.replaceTop(renameEventReferences(draft.top, op.id, op.to));
}

/** Applies `event.move`; `index` is the one it has afterwards. */
export function moveEvent(draft: Draft, op: EventMoveOp): void {
  const { source, index, item } = findDeclaration(draft.top, "events", op.id);
  const from = ownSource(draft, source);
  const to = ownSource(draft, op.sourceIndex);
  draft.ownList(from, "events").splice(index, 1);
  insert(draft.ownList(to, "events"), op.index, item);
  dropEmptyList(from, "events");
}

/** Applies `timer.add`. */
export function addTimer(draft: Draft, op: TimerAddOp): void {
  addDeclared(draft, "timers", op.sourceIndex, requireId(op.timer, "`timer`"), op.index);
}

/** Applies `timer.update`; references to a changed id stay as they are. */
export function updateTimer(draft: Draft, op: TimerUpdateOp): void {
  updateDeclared(draft, "timers", op.id, op);
}

/** Applies `timer.remove`. */
export function removeTimer(draft: Draft, op: TimerRemoveOp): void {
  removeDeclared(draft, "timers", op.id);
}

function addDeclared(
  draft: Draft,
  kind: Declared,
  sourceIndex: number,
  item: Members,
  index: number | undefined,
): void {
  const source = ownSource(draft, sourceIndex);
  refuseTakenId(draft, item.id as string);
  insert(draft.ownList(source, kind), index, cloneJson(item));
}

function updateDeclared(draft: Draft, kind: Declared, id: string, op: EventUpdateOp | TimerUpdateOp): void {
  const item = ownDeclaration(draft, kind, id);
  requireKept("id", op);
  const { id: to } = requireObject(op.patch, "`patch`");
  if (typeof to === "string" && to !== id) refuseTakenId(draft, to);
  mergeMembers(item, op);
}

function removeDeclared(draft: Draft, kind: Declared, id: string): void {
  const { source, index } = findDeclaration(draft.top, kind, id);
  const holder = ownSource(draft, source);
  draft.ownList(holder, kind).splice(index, 1);
  dropEmptyList(holder, kind);
}

function requireId(value: unknown, what: string): Members {
  const item = requireObject(value, what);
  return typeof item.id === "string" ? item : refuse("wrong_type", null, `${what} needs an id.`);
}
