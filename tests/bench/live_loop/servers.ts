/**
 * The servers that are measured, all in this process: the hub, socket.io that passes on what it gets, and the server of y-websocket.
 *
 * @module
 */
import { startBridge } from "@loom/hub";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { WebSocketServer } from "ws";
import { setupWSConnection } from "y-websocket/bin/utils";
import { documentToEdit } from "./edits.ts";
import { memorySource } from "./memory_source.ts";
import type { Address } from "./wire.ts";

/** A server that listens. */
export interface RunningServer {
  readonly address: Address;
  close(): Promise<void>;
}

/** Starts the hub, with a document in memory. */
export async function startHub(): Promise<RunningServer> {
  const hub = await startBridge({
    documents: memorySource(JSON.stringify(documentToEdit())),
    // One client edits faster here than anybody does.
    limits: { messagesPerSecond: 1e6, burst: 1e6 },
  });
  return { address: { kind: "hub", port: hub.port }, close: () => hub.close() };
}

/** Starts socket.io, with what the hub tells it: a patch that comes in goes out to the room. */
export async function startPlain(): Promise<RunningServer> {
  const http = createServer();
  const io = new Server(http, { serveClient: false, maxHttpBufferSize: 16 * 1024 * 1024 });
  io.on("connection", (socket) => {
    socket.join("room");
    socket.on("def:patch", (patch) => void io.to("room").emit("def:patch", patch));
  });
  const port = await listening(http);
  return { address: { kind: "plain", port }, close: () => io.close() };
}

/** Starts the server of y-websocket, as its own `server.js` does. */
export async function startYjs(): Promise<RunningServer> {
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on("connection", setupWSConnection);
  http.on("upgrade", (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit("connection", client, request));
  });
  const port = await listening(http);
  return {
    address: { kind: "yjs", port },
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function listening(http: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return (http.address() as AddressInfo).port;
}
