/**
 * The Python process that runs machines for conformance vectors: `python_target.py` is the other side.
 *
 * @module
 */

import { PYTHON_FOLDER } from "../python.ts";

/** What the Python side is asked to do. */
export type PythonRequest = Readonly<Record<string, unknown>> & {
  /** The machine it is about, by the number this side gave it. */
  readonly machine: number;
  /** What to do. */
  readonly op: string;
};

/** An exception of the Python side. */
export class PythonError extends Error {
  /** The code of the error, or the name of its class. */
  readonly code: string;

  /** Makes an error from what the Python side answered. */
  constructor({ message, code }: { message: string; code: string }) {
    super(message);
    this.code = code;
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const HERE = new URL(".", import.meta.url);

/** A running Python process. Requests are answered in their order and need not wait for one another. */
export class PythonChild {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting: Waiting[] = [];
  readonly #reading: Promise<void>;
  #last = 0;

  /** Starts the process. */
  constructor() {
    this.#process = new Deno.Command("python3", {
      args: ["-B", "-X", "utf8", new URL("python_target.py", HERE).pathname],
      env: { PYTHONPATH: PYTHON_FOLDER },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** A number for a new machine. */
  nextMachine(): number {
    return ++this.#last;
  }

  /**
   * Asks for something.
   *
   * @param request What to do.
   * @returns The answer.
   * @throws {PythonError} When it failed there.
   */
  ask<T>(request: PythonRequest): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ resolve, reject });
    const bytes = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
    this.#writer.write(bytes).catch(reject);
    return promise as Promise<T>;
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#reading;
    await this.#process.status;
  }

  async #read(): Promise<void> {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of this.#process.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#answer(JSON.parse(line));
    }
    for (const { reject } of this.#waiting.splice(0)) reject(new Error("The Python process has ended."));
  }

  #answer(answer: { value?: unknown; error?: { message: string; code: string } }): void {
    const waiting = this.#waiting.shift();
    if (answer.error) waiting?.reject(new PythonError(answer.error));
    else waiting?.resolve(answer.value);
  }
}
