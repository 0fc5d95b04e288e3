import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestHandler } from "./handler.ts";
import { badRequest, incomingRequest } from "./node_listener.ts";

/** Gets the connection of a request that asked for another protocol, and the bytes that came behind its head. */
export type TakeOver = (incoming: IncomingMessage, socket: Duplex, head: Uint8Array) => void;

const TAKEN = new WeakMap<Response, TakeOver>();

/** The answer of a handler that goes on with the connection itself, as a WebSocket does. */
export function takenOver(takeOver: TakeOver): Response {
  const response = new Response(null, { status: 204 });
  TAKEN.set(response, takeOver);
  return response;
}

/** Adapts a handler to requests for another protocol. Answers other than {@linkcode takenOver} are sent, and end the connection. */
export function upgradeListener(
  handler: RequestHandler,
): (incoming: IncomingMessage, socket: Duplex, head: Uint8Array) => Promise<void> {
  return async (incoming, socket, head) => {
    socket.on("error", () => socket.destroy());
    try {
      const request = incomingRequest(incoming);
      const response = request === undefined
        ? badRequest()
        : await handler(request, incoming.socket.remoteAddress);
      const takeOver = TAKEN.get(response);
      if (takeOver === undefined) socket.end(await textOf(response));
      else takeOver(incoming, socket, head);
    } catch {
      socket.destroy();
    }
  };
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  const length = String(new TextEncoder().encode(text).byteLength);
  const headers = new Headers([...response.headers, ["content-length", length], ["connection", "close"]]);
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${response.status} ${response.statusText}\r\n${lines.join("")}\r\n${text}`;
}
