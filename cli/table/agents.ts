import type { CommandSpec, Option } from "../command_spec.ts";

const DIR: Option & { readonly type: "text" } = {
  type: "text",
  value: "folder",
  letter: "d",
  summary: "The folder of skills (default: LOOM_SKILLS_DIR, else .claude/skills)",
  completes: "file",
};

/** The row of `skills list`. */
export const SKILLS_LIST = {
  name: "skills list",
  group: "agents",
  summary: "List the skills: instructions for agents, one per task",
  arguments: [],
  options: { dir: DIR },
  examples: [{ line: "skills list", does: "Lists all skills and marks those installed in this project." }],
} as const satisfies CommandSpec;

/** The row of `skills show`. */
export const SKILLS_SHOW = {
  name: "skills show",
  group: "agents",
  summary: "Print a skill",
  arguments: [{ name: "skill", summary: "its name" }],
  options: {},
  examples: [{ line: "skills show loom-design", does: "Prints how to design a machine." }],
} as const satisfies CommandSpec;

/** The row of `skills install`. */
export const SKILLS_INSTALL = {
  name: "skills install",
  group: "agents",
  summary: "Install skills into the project's folder of agent skills",
  details: [
    "Most agents read .claude/skills or .agents/skills in the project; --dir or LOOM_SKILLS_DIR names another folder. Running it again updates the files.",
    "A file that was edited, or was not written by the loom, is kept, and the exit code is 3; --force replaces it.",
  ],
  arguments: [{ name: "skills", summary: "their names", optional: true, many: true }],
  options: {
    all: { type: "flag", letter: "a", summary: "Install all" },
    dir: DIR,
    force: { type: "flag", letter: "f", summary: "Replace edited files, too" },
    dryRun: { type: "flag", summary: "Show what would be done and write nothing" },
  },
  examples: [
    { line: "skills install --all", does: "Installs all into .claude/skills." },
    {
      line: "skills install loom-design loom-erd --dir .agents/skills",
      does: "Installs two for other agents.",
    },
  ],
} as const satisfies CommandSpec;

/** The row of `skills path`. */
export const SKILLS_PATH = {
  name: "skills path",
  group: "agents",
  summary: "Print the folder that skills are installed into",
  arguments: [],
  options: { dir: DIR },
  examples: [{ line: "skills path", does: "Prints the absolute path." }],
} as const satisfies CommandSpec;

/** The row of `mcp-config`. */
export const MCP_CONFIG = {
  name: "mcp-config",
  group: "agents",
  summary: "Print the MCP settings that connect an agent to the loom's tools",
  arguments: [],
  options: {
    project: {
      type: "text",
      value: "path",
      letter: "p",
      summary: "The document (default: that of --doc)",
      completes: "document",
    },
    command: {
      type: "text",
      value: "program",
      summary:
        "The program to start, with its arguments separated by spaces (default: loom-mcp of this installation)",
    },
  },
  examples: [
    { line: "mcp-config --project door.smdf.json", does: "Prints a block for the agent's settings." },
    { line: 'mcp-config --command "npx -y @loom/mcp"', does: "For machines with Node only." },
  ],
} as const satisfies CommandSpec;

/** The row of `lsp`. */
export const LSP = {
  name: "lsp",
  group: "agents",
  summary: "Serve an editor: findings, completion, hover, rename and pictures while you write",
  details: [
    "Speaks the Language Server Protocol on standard input and output, for documents of every kind. The editor starts it; plugin/vscode is the extension for VS Code.",
    "Go to definition and rename work across the documents of a system. The request loom/picture returns an SVG of the document as it is in the editor.",
  ],
  arguments: [],
  options: {
    stdio: { type: "flag", summary: "Use standard input and output, the only transport" },
  },
  examples: [{ line: "lsp", does: "Serves the editor that started it." }],
} as const satisfies CommandSpec;
