import { createClient, ErrorReply } from "@redis/client";
import { LoomError } from "@loom/protocol";
import { StoreUnavailableError } from "../room_store.ts";
import type { Script } from "./scripts.ts";

/** The longest pause between two tries to connect again. */
const LONGEST_PAUSE_MS = 500;

/** How long to wait for Redis, in ms. */
export interface Patience {
  /** For the first connection. */
  readonly connectMs: number;
  /** For the answer to a command. */
  readonly answerMs: number;
}

/** The part of node-redis's client that is used here: its own type names every command of Redis. */
export interface RedisClient {
  readonly isReady: boolean;
  readonly isOpen: boolean;
  on(event: "ready" | "error", listener: (error?: unknown) => void): unknown;
  connect(): Promise<unknown>;
  destroy(): void;
  duplicate(): RedisClient;
  sendCommand(args: readonly string[]): Promise<unknown>;
}

/** A connection to Redis that opens again by itself. Without it, commands fail at once: nothing waits unseen. */
export class RedisConnection {
  readonly client: RedisClient;
  readonly #patience: Patience;
  readonly #pauses: Pauses;

  private constructor(client: RedisClient, patience: Patience, pauses: Pauses) {
    this.client = client;
    this.#patience = patience;
    this.#pauses = pauses;
    // A lost connection shows in the commands that fail; node-redis throws what nobody listens to.
    client.on("error", () => {});
  }

  /**
   * Connects for the first time.
   *
   * @param url as in `redis://:password@host:6379/0`, or `rediss:` for TLS
   * @throws {LoomError} `unavailable` when there is no Redis, `bad_url` when the address is none
   */
  static async open(url: string, patience: Patience): Promise<RedisConnection> {
    const where = placeOf(url);
    const pauses = new Pauses();
    const connection = new RedisConnection(
      createClient({
        url,
        RESP: 2,
        disableOfflineQueue: true,
        pingInterval: 3_000,
        socket: {
          connectTimeout: 3_000,
          socketTimeout: 10_000,
          reconnectStrategy: (tries) => pauses.next(tries),
        },
      }) as unknown as RedisClient,
      patience,
      pauses,
    );
    try {
      await within(patience.connectMs, connection.client.connect());
      return connection;
    } catch (error) {
      await connection.close();
      throw new LoomError(
        "unavailable",
        `Redis at ${where} does not answer: see that it runs, and that the address and its password are right.`,
        {
          cause: error,
        },
      );
    }
  }

  /** A second connection to the same Redis, for commands that wait. */
  async duplicate(): Promise<RedisConnection> {
    const copy = new RedisConnection(this.client.duplicate(), this.#patience, this.#pauses);
    try {
      await within(this.#patience.connectMs, copy.client.connect());
    } catch (cause) {
      await copy.close();
      throw new StoreUnavailableError({ cause });
    }
    return copy;
  }

  /** Whether commands can be sent. */
  get isReady(): boolean {
    return this.client.isReady;
  }

  /**
   * Sends a command.
   *
   * @param waitMs how long the command itself may wait
   * @throws {StoreUnavailableError} when there is no answer in time
   */
  async command(args: readonly string[], waitMs = 0): Promise<unknown> {
    try {
      return await within(this.#patience.answerMs + waitMs, this.client.sendCommand(args));
    } catch (cause) {
      throw new StoreUnavailableError({ cause });
    }
  }

  /** Runs a script, which is sent whole only where Redis does not have it. */
  async run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return await within(
        this.#patience.answerMs,
        this.client.sendCommand(["EVALSHA", await script.sha, ...rest]),
      );
    } catch (cause) {
      if (!(cause instanceof ErrorReply) || !cause.message.startsWith("NOSCRIPT")) {
        throw new StoreUnavailableError({ cause });
      }
    }
    return await this.command(["EVAL", script.text, ...rest]);
  }

  /** Ends the connection; what is under way fails. */
  async close(): Promise<void> {
    const wasReady = this.client.isReady;
    if (this.client.isOpen) this.client.destroy();
    if (!wasReady) await this.#pauses.end();
  }
}

/** The pauses between tries to connect again. A client that is destroyed sits through the one that it is in. */
class Pauses {
  #until = 0;

  /** How long the next pause is. */
  next(tries: number): number {
    const ms = Math.min(20 * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 4);
    this.#until = Math.max(this.#until, Date.now() + ms);
    return ms;
  }

  /** Waits for the end of the present one. */
  async end(): Promise<void> {
    const left = this.#until - Date.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left + 10));
  }
}

/** Where Redis is, without the password. */
function placeOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol)) {
    throw new LoomError("bad_url", "The address of Redis is none: give one such as redis://localhost:6379.");
  }
  return parsed.host;
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // It may still fail, when nobody looks any more.
    promise.catch(() => {});
  }
}
