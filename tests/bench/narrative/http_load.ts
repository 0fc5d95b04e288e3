/**
 * Requests as fast as the answers come, from a process of their own.
 *
 * @module
 */
import { LineProcess } from "./line_process.ts";

/** What stands in a body in the place of a number that no other request has. */
export const NUMBER = "#".repeat(12);

/** What to send. */
export interface LoadOrder {
  readonly url: string;
  /** The body of all requests, with {@linkcode NUMBER} in it. */
  readonly body: string;
  /** How many connections there are, each of which waits for an answer before it asks again. */
  readonly connections: number;
  /** How many requests, over all connections. */
  readonly requests: number;
}

/** What many requests took. */
export interface Load {
  /** Requests per second. */
  readonly rate: number;
  /** The times of the requests, in milliseconds. */
  readonly times: readonly number[];
}

/** The process that sends. */
export class HttpLoad implements AsyncDisposable {
  readonly #process = new LineProcess("http_load_main.ts");

  /** Sends so many requests; fails when one is not answered well. */
  async send(order: LoadOrder): Promise<Load> {
    await this.#process.say(order);
    return await this.#process.hear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}
