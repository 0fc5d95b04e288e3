import { type Setting, SettingsReader, type SettingTable } from "@loom/bridge/server";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  didYouMean,
  type Environment,
  type KindName,
  type KindTable,
  LoomError,
} from "@loom/protocol";
import type { SessionOptions } from "./session/session.ts";
import type { Toolset } from "./tool.ts";

/** Settings of the server, HTTP apart. */
export interface Settings {
  /** Options of every session. */
  readonly session: SessionOptions;
  /** The groups of tools to offer; `undefined` is all. */
  readonly toolsets: ReadonlySet<Toolset> | undefined;
  /** The kinds of documents whose tools to offer, beside the tools for every kind; `undefined` is all. */
  readonly kinds: ReadonlySet<KindName> | undefined;
  /** True to offer the tools about the story of a repository as well. */
  readonly offersNarrative: boolean;
}

const TABLE = {
  document: {
    variable: "LOOM_PROJECT_FILE",
    standard: "./statemachine.smdf.json",
    meaning: "the first active document; make it absolute",
  },
  hubUrl: {
    variable: "LOOM_BRIDGE_URL",
    standard: "",
    meaning: "the hub to inform about changes; without it only the file has them",
  },
  hubToken: { variable: "LOOM_BRIDGE_TOKEN", standard: "", meaning: "the hub's token" },
  name: { variable: "LOOM_AGENT_NAME", standard: "mcp-agent", meaning: "the name that others see" },
  canvasUrl: {
    variable: "LOOM_CANVAS_URL",
    standard: "http://127.0.0.1:4598",
    meaning: "where canvases are served, for the links in answers",
  },
  webPort: {
    variable: "LOOM_WEB_PORT",
    standard: "4598",
    meaning: "the port of that address, when only the port differs",
  },
  root: {
    variable: "LOOM_MCP_ROOT",
    standard: "",
    meaning: "the folder that no document and no written file may lie outside of",
  },
  lock: {
    variable: "LOOM_MCP_LOCK_PROJECT",
    standard: "",
    meaning: "1, true or yes: no other document is opened, imported or exported to",
  },
  toolsets: {
    variable: "LOOM_MCP_TOOLSETS",
    standard: "",
    meaning:
      "the groups of tools to offer, with commas between: project, machine, read, generate, simulate, exchange",
  },
  kinds: {
    variable: "LOOM_MCP_KINDS",
    standard: "",
    meaning: `the kinds of documents whose tools, resources and prompts to offer, with commas between: ${
      kindWords(LOOM_KINDS)
    }`,
  },
  narrative: {
    variable: "LOOM_NARRATIVE_TOOLS",
    standard: "",
    meaning: "1, true or yes: offer the tools about the story of a repository too",
  },
  reconcile: {
    variable: "LOOM_RECONCILE",
    standard: "",
    meaning: "propose or auto: how systems are reconciled in this session, whatever they say",
  },
  chronicleRoot: {
    variable: "LOOM_CHRONICLE_ROOT",
    standard: "/srv/chronicle",
    meaning: "the folder of loom-chronicle:// addresses",
  },
} as const satisfies SettingTable<string>;

/** The settings, HTTP apart. */
export const VARIABLES: readonly Setting[] = Object.values(TABLE);

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
 * Reads the settings of the environment.
 *
 * @param kinds The kinds of documents that there are.
 * @throws {SettingsError} When a value is not understood.
 */
export function readSettings(env: Environment, kinds: KindTable = LOOM_KINDS): Settings {
  const read = new SettingsReader(TABLE, { env, error: (message) => new SettingsError(message) });
  const hub = read.optional("hubUrl") === undefined ? undefined : {
    url: read.parse("hubUrl", hubUrl, "is no address of a hub: write it as http://127.0.0.1:4599."),
    token: read.optional("hubToken"),
    name: read.text("name"),
  };
  return {
    session: {
      path: read.text("document"),
      root: read.optional("root"),
      isLocked: read.isOn("lock"),
      hub,
      canvasUrl: read.optional("canvasUrl") === undefined
        ? `http://127.0.0.1:${read.port("webPort")}`
        : read.parse("canvasUrl", pageUrl, "is no address of pages: write it as http://127.0.0.1:4598."),
      chronicleRoot: read.optional("chronicleRoot"),
      reconcile: read.optional("reconcile"),
    },
    toolsets: toolsetsOf(read.words("toolsets")),
    kinds: kindsOf(read.words("kinds"), kinds),
    offersNarrative: read.isOn("narrative"),
  };
}

function pageUrl(text: string): string | undefined {
  return URL.canParse(text) && /^https?:/i.test(text) ? text : undefined;
}

function hubUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:", "ws:", "wss:"].includes(url.protocol)) return undefined;
  return url.href.replace(/\/$/, "");
}

function toolsetsOf(words: readonly string[]): ReadonlySet<Toolset> | undefined {
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

function kindsOf(words: readonly string[], kinds: KindTable): ReadonlySet<KindName> | undefined {
  if (words.length === 0) return undefined;
  return new Set(words.map((word) => {
    const row = kinds.rows.find((one) => isCalled(one, word.toLowerCase()));
    if (row !== undefined) return row.kind;
    throw new SettingsError(
      `LOOM_MCP_KINDS names "${word}", which is no kind of document.${
        didYouMean(word, kinds.rows.map(({ kind }) => kind))
      } There are ${kindWords(kinds)}: name some of them, or unset it for all.`,
    );
  }));
}

/** True for the kind's word in programs or at a shell, and for its name or the beginning of that. */
function isCalled({ kind, title, shortTitle, shellWord }: AnyKind, word: string): boolean {
  const name = title.replaceAll(" ", "-");
  return [kind, shellWord, shortTitle?.toLowerCase(), name].includes(word) || name.startsWith(`${word}-`);
}

function kindWords({ rows }: KindTable): string {
  return rows.map(({ kind }) => kind).join(", ");
}
