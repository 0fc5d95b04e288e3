import type { NarrativeDepsOptions } from "./http/deps.ts";
import { BASE_PATH } from "./http/route.ts";
import { type MountedNarrative, mountNarrative } from "./mount_narrative.ts";
import { NarrativeStartError } from "./start_error.ts";

/** A bridge that listens. */
export interface NarrativeServer {
  /** Where it is: `http://127.0.0.1:4600/api/narrative-bridge`. */
  readonly url: string;
  /** The one that it listens on, which it chose itself where 0 was asked for. */
  readonly port: number;
  /** Takes no more requests, answers those that have come, ends the streams, and listens no more. The store stays open. */
  close(): Promise<void>;
}

/**
 * Serves a narrative bridge.
 *
 * @throws {NarrativeStartError} when it cannot listen there, or a setting is not understood
 */
export function serveNarrative(options: NarrativeDepsOptions): NarrativeServer {
  const { host, port, token } = options.settings;
  const mounted = mountNarrative(options);
  const listener = listenOrClose(host, port, mounted, token !== undefined);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listener.addr.port}${BASE_PATH}`,
    port: listener.addr.port,
    close: () => mounted.close(() => listener.shutdown()),
  };
}

function listenOrClose(
  host: string,
  port: number,
  mounted: MountedNarrative,
  isGuarded: boolean,
): Deno.HttpServer<Deno.NetAddr> {
  // Who asks matters only where there is something to guess, and asking for it takes time.
  const answer: Deno.ServeHandler<Deno.NetAddr> = (request, info) =>
    mounted.answer(request, false, isGuarded ? info.remoteAddr.hostname : "");
  try {
    return listen(host, port, answer);
  } catch (error) {
    void mounted.close();
    throw error;
  }
}

function listen(
  host: string,
  port: number,
  answer: Deno.ServeHandler<Deno.NetAddr>,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ hostname: host, port, onListen: () => {} }, answer);
  } catch (error) {
    const message = `The bridge cannot listen on ${host}, port ${port}: ${why(error)}`;
    throw new NarrativeStartError("cannot_listen", message, { cause: error });
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
    return "this machine has no such address (EADDRNOTAVAIL); choose one of its own.";
  }
  return `${error instanceof Error ? error.message : String(error)}.`;
}
