/**
 * The server of y-websocket, as its own `server.js` starts it. Its first line has the port; each line of standard input
 * is answered with the processor time that it took so far.
 *
 * @module
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpuUsage } from "node:process";
import { WebSocketServer } from "ws";
import { setupWSConnection } from "y-websocket/bin/utils";
import { lines } from "../line_process.ts";

const http = createServer();
const sockets = new WebSocketServer({ server: http });
sockets.on("connection", setupWSConnection);
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
console.log(JSON.stringify((http.address() as AddressInfo).port));
for await (const _ of lines(Deno.stdin.readable)) {
  const { user, system } = cpuUsage();
  console.log(JSON.stringify(user + system));
}
Deno.exit();
