import type { CommandSpec } from "../command_spec.ts";
import { HUB_OPTIONS } from "../global_options.ts";

const DOCUMENT = {
  name: "doc",
  summary: "the document",
  optional: true,
  isDocument: true,
  completes: "document",
} as const;

/** The row of `serve`. */
export const SERVE = {
  name: "serve",
  group: "live",
  summary: "Start a hub, so that everyone who edits a document sees the others' changes at once",
  details: [
    "Prints the address of the hub and runs until interrupted. The hub reads and watches the documents that clients join, and never writes them.",
    "It listens on this machine only, unless --host is given, which requires a token. With --root only documents in that folder can be joined. The document argument is the default for clients that name none.",
    "With --web the second line is the address of the designer's pages. A page edits a document; live=1 in its address shows a log of the document instead, edit=0 only its picture. Pages ask for the token, too. They offer the documents in --root and in the folders of LOOM_DOC_ROOTS (separated by colons), else those beside the document. LOOM_CHRONICLE_ROOT adds <episode>/diagrams/<file>.json in that folder.",
    "With --port and without --web-port, the pages share the address of the hub. With --mcp so do the agent tools, at /mcp; agents send the token as Authorization: Bearer.",
    "LOOM_REDIS_URL lets several hubs share their state. LOOM_BRIDGE_ROOT, LOOM_BRIDGE_ORIGINS and LOOM_BRIDGE_HOSTS are the environment variables for --root, --origin and --allow-host.",
  ],
  arguments: [DOCUMENT],
  options: {
    port: {
      type: "integer",
      value: "n",
      summary: "The port; 0 is any free one (default: LOOM_BRIDGE_PORT, else 4599)",
    },
    host: {
      type: "text",
      value: "address",
      summary: "The address to listen on (default: LOOM_BRIDGE_HOST, else 127.0.0.1)",
    },
    root: {
      type: "text",
      value: "folder",
      summary: "The folder that documents must be in",
      completes: "file",
    },
    origin: {
      type: "text",
      value: "origin",
      many: true,
      summary:
        "An origin whose pages may connect: https://host, loopback for this machine, * for all (default: loopback)",
    },
    allowHost: {
      type: "text",
      value: "name",
      many: true,
      summary: "An extra host name that requests may use; IP addresses and localhost are always allowed",
    },
    web: {
      type: "flag",
      summary: "Also serve the designer's pages; --web-port and --narrative imply it",
    },
    webPort: {
      type: "integer",
      value: "n",
      summary: "The port of the pages; 0 is any free one (default: LOOM_WEB_PORT, else 4598)",
    },
    narrative: {
      type: "flag",
      summary: "Also serve the narrative bridge, configured by its environment variables",
    },
    mcp: {
      type: "flag",
      summary: "Also serve the agent tools, at /mcp of the hub's address, with the pages; requires a token",
    },
    token: HUB_OPTIONS.token,
    tokenFile: HUB_OPTIONS.tokenFile,
    file: {
      type: "text",
      value: "path",
      summary: "The document (older spelling of the argument)",
      completes: "document",
      isDocument: true,
    },
    log: { type: "flag", summary: "Log to standard error, as JSON lines" },
  },
  examples: [
    { line: "serve door.smdf.json", does: "Starts a hub at http://127.0.0.1:4599." },
    { line: "serve door.smdf.json --web", does: "Also serves the designer at http://127.0.0.1:4598." },
    {
      line: "serve --root machines --port 8080 --mcp --token-file hub.token",
      does: "Hub, pages and agent tools at one address.",
    },
    { line: "serve --root machines --port 0 --json", does: "Uses a free port and prints it as JSON." },
    {
      line: "serve --host 0.0.0.0 --token-file hub.token --origin https://loom.example",
      does: "Lets in other machines that know the token.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `watch`. */
export const WATCH = {
  name: "watch",
  group: "live",
  asksHub: true,
  summary: "Follow a document live: who changes what and, while a machine runs, which states are active",
  details: [
    "On a terminal it uses the whole screen and redraws on every change; the arrow keys scroll, q quits. In a pipe, or with --json, it prints one JSON line per event.",
    "Without a hub it follows the file, says so, and switches to the hub once one answers. Without an address it looks for a hub at http://127.0.0.1:4599, or at the port in LOOM_BRIDGE_PORT.",
  ],
  arguments: [DOCUMENT],
  options: {
    as: {
      type: "text",
      value: "format",
      choices: ["ascii", "boxes", "mermaid"],
      default: "ascii",
      summary: "The view: an indented tree, boxes and arrows, or the text of a Mermaid diagram",
    },
    actions: { type: "flag", summary: "Show entry, exit and transition actions (ascii, boxes)" },
    requireLive: { type: "flag", summary: "Exit with code 5 if no hub can be reached" },
  },
  examples: [
    { line: "watch door.smdf.json", does: "Shows the machine until q or Ctrl-C." },
    { line: "watch door.smdf.json --as boxes --name Ann", does: "Shows boxes; the others see the name Ann." },
    { line: "watch door.smdf.json --json | jq .type", does: "Feeds events to another program." },
  ],
} as const satisfies CommandSpec;

/** The row of `presence`. */
export const PRESENCE = {
  name: "presence",
  group: "live",
  asksHub: true,
  summary: "List who has a document open, one per line, without this command itself",
  details: ["The exit code is 5 if no hub can be reached."],
  arguments: [DOCUMENT],
  options: {
    watch: { type: "flag", summary: "Print the list again whenever someone joins or leaves" },
  },
  examples: [
    { line: "presence door.smdf.json", does: "Lists role, name and time of joining." },
    { line: "presence door.smdf.json --watch --json", does: "Prints a JSON line at each change." },
  ],
} as const satisfies CommandSpec;

/** The row of `open`. */
export const OPEN = {
  name: "open",
  group: "live",
  asksHub: true,
  summary: "Open a document's page in the browser, or make open canvases show an element",
  details: [
    "Without options it opens the document's page of serve --web, and prints its address even where no browser can be started. LOOM_CANVAS_URL sets the address of the pages, LOOM_WEB_PORT only the port.",
    "With --member, --focus or --note it asks the canvases that have the document open, through the hub; the exit code is 5 if no hub can be reached.",
  ],
  arguments: [DOCUMENT],
  options: {
    web: {
      type: "text",
      value: "url",
      summary: "The address of the pages (default: LOOM_CANVAS_URL, else http://127.0.0.1:4598)",
    },
    member: {
      type: "text",
      value: "path",
      summary: "The member document to show (default: the document's own picture)",
    },
    focus: { type: "text", value: "kind:name", summary: "The element to select, such as state:Open" },
    note: { type: "text", value: "text", summary: "A sentence to show with it" },
  },
  examples: [
    { line: "open door.smdf.json", does: "Opens its page in the browser." },
    { line: "open door.smdf.json --focus state:Open", does: "Selects a state on every canvas." },
    {
      line: 'open shop.sysdf.json --member order.erdf.json --focus entity:Order --note "Look at the keys."',
      does: "Shows a member of a system, with a note.",
    },
  ],
} as const satisfies CommandSpec;
