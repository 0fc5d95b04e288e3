import { type Setting, SettingsReader, type SettingTable } from "@loom/bridge/server";
import { type Environment, LoomError } from "@loom/protocol";

/** Reason why the server cannot be reached over HTTP. */
export class HttpStartError extends LoomError {
  /** The stable word. */
  declare readonly code: "token_required" | "bad_option" | "cannot_listen";

  /** Makes the error from its code and its sentence. */
  constructor(code: HttpStartError["code"], message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "HttpStartError";
  }
}

/** Settings of the server over HTTP. */
export interface HttpSettings {
  /** The address to listen on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly token: string;
  /** The origins of pages that may connect. */
  readonly origins: readonly string[];
  /** Names of the server in addition to addresses and localhost. */
  readonly hosts: readonly string[];
}

const TABLE = {
  port: {
    variable: "LOOM_MCP_HTTP_PORT",
    standard: "",
    meaning: "serve over HTTP at this port, not over stdio; 0 takes a free one",
  },
  host: { variable: "LOOM_MCP_HTTP_HOST", standard: "127.0.0.1", meaning: "the address to listen on" },
  token: {
    variable: "LOOM_MCP_TOKEN",
    isSecret: true,
    standard: "",
    meaning: "what clients must send as Authorization: Bearer; required over HTTP",
  },
  origins: {
    variable: "LOOM_MCP_HTTP_ORIGINS",
    standard: "loopback",
    meaning: "pages that may connect: https://host, loopback for this machine's, * for all",
  },
  hosts: {
    variable: "LOOM_MCP_HTTP_HOSTS",
    standard: "",
    meaning: "names that the server may be called by, besides addresses and localhost",
  },
} as const satisfies SettingTable<string>;

/** The settings of HTTP. */
export const HTTP_VARIABLES: readonly Setting[] = Object.values(TABLE);

/**
 * Reads the settings of HTTP.
 *
 * @returns `undefined` when no port is set, so that the server speaks over stdio.
 * @throws {HttpStartError} `bad_option` when a value is not understood; `token_required` without a token
 */
export function readHttpSettings(env: Environment): HttpSettings | undefined {
  const read = new SettingsReader(TABLE, {
    env,
    error: (message) => new HttpStartError("bad_option", message),
  });
  if (read.optional("port") === undefined) return undefined;
  const port = read.port("port", ", or unset it for stdio");
  const token = read.token("token");
  if (token === undefined) {
    throw new HttpStartError(
      "token_required",
      'Over HTTP the server needs a token: set LOOM_MCP_TOKEN to a token of "loom token", or unset LOOM_MCP_HTTP_PORT for stdio.',
    );
  }
  return {
    port,
    host: read.text("host"),
    token,
    origins: read.words("origins"),
    hosts: read.words("hosts"),
  };
}
