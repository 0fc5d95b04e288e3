/**
 * A program of the bench in a process of its own, spoken with in lines of JSON.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { lines } from "../live_loop/lines.ts";

/** Runs until it is disposed of, which ends its standard input. */
export class LineProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #orders: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reports: AsyncGenerator<string>;

  /** Starts a program of this folder. */
  constructor(program: string, ...args: readonly string[]) {
    const path = fromFileUrl(new URL(program, import.meta.url));
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--quiet", path, ...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
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
    if (report.done) throw new Error("A program of the bench has ended.");
    return JSON.parse(report.value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#orders.close().catch(() => {});
    await this.#reports.return(undefined);
    await this.#child.status;
  }
}
