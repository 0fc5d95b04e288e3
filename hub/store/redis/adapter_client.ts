import type { RedisClient } from "@loom/bridge/server/redis";

/**
 * The client that socket.io's adapter works with. The adapter tries a read that failed again at once and forever, and leaves some of
 * what it sends without anyone to see it fail: here a failed read takes a moment, and what cannot be sent is dropped. Nothing that
 * must arrive goes this way: cursors, who came and went, what a canvas is asked to show.
 *
 * @param opened collects the connections that the adapter opens; when it is empty again, the adapter is closed and waits forever
 */
export function adapterClient(client: AdapterRedis, opened: Set<AdapterRedis>): object {
  const isClosed = () => opened.size === 0;
  return {
    // The adapter knows node-redis by this function.
    sSubscribe: () => Promise.resolve(),
    duplicate: () => {
      const copy = client.duplicate() as AdapterRedis;
      opened.add(copy);
      return adapterClient(copy, opened);
    },
    on: (event: "error", listener: () => void) => client.on(event, listener),
    connect: () => dropped(client.connect()),
    disconnect: () => client.isOpen ? client.destroy() : undefined,
    subscribe: (...args: unknown[]) => dropped(client.subscribe(...args)),
    publish: (...args: unknown[]) => dropped(client.publish(...args)),
    sendCommand: (args: readonly string[]) => client.sendCommand(args),
    xAdd: (...args: unknown[]) => dropped(client.xAdd(...args), ""),
    xRead: async (...args: unknown[]) => {
      try {
        return await client.xRead(...args);
      } catch {
        await new Promise<void>((resolve) => isClosed() ? undefined : setTimeout(resolve, PAUSE_MS));
        return null;
      }
    },
  };
}

/** More functions that the adapter calls. */
export interface AdapterRedis extends RedisClient {
  subscribe(...args: unknown[]): Promise<unknown>;
  publish(...args: unknown[]): Promise<unknown>;
  xAdd(...args: unknown[]): Promise<unknown>;
  xRead(...args: unknown[]): Promise<unknown>;
}

const PAUSE_MS = 200;

async function dropped(sent: Promise<unknown>, instead?: unknown): Promise<unknown> {
  try {
    return await sent;
  } catch {
    return instead;
  }
}
