import { versionLine } from "@loom/bridge/server";
import { type Environment, type KindTable, LoomError } from "@loom/protocol";
import { attend, partsOf } from "./client_session.ts";
import { HTTP_VARIABLES, readHttpSettings } from "./http/settings.ts";
import type { ServerParts } from "./server/parts.ts";
import { serveStdio } from "./serve_stdio.ts";
import { readSettings, type Settings, VARIABLES } from "./settings.ts";
import { VERSION } from "./version.ts";

/** All that the program `loom-mcp` has of the outside; tests pass their own. */
export interface McpOutside {
  /** The words behind its name. Default: none. */
  readonly args?: readonly string[];
  /** The environment's variables. */
  readonly env: Environment;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable;
  /** Takes a text that was asked for in place of serving. */
  readonly print?: (text: string) => void;
  /** Takes errors, and what happens; standard output belongs to the protocol. */
  readonly remark: (text: string) => void;
  /** Aborted when the program is to stop. */
  readonly stop: AbortSignal;
}

/** The words that ask for a text. */
const TEXTS: Readonly<Record<string, () => string | Promise<string>>> = {
  "--help": helpText,
  "-h": helpText,
  "--version": async () => `${await versionLine("loom-mcp", VERSION)}\n`,
};

/** The numbers that the program ends with. */
const EXIT = { done: 0, usage: 2, refused: 3, unreadable: 4 } as const;

/** The numbers of errors, by their codes. */
const EXIT_OF_CODE: Readonly<Record<string, number>> = {
  bad_option: EXIT.usage,
  token_required: EXIT.refused,
  outside_root: EXIT.refused,
};

/**
 * Runs the program `loom-mcp` until its client goes, or it is told to stop.
 *
 * @returns The number to end with: 0 when it has served; when it cannot begin, 2 for a setting that is not understood, 3 for one
 * that is refused, 4 for an address or a path that cannot be used.
 * @example
 * ```ts
 * import { runLoomMcp } from "@loom/mcp";
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 * let told = "";
 * const outside = { remark: (text: string) => void (told += text), stop: new AbortController().signal };
 * // Over HTTP it does not begin without a token.
 * assertEquals(await runLoomMcp({ ...outside, env: { LOOM_MCP_HTTP_PORT: "0" } }), 3);
 * assertStringIncludes(told, "LOOM_MCP_TOKEN");
 * ```
 */
export async function runLoomMcp(outside: McpOutside): Promise<number> {
  if (await told(outside)) return EXIT.done;
  try {
    const settings = withKinds(readSettings(outside.env, outside.kinds), outside.kinds);
    const http = readHttpSettings(outside.env);
    const parts = await partsOf(settings, outside.env);
    if (http === undefined) {
      await overStdio(settings, parts, outside);
    } else {
      // Lazy import: a server over standard streams starts without the parts of HTTP.
      const { overHttp } = await import("./http/over_http.ts");
      await overHttp(http, settings, { ...outside, parts });
    }
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    outside.remark(`loom-mcp: ${error.message}\n`);
    return EXIT_OF_CODE[error.code] ?? EXIT.unreadable;
  }
}

function withKinds(settings: Settings, kinds: KindTable | undefined): Settings {
  return { ...settings, session: { ...settings.session, kinds } };
}

/**
 * Prints what was asked for in place of serving.
 *
 * @returns True when something was.
 */
async function told({ args = [], print = () => {}, remark }: McpOutside): Promise<boolean> {
  const [first] = args;
  if (first === undefined) return false;
  const text = Object.hasOwn(TEXTS, first) ? await TEXTS[first]?.() : undefined;
  if (text !== undefined) print(text);
  // Settings of clients may have words from elsewhere, which are no reason not to serve.
  else remark(`loom-mcp: ${JSON.stringify(first)} is passed over: loom-mcp --help tells what there is.\n`);
  return text !== undefined;
}

async function overStdio(
  { session }: Settings,
  parts: ServerParts,
  { remark, stop }: McpOutside,
): Promise<void> {
  if (session.hub === undefined) {
    remark("loom-mcp: no LOOM_BRIDGE_URL, so that changes go to the file only.\n");
  }
  await serveStdio(attend(parts, session), stop, remark);
}

/** The text of `loom-mcp --help`. */
function helpText(): string {
  const rows = [...VARIABLES, ...HTTP_VARIABLES].map(({ variable, standard, meaning }) =>
    [variable, standard === "" ? meaning : `${meaning} (default: ${standard})`] as const
  );
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    "loom-mcp: the loom's tools for agents, over the Model Context Protocol.",
    "",
    "Usage: loom-mcp [--help | --version]",
    "",
    "It serves the client over standard streams, or over HTTP if LOOM_MCP_HTTP_PORT is set, until the client",
    "disconnects or it is stopped. All other settings are environment variables:",
    "",
    ...rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`),
    "",
    "It ends with 0 when it has served; with 2 for a setting that is not understood, 3 for one that is refused, and",
    "4 for an address or a path that cannot be used.",
    "",
  ].join("\n");
}
