import type { HubServer, HubSocket } from "../hub.ts";

/** Writes the messages that wait for one connection in one system call: with many edits at once, the calls would take most of the time. */
export function sendTogether(io: HubServer): void {
  io.engine.on("connection", (connection: HubSocket["conn"]) => {
    const { request } = connection;
    // A connection that began with HTTP polling uses other sockets.
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
