import { didYouMean, envAlias, type Environment, LoomError } from "@loom/protocol";
import type { SessionOptions } from "./session/session.ts";
import type { Toolset } from "./tool.ts";

/** What the server is told by its environment, HTTP apart. */
export interface Settings {
  /** What every session begins with. */
  readonly session: SessionOptions;
  /** The groups of tools to offer; `undefined` is all. */
  readonly toolsets: ReadonlySet<Toolset> | undefined;
  /** Whether the tools about the story of a repository are offered as well. */
  readonly offersNarrative: boolean;
}

/** A variable of the environment. */
export interface Variable {
  /** Its name without the prefix. */
  readonly suffix: string;
  /** What holds without it. */
  readonly standard: string;
  /** What it says, for persons. */
  readonly meaning: string;
}

/** The variables of the environment, HTTP apart, one row each. */
export const VARIABLES: readonly Variable[] = [
  {
    suffix: "PROJECT_FILE",
    standard: "./statemachine.smdf.json",
    meaning: "the first active document; make it absolute",
  },
  {
    suffix: "BRIDGE_URL",
    standard: "",
    meaning: "the hub to tell of changes; without it only the file has them",
  },
  { suffix: "BRIDGE_TOKEN", standard: "", meaning: "the hub's token" },
  { suffix: "AGENT_NAME", standard: "mcp-agent", meaning: "the name that others see" },
  {
    suffix: "CANVAS_URL",
    standard: "http://127.0.0.1:4598",
    meaning: "where canvases are served, for the links in answers",
  },
  { suffix: "WEB_PORT", standard: "4598", meaning: "the port of that address, when only the port differs" },
  {
    suffix: "MCP_ROOT",
    standard: "",
    meaning: "the folder that no document and no written file may lie outside of",
  },
  {
    suffix: "MCP_LOCK_PROJECT",
    standard: "",
    meaning: "1, true or yes: the active document stays the one it is",
  },
  {
    suffix: "MCP_TOOLSETS",
    standard: "",
    meaning:
      "the groups of tools to offer, with commas between: project, machine, read, generate, simulate, exchange",
  },
  {
    suffix: "NARRATIVE_TOOLS",
    standard: "",
    meaning: "1, true or yes: offer the tools about the story of a repository too",
  },
  {
    suffix: "RECONCILE",
    standard: "",
    meaning: "propose or auto: how systems are reconciled in this session, whatever they say",
  },
  {
    suffix: "CHRONICLE_ROOT",
    standard: "/srv/chronicle",
    meaning: "the folder of loom-chronicle:// addresses",
  },
];

/** The groups of tools. */
export const TOOLSETS: readonly Toolset[] = [
  "project",
  "machine",
  "read",
  "generate",
  "simulate",
  "exchange",
];

/** A variable of the environment that is not understood. */
export class SettingsError extends LoomError {
  /** Makes the error from its sentence. */
  constructor(message: string) {
    super("bad_option", message);
    this.name = "SettingsError";
  }
}

/**
 * Reads what the environment says.
 *
 * @throws {SettingsError} When a value is not understood.
 */
export function readSettings(env: Environment): Settings {
  const url = envAlias("BRIDGE_URL", env);
  const hub = url === undefined ? undefined : {
    url: hubUrl(url),
    token: envAlias("BRIDGE_TOKEN", env),
    name: envAlias("AGENT_NAME", env) ?? "mcp-agent",
  };
  return {
    session: {
      path: envAlias("PROJECT_FILE", env) ?? "./statemachine.smdf.json",
      root: envAlias("MCP_ROOT", env),
      isLocked: isOn("MCP_LOCK_PROJECT", env),
      hub,
      canvasUrl: canvasUrl(env),
      chronicleRoot: envAlias("CHRONICLE_ROOT", env),
      reconcile: envAlias("RECONCILE", env),
    },
    toolsets: toolsetsIn(envAlias("MCP_TOOLSETS", env)),
    offersNarrative: isOn("NARRATIVE_TOOLS", env),
  };
}

/** Whether something is switched on; what could be a slip is refused, since it may be about safety. */
function isOn(suffix: string, env: Environment): boolean {
  const text = (envAlias(suffix, env) ?? "").trim();
  if (/^(?:1|true|yes)$/i.test(text)) return true;
  if (/^(?:0|false|no|off)?$/i.test(text)) return false;
  throw new SettingsError(
    `LOOM_${suffix} is ${JSON.stringify(text)}, which is neither yes nor no: set it to 1, or to 0.`,
  );
}

function canvasUrl(env: Environment): string {
  const url = envAlias("CANVAS_URL", env);
  if (url !== undefined) {
    if (URL.canParse(url) && /^https?:/i.test(url)) return url;
    throw new SettingsError(
      `LOOM_CANVAS_URL is ${
        JSON.stringify(url)
      }, which is no address of pages: write it as http://127.0.0.1:4598.`,
    );
  }
  const port = envAlias("WEB_PORT", env) ?? "4598";
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return `http://127.0.0.1:${port}`;
  throw new SettingsError(
    `LOOM_WEB_PORT is ${JSON.stringify(port)}, which is no port: set a whole number from 0 to 65535.`,
  );
}

function hubUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && ["http:", "https:", "ws:", "wss:"].includes(url.protocol)) {
    return url.href.replace(/\/$/, "");
  }
  throw new SettingsError(
    `LOOM_BRIDGE_URL is ${
      JSON.stringify(text)
    }, which is no address of a hub: write it as http://127.0.0.1:4599.`,
  );
}

function toolsetsIn(text: string | undefined): ReadonlySet<Toolset> | undefined {
  const words = (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0) return undefined;
  return new Set(words.map((word) => {
    const toolset = TOOLSETS.find((one) => one === word.toLowerCase());
    if (toolset !== undefined) return toolset;
    throw new SettingsError(
      `LOOM_MCP_TOOLSETS names "${word}", which is no group of tools.${
        didYouMean(word, TOOLSETS)
      } There are ${TOOLSETS.join(", ")}: name some of them, or unset it for all.`,
    );
  }));
}
