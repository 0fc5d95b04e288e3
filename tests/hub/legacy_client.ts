import { io, type Socket } from "socket.io-client";

/** What arrived: an event and its payload. */
export interface Arrived {
  readonly event: string;
  // deno-lint-ignore no-explicit-any -- tests look into payloads as an old client does, which has no types for them
  readonly payload: any;
}

// deno-lint-ignore no-explicit-any -- as above
type Payload = any;

/** How long a message may take before a test gives up, in milliseconds. */
const PATIENCE = 5_000;

/** A socket.io client that knows the earlier message set only: no epoch, no revisions, no acks of changes. */
export class LegacyClient {
  readonly socket: Socket;
  readonly arrived: Arrived[] = [];
  #waiting: (() => void)[] = [];
  #read = 0;

  /** Prepares a client; {@linkcode connect} opens its connection. */
  constructor(url: string, options: Parameters<typeof io>[1] = {}) {
    this.socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      autoConnect: false,
      ...options,
    });
    const take = (event: string, payload: unknown) => {
      this.arrived.push({ event, payload });
      for (const wake of this.#waiting.splice(0)) wake();
    };
    this.socket.onAny((event: string, payload: unknown) => take(event, payload));
    this.socket.on("connect", () => take("connect", undefined));
    this.socket.on("disconnect", (reason) => take("disconnect", reason));
    this.socket.on("connect_error", (error) => take("connect_error", error));
  }

  /** Opens the connection. */
  async connect(): Promise<this> {
    this.socket.connect();
    await this.until(() =>
      this.socket.connected || this.arrived.some(({ event }) => event === "connect_error")
    );
    return this;
  }

  /** Joins a document; gives what the ack callback gets. */
  async join(docId?: string, role?: string, name?: string): Promise<Payload> {
    return await this.ask("bridge:join", { docId, role: role ?? "web", name });
  }

  /** Sends an event and gives what its ack callback gets. */
  async ask(event: string, ...args: unknown[]): Promise<Payload> {
    return await this.socket.timeout(PATIENCE).emitWithAck(event, ...args);
  }

  /** Sends an event. */
  send(event: string, ...args: unknown[]): void {
    this.socket.emit(event, ...args);
  }

  /** The next message of that event that has not been taken yet; those before it are passed over. */
  async next(event: string): Promise<Payload> {
    let found = -1;
    await this.until(() => {
      found = this.arrived.findIndex((one, at) => at >= this.#read && one.event === event);
      return found >= 0;
    }, event);
    this.#read = found + 1;
    return this.arrived[found]?.payload;
  }

  /** The messages of that event so far. */
  all(event: string): Payload[] {
    return this.arrived.filter((one) => one.event === event).map(({ payload }) => payload);
  }

  /** Settles when the hub has looked at all that was sent before. */
  async settled(): Promise<void> {
    await this.ask("bridge:leave", {});
  }

  /** The names of all that arrived since the last message that was taken. */
  rest(): string[] {
    return this.arrived.slice(this.#read).map(({ event }) => event);
  }

  /** Waits until something holds. */
  async until(holds: () => boolean, what = "it"): Promise<void> {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      for (const wake of this.#waiting.splice(0)) wake();
    }, PATIENCE);
    try {
      while (!holds()) {
        if (isOver) {
          throw new Error(
            `Waited in vain for ${what}; there came ${this.arrived.map(({ event }) => event).join(", ")}`,
          );
        }
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection. */
  close(): void {
    this.socket.disconnect();
  }
}
