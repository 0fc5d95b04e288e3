/**
 * The servers that are measured: the hub, socket.io that passes on what it gets, and the server of y-websocket, which is
 * a process of its own.
 *
 * @module
 */
import { startBridge } from "@loom/hub";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpuUsage } from "node:process";
import { Server } from "socket.io";
import { LineProcess } from "../../line_process.ts";
import { documentToEdit } from "./edits.ts";
import { memorySource } from "./memory_source.ts";
import type { Address } from "./wire.ts";

/** A server that listens. */
export interface RunningServer {
  readonly address: Address;
  /** The processor time that its process took so far, in microseconds. */
  processorTime(): Promise<number>;
  close(): Promise<void>;
}

/** Starts the hub, with a document in memory. */
export async function startHub(): Promise<RunningServer> {
  const hub = await startBridge({
    documents: memorySource(JSON.stringify(documentToEdit())),
    // One client edits faster here than anybody does.
    limits: { messagesPerSecond: 1e6, burst: 1e6 },
  });
  return { address: { kind: "hub", port: hub.port }, processorTime: ownTime, close: () => hub.close() };
}

/** Starts socket.io, with what the hub tells it: a patch that comes in goes out to the room. */
export async function startPlain(): Promise<RunningServer> {
  const http = createServer();
  const io = new Server(http, { serveClient: false, maxHttpBufferSize: 16 * 1024 * 1024 });
  io.on("connection", (socket) => {
    socket.join("room");
    socket.on("def:patch", (patch) => void io.to("room").emit("def:patch", patch));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return { address: { kind: "plain", port }, processorTime: ownTime, close: () => io.close() };
}

/** Starts the server of y-websocket. */
export async function startYjs(): Promise<RunningServer> {
  const server = new LineProcess(new URL("../../peers/yjs_server_main.ts", import.meta.url));
  return {
    address: { kind: "yjs", port: await server.hear<number>() },
    processorTime: () => server.ask<number>("time"),
    close: () => server[Symbol.asyncDispose](),
  };
}

function ownTime(): Promise<number> {
  const { user, system } = cpuUsage();
  return Promise.resolve(user + system);
}
