import { KINDS, MACHINE_KIND, PICTURE_OPTIONS } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { EDIT_OPTIONS, FIELD_OPTIONS } from "./edit_options.ts";
import { OUT_OPTIONS } from "./out_options.ts";

/** The row of `new`. */
export const NEW = {
  name: "new",
  group: "whole",
  summary: "Make a document to start from",
  arguments: [
    {
      name: "path",
      summary: "the document to make; .smdf.json is added to a bare name",
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
    machineName: { type: "text", value: "name", summary: "The machine's name (default: made from the path)" },
    bare: { type: "flag", summary: "Leave out the stateMachine wrapper around the definition" },
    overwrite: { type: "flag", summary: "Replace a document that is there" },
    dryRun: EDIT_OPTIONS.dryRun,
  },
  examples: [
    { line: "new door.smdf.json", does: "Makes a machine with a root state and nothing else." },
    { line: "new door --template door", does: "Makes door.smdf.json with a machine that runs." },
  ],
} as const satisfies CommandSpec;

/** The row of `load`. */
export const LOAD = {
  name: "load",
  group: "whole",
  summary: "Put the definition of a file in the place of the document's",
  details: [
    "The file may be JSON, XML or .fsm, or a Mermaid state diagram: .mmd, .mermaid, or the first one in a Markdown file. The document keeps its wrapper, and the text of what stays the same.",
  ],
  arguments: [{ name: "file", summary: "the file with the new definition", completes: "document" }],
  options: EDIT_OPTIONS,
  examples: [
    { line: "--doc door.smdf.json load other.smdf.xml", does: "Takes over the machine of an XML file." },
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
    { line: "--doc door.smdf.json apply ops.json", does: "Applies what loom diff --json gave." },
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
    "Without --to the ending of --out says the format; with --to it must fit. A file that is there is only replaced with --overwrite, and the document that is read never.",
    "A state machine is read from and written in json, xml, mermaid, scxml and xstate (TypeScript of XState; JavaScript and JSON are read, too), read from plantuml (state diagrams) and sismic (YAML), and written in xstate-json, plantuml, d2, drawio (draw.io, with the places of the loom's picture), dot (Graphviz) and asl (Step Functions). A Mermaid state diagram becomes a machine: labels are read as event [guard] / action, [*] is the start and the end, -- divides regions.",
    "An entity-relationship diagram is read from and written in erdf (or json), sql, dbml and mermaid (erDiagram), and written in json-schema and typescript. In SQL each entity is a table, each foreign key a constraint, and a relationship between many and many a table of its own.",
    "A sequence is read from and written in sqdf (or json) and mermaid, and read from plantuml and otlp (OpenTelemetry traces). A system is written in no other format: convert its members.",
    "Numbers keep their text. What of the document could not be taken over, or has no place in the other format, such as actions in a diagram, is listed on standard error, and in remarks and leftOut with --json.",
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
      summary: "The format of the document (default: by its ending or its text)",
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
      summary:
        "The SQL to write, or to read where none is written (default: postgres, or what the script looks like)",
    },
    out: { ...OUT_OPTIONS.out, default: "-" },
    bare: { type: "flag", summary: "Leave out the stateMachine wrapper (json)" },
    overwrite: { type: "flag", summary: "Replace a file that is there" },
    check: OUT_OPTIONS.check,
  },
  examples: [
    { line: "convert door.smdf.json --to xml", does: "Prints the machine as XML." },
    { line: "convert old.fsm --out old.smdf.json", does: "Makes a JSON document from an older one." },
    { line: "convert door.mmd --out door.smdf.json", does: "Makes a document from a Mermaid state diagram." },
    { line: "convert shop.erdf.json --to sql --dialect sqlite", does: "Prints the tables as SQL." },
    { line: "convert schema.sql --out schema.erdf.json", does: "Makes a diagram from a script." },
  ],
} as const satisfies CommandSpec;

/** The row of `fmt`. */
export const FMT = {
  name: "fmt",
  group: "whole",
  summary: "Lay documents out as the loom writes new ones",
  details: [
    "What a document says does not change: members keep their order, numbers and strings their text, lines their ends, and a byte order mark stays. A document that has a key twice in one object is refused, because one of the values would be lost at the next edit.",
    "The exit code is 4 when a document cannot be read, with --check 1 when one would change.",
  ],
  arguments: [{
    name: "doc",
    summary: "the documents; - lays standard input out to standard output",
    optional: true,
    isDocument: true,
    many: true,
    completes: "document",
  }],
  options: {
    check: {
      type: "flag",
      summary: "Write nothing; exit with 1, and a line for each document that would change",
    },
  },
  examples: [
    { line: "fmt door.smdf.json", does: "Lays one document out." },
    { line: "fmt --check machines/*.smdf.json", does: "Fails when one of them is not laid out so." },
  ],
} as const satisfies CommandSpec;

/** The row of `arrange`. */
export const ARRANGE = {
  name: "arrange",
  group: "whole",
  summary: "Keep the arrangement of pictures in a file beside the document, or renew it",
  details: [
    'door.smdf.layout.json beside door.smdf.json keeps places and sizes, the direction, and the states that are closed. render, pages, canvases and agents follow it; edits move only what they must, and keep the places of what they rename. It may be written by hand: {"places": {"Open": {"x": 0, "y": 40}}} is enough. What it says of elements that are gone counts for nothing.',
    "Every call arranges anew; options that are not given stay as they are in the file.",
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
      summary: "The way lines lead; auto is what fits best",
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
      summary: "The notation to arrange: each has places of its own (default: the first)",
    },
    remove: { type: "flag", summary: "Remove the file: pictures are arranged by themselves again" },
    dryRun: { type: "flag", summary: "Arrange and report, but write nothing" },
  },
  examples: [
    { line: "arrange door.smdf.json", does: "Writes door.smdf.layout.json." },
    { line: "arrange door.smdf.json --fit 16:9", does: "Arranges it for a slide, and keeps it so." },
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
    summary: "So many edits at once, all or none",
  },
  list: { type: "flag", summary: "Change nothing; list the edits, the newest first" },
  ...EDIT_OPTIONS,
} as const;

/** The row of `undo`. */
export const UNDO = {
  name: "undo",
  group: "whole",
  summary: "Undo the last edit that loom commands made of the document",
  details: [
    "The edits of others stay: an edit is undone around them. Where they changed the same, undo is refused with exit code 3 and changes nothing. Each call goes one edit further back, up to a hundred. The edits are kept for each document in LOOM_STATE_DIR, else in the folder loom of XDG_STATE_HOME, of LOCALAPPDATA or of ~/.local/state.",
  ],
  arguments: [],
  options: STEP_OPTIONS,
  examples: [
    { line: "--doc door.smdf.json undo", does: "Undoes the last edit." },
    { line: "--doc door.smdf.json undo -n 3", does: "Undoes the last three edits, or none." },
    { line: "--doc door.smdf.json undo --list", does: "Lists the edits, undone ones too." },
    { line: "--doc door.smdf.json undo --dry-run", does: "Shows what that would change." },
  ],
} as const satisfies CommandSpec;

/** The row of `redo`. */
export const REDO = {
  name: "redo",
  group: "whole",
  summary: "Redo what loom undo undid last",
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
    { line: "notes door.smdf.json", does: "Prints every note with what it is about." },
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
