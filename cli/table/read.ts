import { KINDS, MACHINE_KIND, PICTURE_OPTIONS } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { OUT_OPTIONS } from "./out_options.ts";

const DOCUMENT = {
  name: "doc",
  summary: "the document; - is standard input",
  optional: true,
  isDocument: true,
  completes: "document",
} as const;

/** The row of `show`. */
export const SHOW = {
  name: "show",
  group: "read",
  summary: "Tell what a machine is made of, or what one of its states or events is",
  arguments: [DOCUMENT, { name: "element", summary: "a state, an event or a timer", optional: true }],
  options: {},
  examples: [
    {
      line: "show door.smdf.json",
      does: "Counts states, events and transitions, and names where it begins.",
    },
    {
      line: "--doc door.smdf.json show Open",
      does: "Tells where Open stands, its ways in and out, and its JSON.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `list`. */
export const LIST = {
  name: "list",
  group: "read",
  summary: "List the states, events or transitions of a machine, a line each",
  arguments: [
    { name: "what", summary: "what to list", choices: ["states", "events", "transitions"], varies: true },
    DOCUMENT,
  ],
  options: {},
  examples: [
    {
      line: "list states door.smdf.json",
      does: "Lists the states in document order, each below its parent.",
    },
    { line: "list transitions door.smdf.json --json", does: "The same for a program." },
  ],
} as const satisfies CommandSpec;

/** The row of `validate`. */
export const VALIDATE = {
  name: "validate",
  group: "read",
  summary: "Check documents against every rule",
  details: [
    "Each finding is a line: path:line:column, severity, rule and what to do. The exit code is 1 when there is an error, with --strict also when there is a warning, and 4 when a document cannot be read.",
    '--rule W105=off hides what a rule finds, =warn makes it a warning and =error an error. It wins over "rules" in the settings of the document, such as { "W105": "off" }. Rules about errors cannot be turned off.',
    "--as sarif prints one SARIF 2.1.0 log, --as github a line of annotation a finding, for logs of GitHub Actions.",
  ],
  arguments: [{ ...DOCUMENT, summary: "the documents; - is standard input", many: true }],
  options: {
    strict: { type: "flag", summary: "Count warnings as errors" },
    rule: {
      type: "text",
      value: "rule=setting",
      many: true,
      summary: "The effect of a rule: off, warn or error; can be given several times",
    },
    as: {
      type: "text",
      value: "format",
      choices: ["text", "sarif", "github"],
      default: "text",
      alias: "--format",
      summary: "The form of the report",
    },
  },
  examples: [
    { line: "validate door.smdf.json", does: "Checks one document." },
    { line: "validate machines/*.smdf.json --strict", does: "Checks many, and fails on warnings too." },
    {
      line: "validate door.smdf.json --rule W105=off --as sarif",
      does: "Leaves a rule out, and prints a SARIF log.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `run`. */
export const RUN = {
  name: "run",
  group: "read",
  kind: MACHINE_KIND.kind,
  asksHub: true,
  summary: "Run a machine: at a prompt, on given events, or on lines from standard input",
  details: [
    'With --events the machine is sent these events. Without, on a terminal, it asks for them; otherwise it reads standard input, a line each: an event\'s name with an optional JSON payload behind it, or JSON such as {"event": "pay", "payload": {"sum": 5}} or {"advance": 500}.',
    "In --events, events are separated by commas; name={...} sends a payload, +500, +500ms, +5s or +2min lets time pass.",
    "Time is simulated and stands still until it is told to pass, unless --real-time is given. The host objects of the settings are stubs: their functions do nothing and give null, or the value that --stub or --stubs gives, and --trace shows the calls; --guards decides guards without asking them.",
    "Work that states invoke: a task with a stub ends at once with its value, one with --fail fails, others run until their state is left or until done.invoke.<id> or error.invoke.<id> is sent. Machines are read from the folder of the document, or by their name from its system, and run.",
    'Pages that have the document open, and "loom watch", show the run where a hub is named or answers on this machine: at http://127.0.0.1:4599, or at the port in LOOM_BRIDGE_PORT.',
    "The exit code is 1 when an event was not handled; at the prompt it is 0.",
  ],
  arguments: [DOCUMENT],
  options: {
    events: { type: "text", value: "a,b,c", summary: "The events to send" },
    context: {
      type: "text",
      value: "json|file",
      summary:
        "The data that guards and actions work on, instead of declared first values: a JSON object, or a file that holds one",
      completes: "file",
    },
    stub: {
      type: "text",
      value: "call=value",
      many: true,
      summary:
        "The result of a function, such as cart.total()=10; a value that is no text is written as JSON",
    },
    fail: {
      type: "text",
      value: "call=error",
      many: true,
      summary: "The error of a function or of invoked work, such as charge=declined",
    },
    stubs: {
      type: "text",
      value: "file",
      summary: "A JSON file with the results of functions by name",
      completes: "file",
    },
    guards: {
      type: "text",
      value: "how",
      choices: ["evaluate", "pass", "refuse"],
      default: "evaluate",
      summary: "How to decide guards",
    },
    trace: { type: "flag", summary: "Show what happens inside each step" },
    autoAdvance: { type: "flag", summary: "After the last event, let time pass until no timer runs" },
    realTime: { type: "flag", summary: "Let timers run on the real clock" },
    snapshot: {
      type: "text",
      value: "file",
      summary: "Write where the machine stands at the end",
      completes: "file",
    },
    restore: { type: "text", value: "file", summary: "Go on from such a snapshot", completes: "file" },
    watch: { type: "flag", summary: "Run --events again each time the document changes" },
  },
  examples: [
    {
      line: "run door.smdf.json",
      does: "Asks for events on a terminal; :help tells what else it understands.",
    },
    { line: "run door.smdf.json --events open,close", does: "Sends two events and prints each step." },
    {
      line: "run crossing.smdf.json --events 'press,+3000,pass={\"axles\":2}' --trace",
      does: "Sends an event, lets 3 seconds pass, sends one with a payload; shows entries, exits and timers.",
    },
    {
      line: "run shop.smdf.json --events 'check out,+5s' --stub 'cart.total()=10'",
      does: "Lets a function of the host give 10, and 5 seconds pass.",
    },
    {
      line: "run door.smdf.json --json < events.jsonl",
      does: "Reads events as JSON lines, writes steps as such.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `render`. */
export const RENDER = {
  name: "render",
  group: "read",
  summary: "Draw documents: as SVG, PNG, Mermaid or text",
  details: [
    "Each drawing is written beside its document, door.smdf.json to door.svg, .png, .mmd or .txt, over an older one; the result is its path. Of documents that differ only in their kind the drawings say it: order.sqdf.svg. With --out it goes to that file, whose ending must fit the format, or into that folder, which several documents need; - is standard output, where a drawing of standard input goes anyway.",
    OUT_OPTIONS.details,
    "An SVG is the same on every system and stands alone. A PNG is drawn from it without any program of the host, and has at most 64 megapixels.",
    "Documents that cannot be drawn are told and do not stop the others; the exit code is that of the gravest failure.",
  ],
  arguments: [{ ...DOCUMENT, summary: "the documents; - is standard input", many: true }],
  options: {
    as: {
      type: "text",
      value: "format",
      choices: ["svg", "png", "pdf", "html", "mermaid", "ascii"],
      summary: "The format (default: by the ending of --out, else svg)",
    },
    out: OUT_OPTIONS.out,
    overwrite: OUT_OPTIONS.overwrite,
    check: OUT_OPTIONS.check,
    scale: {
      type: "number",
      value: "n",
      summary: "How many pixels a unit of a PNG takes, from 0.1 to 8; default: 2, or the greatest that fits",
    },
    theme: {
      type: "text",
      value: "name",
      suggestions: ["dark", "light", "auto"],
      default: "auto",
      summary: "The colours; auto is what the reader's system prefers, light in a PNG (svg, png)",
    },
    title: {
      type: "text",
      value: "text",
      summary: 'The title; "" for none (default: the machine\'s name in svg and png, none in the others)',
    },
    ...PICTURE_OPTIONS,
    noArrangement: {
      type: "flag",
      summary: "Leave door.smdf.layout.json out of account, as --direction, --fit and --focus do (svg, png)",
    },
    against: {
      type: "text",
      value: "older",
      summary: "Show what differs from this older document: added, changed, removed (svg, png)",
    },
    sideBySide: {
      type: "flag",
      summary: "Show the older document and this one beside each other, as is done for all but machines",
    },
    heat: {
      type: "text",
      value: "log",
      summary: "Show how often the events of this file, a line each, take the transitions (svg, png)",
      completes: "file",
    },
    coverage: {
      type: "text",
      value: "tests",
      summary: "Show what these test files, or those in this folder, touch and miss (svg, png)",
    },
    active: { type: "text", value: "a,b", summary: "States to highlight (svg, png, ascii)" },
    actions: { type: "flag", summary: "Show entry, exit and transition actions (svg, png, ascii)" },
    view: {
      type: "text",
      value: "how",
      choices: ["tree", "boxes"],
      default: "tree",
      summary: "An indented tree, or boxes and arrows as wide as the terminal (ascii)",
    },
    notation: {
      type: "text",
      value: "name",
      suggestions: KINDS.rows.flatMap(({ content }) => content?.pictures.notations ?? []),
      summary: "The notation, of kinds that have several (default: the first; svg, png)",
    },
    stamp: { type: "flag", summary: "Name the file <name>--<time>.<ending>" },
    open: { type: "flag", summary: "Show the file in the viewer of the system" },
    watch: { type: "flag", summary: "Draw again each time a document changes" },
    dryRun: { type: "flag", summary: "Draw and report, but write nothing" },
  },
  examples: [
    { line: "render door.smdf.json", does: "Writes door.svg beside the document." },
    { line: "render door.smdf.json --as png --theme light --open", does: "Writes door.png and shows it." },
    { line: "render machines/*.smdf.json --out pictures", does: "Draws many into one folder." },
    { line: "render door.smdf.json --as ascii --view boxes --out -", does: "Draws on the terminal." },
    { line: "render door.smdf.json --out door.mmd --watch", does: "Keeps a Mermaid diagram up to date." },
    {
      line: "render door.smdf.json --fit 16:9 --as png",
      does: "Draws for a slide: as wide as it is high by 16:9.",
    },
    {
      line: "render shop.erdf.json --notation chen",
      does: "Draws entities, attributes and relationships apart.",
    },
    { line: "render machines/*.smdf.json --check", does: "Fails when a picture is not up to date, for CI." },
  ],
} as const satisfies CommandSpec;

/** The row of `generate`. */
export const GENERATE = {
  name: "generate",
  group: "read",
  kind: MACHINE_KIND.kind,
  summary: "Generate the code of a machine, in TypeScript or Python",
  details: [
    "The module goes to standard output. With --out it is written to that folder as <name>_fsm.ts or <name>_fsm.py, or to that file when the path ends in .ts or .py, which must be the ending of the language.",
    OUT_OPTIONS.details,
    "It runs on the runtime library, @loom/engine/runtime or loom_engine.runtime, exactly as the interpreter does.",
    "A definition with errors is refused with exit code 1, and the finding that stops it is named; --force generates what can be generated all the same.",
  ],
  arguments: [DOCUMENT],
  options: {
    language: {
      type: "text",
      letter: "l",
      value: "language",
      choices: ["typescript", "python"],
      summary: "The language (default: by the ending of --out, else typescript)",
    },
    out: { ...OUT_OPTIONS.out, default: "-", alias: "--output" },
    overwrite: OUT_OPTIONS.overwrite,
    check: OUT_OPTIONS.check,
    watch: { type: "flag", summary: "Generate again each time the document changes" },
    name: {
      type: "text",
      letter: "n",
      value: "name",
      summary: "The machine's name, instead of settings.name",
    },
    runtime: {
      type: "text",
      value: "specifier",
      summary: "Where the code imports the runtime library from (default: the published one)",
    },
    types: {
      type: "text",
      value: "module",
      summary: "The module that has the classes of the settings' objects (default: interfaces are generated)",
    },
    force: { type: "flag", summary: "Generate from a definition with errors, too" },
  },
  examples: [
    { line: "generate door.smdf.json -l typescript", does: "Prints a TypeScript module." },
    { line: "generate door.smdf.json -l python -o src", does: "Writes src/door_fsm.py." },
    {
      line: "generate door.smdf.json -o src/door.py --check",
      does: "Fails when src/door.py is not what would be written.",
    },
    { line: "generate door.smdf.json -o src --watch", does: "Keeps src/door_fsm.ts up to date." },
  ],
} as const satisfies CommandSpec;

/** The row of `rispec`. */
export const RISPEC = {
  name: "rispec",
  group: "read",
  summary: "Describe a document in words: a RISE specification, in Markdown",
  details: [
    "A system is described with all members: intent, actors, data, behaviour, a block for each path of each scenario, open questions. A scenario is walked through the machines of its system, or through those beside it.",
    "Of a machine it says what the definition does, what it is for and how to go on with it. What it is for comes from --intent, else from the prompt decomposition that settings._source names, else from the original prompt there. A decomposition is only read from the document's folder and below.",
    "The text goes to standard output. With --out it is written to that folder as <document>.rispec.md, or to that file when the path ends in .md.",
    OUT_OPTIONS.details,
  ],
  arguments: [DOCUMENT],
  options: {
    intent: { type: "text", value: "text", summary: "What the document is for" },
    out: { ...OUT_OPTIONS.out, default: "-" },
    overwrite: OUT_OPTIONS.overwrite,
  },
  examples: [
    { line: "rispec door.smdf.json", does: "Prints the specification." },
    { line: "rispec shop.sysdf.json --out docs", does: "Writes docs/shop.rispec.md, of the whole system." },
    {
      line: 'rispec door.smdf.json --intent "Doors that close by themselves" --out .',
      does: "Writes door.rispec.md.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `diff`. */
export const DIFF = {
  name: "diff",
  group: "read",
  summary: "Tell the patch that makes one document from another",
  details: [
    'With --json the patch is a list that "loom apply" takes. The exit code is 0 when the definitions are the same and 1 when they differ, as for diff(1).',
  ],
  arguments: [
    { name: "before", summary: "the document that is changed", completes: "document" },
    { name: "after", summary: "the document that comes out", completes: "document" },
  ],
  options: {},
  examples: [
    { line: "diff old.smdf.json new.smdf.json", does: "Lists the operations, a line each." },
    { line: "diff old.smdf.json new.smdf.json --json > ops.json", does: "Keeps the patch for loom apply." },
  ],
} as const satisfies CommandSpec;
