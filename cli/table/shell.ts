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
