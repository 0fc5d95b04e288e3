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
  summary: "Start a hub: whoever edits the same document sees the others' changes at once",
  details: [
    "The address of the hub is the result. The hub goes on until it is interrupted. It reads and watches the documents that people join and never writes them.",
    "It listens on this machine only, unless --host says otherwise, which needs a token. With --root only documents in that folder can be joined. The document is that of clients which name none.",
    "With --web the second line is the address of pages: each edits a document, shows with live=1 in its address what happens in it, and with edit=0 its picture only. They follow the hub whatever --origin says; a token is asked for there too, and the server of the pages, which keeps it, then follows the hub for them. Besides the document they show those in --root and in the folders of LOOM_DOC_ROOTS, which have colons between; without either, those beside the document. LOOM_CHRONICLE_ROOT adds <episode>/diagrams/<file>.json in that folder.",
    "With --port and without --web-port the pages are at the address of the hub, and so is everything with --mcp: agents are at /mcp and give the token as Authorization: Bearer.",
    "LOOM_REDIS_URL lets several hubs share what they know; LOOM_BRIDGE_ROOT, LOOM_BRIDGE_ORIGINS and LOOM_BRIDGE_HOSTS say what --root, --origin and --allow-host do.",
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
        "A page's origin that may connect: https://host, loopback for this machine's, * for all (default: loopback)",
    },
    allowHost: {
      type: "text",
      value: "name",
      many: true,
      summary: "A name that the hub may be called by, beside addresses and localhost",
    },
    web: {
      type: "flag",
      summary:
        "Serve pages too, which edit documents and show what happens in them; --web-port and --narrative mean it as well",
    },
    webPort: {
      type: "integer",
      value: "n",
      summary: "The port of the pages; 0 is any free one (default: LOOM_WEB_PORT, else 4598)",
    },
    narrative: {
      type: "flag",
      summary: "Serve the narrative bridge beside the pages, with the settings of its environment",
    },
    mcp: {
      type: "flag",
      summary: "Serve the tools for agents too, at /mcp of the hub's address, with the pages; needs a token",
    },
    token: HUB_OPTIONS.token,
    tokenFile: HUB_OPTIONS.tokenFile,
    file: {
      type: "text",
      value: "path",
      summary: "The document, for those who used to name it this way",
      completes: "document",
      isDocument: true,
    },
    log: { type: "flag", summary: "Tell on standard error what happens, a line of JSON each" },
  },
  examples: [
    { line: "serve door.smdf.json", does: "Starts a hub at http://127.0.0.1:4599." },
    { line: "serve door.smdf.json --web", does: "Shows the machine at http://127.0.0.1:4598 too." },
    {
      line: "serve --root machines --port 8080 --mcp --token-file hub.token",
      does: "Hub, pages and agent tools at one address.",
    },
    { line: "serve --root machines --port 0 --json", does: "Takes a free port and tells it as JSON." },
    {
      line: "serve --host 0.0.0.0 --token-file hub.token --origin https://loom.example",
      does: "Lets other machines in that know the token.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `watch`. */
export const WATCH = {
  name: "watch",
  group: "live",
  asksHub: true,
  summary:
    "Show a document while it is edited, and a machine while it runs: who changes what, and what is active",
  details: [
    "On a terminal it takes the whole screen and draws anew whenever something happens; the arrow keys scroll, q ends it. In a pipe, or with --json, each thing that happens is a line of JSON.",
    "Without a hub it follows the file and says so, and goes over to the hub when one answers. Without an address it looks for one at http://127.0.0.1:4599, or at the port in LOOM_BRIDGE_PORT.",
  ],
  arguments: [DOCUMENT],
  options: {
    as: {
      type: "text",
      value: "format",
      choices: ["ascii", "boxes", "mermaid"],
      default: "ascii",
      summary: "How it is drawn: an indented tree, boxes and arrows, or the text of a Mermaid diagram",
    },
    actions: { type: "flag", summary: "Show entry, exit and transition actions (ascii, boxes)" },
    requireLive: { type: "flag", summary: "End with exit code 5 when no hub is there" },
  },
  examples: [
    { line: "watch door.smdf.json", does: "Shows the machine until q or Ctrl-C." },
    { line: "watch door.smdf.json --as boxes --name Ann", does: "As boxes; the others see Ann." },
    { line: "watch door.smdf.json --json | jq .type", does: "Tells what happens to a program." },
  ],
} as const satisfies CommandSpec;

/** The row of `presence`. */
export const PRESENCE = {
  name: "presence",
  group: "live",
  asksHub: true,
  summary: "Tell who takes part in a document, a line each; the one who asks does not count",
  details: ["The exit code is 5 when no hub is reached."],
  arguments: [DOCUMENT],
  options: {
    watch: { type: "flag", summary: "Tell it again whenever someone comes or leaves" },
  },
  examples: [
    { line: "presence door.smdf.json", does: "Lists role, name and since when." },
    { line: "presence door.smdf.json --watch --json", does: "A line of JSON at each change." },
  ],
} as const satisfies CommandSpec;

/** The row of `open`. */
export const OPEN = {
  name: "open",
  group: "live",
  asksHub: true,
  summary:
    "Open the page of a document in the browser, or ask the canvases that have it open to show something",
  details: [
    "Without options it opens the page that serve --web has of the document; where no browser can be started, the address is told all the same. LOOM_CANVAS_URL names the address of pages, LOOM_WEB_PORT its port only.",
    "With --member, --focus or --note the canvases that have it open are asked through the hub; the exit code is 5 when no hub is reached.",
  ],
  arguments: [DOCUMENT],
  options: {
    web: {
      type: "text",
      value: "url",
      summary: "Where pages are (default: LOOM_CANVAS_URL, else http://127.0.0.1:4598)",
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
      does: "Shows a member of a system, with a word about it.",
    },
  ],
} as const satisfies CommandSpec;
