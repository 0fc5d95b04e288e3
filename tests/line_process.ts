/**
 * A program in a process of its own, spoken with in lines of JSON.
 *
 * @module
 */

import { PEERS, TEST_LOCK } from "../scripts/repository.ts";

/** Runs until it is disposed of, which ends its standard input. */
export class LineProcess implements AsyncDisposable {
  readonly #program: URL;
  readonly #child: Deno.ChildProcess;
  readonly #orders: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reports: AsyncGenerator<string>;

  /** Starts a program, with the lock file of tests, or of peers where it is one. */
  constructor(program: URL, ...args: readonly string[]) {
    const lock = program.href.startsWith(PEERS.href) ? [] : [TEST_LOCK];
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", ...lock, "--no-check", "--quiet", program.href, ...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#program = program;
    this.#child = child;
    this.#orders = child.stdin.getWriter();
    this.#reports = lines(child.stdout);
  }

  /** Says something to the program. */
  async say(order: unknown): Promise<void> {
    await this.#orders.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
  }

  /** Reads the next line of the program. */
  async hear<Report>(): Promise<Report> {
    const report = await this.#reports.next();
    if (report.done) throw new Error(`${this.#program.pathname} has ended.`);
    return JSON.parse(report.value);
  }

  /** Says something, and reads the answer. */
  async ask<Report>(order: unknown): Promise<Report> {
    await this.say(order);
    return await this.hear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#orders.close().catch(() => {});
    await this.#reports.return(undefined);
    await this.#child.status;
  }
}

/** The lines of a stream, as they come. It reads no further than it is asked, so that nothing is left open between tests. */
export async function* lines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of stream) {
    const pieces = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    yield* pieces;
  }
}
