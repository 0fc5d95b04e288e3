import { isLoopback, listen, settlesWithin, untilAborted, weakToken } from "@loom/bridge/server";
import { LoomError } from "@loom/protocol";
import type { Endpoint, EndpointOptions, HttpLogEntry } from "./endpoint.ts";
import { type HttpHandler, httpHandler, type HttpHandlerOptions } from "./http_handler.ts";
import { type HttpSettings, HttpStartError } from "./settings.ts";

/** The time that each part of stopping may take, in milliseconds. */
const STOP_TIMEOUT = 3_000;

/** The time between two searches for idle sessions, in milliseconds. */
export const SWEEP_INTERVAL = 60_000;

/** Options of {@linkcode serveHttp}. */
export interface ServeHttpOptions extends HttpSettings, EndpointOptions {
  /** Milliseconds without traffic after which a connection ends. Default: 60 s. */
  readonly idle?: number | undefined;
}

/** A server that listens. */
export interface HttpServer {
  /** The address of MCP: `http://127.0.0.1:4610/mcp`. */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets calls end within a time, ends the sessions, and stops listening. */
  close(): Promise<void>;
}

/**
 * Serves MCP over Streamable HTTP.
 *
 * @throws {HttpStartError} when it cannot listen there, or a setting is not understood
 */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServer> {
  const { host, port, token, origins, hosts, idle } = options;
  const weak = weakToken(host, token, "LOOM_MCP_TOKEN");
  if (weak !== undefined) throw new HttpStartError("token_required", weak);
  const { handle, endpoint } = handlerOf({ ...options, source: { host, origins, hosts } });
  const listener = await listen({
    host,
    port,
    handler: handle,
    idle,
    addressAdvice: "set LOOM_MCP_HTTP_HOST to one of its own",
    failure: (why, cause) => {
      const sentence = `The server cannot listen on ${host}, port ${port}: ${why}`;
      return new HttpStartError("cannot_listen", sentence, { cause });
    },
  });
  const sweeping = setInterval(() => void endpoint.sweep(), SWEEP_INTERVAL);
  let closing: Promise<void> | undefined;
  return {
    url: `${listener.url}/mcp`,
    port: listener.port,
    close: () =>
      closing ??= (async () => {
        clearInterval(sweeping);
        await closeEndpoint(endpoint);
        await settlesWithin(STOP_TIMEOUT, listener.shutdown());
      })(),
  };
}

/** Lets calls end within a time, and ends the sessions. */
export async function closeEndpoint(endpoint: Endpoint): Promise<void> {
  await settlesWithin(STOP_TIMEOUT, endpoint.stop());
  await settlesWithin(STOP_TIMEOUT, endpoint.close());
}

function handlerOf(options: HttpHandlerOptions): HttpHandler {
  try {
    return httpHandler(options);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    throw new HttpStartError("bad_option", `LOOM_MCP_HTTP_ORIGINS: ${error.message}`, { cause: error });
  }
}

/** Options of {@linkcode runHttp}. */
export interface RunHttpOptions extends Omit<ServeHttpOptions, "log"> {
  /** Lines for people, printed after the address. */
  readonly about: readonly string[];
  /** Takes lines for people. */
  readonly remark: (line: string) => void;
  /** Aborted when the program is to stop. */
  readonly stop: AbortSignal;
}

/**
 * Serves over HTTP until the program is to stop.
 *
 * @throws {HttpStartError} when it cannot listen there, or a setting is not understood
 */
export async function runHttp({ about, remark, stop, ...options }: RunHttpOptions): Promise<void> {
  const log = ({ level, message }: HttpLogEntry) => remark(`${level}: ${message}`);
  const server = await serveHttp({ ...options, log });
  for (const line of [`MCP over HTTP at ${server.url}`, ...about]) remark(line);
  if (!isLoopback(options.host)) {
    remark(
      `warning: other machines can reach ${options.host}, and tokens and documents go there unencrypted: put a proxy with TLS before it.`,
    );
  }
  await untilAborted(stop);
  await server.close();
}
