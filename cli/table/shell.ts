import type { CommandSpec } from "../command_spec.ts";

/** The row of `help`. */
export const HELP = {
  name: "help",
  group: "shell",
  summary: "Tell about the program or a command",
  arguments: [{ name: "command", summary: "the command", optional: true, many: true }],
  options: {},
  examples: [{ line: "help run", does: "Tells all about run." }],
} as const satisfies CommandSpec;

/** The row of `token`. */
export const TOKEN = {
  name: "token",
  group: "shell",
  summary: "Make a token for a server",
  details: [
    "The token has 256 random bits, as 64 hexadecimal digits. Keep it in a file that nobody else may read, as the second example does.",
    "The hub and the pages take it from --token-file or LOOM_BRIDGE_TOKEN, agent tools over HTTP from LOOM_MCP_TOKEN, the narrative bridge from --token-file or LOOM_NARRATIVE_TOKEN. Servers that other machines can reach need a token of at least 16 characters.",
  ],
  arguments: [],
  options: {},
  examples: [
    { line: "token", does: "Prints a new token." },
    { line: "token > hub.token", does: "Keeps it in a file; type umask 077 first." },
  ],
} as const satisfies CommandSpec;

/** The row of `completions`. */
export const COMPLETIONS = {
  name: "completions",
  group: "shell",
  summary: "Print a script that lets a shell complete commands and options",
  arguments: [{ name: "shell", summary: "the shell", choices: ["bash", "zsh", "fish"] }],
  options: {},
  examples: [
    { line: "completions bash > ~/.local/share/bash-completion/completions/loom", does: "For bash." },
    { line: "completions zsh > ~/.zfunc/_loom", does: "For zsh, with ~/.zfunc in fpath." },
    { line: "completions fish > ~/.config/fish/completions/loom.fish", does: "For fish." },
  ],
} as const satisfies CommandSpec;
