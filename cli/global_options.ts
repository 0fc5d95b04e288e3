/** The options that every command takes, before or behind its name. */
export const GLOBAL_OPTIONS = {
  doc: {
    type: "text",
    value: "path",
    summary: "The document (default: LOOM_PROJECT_FILE, else ./statemachine.smdf.json)",
    completes: "document",
  },
  json: { type: "flag", summary: "Print the result or the error as JSON" },
  quiet: { type: "flag", letter: "q", summary: "Leave remarks out" },
  color: {
    type: "text",
    value: "when",
    choices: ["auto", "always", "never"],
    default: "auto",
    summary: "Use colour: auto is yes on a terminal, unless NO_COLOR is set",
  },
  help: { type: "flag", letter: "h", summary: "Show help for the program or the command" },
  version: { type: "flag", letter: "V", summary: "Tell the version" },
} as const;

/** The options of every command that talks to a hub, before or behind its name. */
export const HUB_OPTIONS = {
  bridge: {
    type: "text",
    value: "url",
    summary: 'The address of the hub; "" for none (default: LOOM_BRIDGE_URL)',
  },
  name: { type: "text", value: "name", summary: "The name shown to others" },
  token: {
    type: "text",
    value: "token",
    summary: "The token of the hub, visible to other users of this machine (default: LOOM_BRIDGE_TOKEN)",
  },
  tokenFile: {
    type: "text",
    value: "path",
    summary: "A file with the token, readable only by you",
    completes: "file",
  },
} as const;
