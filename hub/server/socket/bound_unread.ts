import type { HubServer, HubSocket } from "../hub.ts";

/** Memory of a waiting message on top of its data. */
const OVERHEAD_BYTES = 256;

/** Settings of {@linkcode boundUnread}. */
export interface UnreadBounds {
  /** The most bytes that may wait for one connection; what is being written to it comes on top. */
  readonly unreadBytes: number;
  /** Called for each connection that is cut off. */
  readonly onCut: (bytes: number) => void;
}

/**
 * Cuts off connections that do not read: what waits for them takes memory until the next ping times out. They may connect again, and
 * catch up.
 */
export function boundUnread(io: HubServer, { unreadBytes, onCut }: UnreadBounds): void {
  io.engine.on("connection", (connection: HubSocket["conn"]) => {
    let waiting = 0;
    connection.on("packetCreate", ({ data }: { readonly data?: unknown }) => {
      // What can be written at once does not wait, whatever its size.
      if (connection.transport.writable) return;
      waiting += OVERHEAD_BYTES + lengthOf(data);
      if (waiting <= unreadBytes) return;
      const bytes = waiting;
      waiting = -Infinity;
      onCut(bytes);
      connection.close(true);
      // A WebSocket would wait for the answer of a client that does not read.
      (connection.transport as { readonly socket?: { terminate?(): void } }).socket?.terminate?.();
    });
    connection.on("flush", () => {
      waiting = Math.min(waiting, 0);
    });
  });
}

/** The approximate length of the data of a packet, in bytes. */
export function lengthOf(data: unknown): number {
  if (typeof data === "string") return data.length;
  return data instanceof Uint8Array || data instanceof ArrayBuffer ? data.byteLength : 0;
}
