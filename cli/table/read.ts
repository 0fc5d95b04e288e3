import { KINDS, MACHINE_KIND, PICTURE_OPTIONS } from "@loom/protocol/kinds";
import type { CommandSpec } from "../command_spec.ts";
import { OUT_OPTIONS } from "./options.ts";

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
  summary: "Describe a machine, or one of its states or events",
  arguments: [DOCUMENT, { name: "element", summary: "a state, an event or a timer", optional: true }],
  options: {},
  examples: [
    {
      line: "show door.smdf.json",
      does: "Counts states, events and transitions, and names the initial state.",
    },
    {
      line: "--doc door.smdf.json show Open",
      does: "Shows Open's place in the tree, its transitions in and out, and its JSON.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `list`. */
export const LIST = {
  name: "list",
  group: "read",
  summary: "List the states, events, transitions or declared data of a machine, one per line",
  arguments: [
    {
      name: "what",
      summary: "what to list",
      choices: ["states", "events", "transitions", "data"],
      varies: true,
    },
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
    "Each finding is one line: path:line:column, severity, rule and remedy. The exit code is 1 if there are errors (with --strict, also warnings), and 4 if a document cannot be read.",
    '--rule W105=off hides the findings of a rule, =warn makes them warnings and =error errors. It overrides "rules" in the settings of the document, such as { "W105": "off" }. Rules that report errors cannot be turned off.',
    "--as sarif prints one SARIF 2.1.0 log; --as github prints an annotation per finding, for GitHub Actions.",
  ],
  arguments: [{ ...DOCUMENT, summary: "the documents; - is standard input", many: true }],
  options: {
    strict: { type: "flag", summary: "Count warnings as errors" },
    rule: {
      type: "text",
      value: "rule=setting",
      many: true,
      summary: "The effect of a rule: off, warn or error; repeatable",
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
    { line: "validate machines/*.smdf.json --strict", does: "Checks several, and fails on warnings too." },
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
    'With --events the machine receives these events. Without it, on a terminal, the command prompts for events; otherwise it reads them from standard input, one per line: an event\'s name followed by an optional JSON payload, or JSON such as {"event": "pay", "payload": {"sum": 5}} or {"advance": 500}.',
    "In --events, commas separate events; name={...} sends a payload, and +500, +500ms, +5s or +2min advances the clock.",
    "Time is simulated and advances only on request, unless --real-time is given. The host objects of the settings are stubs: their functions do nothing and return null, or the value given by --stub or --stubs; --trace shows the calls. --guards decides guards without evaluating them.",
    "Invoked work: a task with a stub ends at once with the stub's value, a task with --fail fails, and any other task runs until its state is left or until done.invoke.<id> or error.invoke.<id> is sent. Child machines are read from the document's folder, or by name from its system, and run.",
    'Pages that have the document open, and "loom watch", show the run if a hub is configured or answers on this machine, at http://127.0.0.1:4599 or the port in LOOM_BRIDGE_PORT. Of a run at the prompt nothing stays active there when it ends; the result of --events does.',
    "The exit code is 1 when an event was not handled; at the prompt it is 0.",
  ],
  arguments: [DOCUMENT],
  options: {
    events: { type: "text", value: "a,b,c", summary: "The events to send" },
    context: {
      type: "text",
      value: "json|file",
      summary:
        "The data for guards and actions, in place of the declared initial values: a JSON object, or a file that holds one",
      completes: "file",
    },
    stub: {
      type: "text",
      value: "call=value",
      many: true,
      summary: "The result of a function, such as cart.total()=10; values other than text are JSON",
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
    autoAdvance: { type: "flag", summary: "After the last event, advance the clock until no timer runs" },
    realTime: { type: "flag", summary: "Let timers run on the real clock" },
    snapshot: {
      type: "text",
      value: "file",
      summary: "Write a snapshot of the machine at the end",
      completes: "file",
    },
    restore: { type: "text", value: "file", summary: "Continue from such a snapshot", completes: "file" },
    watch: { type: "flag", summary: "Run --events again each time the document changes" },
  },
  examples: [
    {
      line: "run door.smdf.json",
      does: "Prompts for events; :help lists the other commands.",
    },
    { line: "run door.smdf.json --events open,close", does: "Sends two events and prints each step." },
    {
      line: "run crossing.smdf.json --events 'press,+3000,pass={\"axles\":2}' --trace",
      does:
        "Sends an event, waits 3 simulated seconds, sends one with a payload; shows entries, exits and timers.",
    },
    {
      line: "run shop.smdf.json --events 'check out,+5s' --stub 'cart.total()=10'",
      does: "Stubs a host function with 10, and advances the clock by 5 seconds.",
    },
    {
      line: "run door.smdf.json --json < events.jsonl",
      does: "Reads events and writes steps as JSON lines.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `render`. */
export const RENDER = {
  name: "render",
  group: "read",
  summary: "Draw documents: as SVG, PNG, Mermaid or text",
  details: [
    "Each picture is written beside its document (door.smdf.json to door.svg, .png, .mmd or .txt), replacing an older one, and its path is printed. When two documents differ only in their kind, the picture's name includes the kind: order.sqdf.svg. --out names another file, whose extension must match the format, or a folder, which is required for several documents; - is standard output, the default for a document from standard input.",
    OUT_OPTIONS.details,
    "An SVG is self-contained and identical on every system. A PNG is rasterized from it without any other program, and has at most 64 megapixels. A PDF and an HTML page take what an SVG takes.",
    "Documents that cannot be drawn are reported, and the others are still drawn; the exit code is that of the most serious failure.",
  ],
  arguments: [{ ...DOCUMENT, summary: "the documents; - is standard input", many: true }],
  options: {
    as: {
      type: "text",
      value: "format",
      choices: ["svg", "png", "pdf", "html", "mermaid", "ascii", "d2", "dot", "plantuml", "drawio"],
      summary: "The format (default: from the extension of --out, else svg)",
    },
    out: OUT_OPTIONS.out,
    overwrite: OUT_OPTIONS.overwrite,
    check: OUT_OPTIONS.check,
    scale: {
      type: "number",
      value: "n",
      summary: "Pixels per unit in a PNG, from 0.1 to 8; default: 2, or the largest that fits",
    },
    theme: {
      type: "text",
      value: "name",
      suggestions: ["dark", "light", "auto"],
      default: "auto",
      summary: "The colours; auto follows the reader's system, and is light in a PNG (svg, png)",
    },
    title: {
      type: "text",
      value: "text",
      summary: 'The title; "" for none (default: the machine\'s name in svg and png, none in the others)',
    },
    ...PICTURE_OPTIONS,
    embedFont: {
      type: "flag",
      summary: "Put the letters into the file, so that it looks the same where Inter is missing (svg, html)",
    },
    noArrangement: {
      type: "flag",
      summary: "Ignore door.smdf.layout.json, as --direction, --fit and --focus do (svg, png)",
    },
    against: {
      type: "text",
      value: "older",
      summary: "Show what differs from this older document: added, changed, removed (svg, png)",
    },
    sideBySide: {
      type: "flag",
      summary: "Show both versions side by side, which is the default for all kinds but machines",
    },
    heat: {
      type: "text",
      value: "log",
      summary: "Show how often the events in this file, one per line, take each transition (svg, png)",
      completes: "file",
    },
    coverage: {
      type: "text",
      value: "tests",
      summary: "Show what these test files, or those in this folder, cover and miss (svg, png)",
    },
    active: { type: "text", value: "a,b", summary: "States to highlight (svg, png, ascii)" },
    actions: { type: "flag", summary: "Show entry, exit and transition actions (svg, png, ascii)" },
    view: {
      type: "text",
      value: "how",
      choices: ["tree", "boxes"],
      default: "tree",
      summary: "An indented tree, or boxes and arrows fitted to the terminal's width (ascii)",
    },
    notation: {
      type: "text",
      value: "name",
      suggestions: KINDS.rows.flatMap(({ content }) => content?.pictures.notations ?? []),
      summary: "The notation, for kinds that have several (default: the first; svg, png)",
    },
    stamp: { type: "flag", summary: "Name the file <name>--<time>.<ending>" },
    open: { type: "flag", summary: "Open the file in the system's viewer" },
    watch: { type: "flag", summary: "Draw again each time a document changes" },
    dryRun: { type: "flag", summary: "Draw and report, but write nothing" },
  },
  examples: [
    { line: "render door.smdf.json", does: "Writes door.svg beside the document." },
    { line: "render door.smdf.json --as png --theme light --open", does: "Writes door.png and shows it." },
    { line: "render machines/*.smdf.json --out pictures", does: "Draws several into one folder." },
    { line: "render door.smdf.json --as ascii --view boxes --out -", does: "Draws on the terminal." },
    { line: "render door.smdf.json --out door.mmd --watch", does: "Keeps a Mermaid diagram up to date." },
    {
      line: "render door.smdf.json --fit 16:9 --as png",
      does: "Draws for a slide, in a ratio of 16:9.",
    },
    {
      line: "render shop.erdf.json --notation chen",
      does: "Draws entities, attributes and relationships as separate shapes.",
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
    "The module is printed on standard output. With --out it is written to that folder as <name>_fsm.ts or <name>_fsm.py, or to that file when the path ends in .ts or .py, which must match the language.",
    OUT_OPTIONS.details,
    "It uses the runtime library, @loom/engine/runtime or loom_engine.runtime, and behaves exactly as the interpreter does.",
    "Machines that states invoke are read from the document's folder, or by name from its system: their outputs type what done.invoke.<id> brings. Where one cannot be read, that is any value.",
    "A definition with errors is refused with exit code 1 and the finding responsible; --force generates as much as possible anyway.",
  ],
  arguments: [DOCUMENT],
  options: {
    language: {
      type: "text",
      letter: "l",
      value: "language",
      choices: ["typescript", "python"],
      summary: "The language (default: from the extension of --out, else typescript)",
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
      summary: "The module specifier of the runtime library (default: the published one)",
    },
    types: {
      type: "text",
      value: "module",
      summary: "The module with the classes of the settings' objects (default: generate interfaces)",
    },
    force: { type: "flag", summary: "Generate even from a definition with errors" },
  },
  examples: [
    { line: "generate door.smdf.json -l typescript", does: "Prints a TypeScript module." },
    { line: "generate door.smdf.json -l python -o src", does: "Writes src/door_fsm.py." },
    {
      line: "generate door.smdf.json -o src/door.py --check",
      does: "Fails when src/door.py is out of date.",
    },
    { line: "generate door.smdf.json -o src --watch", does: "Keeps src/door_fsm.ts up to date." },
  ],
} as const satisfies CommandSpec;

/** The row of `rispec`. */
export const RISPEC = {
  name: "rispec",
  group: "read",
  summary: "Describe a document in words, as a RISE specification in Markdown",
  details: [
    "A system is described with all its members: intent, actors, data, behaviour, a block for each path of each scenario, and open questions. A scenario is replayed through the machines of its system, or those beside it.",
    "For a machine it gives its purpose, its behaviour and how to continue. The purpose comes from --intent, else from the prompt decomposition that settings._source names, else from the original prompt there. A decomposition is only read from the document's folder and below.",
    "The text is printed on standard output. With --out it is written to that folder as <document>.rispec.md, or to that file when the path ends in .md.",
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
  summary: "Print the patch that turns one document into another",
  details: [
    'With --json the patch is a list that "loom apply" takes. The exit code is 0 when the definitions are the same and 1 when they differ, as for diff(1).',
  ],
  arguments: [
    { name: "before", summary: "the document before the change", completes: "document" },
    { name: "after", summary: "the document after the change", completes: "document" },
  ],
  options: {},
  examples: [
    { line: "diff old.smdf.json new.smdf.json", does: "Lists the operations, one per line." },
    { line: "diff old.smdf.json new.smdf.json --json > ops.json", does: "Saves the patch for loom apply." },
  ],
} as const satisfies CommandSpec;
