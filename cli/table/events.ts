import { MACHINE_KIND } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { EDIT_OPTIONS, FIELD_OPTIONS } from "./options.ts";

const EVENT = { name: "event", summary: "the id of the event" } as const;
const TIMER = { name: "timer", summary: "the id or the name of the timer" } as const;
const SOURCE = { name: "source", summary: "the name of the source, or its number from 0" } as const;
const PARAMETER = { name: "parameter", summary: "the name of the parameter" } as const;
const IN_SOURCE = {
  type: "text",
  value: "source",
  summary: "The source it belongs to: its name, or its number from 0 (default: the first)",
} as const;
const DESC = { type: "text", value: "text", summary: "What it is" } as const;
const INDEX = { type: "integer", value: "n", summary: "Its place, from 0 (default: the last)" } as const;

/** The row of `add-event`. */
export const ADD_EVENT = {
  name: "add-event",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Add an event",
  arguments: [{
    name: "id",
    summary: "the word that transitions use, unique in the machine",
    needsText: true,
  }],
  options: {
    source: IN_SOURCE,
    desc: { type: "text", value: "text", summary: "When it happens" },
    param: { type: "text", value: "name:type", many: true, summary: "A member of its payload" },
    index: INDEX,
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: "add-event open", does: "Adds an event to the first source." },
    { line: "add-event pay --source Customer --param sum:float", does: "Adds one with a payload." },
  ],
} as const satisfies CommandSpec;

/** The row of `update-event`. */
export const UPDATE_EVENT = {
  name: "update-event",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Change the fields of an event",
  arguments: [EVENT],
  options: { desc: DESC, ...FIELD_OPTIONS, ...EDIT_OPTIONS },
  examples: [{ line: 'update-event open --desc "Someone pulls the handle."', does: "Sets the description." }],
} as const satisfies CommandSpec;

/** The row of `rename-event`. */
export const RENAME_EVENT = {
  name: "rename-event",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Rename an event or timer id, and every reference to it",
  arguments: [EVENT, { name: "to", summary: "its new id", needsText: true }],
  options: EDIT_OPTIONS,
  examples: [{ line: "rename-event open unlock", does: "Transitions and raised events follow." }],
} as const satisfies CommandSpec;

/** The row of `move-event`. */
export const MOVE_EVENT = {
  name: "move-event",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Move an event to another source or place",
  arguments: [EVENT],
  options: {
    source: { ...IN_SOURCE, summary: "The source it goes to (default: the one it is in)" },
    index: INDEX,
    ...EDIT_OPTIONS,
  },
  examples: [{ line: "move-event open --source Hand", does: "Makes it the last event of Hand." }],
} as const satisfies CommandSpec;

/** The row of `remove-event`. */
export const REMOVE_EVENT = {
  name: "remove-event",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Remove an event",
  arguments: [EVENT],
  options: EDIT_OPTIONS,
  examples: [{ line: "remove-event open", does: "Removes the event; transitions that name it stay." }],
} as const satisfies CommandSpec;

/** The row of `add-parameter`. */
export const ADD_PARAMETER = {
  name: "add-parameter",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Add a member to the payload of an event",
  arguments: [EVENT, { name: "name", summary: "its key in the payload", needsText: true }, {
    name: "type",
    summary: "its type",
    needsText: true,
  }],
  options: { desc: DESC, index: INDEX, ...EDIT_OPTIONS },
  examples: [{ line: "add-parameter pay sum float", does: "The payload of pay has a sum." }],
} as const satisfies CommandSpec;

/** The row of `update-parameter`. */
export const UPDATE_PARAMETER = {
  name: "update-parameter",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Change the fields of a member of a payload",
  arguments: [EVENT, PARAMETER],
  options: { desc: DESC, ...FIELD_OPTIONS, ...EDIT_OPTIONS },
  examples: [{ line: "update-parameter pay sum --set type=int", does: "Changes the type." }],
} as const satisfies CommandSpec;

/** The row of `remove-parameter`. */
export const REMOVE_PARAMETER = {
  name: "remove-parameter",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Remove a member from the payload of an event",
  arguments: [EVENT, PARAMETER],
  options: EDIT_OPTIONS,
  examples: [{ line: "remove-parameter pay sum", does: "The payload of pay no longer has a sum." }],
} as const satisfies CommandSpec;

/** The row of `add-timer`. */
export const ADD_TIMER = {
  name: "add-timer",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Add a timer",
  details: ["An action starts it: see add-action. When it expires, its id is sent as an event."],
  arguments: [
    { name: "id", summary: "the event it sends when it expires", needsText: true },
    { name: "name", summary: "the name that actions use (default: the id)", optional: true, needsText: true },
  ],
  options: { source: IN_SOURCE, desc: DESC, index: INDEX, ...EDIT_OPTIONS },
  examples: [{ line: "add-timer too_long Closer", does: "Closer sends too_long when it expires." }],
} as const satisfies CommandSpec;

/** The row of `update-timer`. */
export const UPDATE_TIMER = {
  name: "update-timer",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Change the fields of a timer",
  arguments: [TIMER],
  options: { desc: DESC, ...FIELD_OPTIONS, ...EDIT_OPTIONS },
  examples: [{
    line: "update-timer too_long --set name=DoorCloser",
    does: "Changes the name that actions use.",
  }],
} as const satisfies CommandSpec;

/** The row of `remove-timer`. */
export const REMOVE_TIMER = {
  name: "remove-timer",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Remove a timer",
  arguments: [TIMER],
  options: EDIT_OPTIONS,
  examples: [{ line: "remove-timer too_long", does: "Removes the timer; actions that name it stay." }],
} as const satisfies CommandSpec;

/** The row of `add-source`. */
export const ADD_SOURCE = {
  name: "add-source",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Add an event source: a group of events and timers that come from one place",
  arguments: [{ name: "name", summary: "its label", needsText: true }],
  options: {
    feeder: { type: "text", value: "class", summary: "The generated class that sends its events" },
    desc: DESC,
    index: INDEX,
    ...EDIT_OPTIONS,
  },
  examples: [{ line: "add-source Customer --feeder CustomerFeeder", does: "Adds an empty source." }],
} as const satisfies CommandSpec;

/** The row of `update-source`. */
export const UPDATE_SOURCE = {
  name: "update-source",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Change the fields of an event source",
  arguments: [SOURCE],
  options: { desc: DESC, ...FIELD_OPTIONS, ...EDIT_OPTIONS },
  examples: [{ line: "update-source 0 --set name=Hand", does: "Changes the label of the first source." }],
} as const satisfies CommandSpec;

/** The row of `move-source`. */
export const MOVE_SOURCE = {
  name: "move-source",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Move an event source to another place",
  arguments: [SOURCE, { name: "to", summary: "its number afterwards, from 0", type: "integer" }],
  options: EDIT_OPTIONS,
  examples: [{ line: "move-source Bank 0", does: "Makes Bank the first source." }],
} as const satisfies CommandSpec;

/** The row of `remove-source`. */
export const REMOVE_SOURCE = {
  name: "remove-source",
  group: "events",
  kind: MACHINE_KIND.kind,
  summary: "Remove an event source with its events and timers",
  arguments: [SOURCE],
  options: EDIT_OPTIONS,
  examples: [{ line: "remove-source Bank", does: "Removes Bank; transitions that name its events stay." }],
} as const satisfies CommandSpec;
