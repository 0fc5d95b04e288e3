import type { FieldShape, ObjectShape } from "../shape/shape.ts";

const UNSET: FieldShape = {
  name: "unset",
  type: "string[]",
  doc: "Keys to delete before the patch is merged; a key that is also in the patch moves to the end.",
};
const ORDER: FieldShape = {
  name: "order",
  type: "string[]",
  doc: "Keys to put first afterwards, in this order; the others follow as they stand.",
};
const INDEX: FieldShape = { name: "index", type: "integer", doc: "Where to insert; default: at the end." };
const REGION: FieldShape = {
  name: "region",
  type: "boolean",
  doc: "Whether it becomes a region of the parent's `parallel` instead of a child.",
};
const STATE: FieldShape = { name: "state", type: "string", required: true, doc: "The state's name." };
const HOOK: FieldShape = { name: "hook", type: '"onEntry" | "onExit"', required: true, doc: "Which block." };

/** The operations that change a machine document, one row an operation: types, checks and pages come from it. */
export const MACHINE_OP_SHAPE: readonly ObjectShape[] = [
  op("settings.update", "SettingsUpdate", 'Merges keys into the settings; `notes: ""` deletes the note.', [
    required("patch", "Partial<Settings>", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("state.add", "StateAdd", "Inserts a state with everything below it.", [
    required("parent", "string | null", "The parent's name; null is the root."),
    required("state", "State", "The new state."),
    INDEX,
    REGION,
  ]),
  op("state.update", "StateUpdate", 'Merges keys into a state; `notes: ""` deletes the note.', [
    required("name", "string", "The state's name."),
    required("patch", "Partial<State>", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("state.remove", "StateRemove", "Removes a state with everything below it.", [
    required("name", "string", "The state's name."),
  ]),
  op("state.nest", "StateNest", "Moves a state to the end of another's children.", [
    required("child", "string", "The state to move."),
    required("newParent", "string", "Its parent to be."),
  ]),
  op("state.rename", "StateRename", "Renames a state and every reference to it.", [
    required("name", "string", "The name it has."),
    required("to", "string", "The name it gets."),
  ]),
  op("state.move", "StateMove", "Moves a state to a place among the children or regions of a parent.", [
    required("name", "string", "The state to move."),
    required("parent", "string | null", "Its parent to be; null is the root."),
    INDEX,
    REGION,
  ]),
  op("parallel.set", "ParallelSet", "Gives a state its regions, or takes them away.", [
    STATE,
    required("parallel", "Parallel | null", "The regions; null removes them."),
  ]),
  op(
    "parallel.update",
    "ParallelUpdate",
    "Merges keys into the `parallel` of a state, such as `nextState`.",
    [
      STATE,
      required("patch", "Partial<Parallel>", "The keys to set."),
      UNSET,
      ORDER,
    ],
  ),
  op("eventSource.add", "EventSourceAdd", "Inserts an event source.", [
    required("source", "EventSource", "The new source."),
    INDEX,
  ]),
  op("eventSource.update", "EventSourceUpdate", "Merges keys into an event source.", [
    required("index", "integer", "Which source."),
    required("patch", "Partial<EventSource>", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("eventSource.remove", "EventSourceRemove", "Removes an event source.", [
    required("index", "integer", "Which source."),
  ]),
  op("eventSource.move", "EventSourceMove", "Moves an event source.", [
    required("index", "integer", "Which source."),
    required("to", "integer", "Its index afterwards."),
  ]),
  op("event.add", "EventAdd", "Inserts an event.", [
    required("sourceIndex", "integer", "Which source."),
    required("event", "Event", "The new event."),
    INDEX,
  ]),
  op("event.update", "EventUpdate", "Merges keys into an event.", [
    required("id", "string", "The event's id."),
    required("patch", "Partial<Event>", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("event.remove", "EventRemove", "Removes an event.", [required("id", "string", "The event's id.")]),
  op("event.rename", "EventRename", "Changes an event's id and every reference to it.", [
    required("id", "string", "The id it has."),
    required("to", "string", "The id it gets."),
  ]),
  op("event.move", "EventMove", "Moves an event within its source or to another.", [
    required("id", "string", "The event's id."),
    required("sourceIndex", "integer", "The source it goes to."),
    INDEX,
  ]),
  op("parameter.add", "ParameterAdd", "Inserts a parameter.", [
    required("eventId", "string", "The event's id."),
    required("parameter", "Parameter", "The new parameter."),
    INDEX,
  ]),
  op("parameter.update", "ParameterUpdate", "Merges keys into a parameter.", [
    required("eventId", "string", "The event's id."),
    required("index", "integer", "Which parameter."),
    required("patch", "Partial<Parameter>", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("parameter.remove", "ParameterRemove", "Removes a parameter.", [
    required("eventId", "string", "The event's id."),
    required("index", "integer", "Which parameter."),
  ]),
  op("timer.add", "TimerAdd", "Inserts a timer.", [
    required("sourceIndex", "integer", "Which source."),
    required("timer", "Timer", "The new timer."),
    INDEX,
  ]),
  op("timer.update", "TimerUpdate", "Merges keys into a timer.", [
    required("id", "string", "The timer's id."),
    required("patch", "Partial<Timer>", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("timer.remove", "TimerRemove", "Removes a timer.", [required("id", "string", "The timer's id.")]),
  op("transition.add", "TransitionAdd", "Inserts a transition.", [
    STATE,
    required("transition", "Transition", "The new transition."),
    INDEX,
  ]),
  op("transition.update", "TransitionUpdate", "Merges keys into a transition.", [
    STATE,
    required("index", "integer", "Which transition."),
    required("patch", "Partial<Transition>", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("transition.remove", "TransitionRemove", "Removes a transition.", [
    STATE,
    required("index", "integer", "Which transition."),
  ]),
  op("transition.move", "TransitionMove", "Moves a transition within its state or to another.", [
    STATE,
    required("index", "integer", "Which transition."),
    required("to", "integer", "Its index afterwards."),
    { name: "toState", type: "string", doc: "The state it goes to; default: the one it is in." },
  ]),
  op("action.add", "ActionAdd", "Inserts an entry or exit action.", [
    STATE,
    HOOK,
    required("action", "Action", "The new action."),
    INDEX,
  ]),
  op("action.update", "ActionUpdate", "Replaces an entry or exit action.", [
    STATE,
    HOOK,
    required("index", "integer", "Which action."),
    required("action", "Action", "What stands there afterwards."),
  ]),
  op("action.remove", "ActionRemove", "Removes an entry or exit action.", [
    STATE,
    HOOK,
    required("index", "integer", "Which action."),
  ]),
  op("document.update", "DocumentUpdate", "Merges keys into the definition itself.", [
    required("patch", "unknown", "The keys to set."),
    UNSET,
    ORDER,
  ]),
  op("document.set", "DocumentSet", "Replaces the whole definition.", [
    required("document", "unknown", "What stands there afterwards."),
  ]),
  op("runtime.enter", "RuntimeEnter", "Says that a running machine entered a state; changes nothing.", [
    STATE,
    { name: "from", type: "string", doc: "The state it came from." },
    { name: "eventId", type: "string", doc: "The event that brought it there." },
  ]),
  op("runtime.exit", "RuntimeExit", "Says that a running machine left a state; changes nothing.", [STATE]),
];

function op(name: string, type: string, doc: string, fields: FieldShape[]): ObjectShape {
  const discriminator: FieldShape = { name: "op", type: `"${name}"`, required: true, doc: "The operation." };
  return { name: `${type}Op`, doc, fields: [discriminator, ...fields] };
}

function required(name: string, type: string, doc: string): FieldShape {
  return { name, type, required: true, doc };
}
