import type { HubServer, HubSocket } from "./hub.ts";

/**
 * Lets messages that wait for one connection go out in one piece: where many edits come at once, handing each message to the system
 * by itself is what a hub would spend most of its time on.
 */
export function sendTogether(io: HubServer): void {
  io.engine.on("connection", (connection: HubSocket["conn"]) => {
    const { request } = connection;
    // One that began with plain HTTP requests has other sockets.
    if (request.headers.upgrade === undefined) return;
    const { socket } = request;
    let isHeld = false;
    connection.on("flush", (waiting: readonly unknown[]) => {
      if (waiting.length < 2) return;
      isHeld = true;
      socket.cork();
    });
    connection.on("drain", () => {
      if (!isHeld) return;
      isHeld = false;
      socket.uncork();
    });
  });
}
