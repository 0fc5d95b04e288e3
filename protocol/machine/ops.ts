// Made by `deno task generate` from the tables beside it; edit those.

import type {
  Action,
  DataField,
  Event,
  EventSource,
  Parallel,
  Parameter,
  Settings,
  State,
  Timer,
  Transition,
} from "./types.ts";

/** A change to a machine document. */
export type MachineOp =
  | SettingsUpdateOp
  | DataAddOp
  | DataUpdateOp
  | DataRemoveOp
  | DataRenameOp
  | DataMoveOp
  | StateAddOp
  | StateUpdateOp
  | StateRemoveOp
  | StateNestOp
  | StateRenameOp
  | StateMoveOp
  | ParallelSetOp
  | ParallelUpdateOp
  | EventSourceAddOp
  | EventSourceUpdateOp
  | EventSourceRemoveOp
  | EventSourceMoveOp
  | EventAddOp
  | EventUpdateOp
  | EventRemoveOp
  | EventRenameOp
  | EventMoveOp
  | ParameterAddOp
  | ParameterUpdateOp
  | ParameterRemoveOp
  | TimerAddOp
  | TimerUpdateOp
  | TimerRemoveOp
  | TransitionAddOp
  | TransitionUpdateOp
  | TransitionRemoveOp
  | TransitionMoveOp
  | ActionAddOp
  | ActionUpdateOp
  | ActionRemoveOp
  | DocumentUpdateOp
  | DocumentSetOp
  | RuntimeEnterOp
  | RuntimeExitOp;

/** Merges keys into the settings; `notes: ""` deletes the note. */
export type SettingsUpdateOp = {
  /** The operation. */
  op: "settings.update";
  /** The keys to set. */
  patch: Partial<Settings>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Declares data. */
export type DataAddOp = {
  /** The operation. */
  op: "data.add";
  /** The new data. */
  data: DataField;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into declared data. */
export type DataUpdateOp = {
  /** The operation. */
  op: "data.update";
  /** The name of the data. */
  name: string;
  /** The keys to set. */
  patch: Partial<DataField>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes declared data; its uses stay. */
export type DataRemoveOp = {
  /** The operation. */
  op: "data.remove";
  /** The name of the data. */
  name: string;
};

/** Renames declared data; its uses stay. */
export type DataRenameOp = {
  /** The operation. */
  op: "data.rename";
  /** The name of the data. */
  name: string;
  /** The name it gets. */
  to: string;
};

/** Moves declared data to a place among the others. */
export type DataMoveOp = {
  /** The operation. */
  op: "data.move";
  /** The name of the data. */
  name: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Inserts a state with everything below it. */
export type StateAddOp = {
  /** The operation. */
  op: "state.add";
  /** The parent's name; null is the root. */
  parent: string | null;
  /** The new state. */
  state: State;
  /** The insertion index; default: at the end. */
  index?: number;
  /** True to make it a region of the parent's `parallel` instead of a child. */
  region?: boolean;
};

/** Merges keys into a state; `notes: ""` deletes the note. */
export type StateUpdateOp = {
  /** The operation. */
  op: "state.update";
  /** The state's name. */
  name: string;
  /** The keys to set. */
  patch: Partial<State>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a state with everything below it. */
export type StateRemoveOp = {
  /** The operation. */
  op: "state.remove";
  /** The state's name. */
  name: string;
};

/** Moves a state to the end of another's children. */
export type StateNestOp = {
  /** The operation. */
  op: "state.nest";
  /** The state to move. */
  child: string;
  /** Its parent to be. */
  newParent: string;
};

/** Renames a state and every reference to it. */
export type StateRenameOp = {
  /** The operation. */
  op: "state.rename";
  /** The name it has. */
  name: string;
  /** The name it gets. */
  to: string;
};

/** Moves a state to a place among the children or regions of a parent. */
export type StateMoveOp = {
  /** The operation. */
  op: "state.move";
  /** The state to move. */
  name: string;
  /** Its parent to be; null is the root. */
  parent: string | null;
  /** The insertion index; default: at the end. */
  index?: number;
  /** True to make it a region of the parent's `parallel` instead of a child. */
  region?: boolean;
};

/** Gives a state its regions, or takes them away. */
export type ParallelSetOp = {
  /** The operation. */
  op: "parallel.set";
  /** The state's name. */
  state: string;
  /** The regions; null removes them. */
  parallel: Parallel | null;
};

/** Merges keys into the `parallel` of a state, such as `nextState`. */
export type ParallelUpdateOp = {
  /** The operation. */
  op: "parallel.update";
  /** The state's name. */
  state: string;
  /** The keys to set. */
  patch: Partial<Parallel>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Inserts an event source. */
export type EventSourceAddOp = {
  /** The operation. */
  op: "eventSource.add";
  /** The new source. */
  source: EventSource;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into an event source. */
export type EventSourceUpdateOp = {
  /** The operation. */
  op: "eventSource.update";
  /** Which source. */
  index: number;
  /** The keys to set. */
  patch: Partial<EventSource>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes an event source. */
export type EventSourceRemoveOp = {
  /** The operation. */
  op: "eventSource.remove";
  /** Which source. */
  index: number;
};

/** Moves an event source. */
export type EventSourceMoveOp = {
  /** The operation. */
  op: "eventSource.move";
  /** Which source. */
  index: number;
  /** Its index afterwards. */
  to: number;
};

/** Inserts an event. */
export type EventAddOp = {
  /** The operation. */
  op: "event.add";
  /** Which source. */
  sourceIndex: number;
  /** The new event. */
  event: Event;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into an event. */
export type EventUpdateOp = {
  /** The operation. */
  op: "event.update";
  /** The event's id. */
  id: string;
  /** The keys to set. */
  patch: Partial<Event>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes an event. */
export type EventRemoveOp = {
  /** The operation. */
  op: "event.remove";
  /** The event's id. */
  id: string;
};

/** Changes an event's id and every reference to it. */
export type EventRenameOp = {
  /** The operation. */
  op: "event.rename";
  /** The id it has. */
  id: string;
  /** The id it gets. */
  to: string;
};

/** Moves an event within its source or to another. */
export type EventMoveOp = {
  /** The operation. */
  op: "event.move";
  /** The event's id. */
  id: string;
  /** The source it goes to. */
  sourceIndex: number;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Inserts a parameter. */
export type ParameterAddOp = {
  /** The operation. */
  op: "parameter.add";
  /** The event's id. */
  eventId: string;
  /** The new parameter. */
  parameter: Parameter;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a parameter. */
export type ParameterUpdateOp = {
  /** The operation. */
  op: "parameter.update";
  /** The event's id. */
  eventId: string;
  /** Which parameter. */
  index: number;
  /** The keys to set. */
  patch: Partial<Parameter>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a parameter. */
export type ParameterRemoveOp = {
  /** The operation. */
  op: "parameter.remove";
  /** The event's id. */
  eventId: string;
  /** Which parameter. */
  index: number;
};

/** Inserts a timer. */
export type TimerAddOp = {
  /** The operation. */
  op: "timer.add";
  /** Which source. */
  sourceIndex: number;
  /** The new timer. */
  timer: Timer;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a timer. */
export type TimerUpdateOp = {
  /** The operation. */
  op: "timer.update";
  /** The timer's id. */
  id: string;
  /** The keys to set. */
  patch: Partial<Timer>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a timer. */
export type TimerRemoveOp = {
  /** The operation. */
  op: "timer.remove";
  /** The timer's id. */
  id: string;
};

/** Inserts a transition. */
export type TransitionAddOp = {
  /** The operation. */
  op: "transition.add";
  /** The state's name. */
  state: string;
  /** The new transition. */
  transition: Transition;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a transition. */
export type TransitionUpdateOp = {
  /** The operation. */
  op: "transition.update";
  /** The state's name. */
  state: string;
  /** Which transition. */
  index: number;
  /** The keys to set. */
  patch: Partial<Transition>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a transition. */
export type TransitionRemoveOp = {
  /** The operation. */
  op: "transition.remove";
  /** The state's name. */
  state: string;
  /** Which transition. */
  index: number;
};

/** Moves a transition within its state or to another. */
export type TransitionMoveOp = {
  /** The operation. */
  op: "transition.move";
  /** The state's name. */
  state: string;
  /** Which transition. */
  index: number;
  /** Its index afterwards. */
  to: number;
  /** The state it goes to; default: the one it is in. */
  toState?: string;
};

/** Inserts an entry or exit action. */
export type ActionAddOp = {
  /** The operation. */
  op: "action.add";
  /** The state's name. */
  state: string;
  /** Which block. */
  hook: "onEntry" | "onExit";
  /** The new action. */
  action: Action;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Replaces an entry or exit action. */
export type ActionUpdateOp = {
  /** The operation. */
  op: "action.update";
  /** The state's name. */
  state: string;
  /** Which block. */
  hook: "onEntry" | "onExit";
  /** Which action. */
  index: number;
  /** The new value. */
  action: Action;
};

/** Removes an entry or exit action. */
export type ActionRemoveOp = {
  /** The operation. */
  op: "action.remove";
  /** The state's name. */
  state: string;
  /** Which block. */
  hook: "onEntry" | "onExit";
  /** Which action. */
  index: number;
};

/** Merges keys into the definition itself. */
export type DocumentUpdateOp = {
  /** The operation. */
  op: "document.update";
  /** The keys to set. */
  patch: unknown;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Replaces the whole definition. */
export type DocumentSetOp = {
  /** The operation. */
  op: "document.set";
  /** The new value. */
  document: unknown;
};

/** Says that a running machine entered a state; changes nothing. */
export type RuntimeEnterOp = {
  /** The operation. */
  op: "runtime.enter";
  /** The state's name. */
  state: string;
  /** The state it came from. */
  from?: string;
  /** The event that brought it there. */
  eventId?: string;
};

/** Says that a running machine left a state; changes nothing. */
export type RuntimeExitOp = {
  /** The operation. */
  op: "runtime.exit";
  /** The state's name. */
  state: string;
};
