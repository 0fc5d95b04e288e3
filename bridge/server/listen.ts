import type { RequestHandler } from "./handler.ts";

/** A server that accepts connections. */
export interface Listener {
  /** `http://<host>:<port>`. */
  readonly url: string;
  /** The port, also where a free one was asked for. */
  readonly port: number;
  /** Stops accepting connections; settles when the answers in progress are sent. */
  shutdown(): Promise<void>;
}

/** Options of {@linkcode listen}. */
export interface ListenOptions {
  /** The address to listen on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Answers the requests. */
  readonly handler: RequestHandler;
  /** False for a handler that does not use the caller's address: finding it takes time. Default: true. */
  readonly needsCaller?: boolean;
  /** Ends the sentence about an address that this machine does not have. Default: `choose one of its own`. */
  readonly addressAdvice?: string;
  /** Makes the error when the server cannot listen, from the end of its sentence. */
  readonly failure: (why: string, cause: unknown) => Error;
}

/**
 * Accepts connections.
 *
 * @throws what `failure` makes
 */
export function listen(options: ListenOptions): Listener {
  const { host, port, handler, needsCaller = true, addressAdvice, failure } = options;
  try {
    const server = Deno.serve(
      { hostname: host, port, onListen: () => {} },
      needsCaller
        ? (request, { remoteAddr }) => handler(request, remoteAddr.hostname)
        : (request) => handler(request),
    );
    return {
      url: httpUrl(host, server.addr.port),
      port: server.addr.port,
      shutdown: () => server.shutdown(),
    };
  } catch (error) {
    throw failure(reasonOf(error, addressAdvice), error);
  }
}

/** The address of a server; IPv6 hosts stand in brackets. */
export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function reasonOf(error: unknown, addressAdvice = "choose one of its own"): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return "another program listens there (EADDRINUSE); choose another port.";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return "that is not permitted (EACCES); choose a port above 1023.";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return `this machine has no such address (EADDRNOTAVAIL); ${addressAdvice}.`;
  }
  return `${error instanceof Error ? error.message : String(error)}.`;
}
