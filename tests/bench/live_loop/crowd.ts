/**
 * The clients of one server: each gets every edit, some make them.
 *
 * @module
 */
import type { Dialect } from "./dialects.ts";
import { LeanSocket } from "./lean_socket.ts";
import type { CrowdReport } from "./wire.ts";

/** How many edits are on their way at once when it is about speed. */
const WINDOW = 16;
/** How long to wait for what was sent, in milliseconds. */
const PATIENCE = 30_000;

/** Connections to one server. */
export class Crowd {
  readonly #dialect: Dialect;
  readonly #sockets: LeanSocket[] = [];
  #ready = 0;
  /** The edits that each client got in this run. */
  #received: number[] = [];
  #bytes = 0;
  #sentAt: number[] = [];
  #latencies: number[] = [];
  #left = 0;
  #arrived = () => {};

  /** Nobody yet. */
  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Connects that many clients, one after another. */
  async connect(port: number, clients: number): Promise<void> {
    for (let client = 0; client < clients; client++) {
      const early: Uint8Array[] = [];
      let hear = (bytes: Uint8Array): void => {
        early.push(bytes.slice());
      };
      const socket = await LeanSocket.connect(port, this.#dialect.path, {
        onMessage: (bytes) => hear(bytes),
        onEnd: () => {},
      });
      this.#sockets.push(socket);
      hear = (bytes) => this.#hear(bytes, client, socket);
      for (const bytes of early) hear(bytes);
      await this.#until(() => this.#ready > client);
    }
  }

  /** Makes edits as fast as they come back. */
  async burst(edits: number): Promise<CrowdReport> {
    return await this.#run(edits, async () => {
      for (let sent = 0; sent < edits; sent++) {
        await this.#until(() => sent - (this.#received[0] ?? 0) < WINDOW);
        this.#send();
      }
    }, false);
  }

  /** Makes an edit at even intervals. */
  async paced(edits: number, everyMs: number): Promise<CrowdReport> {
    return await this.#run(edits, async () => {
      for (let sent = 0; sent < edits; sent++) {
        this.#send();
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    }, true);
  }

  /** Ends all connections. */
  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  async #run(edits: number, make: () => Promise<void>, isTimed: boolean): Promise<CrowdReport> {
    this.#dialect.prepare(edits);
    const clients = this.#sockets.length;
    this.#received = Array(clients).fill(0);
    this.#bytes = 0;
    this.#sentAt = [];
    this.#latencies = [];
    this.#left = edits * clients;
    const start = performance.now();
    await make();
    await this.#until(() => this.#left === 0);
    return {
      ms: performance.now() - start,
      delivered: edits * clients,
      bytes: this.#bytes,
      latencies: isTimed ? this.#latencies : [],
    };
  }

  #send(): void {
    this.#sentAt.push(performance.now());
    this.#dialect.send(this.#sockets);
  }

  #hear(bytes: Uint8Array, client: number, socket: LeanSocket): void {
    const heard = this.#dialect.hear(bytes, client, socket);
    if (heard === "ready") this.#ready++;
    if (heard === "edit") {
      // Before the first run there is the document itself, which one client sends.
      const at = this.#received[client] ?? 0;
      const sentAt = this.#sentAt[at];
      if (sentAt === undefined) return;
      this.#received[client] = at + 1;
      this.#latencies.push(performance.now() - sentAt);
      this.#bytes += bytes.length;
      this.#left--;
    }
    this.#arrived();
  }

  async #until(holds: () => boolean): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("Waited in vain for what was sent.")), PATIENCE);
    try {
      while (!holds()) {
        await Promise.race([promise, new Promise<void>((resolve) => this.#arrived = resolve)]);
      }
    } finally {
      clearTimeout(timer);
    }
  }
}
