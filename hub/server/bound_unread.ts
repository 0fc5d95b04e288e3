import type { HubServer, HubSocket } from "./hub.ts";

/** What a message takes that waits, besides its data. */
const AROUND_BYTES = 256;

/** What bounding the unread takes. */
export interface UnreadBounds {
  /** How much may wait for one connection, in bytes; what is being written to it comes on top. */
  readonly unreadBytes: number;
  /** Told of each connection that is cut off. */
  readonly onCut: (bytes: number) => void;
}

/**
 * Cuts off connections that do not read what they are sent: what waits for them takes memory until they are missed at the next ping. They
 * may connect again, and catch up.
 */
export function boundUnread(io: HubServer, { unreadBytes, onCut }: UnreadBounds): void {
  io.engine.on("connection", (connection: HubSocket["conn"]) => {
    let waiting = 0;
    connection.on("packetCreate", ({ data }: { readonly data?: unknown }) => {
      // What can be written at once is, however long it is: it waits for nobody.
      if (connection.transport.writable) return;
      waiting += AROUND_BYTES + lengthOf(data);
      if (waiting <= unreadBytes) return;
      const bytes = waiting;
      waiting = -Infinity;
      onCut(bytes);
      connection.close(true);
      // A WebSocket would wait for the answer of somebody who does not read.
      (connection.transport as { readonly socket?: { terminate?(): void } }).socket?.terminate?.();
    });
    connection.on("flush", () => {
      waiting = Math.min(waiting, 0);
    });
  });
}

/** How long the data of a packet is, in bytes, or near to it. */
export function lengthOf(data: unknown): number {
  if (typeof data === "string") return data.length;
  return data instanceof Uint8Array || data instanceof ArrayBuffer ? data.byteLength : 0;
}
