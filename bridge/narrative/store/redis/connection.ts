import { createClient, ErrorReply } from "@redis/client";
import { NarrativeError } from "../../narrative_error.ts";
import { StoreUnavailableError } from "../store_unavailable_error.ts";
import type { Script } from "./scripts.ts";

/** How long Redis may take to answer, in ms. */
const ANSWER_MS = 2_000;
/** How long the first connection may take, in ms. */
const CONNECT_MS = 2_000;
/** The longest pause between two tries to connect again, in ms. */
const LONGEST_PAUSE_MS = 500;

/** The part of node-redis's client that is used here: its own type names every command of Redis. */
interface Client {
  readonly isReady: boolean;
  readonly isOpen: boolean;
  on(event: "error", listener: () => void): unknown;
  connect(): Promise<unknown>;
  destroy(): void;
  sendCommand(args: readonly string[]): Promise<unknown>;
}

/** A connection to Redis that opens again by itself. Without it, commands fail at once: nothing waits unseen. */
export class RedisConnection {
  readonly #client: Client;
  /** When the pause ends through which a client that is destroyed sits before it goes. */
  #pauseEnds = 0;

  private constructor(url: string) {
    this.#client = createClient({
      url,
      RESP: 2,
      disableOfflineQueue: true,
      socket: { connectTimeout: 3_000, reconnectStrategy: (tries) => this.#pause(tries) },
    }) as unknown as Client;
    // A lost connection shows in the commands that fail; node-redis throws what nobody listens to.
    this.#client.on("error", () => {});
  }

  /**
   * Connects for the first time.
   *
   * @throws {StoreUnavailableError} when there is no Redis
   * @throws {NarrativeError} `bad_store` when the address is none
   */
  static async open(url: string): Promise<RedisConnection> {
    const host = hostOf(url);
    const connection = new RedisConnection(url);
    try {
      await within(CONNECT_MS, connection.#client.connect());
      return connection;
    } catch (cause) {
      await connection.close();
      throw new StoreUnavailableError(
        `Redis at ${host} does not answer: see that it runs, and that the address and its password are right.`,
        { cause },
      );
    }
  }

  /**
   * Sends a command.
   *
   * @throws {StoreUnavailableError} when there is no answer in time, or an error
   */
  async command(...args: readonly string[]): Promise<unknown> {
    try {
      return await within(ANSWER_MS, this.#client.sendCommand(args));
    } catch (cause) {
      throw new StoreUnavailableError(undefined, { cause });
    }
  }

  /** Runs a script, which is sent whole only where Redis does not have it. */
  async run(script: Script, ...args: readonly (string | number)[]): Promise<unknown> {
    const rest = ["0", ...args.map(String)];
    try {
      return await within(ANSWER_MS, this.#client.sendCommand(["EVALSHA", script.sha, ...rest]));
    } catch (cause) {
      if (!(cause instanceof ErrorReply) || !cause.message.startsWith("NOSCRIPT")) {
        throw new StoreUnavailableError(undefined, { cause });
      }
    }
    return await this.command("EVAL", script.text, ...rest);
  }

  /** Ends the connection; what is under way fails. */
  async close(): Promise<void> {
    const wasReady = this.#client.isReady;
    if (this.#client.isOpen) this.#client.destroy();
    const left = this.#pauseEnds - Date.now();
    if (!wasReady && left > 0) await new Promise((resolve) => setTimeout(resolve, left + 10));
  }

  #pause(tries: number): number {
    const ms = Math.min(20 * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 4);
    this.#pauseEnds = Math.max(this.#pauseEnds, Date.now() + ms);
    return ms;
  }
}

/** Where Redis is, without the password. */
function hostOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed !== null && /^rediss?:$/.test(parsed.protocol) && parsed.host !== "") return parsed.host;
  throw new NarrativeError(
    "bad_store",
    "The address of Redis is none: give one such as redis://localhost:6379.",
  );
}

async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
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
