import type { CommandSpec } from "../command_spec.ts";

/** The row of `help`. */
export const HELP = {
  name: "help",
  group: "shell",
  summary: "Show help for the program or a command",
  arguments: [{ name: "command", summary: "the command", optional: true, many: true }],
  options: {},
  examples: [{ line: "help run", does: "Tells all about run." }],
} as const satisfies CommandSpec;

/** The row of `token`. */
export const TOKEN = {
  name: "token",
  group: "shell",
  summary: "Create a token for a server",
  details: [
    "The token has 256 random bits, as 64 hexadecimal digits. Keep it in a file that only you can read, as in the second example.",
    "The hub and the pages read it from --token-file or LOOM_BRIDGE_TOKEN, agent tools over HTTP from LOOM_MCP_TOKEN, the narrative bridge from --token-file or LOOM_NARRATIVE_TOKEN. Servers that other machines can reach need a token of at least 16 characters.",
  ],
  arguments: [],
  options: {},
  examples: [
    { line: "token", does: "Prints a new token." },
    { line: "token > hub.token", does: "Saves it in a file; run umask 077 first." },
  ],
} as const satisfies CommandSpec;

/** The row of `completions`. */
export const COMPLETIONS = {
  name: "completions",
  group: "shell",
  summary: "Print a completion script for a shell",
  arguments: [{ name: "shell", summary: "the shell", choices: ["bash", "zsh", "fish"] }],
  options: {},
  examples: [
    { line: "completions bash > ~/.local/share/bash-completion/completions/loom", does: "For bash." },
    { line: "completions zsh > ~/.zfunc/_loom", does: "For zsh, with ~/.zfunc in fpath." },
    { line: "completions fish > ~/.config/fish/completions/loom.fish", does: "For fish." },
  ],
} as const satisfies CommandSpec;

/** The row of `fonts list`. */
export const FONTS_LIST = {
  name: "fonts list",
  group: "shell",
  summary: "List the fonts for letters that pictures lack",
  arguments: [],
  options: {},
  examples: [{ line: "fonts list", does: "Lists the fonts and marks those that were added." }],
} as const satisfies CommandSpec;

/** The row of `fonts add`. */
export const FONTS_ADD = {
  name: "fonts add",
  group: "shell",
  summary: "Download fonts from npm, for PNG, PDF and embedded letters",
  details: [
    "The built-in font has Latin, Greek and Cyrillic letters; for others pictures use fonts of the system and those added here. Nothing else ever downloads a font.",
    "Fonts go into the folder that LOOM_FONTS_DIR names, else into one for the user's data; servers use them at once. Each package is checked against the sum that this release knows.",
  ],
  arguments: [{ name: "fonts", summary: "scripts, such as thai, or names of fonts", many: true }],
  options: {
    registry: {
      type: "text",
      value: "address",
      summary: "The npm registry that they come from (default: NPM_CONFIG_REGISTRY)",
    },
  },
  examples: [{
    line: 'fonts add thai emoji --registry "$(npm config get registry)"',
    does: "Downloads the fonts for Thai and for emoji.",
  }],
} as const satisfies CommandSpec;
