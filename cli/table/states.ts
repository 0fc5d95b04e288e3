import { MACHINE_KIND } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { EDIT_OPTIONS, FIELD_OPTIONS, NAMES_OPTION } from "./options.ts";

const KIND = {
  type: "text",
  value: "kind",
  choices: ["normal", "final", "history", "choice"],
  summary: "The kind of state",
} as const;
const INDEX = {
  type: "integer",
  value: "n",
  summary: "Its place among its siblings, from 0 (default: the last)",
} as const;
const REGION = {
  type: "flag",
  summary: "Add it as a region, parallel to the others, instead of a child",
} as const;
const LANGUAGE = {
  tag: { type: "text", value: "word", many: true, summary: "A tag, which code can test with hasTag" },
  invoke: {
    type: "text",
    value: "work",
    many: true,
    summary: "Work to invoke: the name of a task, the path of a machine, or an entry as JSON",
  },
  output: { type: "text", value: "expression", summary: "The output of a final state" },
} as const;
const STATE = { name: "state", summary: "the name of the state" } as const;

/** The row of `add-state`. */
export const ADD_STATE = {
  name: "add-state",
  group: "states",
  kind: MACHINE_KIND.kind,
  summary: "Add a state",
  arguments: [{ name: "name", summary: "its name, unique in the machine", needsText: true }],
  options: {
    parent: { type: "text", value: "state", summary: "The state it belongs to (default: the root)" },
    kind: KIND,
    history: {
      type: "text",
      value: "depth",
      choices: ["shallow", "deep"],
      summary: "A history state of this depth (default of --kind history: shallow)",
    },
    desc: { type: "text", value: "text", summary: "What it means to be in it" },
    ...LANGUAGE,
    index: INDEX,
    region: REGION,
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: "add-state Open", does: "Adds a state below the root." },
    { line: "add-state Ended --kind final --parent Session", does: "Adds a final state below Session." },
    { line: "add-state Light --parent Session --region", does: "Adds a region to Session." },
    { line: "add-state Paying --invoke charge", does: "Adds a state that runs the task charge." },
  ],
} as const satisfies CommandSpec;

/** The row of `update-state`. */
export const UPDATE_STATE = {
  name: "update-state",
  group: "states",
  kind: MACHINE_KIND.kind,
  summary: "Change the fields of a state",
  arguments: [STATE],
  options: {
    kind: KIND,
    desc: { type: "text", value: "text", summary: "What it means to be in it" },
    ...LANGUAGE,
    join: { type: "text", value: "state", summary: "The target when all of its regions are complete" },
    ...FIELD_OPTIONS,
    ...NAMES_OPTION,
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: 'update-state Open --desc "Anyone may enter."', does: "Sets the description." },
    { line: "update-state Open --tag public", does: "Replaces its tags with one." },
    { line: "update-state Open --unset notes", does: "Takes the note away." },
  ],
} as const satisfies CommandSpec;

/** The row of `rename-state`. */
export const RENAME_STATE = {
  name: "rename-state",
  group: "states",
  kind: MACHINE_KIND.kind,
  summary: "Rename a state, and every reference to it",
  arguments: [STATE, { name: "to", summary: "its new name", needsText: true }],
  options: EDIT_OPTIONS,
  examples: [{ line: "rename-state Open Opened", does: "Targets, initial children and guards follow." }],
} as const satisfies CommandSpec;

/** The row of `move-state`. */
export const MOVE_STATE = {
  name: "move-state",
  group: "states",
  kind: MACHINE_KIND.kind,
  summary: "Move a state to another parent or place",
  arguments: [STATE],
  options: {
    parent: { type: "text", value: "state", summary: "The state it goes to (default: the one it is in)" },
    index: INDEX,
    region: REGION,
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: "move-state Open --parent Session", does: "Makes Open the last child of Session." },
    { line: "move-state Open --index 0", does: "Makes Open the first of its siblings." },
  ],
} as const satisfies CommandSpec;

/** The row of `remove-state`. */
export const REMOVE_STATE = {
  name: "remove-state",
  group: "states",
  kind: MACHINE_KIND.kind,
  summary: "Remove a state with all its descendants",
  arguments: [STATE],
  options: {
    inbound: { type: "flag", summary: "Also remove the transitions that lead into it" },
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: "remove-state Open", does: "Removes Open; transitions to it stay, without a target." },
    { line: "remove-state Open --inbound", does: "Removes Open and the transitions that lead to it." },
  ],
} as const satisfies CommandSpec;

/** The row of `set-initial`. */
export const SET_INITIAL = {
  name: "set-initial",
  group: "states",
  kind: MACHINE_KIND.kind,
  summary: "Set the initial state of a composite state",
  arguments: [
    STATE,
    {
      name: "child",
      summary: "a child or a deeper descendant; the first child if left out",
      optional: true,
    },
  ],
  options: EDIT_OPTIONS,
  examples: [
    { line: "set-initial Root Closed", does: "Makes Closed the initial state." },
    { line: "set-initial Root", does: "Resets it to the first child." },
  ],
} as const satisfies CommandSpec;
