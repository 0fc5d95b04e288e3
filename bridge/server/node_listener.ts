import type { Handler, ServerContext } from "./handler.ts";

/** Host of the addresses that handlers see. The real one is in the header, which can be anything; here only the path counts. */
const BASE = "http://node.invalid";

/** The part of `IncomingMessage` of `node:http` that is used. */
export interface NodeRequest {
  /** The request target. */
  readonly url?: string | undefined;
  /** The method in capitals. */
  readonly method?: string | undefined;
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The connection. */
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The part of `ServerResponse` of `node:http` that is used. */
export interface NodeResponse {
  /** Sends status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends the body and ends the answer. */
  end(body?: string): unknown;
}

/** Methods that `Request` does not represent; they become OPTIONS, so handlers refuse them like other methods they do not take. */
const UNREPRESENTED = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * Adapts a handler to a server of `node:http`, as socket.io needs one. It is for pages that are only read: bodies of requests are not
 * passed on, and each connection ends with its answer, so that none holds up a server that stops.
 */
export function nodeListener(
  handler: Handler,
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      const response = await handler(contextOf(incoming));
      const body = response.body === null ? undefined : await response.text();
      outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), connection: "close" });
      outgoing.end(body);
    } catch {
      outgoing.writeHead(500, { connection: "close" });
      outgoing.end();
    }
  };
}

function contextOf(incoming: NodeRequest): ServerContext {
  const { url: target = "/", method = "GET", socket } = incoming;
  const url = URL.parse(BASE + (target.startsWith("/") ? target : `/${target}`)) ?? new URL(BASE);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const request = new Request(url, { method: UNREPRESENTED.has(method) ? "OPTIONS" : method, headers });
  return { request, url, from: socket.remoteAddress ?? "" };
}
