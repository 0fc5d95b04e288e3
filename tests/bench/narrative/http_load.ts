/**
 * Requests as fast as the answers come, from a process of their own.
 *
 * @module
 */
import { LineProcess } from "../../line_process.ts";

/** Placeholder in a body for a number that is unique to each request. */
export const NUMBER = "#".repeat(12);

/** Requests to send. */
export interface LoadOrder {
  readonly url: string;
  /** The body of all requests, with {@linkcode NUMBER} in it. */
  readonly body: string;
  /** Number of connections; each waits for an answer before its next request. */
  readonly connections: number;
  /** Number of requests over all connections. */
  readonly requests: number;
}

/** Result of a load run. */
export interface Load {
  /** Requests per second. */
  readonly rate: number;
  /** The times of the requests, in milliseconds. */
  readonly times: readonly number[];
}

/** The process that sends. */
export class HttpLoad implements AsyncDisposable {
  readonly #process = new LineProcess(new URL("../../peers/http_load_main.ts", import.meta.url));

  /** Sends so many requests; fails when one is not answered well. */
  async send(order: LoadOrder): Promise<Load> {
    await this.#process.say(order);
    return await this.#process.hear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}
