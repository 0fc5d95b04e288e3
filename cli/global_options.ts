/** The options that every command takes, before or behind its name. */
export const GLOBAL_OPTIONS = {
  doc: {
    type: "text",
    value: "path",
    summary: "The document (default: LOOM_PROJECT_FILE, else ./statemachine.smdf.json)",
    completes: "document",
  },
  json: { type: "flag", summary: "Give the result, or the error, as JSON" },
  quiet: { type: "flag", letter: "q", summary: "Leave remarks out" },
  color: {
    type: "text",
    value: "when",
    choices: ["auto", "always", "never"],
    default: "auto",
    summary: "Use colour: auto is yes on a terminal, unless NO_COLOR is set",
  },
  help: { type: "flag", letter: "h", summary: "Tell about the program or the command" },
  version: { type: "flag", letter: "V", summary: "Tell the version" },
} as const;

/** The options of every command that talks to a hub, before or behind its name. */
export const HUB_OPTIONS = {
  bridge: {
    type: "text",
    value: "url",
    summary: 'The address of the hub; "" for none (default: LOOM_BRIDGE_URL)',
  },
  name: { type: "text", value: "name", summary: "The name that the others see" },
  token: {
    type: "text",
    value: "token",
    summary: "The token of the hub, which other people of this machine may see (default: LOOM_BRIDGE_TOKEN)",
  },
  tokenFile: {
    type: "text",
    value: "path",
    summary: "A file that holds the token and that nobody else may read",
    completes: "file",
  },
} as const;
