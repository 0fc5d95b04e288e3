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
  summary: "Check a system: its document, each member, and all that crosses them",
  details: [
    "The document is a system, or a member: then the nearest system that lists it is checked, in its folder or in one above it up to the working folder. A scenario that no system lists is checked with the machines and entity-relationship diagrams beside it.",
    "Findings are grouped by rule, each with its file, line and column; below them is a line for each path of each scenario. The exit code is 1 when there is an error, with --strict also when there is a warning, and 4 when the system cannot be read; a member that cannot be read is a finding.",
    "--rule and --as do what they do for loom validate.",
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
  summary: "Walk scenarios through the machines of their system, and say what would let them go on",
  details: [
    "The document is a scenario, or a system: then all of its scenarios are walked. Every path of the fragments is walked by the rules of the machines; guards that need data may pass or refuse, and the messages that follow decide.",
    "Where a path stops there are the reason, the shortest change of the scenario and the change of the machine that let it go on. The exit code is 1 when a path stops.",
  ],
  arguments: [DOCUMENT],
  options: {},
  examples: [
    { line: "replay buying.sqdf.json", does: "Walks one scenario." },
    { line: "replay shop.sysdf.json --json", does: "Walks all scenarios of a system; the reports are JSON." },
  ],
} as const satisfies CommandSpec;

/** The row of `coverage`. */
export const COVERAGE = {
  name: "coverage",
  group: "read",
  summary: "Tell which states, transitions and guards of a system no scenario touches",
  details: [
    "For each machine it counts states, transitions and both sides of the guards on data, and lists those that no scenario touches. Precision is the share of the events that the machine can take, where scenarios lead it, that some scenario has.",
  ],
  arguments: [DOCUMENT],
  options: {},
  examples: [{ line: "coverage shop.sysdf.json", does: "Lists what the scenarios of the shop leave out." }],
} as const satisfies CommandSpec;

/** The row of `reconcile`. */
export const RECONCILE = {
  name: "reconcile",
  group: "whole",
  summary: "Propose what the documents of a system need so that its scenarios work, or add it",
  details: [
    "Proposals only add: actors, entities, objects, events, states and transitions, each with the place in a scenario that asks for it. What a scenario does not tell stays open for a person. A scenario as the document is reconciled alone.",
    "Without --apply nothing is written. With it all proposals are applied, or those whose ids --only gives: in all documents or in none. One loom undo of any of these documents takes all of it back.",
  ],
  arguments: [DOCUMENT],
  options: {
    apply: { type: "flag", summary: "Change the documents" },
    only: {
      type: "text",
      value: "id",
      many: true,
      summary: "A proposal to take; may be given several times",
    },
    dryRun: { type: "flag", summary: "With --apply: try it and write nothing" },
    requireLive: {
      type: "flag",
      summary: "Change nothing when no hub is there to tell the others (exit code 5)",
    },
  },
  examples: [
    { line: "reconcile shop.sysdf.json", does: "Lists the proposals and what stays open." },
    { line: "reconcile buying.sqdf.json --apply", does: "Adds what one scenario asks for." },
    { line: "reconcile shop.sysdf.json --apply --only actor:Bank", does: "Adds one actor." },
  ],
} as const satisfies CommandSpec;

/** The row of `rename`. */
export const RENAME = {
  name: "rename",
  group: "whole",
  summary: "Rename something in all documents of a system",
  details: [
    "The document is a system, or a member of one. The name changes where it is declared and in every document that names it: a rename of an entity reaches classes of machines, and what participants hold and messages carry; that of an attribute, keys, references, guards and actions; that of a state, an event, a machine or an actor, the scenarios.",
    "All files are written, or none; loom undo in any of them undoes the whole rename.",
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
      summary: "The only member in which it is renamed where it is declared",
    },
    dryRun: { type: "flag", summary: "Show the changes and write nothing" },
    requireLive: {
      type: "flag",
      summary: "Change nothing when no hub is there to tell the others (exit code 5)",
    },
  },
  examples: [
    { line: "--doc shop.sysdf.json rename entity Order Purchase", does: "Machines and scenarios follow." },
    {
      line: "--doc shop.sysdf.json rename state Open Opened --in door.smdf.json",
      does: "Renames the state of one of several machines.",
    },
  ],
} as const satisfies CommandSpec;
