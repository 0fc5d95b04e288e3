import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler } from "./handler.ts";
import { nodeListener } from "./node_listener.ts";

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
