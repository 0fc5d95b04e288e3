import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { RunningRequests } from "./running_requests.ts";
import { upgradeListener } from "./take_over.ts";
import type { RequestHandler } from "./handler.ts";
import { nodeListener } from "./node_listener.ts";

/** A server that accepts connections. */
export interface Listener {
  /** `http://<host>:<port>`. */
  readonly url: string;
  /** The port, also where a free one was asked for. */
  readonly port: number;
  /** Stops accepting connections; settles when the answers in progress are sent. */
  shutdown(): Promise<void>;
}

/** The address of a server, and its words where it cannot listen there. */
export interface ListenAddress {
  /** The address to listen on. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Ends the sentence about an address that this machine does not have. Default: `choose one of its own`. */
  readonly addressAdvice?: string | undefined;
  /** Makes the error when the server cannot listen, from the end of its sentence. */
  readonly failure: (why: string, cause: unknown) => Error;
}

/** Options of {@linkcode listen}. */
export interface ListenOptions extends ListenAddress {
  /** Answers the requests. */
  readonly handler: RequestHandler;
  /** Milliseconds after which a connection without traffic ends. Default: 60 s. */
  readonly idle?: number | undefined;
  /** True for a handler that answers some requests with `takenOver`. Default: false. */
  readonly upgrades?: boolean;
}

/**
 * Accepts connections.
 *
 * @throws what `failure` makes
 */
export async function listen({ handler, idle, upgrades, ...address }: ListenOptions): Promise<Listener> {
  const http = httpServer(handler, idle);
  if (upgrades) http.on("upgrade", upgradeListener(handler));
  const running = new RunningRequests();
  http.on("request", (_incoming, outgoing) => outgoing.once("close", running.begin()));
  return {
    ...await listening(http, address),
    shutdown: async () => {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await running.none();
      // Those that have sent nothing, or half a head.
      http.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Lets a server listen.
 *
 * @throws what `failure` makes
 */
export async function listening(
  http: Server,
  { host, port, addressAdvice, failure }: ListenAddress,
): Promise<{ readonly url: string; readonly port: number }> {
  try {
    await new Promise<void>((resolve, reject) => {
      http.once("error", reject);
      http.listen(port, host, () => {
        http.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    throw failure(reasonOf(error, addressAdvice), error);
  }
  // A server that listens on a host and a port has such an address.
  const { port: taken } = http.address() as AddressInfo;
  return { url: httpUrl(host, taken), port: taken };
}

/** The address of a server; IPv6 hosts stand in brackets. */
export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function reasonOf(error: unknown, addressAdvice = "choose one of its own"): string {
  const noAddress = `this machine has no such address (EADDRNOTAVAIL); ${addressAdvice}.`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: "another program listens there (EADDRINUSE); choose another port.",
    EACCES: "that is not permitted (EACCES); choose a port above 1023.",
    EADDRNOTAVAIL: noAddress,
    // Deno's name for it.
    EINVAL: noAddress,
  };
  if (!(error instanceof Error)) return `${error}.`;
  return ("code" in error ? reasons[String(error.code)] : undefined) ?? `${error.message}.`;
}

/** Milliseconds without traffic after which a connection ends. */
const IDLE_TIMEOUT = 60_000;

/** The longest head of a request, in bytes: browsers send the cookies of all servers of a machine to each of them. */
const MAX_HEAD = 128 * 1024;

/**
 * Makes an HTTP server that does not listen yet. Connections that are silent, stop in the middle of a request or do not read their answer
 * end after `idle` milliseconds, requests that trickle in after twice that. A connection that waits for its answer stays, and so does a
 * silent event stream.
 */
export function httpServer(handler: RequestHandler, idle = IDLE_TIMEOUT): Server {
  const answering = new WeakSet<Socket>();
  const answer = nodeListener(handler);
  const http = createServer({
    headersTimeout: 2 * idle,
    requestTimeout: 2 * idle,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: idle / 2,
    maxHeaderSize: MAX_HEAD,
  }, async (incoming, outgoing) => {
    const { socket } = incoming;
    answering.add(socket);
    await answer(incoming, outgoing);
    answering.delete(socket);
  });
  http.timeout = idle;
  http.on("timeout", (socket) => {
    if (!answering.has(socket) || socket.writableLength > 0) socket.destroy();
  });
  return http;
}
