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
import type { Event, EventSource, Timer } from "../types.ts";
import type { Before } from "./before.ts";
import { findDeclaration, sourcesIn } from "./event_index.ts";
import { insertionIndex } from "./lists.ts";
import { memberChange } from "./members.ts";
import type { Work } from "./work.ts";

/** Undoes `eventSource.add`. */
export function undoAddEventSource(work: Work, op: EventSourceAddOp, before: Before): void {
  work.emit({ op: "eventSource.remove", index: insertionIndex(sourcesIn(before.top).length, op.index) });
  before.settleTop(work);
}

/** Undoes `eventSource.update`. */
export function undoUpdateEventSource(work: Work, op: EventSourceUpdateOp, before: Before): void {
  before.restoreSource(work, op.index);
}

/** Undoes `eventSource.remove`. */
export function undoRemoveEventSource(work: Work, { index }: EventSourceRemoveOp, before: Before): void {
  work.emit({ op: "eventSource.add", source: before.source(index) as unknown as EventSource, index });
}

/** Undoes `eventSource.move`. */
export function undoMoveEventSource(work: Work, op: EventSourceMoveOp, before: Before): void {
  const index = insertionIndex(sourcesIn(before.top).length - 1, op.to);
  work.emit({ op: "eventSource.move", index, to: op.index });
}

/** Undoes `event.add`. */
export function undoAddEvent(work: Work, op: EventAddOp, before: Before): void {
  work.emit({ op: "event.remove", id: op.event.id });
  before.settleSource(work, op.sourceIndex);
}

/** Undoes `event.update`. */
export function undoUpdateEvent(work: Work, op: EventUpdateOp, before: Before): void {
  before.restoreEvent(work, op.id, op.patch.id);
}

/** Undoes `event.remove`. */
export function undoRemoveEvent(work: Work, op: EventRemoveOp, before: Before): void {
  const { item, source, index } = findDeclaration(before.top, "events", op.id);
  work.emit({ op: "event.add", sourceIndex: source, event: item as unknown as Event, index });
  before.settleSource(work, source);
}

/** Undoes `event.rename`. */
export function undoRenameEvent(work: Work, op: EventRenameOp): void {
  work.emit({ op: "event.rename", id: op.to, to: op.id });
}

/** Undoes `event.move`. */
export function undoMoveEvent(work: Work, op: EventMoveOp, before: Before): void {
  const { source, index } = findDeclaration(before.top, "events", op.id);
  work.emit({ op: "event.move", id: op.id, sourceIndex: source, index });
  before.settleSource(work, source);
  if (op.sourceIndex !== source) before.settleSource(work, op.sourceIndex);
}

/** Undoes `timer.add`. */
export function undoAddTimer(work: Work, op: TimerAddOp, before: Before): void {
  work.emit({ op: "timer.remove", id: op.timer.id });
  before.settleSource(work, op.sourceIndex);
}

/** Undoes `timer.update`. */
export function undoUpdateTimer(work: Work, op: TimerUpdateOp, before: Before): void {
  const id = op.patch.id ?? op.id;
  const now = findDeclaration(work.draft.top, "timers", id).item;
  const change = memberChange<Timer>(now, before.declared("timers", op.id));
  if (change) work.emit({ op: "timer.update", id, ...change });
}

/** Undoes `timer.remove`. */
export function undoRemoveTimer(work: Work, op: TimerRemoveOp, before: Before): void {
  const { item, source, index } = findDeclaration(before.top, "timers", op.id);
  work.emit({ op: "timer.add", sourceIndex: source, timer: item as unknown as Timer, index });
  before.settleSource(work, source);
}
