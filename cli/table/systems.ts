import type { CommandSpec } from "../command_spec.ts";
import { VALIDATE } from "./read.ts";

const DOCUMENT = {
  name: "doc",
  summary: "a system, or one of its members",
  optional: true,
  isDocument: true,
  completes: "document",
} as const;

/** The row of `check`. */
export const CHECK = {
  name: "check",
  group: "read",
  summary: "Check a system: its document, each member, and the links between them",
  details: [
    "The document is a system, or a member of one: the nearest system that lists it, in its folder or one above it up to the working folder, is checked. A scenario that no system lists is checked with the machines and entity-relationship diagrams beside it.",
    "Findings are grouped by rule, with file, line and column, followed by a line for each path of each scenario. The exit code is 1 if there are errors (with --strict, also warnings), and 4 if the system cannot be read; an unreadable member is a finding.",
    "--rule and --as work as for loom validate.",
  ],
  arguments: [DOCUMENT],
  options: VALIDATE.options,
  examples: [
    { line: "check shop.sysdf.json", does: "Checks a whole system." },
    {
      line: "check order.smdf.json --strict",
      does: "Checks the system of a member, and fails on warnings too.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `replay`. */
export const REPLAY = {
  name: "replay",
  group: "read",
  summary: "Replay scenarios through the machines of their system, and propose fixes where they stop",
  details: [
    "The document is a scenario, or a system, whose scenarios are all replayed. Every path through the fragments is followed. A guard that needs data may pass or fail; the messages that follow decide.",
    "Where a path stops, the report gives the reason, the smallest change of the scenario and the change of the machine that would let it continue. The exit code is 1 if a path stops.",
  ],
  arguments: [DOCUMENT],
  options: {},
  examples: [
    { line: "replay buying.sqdf.json", does: "Walks one scenario." },
    { line: "replay shop.sysdf.json --json", does: "Replays all scenarios of a system, and prints JSON." },
  ],
} as const satisfies CommandSpec;

/** The row of `coverage`. */
export const COVERAGE = {
  name: "coverage",
  group: "read",
  summary: "List the states, transitions and guards of a system that no scenario covers",
  details: [
    "For each machine it counts states, transitions and both outcomes of guards on data, and lists those that no scenario covers. Precision is the share of the events possible in the states that scenarios reach which some scenario sends.",
  ],
  arguments: [DOCUMENT],
  options: {},
  examples: [{
    line: "coverage shop.sysdf.json",
    does: "Lists what the scenarios of the shop do not cover.",
  }],
} as const satisfies CommandSpec;

/** The row of `reconcile`. */
export const RECONCILE = {
  name: "reconcile",
  group: "whole",
  summary: "Propose, or apply, what the documents of a system need for its scenarios to work",
  details: [
    "Proposals only add: actors, entities, objects, events, states and transitions, each with the place in a scenario that needs it. What a scenario does not determine is left to a person. If the document is a scenario, only that one is reconciled.",
    "Without --apply nothing is written. With it, all proposals are applied, or those that --only names: in all documents or in none. One loom undo in any of these documents reverts them all.",
  ],
  arguments: [DOCUMENT],
  options: {
    apply: { type: "flag", summary: "Change the documents" },
    only: {
      type: "text",
      value: "id",
      many: true,
      summary: "The id of a proposal to apply; repeatable",
    },
    dryRun: { type: "flag", summary: "With --apply: show the changes and write nothing" },
    requireLive: {
      type: "flag",
      summary: "Change nothing if no hub can be reached (exit code 5)",
    },
  },
  examples: [
    { line: "reconcile shop.sysdf.json", does: "Lists the proposals and the open questions." },
    { line: "reconcile buying.sqdf.json --apply", does: "Adds what one scenario needs." },
    { line: "reconcile shop.sysdf.json --apply --only actor:Bank", does: "Adds one actor." },
  ],
} as const satisfies CommandSpec;

/** The row of `rename`. */
export const RENAME = {
  name: "rename",
  group: "whole",
  summary: "Rename something in all documents of a system",
  details: [
    "The document is a system, or a member of one. The name changes where it is declared and in every document that refers to it. Renaming an entity changes classes of machines, and the data of participants and messages; renaming an attribute changes keys, references, guards and actions; renaming a state, an event, a machine or an actor changes the scenarios.",
    "All files are written, or none; loom undo in any of them reverts the whole rename.",
  ],
  arguments: [
    {
      name: "what",
      summary: "the kind of name",
      choices: ["entity", "attribute", "state", "event", "participant", "machine", "actor"],
    },
    { name: "from", summary: "its name; Entity.attribute for an attribute" },
    { name: "to", summary: "its new name", needsText: true },
  ],
  options: {
    in: {
      type: "text",
      value: "member",
      summary: "The member that declares it, where several do",
    },
    dryRun: { type: "flag", summary: "Show the changes and write nothing" },
    requireLive: {
      type: "flag",
      summary: "Change nothing if no hub can be reached (exit code 5)",
    },
  },
  examples: [
    {
      line: "--doc shop.sysdf.json rename entity Order Purchase",
      does: "Updates machines and scenarios, too.",
    },
    {
      line: "--doc shop.sysdf.json rename state Open Opened --in door.smdf.json",
      does: "Renames the state of one of several machines.",
    },
  ],
} as const satisfies CommandSpec;
