import { LoomError } from "@loom/protocol";
import type { Attend } from "./attend.ts";
import { HttpStartError } from "./http_error.ts";
import { HttpHandler, type HttpLimits } from "./http_handler.ts";
import type { HttpLog } from "./http_log.ts";
import type { HttpSettings } from "./settings.ts";

/** How long work that was begun may take when the server stops, in milliseconds. */
const STOP_TIMEOUT = 3_000;

/** How often idle sessions are looked for, in milliseconds. */
const SWEEP_INTERVAL = 60_000;

/** What serving over HTTP takes. */
export interface ServeHttpOptions extends HttpSettings {
  /** Makes what serves a new client. */
  readonly attend: Attend;
  readonly limits?: Partial<HttpLimits>;
  readonly log?: HttpLog;
}

/** A server that listens. */
export interface HttpServer {
  /** Where MCP is: `http://127.0.0.1:4610/mcp`. */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets calls end within bounds, ends the sessions, and listens no more. */
  close(): Promise<void>;
}

/**
 * Serves MCP over Streamable HTTP.
 *
 * @throws {HttpStartError} when it cannot listen there, or a setting is not understood
 */
export function serveHttp(options: ServeHttpOptions): HttpServer {
  const { host, port, origins, hosts } = options;
  const handler = handlerOf({ ...options, gate: { host, origins, hosts } });
  const listener = listen(host, port, handler);
  const sweeping = setInterval(() => void handler.sweep(), SWEEP_INTERVAL);
  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listener.addr.port}/mcp`,
    port: listener.addr.port,
    close: () =>
      closing ??= (async () => {
        clearInterval(sweeping);
        await within(handler.stop());
        await within(handler.close());
        await within(listener.shutdown());
      })(),
  };
}

function handlerOf(options: ConstructorParameters<typeof HttpHandler>[0]): HttpHandler {
  try {
    return new HttpHandler(options);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    throw new HttpStartError("bad_option", `LOOM_MCP_HTTP_ORIGINS: ${error.message}`, { cause: error });
  }
}

function listen(host: string, port: number, handler: HttpHandler): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve(
      { hostname: host, port, onListen: () => {} },
      (request, { remoteAddr }) => handler.handle(request, remoteAddr.hostname),
    );
  } catch (error) {
    throw new HttpStartError(
      "cannot_listen",
      `The server cannot listen on ${host}, port ${port}: ${why(error)}`,
      {
        cause: error,
      },
    );
  }
}

function why(error: unknown): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return "another program listens there (EADDRINUSE); choose another port.";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return "that is not permitted (EACCES); choose a port above 1023.";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return "this machine has no such address (EADDRNOTAVAIL); set LOOM_MCP_HTTP_HOST to one of its own.";
  }
  return `${error instanceof Error ? error.message : String(error)}.`;
}

/** Waits for some work, but not for ever. */
async function within(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_TIMEOUT);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
