import { KINDS, MACHINE_KIND, PICTURE_OPTIONS } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { EDIT_OPTIONS, FIELD_OPTIONS, OUT_OPTIONS } from "./options.ts";

/** The row of `new`. */
export const NEW = {
  name: "new",
  group: "whole",
  summary: "Create a document",
  arguments: [
    {
      name: "path",
      summary: "the document to create; .smdf.json is added to a bare name",
      optional: true,
      isDocument: true,
      completes: "file",
    },
  ],
  options: {
    template: {
      type: "text",
      value: "name",
      choices: ["empty", "door", "timer", "regions"],
      varies: true,
      default: "empty",
      summary: "What to put into it",
    },
    namespace: { type: "text", value: "name", default: "MyApp", summary: "The namespace" },
    machineName: {
      type: "text",
      value: "name",
      summary: "The machine's name (default: derived from the path)",
    },
    bare: { type: "flag", summary: "Leave out the stateMachine wrapper around the definition" },
    overwrite: { type: "flag", summary: "Replace an existing document" },
    dryRun: EDIT_OPTIONS.dryRun,
  },
  examples: [
    { line: "new door.smdf.json", does: "Creates a machine with only a root state." },
    { line: "new door --template door", does: "Creates door.smdf.json from a template that runs." },
  ],
} as const satisfies CommandSpec;

/** The row of `load`. */
export const LOAD = {
  name: "load",
  group: "whole",
  summary: "Replace a document's definition with that of a file",
  details: [
    "The file may be JSON, XML, .fsm, or a Mermaid state diagram: .mmd, .mermaid, or the first one in a Markdown file. The document keeps its wrapper, and the text of unchanged parts.",
  ],
  arguments: [{ name: "file", summary: "the file with the new definition", completes: "document" }],
  options: EDIT_OPTIONS,
  examples: [
    { line: "--doc door.smdf.json load other.smdf.xml", does: "Loads the machine of an XML file." },
    { line: "--doc door.smdf.json load door.mmd --dry-run", does: "Shows what a diagram would change." },
  ],
} as const satisfies CommandSpec;

/** The row of `apply`. */
export const APPLY = {
  name: "apply",
  group: "whole",
  summary: "Apply a patch: all of its operations, or none",
  arguments: [
    { name: "ops", summary: "a JSON file with a list of operations; - is standard input", completes: "file" },
  ],
  options: EDIT_OPTIONS,
  examples: [
    { line: "--doc door.smdf.json apply ops.json", does: "Applies the output of loom diff --json." },
    {
      line: "--doc door.smdf.json apply - --dry-run < ops.json",
      does: "Shows what a patch from standard input would change.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `convert`. */
export const CONVERT = {
  name: "convert",
  group: "whole",
  summary: "Write a document in another format",
  details: [
    "Without --to, the extension of --out determines the format; with --to, it must match. An existing file is replaced only with --overwrite, and the input document never.",
    "A state machine is read from and written in json, xml, mermaid, scxml and xstate (TypeScript of XState; JavaScript and JSON are read, too), read from plantuml (state diagrams) and sismic (YAML), and written in xstate-json, plantuml, d2, drawio (draw.io, with the places of the loom's picture), dot (Graphviz) and asl (Step Functions). A Mermaid state diagram becomes a machine: labels are read as event [guard] / action, [*] is the start and the end, -- divides regions.",
    "An entity-relationship diagram is read from and written in erdf (or json), sql, dbml and mermaid (erDiagram), and written in json-schema, typescript, d2, dot, plantuml and drawio. In SQL each entity is a table, each foreign key a constraint, and a relationship between many and many a table of its own.",
    "A sequence is read from and written in sqdf (or json), mermaid and plantuml, read from otlp (OpenTelemetry traces), and written in d2 and drawio. A system is written in no other format: convert its members, or draw it with render --as d2, dot, plantuml or drawio.",
    "Numbers keep their text. Parts that could not be read, or have no equivalent in the other format, such as actions in a diagram, are listed on standard error, and in remarks and leftOut with --json.",
  ],
  arguments: [{
    name: "in",
    summary: "a document, or a file in one of the formats; - is standard input",
    completes: "document",
  }],
  options: {
    from: {
      type: "text",
      value: "format",
      choices: [
        "json",
        "xml",
        "mermaid",
        "scxml",
        "xstate",
        "plantuml",
        "sismic",
        "erdf",
        "sql",
        "dbml",
        "sqdf",
        "otlp",
      ],
      summary: "The format of the document (default: from its extension or content)",
    },
    to: {
      type: "text",
      value: "format",
      choices: [
        "json",
        "xml",
        "mermaid",
        "scxml",
        "xstate",
        "xstate-json",
        "dot",
        "asl",
        "plantuml",
        "d2",
        "drawio",
        "erdf",
        "sqdf",
        "sql",
        "dbml",
        "json-schema",
        "typescript",
      ],
      summary: "The format",
    },
    dialect: {
      type: "text",
      value: "name",
      choices: ["postgres", "sqlite", "mysql", "tsql"],
      summary: "The SQL dialect to write, or to read (default: postgres, or detected from the script)",
    },
    out: { ...OUT_OPTIONS.out, default: "-" },
    bare: { type: "flag", summary: "Leave out the stateMachine wrapper (json)" },
    overwrite: { type: "flag", summary: "Replace an existing file" },
    check: OUT_OPTIONS.check,
  },
  examples: [
    { line: "convert door.smdf.json --to xml", does: "Prints the machine as XML." },
    { line: "convert old.fsm --out old.smdf.json", does: "Converts an older document to JSON." },
    { line: "convert door.mmd --out door.smdf.json", does: "Reads a Mermaid state diagram." },
    { line: "convert shop.erdf.json --to sql --dialect sqlite", does: "Prints the tables as SQL." },
    { line: "convert schema.sql --out schema.erdf.json", does: "Reads an SQL script." },
  ],
} as const satisfies CommandSpec;

/** The row of `fmt`. */
export const FMT = {
  name: "fmt",
  group: "whole",
  summary: "Format documents",
  details: [
    "Only whitespace changes: members keep their order, numbers and strings their text, lines their endings, and a byte order mark stays. A document with a repeated key in one object is refused, because one of the values would be lost at the next edit.",
    "The exit code is 4 if a document cannot be read, and with --check 1 if one would change.",
  ],
  arguments: [{
    name: "doc",
    summary: "the documents; - formats standard input to standard output",
    optional: true,
    isDocument: true,
    many: true,
    completes: "document",
  }],
  options: {
    check: {
      type: "flag",
      summary: "Write nothing; list the documents that would change, and exit with 1 if there are any",
    },
  },
  examples: [
    { line: "fmt door.smdf.json", does: "Lays one document out." },
    { line: "fmt --check machines/*.smdf.json", does: "Fails if one of them is not formatted." },
  ],
} as const satisfies CommandSpec;

/** The row of `arrange`. */
export const ARRANGE = {
  name: "arrange",
  group: "whole",
  summary: "Save the layout of a document's pictures beside it, or compute a new one",
  details: [
    'door.smdf.layout.json beside door.smdf.json keeps places and sizes, the direction, and the states that are closed. render, pages, canvases and agents follow it; edits move only what they must, and keep the places of what they rename. It may be written by hand: {"places": {"Open": {"x": 0, "y": 40}}} is enough. What it says of elements that are gone counts for nothing.',
    "Each run computes a new layout; options that are not given keep their values from the file.",
  ],
  arguments: [{
    name: "doc",
    summary: "the documents",
    optional: true,
    isDocument: true,
    many: true,
    completes: "document",
  }],
  options: {
    direction: {
      type: "text",
      value: "way",
      choices: PICTURE_OPTIONS.direction.choices,
      summary: "The direction of the layout; auto chooses the better fit",
    },
    fit: {
      type: "text",
      value: "space",
      suggestions: PICTURE_OPTIONS.fit.suggestions,
      summary: 'Wrap and pack toward a ratio, a page, a README or a width in units; "" for any',
    },
    collapse: {
      type: "text",
      value: "a,b",
      summary: 'Draw these states without the states inside from now on; "" for none',
    },
    notation: {
      type: "text",
      value: "name",
      suggestions: KINDS.rows.flatMap(({ content }) => content?.pictures.notations ?? []),
      summary: "The notation: each has a layout of its own (default: the first)",
    },
    remove: { type: "flag", summary: "Remove the file, so that pictures are laid out automatically again" },
    dryRun: { type: "flag", summary: "Report the layout, but write nothing" },
  },
  examples: [
    { line: "arrange door.smdf.json", does: "Writes door.smdf.layout.json." },
    { line: "arrange door.smdf.json --fit 16:9", does: "Lays it out for a slide, and keeps that." },
    { line: "arrange door.smdf.json --remove", does: "Removes door.smdf.layout.json." },
  ],
} as const satisfies CommandSpec;

/** The options of undo and redo. */
const STEP_OPTIONS = {
  count: {
    type: "integer",
    letter: "n",
    value: "count",
    default: "1",
    summary: "The number of edits, all or none",
  },
  list: { type: "flag", summary: "Change nothing; list the edits, the newest first" },
  ...EDIT_OPTIONS,
} as const;

/** The row of `undo`. */
export const UNDO = {
  name: "undo",
  group: "whole",
  summary: "Undo the last edit of the document by a loom command",
  details: [
    "Edits of others are kept. If they changed the same thing, undo is refused with exit code 3 and changes nothing. Each call goes one edit further back, up to a hundred. The history of each document is kept in LOOM_STATE_DIR, else in the folder loom of XDG_STATE_HOME, LOCALAPPDATA or ~/.local/state.",
  ],
  arguments: [],
  options: STEP_OPTIONS,
  examples: [
    { line: "--doc door.smdf.json undo", does: "Undoes the last edit." },
    { line: "--doc door.smdf.json undo -n 3", does: "Undoes the last three edits, or none." },
    { line: "--doc door.smdf.json undo --list", does: "Lists the edits, including undone ones." },
    { line: "--doc door.smdf.json undo --dry-run", does: "Shows what that would change." },
  ],
} as const satisfies CommandSpec;

/** The row of `redo`. */
export const REDO = {
  name: "redo",
  group: "whole",
  summary: "Redo the edit that loom undo undid last",
  arguments: [],
  options: STEP_OPTIONS,
  examples: [{ line: "--doc door.smdf.json redo", does: "Redoes the edit." }],
} as const satisfies CommandSpec;

/** The row of `notes`. */
export const NOTES = {
  name: "notes",
  group: "whole",
  summary: "Show the notes of a document, or change one",
  arguments: [{
    name: "doc",
    summary: "the document; - is standard input",
    optional: true,
    isDocument: true,
    completes: "document",
  }],
  options: {
    set: {
      type: "text",
      value: "text",
      summary: 'Set the note of the diagram, or of --state; "" takes it away',
    },
    state: { type: "text", value: "name", summary: "The state or entity that the note is about" },
    ...EDIT_OPTIONS,
  },
  examples: [
    { line: "notes door.smdf.json", does: "Prints every note and its element." },
    { line: 'notes door.smdf.json --state Open --set "Beeps."', does: "Sets the note of a state." },
  ],
} as const satisfies CommandSpec;

/** The row of `update-settings`. */
export const UPDATE_SETTINGS = {
  name: "update-settings",
  group: "whole",
  kind: MACHINE_KIND.kind,
  summary: "Change the settings of a machine",
  arguments: [],
  options: { ...FIELD_OPTIONS, ...EDIT_OPTIONS },
  examples: [
    { line: "update-settings --set name=Gate --set asynchronous=true", does: "Sets two fields." },
  ],
} as const satisfies CommandSpec;
