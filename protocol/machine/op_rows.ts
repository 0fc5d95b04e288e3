import { changedText, named, placeText } from "../change/line.ts";
import {
  changeFields,
  DOCUMENT_CHANGE_FIELDS,
  INDEX_AFTERWARDS,
  INSERTION_INDEX,
  itemIndex,
  required,
} from "../change/op_fields.ts";
import type { ListChoice, OpRow, TargetSpec } from "../change/row.ts";
import type { AnyOp } from "../change/row.ts";
import type { FieldShape } from "../shape/shape.ts";
import type { MachineOp } from "./ops.ts";
import { actionText, transitionText } from "./text.ts";

const REGION: FieldShape = {
  name: "region",
  type: "boolean",
  doc: "True to make it a region of the parent's `parallel` instead of a child.",
};
const PARENT = required("parent", "string | null", "The parent's name; null is the root.");
const NEW_PARENT = required("parent", "string | null", "Its parent to be; null is the root.");
const STATE = required("state", "string", "The state's name.");
const NAME = required("name", "string", "The state's name.");
const EVENT_ID = required("eventId", "string", "The event's id.");
const ID = required("id", "string", "The event's id.");
const TIMER_ID = required("id", "string", "The timer's id.");
const SOURCE_INDEX = required("sourceIndex", "integer", "Which source.");
const HOOK = required("hook", '"onEntry" | "onExit"', "Which block.");

/** Children or regions, by the field `region`. */
const SLOT: ListChoice = { field: "region", lists: { undefined: "states", true: "regions" } };
/** Entry or exit actions, by the field `hook`. */
const BLOCK: ListChoice = { field: "hook", lists: { onEntry: "onEntry", onExit: "onExit" } };

const STATE_NAME = byName("state", "name");
const SOURCE: TargetSpec = { by: "index", list: "sources" };
const PARAMETER: TargetSpec = { by: "index", list: "parameters", owner: "eventId" };
const TRANSITION: TargetSpec = { by: "index", list: "transitions", owner: "state" };
const ACTION: TargetSpec = { by: "index", list: BLOCK, owner: "state" };

/** The operations that change a machine document, one row an operation. */
export const MACHINE_OP_ROWS: readonly OpRow[] = [
  row("settings.update", {
    doc: 'Merges keys into the settings; `notes: ""` deletes the note.',
    fields: changeFields("Settings"),
    verb: "update",
    target: { by: "part", of: "settings" },
    text: (op) => changedText("settings", op),
  }),
  row("state.add", {
    doc: "Inserts a state with everything below it.",
    fields: [PARENT, required("state", "State", "The new state."), INSERTION_INDEX, REGION],
    verb: "add",
    place: { list: SLOT, owner: ["parent"], index: "index" },
    payload: { field: "state", as: "state" },
    text: (op) =>
      `${op.region ? "region" : "state"} ${named(op.state.name)} under ${parentText(op.parent)}${
        placeText(op)
      }`,
  }),
  row("state.update", {
    doc: 'Merges keys into a state; `notes: ""` deletes the note.',
    fields: [NAME, ...changeFields("State")],
    verb: "update",
    target: STATE_NAME,
    payload: { field: "patch", as: "state" },
    text: (op) => changedText(`state ${named(op.name)}`, op),
  }),
  row("state.remove", {
    doc: "Removes a state with everything below it.",
    fields: [NAME],
    verb: "remove",
    target: STATE_NAME,
    text: (op) => `state ${named(op.name)}`,
  }),
  row("state.nest", {
    doc: "Moves a state to the end of another's children.",
    fields: [
      required("child", "string", "The state to move."),
      required("newParent", "string", "Its parent to be."),
    ],
    verb: "move",
    target: byName("state", "child"),
    place: { list: "states", owner: ["newParent"] },
    text: (op) => `state ${named(op.child)} under ${named(op.newParent)}`,
  }),
  row("state.rename", {
    doc: "Renames a state and every reference to it.",
    fields: [
      required("name", "string", "The name it has."),
      required("to", "string", "The name it gets."),
    ],
    verb: "rename",
    target: STATE_NAME,
    text: (op) => `state ${named(op.name)} is now ${named(op.to)}`,
  }),
  row("state.move", {
    doc: "Moves a state to a place among the children or regions of a parent.",
    fields: [required("name", "string", "The state to move."), NEW_PARENT, INSERTION_INDEX, REGION],
    verb: "move",
    target: STATE_NAME,
    place: { list: SLOT, owner: ["parent"], index: "index" },
    text: (op) => `state ${named(op.name)} under ${parentText(op.parent)}${placeText(op)}`,
  }),
  row("parallel.set", {
    doc: "Gives a state its regions, or takes them away.",
    fields: [STATE, required("parallel", "Parallel | null", "The regions; null removes them.")],
    verb: "set",
    target: byName("state", "state"),
    payload: { field: "parallel", as: "parallel" },
    member: "parallel",
    removes: ({ parallel }) => parallel === null,
    text: (op) =>
      `regions of ${named(op.state)}${op.parallel === null ? "" : `: ${namesText(op.parallel.states)}`}`,
  }),
  row("parallel.update", {
    doc: "Merges keys into the `parallel` of a state, such as `nextState`.",
    fields: [STATE, ...changeFields("Parallel")],
    verb: "update",
    target: { by: "part", of: "parallel", field: "state" },
    payload: { field: "patch", as: "parallel" },
    text: (op) => changedText(`regions of ${named(op.state)}`, op),
  }),
  row("eventSource.add", {
    doc: "Inserts an event source.",
    fields: [required("source", "EventSource", "The new source."), INSERTION_INDEX],
    verb: "add",
    place: { list: "sources", index: "index" },
    payload: { field: "source", as: "source" },
    text: (op) => `source ${named(op.source.name)}${placeText(op)}`,
  }),
  row("eventSource.update", {
    doc: "Merges keys into an event source.",
    fields: [itemIndex("source"), ...changeFields("EventSource")],
    verb: "update",
    target: SOURCE,
    payload: { field: "patch", as: "source" },
    text: (op) => changedText(`source #${op.index}`, op),
  }),
  row("eventSource.remove", {
    doc: "Removes an event source.",
    fields: [itemIndex("source")],
    verb: "remove",
    target: SOURCE,
    text: (op) => `source #${op.index}`,
  }),
  row("eventSource.move", {
    doc: "Moves an event source.",
    fields: [itemIndex("source"), INDEX_AFTERWARDS],
    verb: "move",
    target: SOURCE,
    place: { list: "sources", index: "to" },
    text: (op) => `source #${op.index} to #${op.to}`,
  }),
  row("event.add", {
    doc: "Inserts an event.",
    fields: [SOURCE_INDEX, required("event", "Event", "The new event."), INSERTION_INDEX],
    verb: "add",
    place: { list: "events", owner: ["sourceIndex"], index: "index" },
    payload: { field: "event", as: "event" },
    text: (op) => `event ${named(op.event.id)} on source #${op.sourceIndex}${placeText(op)}`,
  }),
  row("event.update", {
    doc: "Merges keys into an event.",
    fields: [ID, ...changeFields("Event")],
    verb: "update",
    target: byName("event", "id"),
    payload: { field: "patch", as: "event" },
    text: (op) => changedText(`event ${named(op.id)}`, op),
  }),
  row("event.remove", {
    doc: "Removes an event.",
    fields: [ID],
    verb: "remove",
    target: byName("event", "id"),
    text: (op) => `event ${named(op.id)}`,
  }),
  row("event.rename", {
    doc: "Changes an event's id and every reference to it.",
    fields: [
      required("id", "string", "The id it has."),
      required("to", "string", "The id it gets."),
    ],
    verb: "rename",
    // Events and timers share their ids.
    target: byName("id", "id"),
    text: (op) => `event ${named(op.id)} is now ${named(op.to)}`,
  }),
  row("event.move", {
    doc: "Moves an event within its source or to another.",
    fields: [ID, required("sourceIndex", "integer", "The source it goes to."), INSERTION_INDEX],
    verb: "move",
    target: byName("event", "id"),
    place: { list: "events", owner: ["sourceIndex"], index: "index" },
    text: (op) => `event ${named(op.id)} to source #${op.sourceIndex}${placeText(op)}`,
  }),
  row("parameter.add", {
    doc: "Inserts a parameter.",
    fields: [EVENT_ID, required("parameter", "Parameter", "The new parameter."), INSERTION_INDEX],
    verb: "add",
    place: { list: "parameters", owner: ["eventId"], index: "index" },
    payload: { field: "parameter", as: "parameter" },
    text: ({ parameter, eventId }) =>
      `parameter ${named(parameter.name)}: ${named(parameter.type)} of event ${named(eventId)}`,
  }),
  row("parameter.update", {
    doc: "Merges keys into a parameter.",
    fields: [EVENT_ID, itemIndex("parameter"), ...changeFields("Parameter")],
    verb: "update",
    target: PARAMETER,
    payload: { field: "patch", as: "parameter" },
    text: (op) => changedText(`parameter #${op.index} of event ${named(op.eventId)}`, op),
  }),
  row("parameter.remove", {
    doc: "Removes a parameter.",
    fields: [EVENT_ID, itemIndex("parameter")],
    verb: "remove",
    target: PARAMETER,
    text: (op) => `parameter #${op.index} of event ${named(op.eventId)}`,
  }),
  row("timer.add", {
    doc: "Inserts a timer.",
    fields: [SOURCE_INDEX, required("timer", "Timer", "The new timer."), INSERTION_INDEX],
    verb: "add",
    place: { list: "timers", owner: ["sourceIndex"], index: "index" },
    payload: { field: "timer", as: "timer" },
    text: ({ timer, sourceIndex, ...op }) =>
      `timer ${named(timer.name)} (sends ${named(timer.id)}) on source #${sourceIndex}${placeText(op)}`,
  }),
  row("timer.update", {
    doc: "Merges keys into a timer.",
    fields: [TIMER_ID, ...changeFields("Timer")],
    verb: "update",
    target: byName("timer", "id"),
    payload: { field: "patch", as: "timer" },
    text: (op) => changedText(`timer ${named(op.id)}`, op),
  }),
  row("timer.remove", {
    doc: "Removes a timer.",
    fields: [TIMER_ID],
    verb: "remove",
    target: byName("timer", "id"),
    text: (op) => `timer ${named(op.id)}`,
  }),
  row("transition.add", {
    doc: "Inserts a transition.",
    fields: [STATE, required("transition", "Transition", "The new transition."), INSERTION_INDEX],
    verb: "add",
    place: { list: "transitions", owner: ["state"], index: "index" },
    payload: { field: "transition", as: "transition" },
    text: (op) => `transition ${transitionText(op.state, op.transition)}${placeText(op)}`,
  }),
  row("transition.update", {
    doc: "Merges keys into a transition.",
    fields: [STATE, itemIndex("transition"), ...changeFields("Transition")],
    verb: "update",
    target: TRANSITION,
    payload: { field: "patch", as: "transition" },
    text: (op) => changedText(`transition ${named(op.state)} #${op.index}`, op),
  }),
  row("transition.remove", {
    doc: "Removes a transition.",
    fields: [STATE, itemIndex("transition")],
    verb: "remove",
    target: TRANSITION,
    text: (op) => `transition ${named(op.state)} #${op.index}`,
  }),
  row("transition.move", {
    doc: "Moves a transition within its state or to another.",
    fields: [STATE, itemIndex("transition"), INDEX_AFTERWARDS, {
      name: "toState",
      type: "string",
      doc: "The state it goes to; default: the one it is in.",
    }],
    verb: "move",
    target: TRANSITION,
    place: { list: "transitions", owner: ["toState", "state"], index: "to" },
    text: (op) => `transition ${named(op.state)} #${op.index} to ${named(op.toState ?? op.state)} #${op.to}`,
  }),
  row("action.add", {
    doc: "Inserts an entry or exit action.",
    fields: [STATE, HOOK, required("action", "Action", "The new action."), INSERTION_INDEX],
    verb: "add",
    place: { list: BLOCK, owner: ["state"], index: "index" },
    payload: { field: "action", as: "action" },
    text: (op) =>
      `${hookText(op.hook)} action of ${named(op.state)}${placeText(op)}: ${actionText(op.action)}`,
  }),
  row("action.update", {
    doc: "Replaces an entry or exit action.",
    fields: [STATE, HOOK, itemIndex("action"), required("action", "Action", "The new value.")],
    verb: "set",
    target: ACTION,
    payload: { field: "action", as: "action" },
    text: (op) => `${hookText(op.hook)} action of ${named(op.state)} #${op.index}: ${actionText(op.action)}`,
  }),
  row("action.remove", {
    doc: "Removes an entry or exit action.",
    fields: [STATE, HOOK, itemIndex("action")],
    verb: "remove",
    target: ACTION,
    text: (op) => `${hookText(op.hook)} action of ${named(op.state)} #${op.index}`,
  }),
  row("document.update", {
    doc: "Merges keys into the definition itself.",
    fields: DOCUMENT_CHANGE_FIELDS,
    verb: "update",
    target: { by: "part", of: "document" },
    text: (op) => changedText("document", op),
  }),
  row("document.set", {
    doc: "Replaces the whole definition.",
    fields: [required("document", "unknown", "The new value.")],
    verb: "set",
    target: { by: "part", of: "document" },
    payload: { field: "document", as: "document" },
    text: () => "document: replaced as a whole",
  }),
  row("runtime.enter", {
    doc: "Says that a running machine entered a state; changes nothing.",
    fields: [
      STATE,
      { name: "from", type: "string", doc: "The state it came from." },
      { name: "eventId", type: "string", doc: "The event that brought it there." },
    ],
    verb: "report",
    reports: { state: "state", from: "state", eventId: "event" },
    text: (op) => `runtime: ${named(op.state)} is active`,
  }),
  row("runtime.exit", {
    doc: "Says that a running machine left a state; changes nothing.",
    fields: [STATE],
    verb: "report",
    reports: { state: "state" },
    text: (op) => `runtime: ${named(op.state)} is not active`,
  }),
];

type RowOf<Name extends MachineOp["op"]> = Omit<OpRow, "op" | "text"> & {
  readonly text: (op: Extract<MachineOp, { op: Name }>) => string;
};

/** A row whose text takes the operation of its own name. */
function row<Name extends MachineOp["op"]>(op: Name, { text, ...rest }: RowOf<Name>): OpRow {
  return { op, ...rest, text: (given: AnyOp) => text(given as Extract<MachineOp, { op: Name }>) };
}

function byName(of: string, field: string): TargetSpec {
  return { by: "name", of, field };
}

function parentText(parent: string | null): string {
  return parent === null ? "the root" : named(parent);
}

function hookText(hook: "onEntry" | "onExit"): string {
  return hook === "onEntry" ? "entry" : "exit";
}

function namesText(states: readonly { readonly name: string }[] | undefined): string {
  return (Array.isArray(states) ? states : []).map((state) => named(state?.name)).join(", ");
}
