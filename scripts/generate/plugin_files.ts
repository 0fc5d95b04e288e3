/**
 * The manifests under which agents install the loom: one folder is an Agent Plugin, a Claude plugin and a Codex plugin, and the
 * same facts describe the MCP bundle and the entry of the MCP registry.
 *
 * @module
 */
import { VERSION } from "../../mcp/version.ts";

const NAME = "loom";
const DESCRIPTION =
  "Design, check, run and draw hierarchical state machines, entity models, scenarios and systems, with people at the same document.";
const AUTHOR = { name: "The loom" };
const KEYWORDS = ["state-machine", "statechart", "erd", "sequence-diagram", "mcp"];
const HUB = "http://127.0.0.1:4599";
/** The server's name in the registry, which the npm package repeats as `mcpName`. */
export const MCP_NAME = "io.github.loom/loom";

const IDENTITY = { name: NAME, version: VERSION, description: DESCRIPTION, author: AUTHOR, license: "MIT" };
/** Members that Claude and Codex read beside the fixed places of an Agent Plugin. */
const CLIENT_PLUGIN = { ...IDENTITY, keywords: KEYWORDS, skills: "./skills/", mcpServers: "./mcp.json" };

/** The manifests by path. */
export const PLUGIN_FILES: Readonly<Record<string, object>> = {
  "plugin/plugin.json": {
    $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
    ...IDENTITY,
    keywords: KEYWORDS,
  },
  "plugin/mcp.json": {
    $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
    mcpServers: { [NAME]: { type: "stdio", command: "loom-mcp", env: { LOOM_BRIDGE_URL: HUB } } },
  },
  "plugin/.claude-plugin/plugin.json": CLIENT_PLUGIN,
  "plugin/.codex-plugin/plugin.json": CLIENT_PLUGIN,
  "plugin/mcpb/manifest.json": {
    manifest_version: "0.3",
    ...IDENTITY,
    display_name: "The loom",
    keywords: KEYWORDS,
    server: {
      type: "binary",
      entry_point: "server/loom-mcp",
      mcp_config: {
        command: "${__dirname}/server/loom-mcp",
        args: [],
        env: { LOOM_PROJECT_FILE: "${user_config.document}", LOOM_BRIDGE_URL: HUB },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    user_config: {
      document: {
        type: "file",
        title: "Document",
        description: "The machine to begin with; it need not exist yet.",
        required: true,
        default: "${HOME}/statemachine.smdf.json",
      },
    },
  },
  "plugin/server.json": {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: MCP_NAME,
    title: "The loom",
    description: "State machines, entity models, scenarios and systems, checked, run and drawn.",
    version: VERSION,
    packages: [{
      registryType: "npm",
      identifier: "@loom/mcp",
      version: VERSION,
      transport: { type: "stdio" },
      environmentVariables: [
        { name: "LOOM_PROJECT_FILE", description: "The first active document, as an absolute path." },
        { name: "LOOM_BRIDGE_URL", description: "The hub that others at the document use.", default: HUB },
        { name: "LOOM_BRIDGE_TOKEN", description: "The token of the hub.", isSecret: true },
      ],
    }],
  },
};
