import { DOCUMENT_ROWS, elementRows, settingsRow } from "../change/element_rows.ts";
import { changedText, named, placeText } from "../change/line.ts";
import { changeFields, INSERTION_INDEX, itemIndex, required } from "../change/op_fields.ts";
import type { AnyOp, ListChoice, OpRow, TargetSpec } from "../change/row.ts";
import type { FieldShape } from "../shape/shape.ts";
import type { MachineOp } from "./ops.ts";
import { actionText, transitionText } from "./text.ts";
import type { DataField, Event, EventSource, Parameter, Timer, Transition } from "./types.ts";

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
const SOURCE_INDEX = required("sourceIndex", "integer", "Which source.");
const HOOK = required("hook", '"onEntry" | "onExit"', "Which block.");

/** Children or regions, by the field `region`. */
const SLOT: ListChoice = { field: "region", lists: { undefined: "states", true: "regions" } };
/** Entry or exit actions, by the field `hook`. */
const BLOCK: ListChoice = { field: "hook", lists: { onEntry: "onEntry", onExit: "onExit" } };

const STATE_NAME = byName("state", "name");
const ACTION: TargetSpec = { by: "index", list: BLOCK, owner: "state" };

/** The operations that change a machine document, one row an operation. */
export const MACHINE_OP_ROWS: readonly OpRow[] = [
  settingsRow("Settings"),
  ...elementRows<DataField>({
    op: "data",
    shape: "DataField",
    list: "data",
    name: required("name", "string", "The name of the data."),
    docs: {
      add: "Declares data",
      update: "Merges keys into declared data",
      remove: "Removes declared data; its uses stay",
      rename: "Renames declared data; its uses stay",
      move: "Moves declared data to a place among the others",
    },
    text: ({ name, type }) => `${named(name)}: ${named(type)}`,
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
  ...elementRows<EventSource>({
    op: "eventSource",
    noun: "source",
    shape: "EventSource",
    list: "sources",
    docs: {
      add: "Inserts an event source",
      update: "Merges keys into an event source",
      remove: "Removes an event source",
      move: "Moves an event source",
    },
    text: ({ name }) => named(name),
  }),
  ...elementRows<Event>({
    op: "event",
    shape: "Event",
    list: "events",
    owner: SOURCE_INDEX,
    name: ID,
    docs: { add: "Inserts an event", update: "Merges keys into an event", remove: "Removes an event" },
    text: ({ id }, { sourceIndex }) => `${named(id)} on source #${sourceIndex}`,
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
  ...elementRows<Parameter>({
    op: "parameter",
    shape: "Parameter",
    list: "parameters",
    owner: EVENT_ID,
    docs: {
      add: "Inserts a parameter",
      update: "Merges keys into a parameter",
      remove: "Removes a parameter",
    },
    text: ({ name, type }, { eventId }) => `${named(name)}: ${named(type)} of event ${named(eventId)}`,
  }),
  ...elementRows<Timer>({
    op: "timer",
    shape: "Timer",
    list: "timers",
    owner: SOURCE_INDEX,
    name: required("id", "string", "The timer's id."),
    docs: { add: "Inserts a timer", update: "Merges keys into a timer", remove: "Removes a timer" },
    text: ({ name, id }, { sourceIndex }) => `${named(name)} (sends ${named(id)}) on source #${sourceIndex}`,
  }),
  ...elementRows<Transition>({
    op: "transition",
    shape: "Transition",
    list: "transitions",
    owner: STATE,
    docs: {
      add: "Inserts a transition",
      update: "Merges keys into a transition",
      remove: "Removes a transition",
      move: "Moves a transition within its state or to another",
    },
    text: (transition, { state }) => transitionText(named(state), transition),
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
  ...DOCUMENT_ROWS,
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
