import { envAlias, type Environment, LoomError } from "@loom/protocol";
import type { Variable } from "../settings.ts";

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
  /** Names that the server may be called by, besides addresses and localhost. */
  readonly hosts: readonly string[];
}

/** The variables of the environment that are about HTTP, one row each. */
export const HTTP_VARIABLES: readonly Variable[] = [
  {
    suffix: "MCP_HTTP_PORT",
    standard: "",
    meaning: "serve over HTTP at this port, not over stdio; 0 takes a free one",
  },
  { suffix: "MCP_HTTP_HOST", standard: "127.0.0.1", meaning: "the address to listen on" },
  {
    suffix: "MCP_TOKEN",
    standard: "",
    meaning: "what clients must send as Authorization: Bearer; required over HTTP",
  },
  {
    suffix: "MCP_HTTP_ORIGINS",
    standard: "loopback",
    meaning: "pages that may connect: https://host, loopback for this machine's, * for all",
  },
  {
    suffix: "MCP_HTTP_HOSTS",
    standard: "",
    meaning: "names that the server may be called by, besides addresses and localhost",
  },
];

/**
 * Reads how the server is reached over HTTP.
 *
 * @returns `undefined` when it is not: no port is set
 * @throws {HttpStartError} `bad_option` when a value is not understood; `token_required` without a token
 */
export function readHttpSettings(env: Environment): HttpSettings | undefined {
  const port = envAlias("MCP_HTTP_PORT", env);
  if (port === undefined) return undefined;
  const origins = wordsOf(envAlias("MCP_HTTP_ORIGINS", env));
  return {
    port: portOf(port),
    host: envAlias("MCP_HTTP_HOST", env) ?? "127.0.0.1",
    token: tokenOf(envAlias("MCP_TOKEN", env)),
    origins: origins.length === 0 ? ["loopback"] : origins,
    hosts: wordsOf(envAlias("MCP_HTTP_HOSTS", env)),
  };
}

function wordsOf(text: string | undefined): readonly string[] {
  return (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new HttpStartError(
    "bad_option",
    `LOOM_MCP_HTTP_PORT is ${
      JSON.stringify(text)
    }, which is no port: set a whole number from 0 to 65535, or unset it for stdio.`,
  );
}

function tokenOf(token: string | undefined): string {
  if (token === undefined) {
    throw new HttpStartError(
      "token_required",
      "Over HTTP the server needs a token: set LOOM_MCP_TOKEN to a long random text, or unset LOOM_MCP_HTTP_PORT for stdio.",
    );
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new HttpStartError(
    "bad_option",
    "LOOM_MCP_TOKEN has spaces or characters that no header can carry: use letters, digits and signs of ASCII only.",
  );
}
