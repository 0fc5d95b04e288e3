/**
 * The connection to Redis of all servers. It is a module of its own: a server without Redis loads nothing of it.
 *
 * @module
 */
import { createClient, ErrorReply } from "@redis/client";
import { LoomError } from "@loom/protocol";
import { createHash } from "node:crypto";

/** The longest pause between two attempts to connect again, in milliseconds. */
const MAX_PAUSE_MS = 500;

/** Options of {@linkcode RedisConnection.open}. */
export interface RedisOptions {
  /** The time that the first connection may take, in milliseconds. */
  readonly connectMs: number;
  /** The time that the answer to a command may take, in milliseconds. */
  readonly answerMs: number;
  /** Makes the error of a command without an answer. Default: a `LoomError` with the code `unavailable`. */
  readonly unavailable?: (cause: unknown) => Error;
}

/** The part of node-redis's client that is used here: its own type lists every command of Redis. */
export interface RedisClient {
  /** True while commands can be sent. */
  readonly isReady: boolean;
  /** True until the client is destroyed, also between connections. */
  readonly isOpen: boolean;
  /** Listens to what happens to the connection. */
  on(event: "ready" | "error", listener: (error?: unknown) => void): unknown;
  /** Connects for the first time. */
  connect(): Promise<unknown>;
  /** Ends the connection. */
  destroy(): void;
  /** Makes a second client with the same options. */
  duplicate(): RedisClient;
  /** Sends a command. */
  sendCommand(args: readonly string[]): Promise<unknown>;
}

/** A Lua script that runs in Redis as one step. */
export interface RedisScript {
  /** The text. */
  readonly text: string;
  /** The SHA-1 digest, by which Redis knows the script. */
  readonly sha: string;
}

/** Makes a script from its text. */
export function redisScript(text: string): RedisScript {
  return { text, sha: createHash("sha1").update(text).digest("hex") };
}

/** A connection to Redis that reconnects by itself. While it is down, commands fail at once: none waits unnoticed. */
export class RedisConnection {
  /** The client of node-redis, for libraries that need one. */
  readonly client: RedisClient;
  readonly #options: RedisOptions;
  readonly #pauses: Pauses;
  /** True from a command without an answer until Redis answers again. */
  #isSilent = false;

  private constructor(client: RedisClient, options: RedisOptions, pauses: Pauses) {
    this.client = client;
    this.#options = options;
    this.#pauses = pauses;
    // A lost connection shows in the commands that fail; node-redis throws errors that nobody listens to.
    client.on("error", () => {});
  }

  /**
   * Connects for the first time.
   *
   * @param url `redis://:password@host:6379/0`, or `rediss:` for TLS.
   * @throws {LoomError} `unavailable` when Redis does not answer, `bad_url` when the address does not parse
   */
  static async open(url: string, options: RedisOptions): Promise<RedisConnection> {
    const host = hostOf(url);
    const pauses = new Pauses();
    const connection = new RedisConnection(clientOf(url, pauses), options, pauses);
    try {
      await within(options.connectMs, connection.client.connect());
      return connection;
    } catch (cause) {
      await connection.close();
      throw new LoomError(
        "unavailable",
        `Redis at ${host} does not answer: see that it runs, and that the address and its password are right.`,
        { cause },
      );
    }
  }

  /** Opens a second connection to the same Redis, for commands that wait. */
  async duplicate(): Promise<RedisConnection> {
    const copy = new RedisConnection(this.client.duplicate(), this.#options, this.#pauses);
    try {
      await within(this.#options.connectMs, copy.client.connect());
      return copy;
    } catch (cause) {
      await copy.close();
      throw this.#unavailable(cause);
    }
  }

  /** True while commands can be sent. */
  get isReady(): boolean {
    return this.client.isReady && !this.#isSilent;
  }

  /**
   * Sends a command.
   *
   * @param waitMs The time that the command itself may wait, in milliseconds.
   * @throws what `unavailable` makes, when there is no answer in time
   */
  async command(args: readonly string[], waitMs = 0): Promise<unknown> {
    try {
      return await this.#answer(args, waitMs);
    } catch (cause) {
      throw this.#unavailable(cause);
    }
  }

  async #answer(args: readonly string[], waitMs = 0): Promise<unknown> {
    const sent = this.client.sendCommand(args);
    try {
      return await within(this.#options.answerMs + waitMs, sent);
    } catch (cause) {
      if (cause instanceof SilentError) this.#beSilent(sent);
      throw cause;
    }
  }

  /** Reports the connection as not ready until Redis answers what is late, or the connection is lost. */
  #beSilent(late: Promise<unknown>): void {
    this.#isSilent = true;
    const over = () => {
      this.#isSilent = false;
    };
    late.then(over, over);
  }

  /**
   * Runs a script. Its text is sent only when Redis does not know it.
   *
   * @throws what `unavailable` makes, when there is no answer in time
   */
  async run(
    script: RedisScript,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args.map(String)];
    try {
      return await this.#answer(["EVALSHA", script.sha, ...rest]);
    } catch (cause) {
      if (!(cause instanceof ErrorReply) || !cause.message.startsWith("NOSCRIPT")) {
        throw this.#unavailable(cause);
      }
    }
    return await this.command(["EVAL", script.text, ...rest]);
  }

  /** Ends the connection; commands in progress fail. */
  async close(): Promise<void> {
    const wasReady = this.client.isReady;
    if (this.client.isOpen) this.client.destroy();
    if (!wasReady) await this.#pauses.end();
  }

  #unavailable(cause: unknown): Error {
    const { unavailable } = this.#options;
    return unavailable?.(cause) ?? new LoomError("unavailable", "Redis does not answer.", { cause });
  }
}

function clientOf(url: string, pauses: Pauses): RedisClient {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: 3_000,
    socket: {
      connectTimeout: 3_000,
      socketTimeout: 10_000,
      reconnectStrategy: (attempts) => pauses.next(attempts),
    },
  });
  // The type of the client depends on its options and lists every command.
  return client as unknown as RedisClient;
}

/** Pauses between attempts to connect again. A client that is destroyed in a pause ends after it. */
class Pauses {
  #until = 0;

  /** The length of the next pause, in milliseconds. */
  next(attempts: number): number {
    const ms = Math.min(20 * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS) * (0.75 + Math.random() / 4);
    this.#until = Math.max(this.#until, Date.now() + ms);
    return ms;
  }

  /** Waits for the end of the present pause. */
  async end(): Promise<void> {
    const left = this.#until - Date.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left + 10));
  }
}

/** No answer came in time. */
class SilentError extends Error {}

/** The host of an address, without the password. */
function hostOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.host === "") {
    throw new LoomError("bad_url", "The address of Redis is none: give one such as redis://localhost:6379.");
  }
  return parsed.host;
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentError(`No answer within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // A failure after the time is nobody's any more.
    promise.catch(() => {});
  }
}
