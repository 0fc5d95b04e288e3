import { MACHINE_KIND } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { EDIT_OPTIONS, FIELD_OPTIONS, NAMES_OPTION, TEXT_OPTION } from "./options.ts";

const STATE = { name: "state", summary: "the name of the state" } as const;
const WHICH = {
  name: "which",
  summary: "its event, or its index among the transitions of the state, from 0",
} as const;
const TO = {
  type: "text",
  value: "state",
  summary: "The target; without one the transition is internal",
} as const;
const FLOW = {
  after: {
    type: "text",
    value: "ms",
    summary: "In place of an event: milliseconds in the state, or an expression",
  },
  also: { type: "text", value: "event", many: true, summary: "Another event that triggers it; * is any" },
  and: { type: "text", value: "state", many: true, summary: "Another target, in another region" },
  external: { type: "flag", summary: "Leave and enter the state even when the target is inside it" },
} as const;
const WHEN = { type: "text", value: "guard", summary: "The guard" } as const;
const DESC = { type: "text", value: "text", summary: "Why it is there" } as const;
const ACTION = {
  type: "text",
  value: "action",
  many: true,
  summary: 'An action: code, or JSON such as {"raise": "done"}',
} as const;
const HOOK = {
  type: "text",
  value: "hook",
  choices: ["entry", "exit"],
  default: "entry",
  summary: "When it runs",
} as const;
const ACTION_PARTS = {
  startTimer: { type: "text", value: "timer", summary: "Start this timer" },
  duration: { type: "text", value: "ms", summary: "How long the timer runs: milliseconds, or an expression" },
  repeat: { type: "text", value: "ms", summary: "The interval of further expiries" },
  stopTimer: { type: "text", value: "timer", summary: "Stop this timer" },
  raise: { type: "text", value: "event", summary: "Put this event on the internal queue" },
} as const;
const CODE = { name: "code", summary: "code to run, or an action as JSON", optional: true } as const;
const NUMBER = {
  name: "number",
  summary: "its number among the actions of the hook, from 0",
  type: "integer",
} as const;

/** The row of `add-transition`. */
export const ADD_TRANSITION = {
  name: "add-transition",
  group: "transitions",
  kind: MACHINE_KIND.kind,
  summary: "Add a transition",
  details: [
    "Without --to the transition is internal. With - as the event, it is taken as soon as its guard passes.",
    "The event and the target must exist, unless --allow-unknown is given.",
  ],
  arguments: [STATE, { name: "event", summary: "the event or timer id; - for none", needsText: true }],
  options: {
    to: TO,
    when: WHEN,
    desc: DESC,
    action: ACTION,
    ...FLOW,
    index: { type: "integer", value: "n", summary: "Its place, from 0 (default: the last)" },
    ...NAMES_OPTION,
    ...TEXT_OPTION,
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: "add-transition Closed open --to Open", does: "Closed leads to Open on open." },
    { line: 'add-transition Closed open --to Open --when "not locked"', does: "The same with a guard." },
    { line: 'add-transition Open knock --action "count += 1"', does: "Reacts without leaving the state." },
    { line: "add-transition Open - --after 5000 --to Closed", does: "Closed again 5 s after opening." },
    { line: 'add-transition Idle - --to Busy --when "jobs > 0"', does: "Needs no event." },
  ],
} as const satisfies CommandSpec;

/** The row of `update-transition`. */
export const UPDATE_TRANSITION = {
  name: "update-transition",
  group: "transitions",
  kind: MACHINE_KIND.kind,
  summary: "Change the fields of a transition",
  arguments: [STATE, WHICH],
  options: {
    event: { type: "text", value: "id", summary: "The event or timer id; - for none" },
    ...FLOW,
    to: TO,
    when: WHEN,
    desc: DESC,
    ...FIELD_OPTIONS,
    ...NAMES_OPTION,
    ...TEXT_OPTION,
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: "update-transition Closed open --to Ajar", does: "Leads elsewhere." },
    { line: "update-transition Closed 1 --unset condition", does: "Removes the guard of the second one." },
  ],
} as const satisfies CommandSpec;

/** The row of `move-transition`. */
export const MOVE_TRANSITION = {
  name: "move-transition",
  group: "transitions",
  kind: MACHINE_KIND.kind,
  summary: "Move a transition to another place or state",
  details: ["Of the transitions of a state on one event, the first whose guard passes is taken."],
  arguments: [STATE, WHICH],
  options: {
    to: { type: "integer", value: "n", summary: "Its number afterwards, from 0 (default: the last)" },
    toState: { type: "text", value: "state", summary: "The state it goes to (default: the one it is in)" },
    ...EDIT_OPTIONS,
  },
  examples: [{ line: "move-transition Closed 2 --to 0", does: "Makes the third transition the first." }],
} as const satisfies CommandSpec;

/** The row of `remove-transition`. */
export const REMOVE_TRANSITION = {
  name: "remove-transition",
  group: "transitions",
  kind: MACHINE_KIND.kind,
  summary: "Remove a transition",
  arguments: [STATE, WHICH],
  options: EDIT_OPTIONS,
  examples: [{ line: "remove-transition Closed open", does: "Removes the one transition on open." }],
} as const satisfies CommandSpec;

/** The row of `add-action`. */
export const ADD_ACTION = {
  name: "add-action",
  group: "transitions",
  kind: MACHINE_KIND.kind,
  summary: "Add an entry or exit action to a state",
  arguments: [STATE, CODE],
  options: {
    on: HOOK,
    ...ACTION_PARTS,
    index: { type: "integer", value: "n", summary: "Its place, from 0 (default: the last)" },
    ...NAMES_OPTION,
    ...TEXT_OPTION,
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: 'add-action Open "count += 1"', does: "Counts how often Open is entered." },
    { line: "add-action Open --on exit --stop-timer Closer", does: "Stops a timer on leaving." },
    { line: "add-action Open --start-timer Closer --duration 5000", does: "Starts a timer on entering." },
  ],
} as const satisfies CommandSpec;

/** The row of `update-action`. */
export const UPDATE_ACTION = {
  name: "update-action",
  group: "transitions",
  kind: MACHINE_KIND.kind,
  summary: "Replace an entry or exit action",
  arguments: [STATE, NUMBER, CODE],
  options: { on: HOOK, ...ACTION_PARTS, ...NAMES_OPTION, ...TEXT_OPTION, ...EDIT_OPTIONS },
  examples: [{ line: 'update-action Open 0 "count += 2"', does: "Replaces the first entry action." }],
} as const satisfies CommandSpec;

/** The row of `remove-action`. */
export const REMOVE_ACTION = {
  name: "remove-action",
  group: "transitions",
  kind: MACHINE_KIND.kind,
  summary: "Remove an entry or exit action",
  arguments: [STATE, NUMBER],
  options: { on: HOOK, ...EDIT_OPTIONS },
  examples: [{ line: "remove-action Open 0 --on exit", does: "Removes the first exit action." }],
} as const satisfies CommandSpec;
