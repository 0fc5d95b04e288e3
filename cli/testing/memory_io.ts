import type { Io } from "../io.ts";

/** What the outside is like for a test. */
export interface MemoryIoOptions {
  /** What is typed or piped in. */
  readonly stdin?: string | ReadableStream<Uint8Array>;
  /** Whether a person sits at a terminal, for all three streams. */
  readonly isTerminal?: boolean;
  /** The columns of the terminal. */
  readonly columns?: number;
  /** The environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The time. */
  readonly now?: Date;
}

/** An outside in memory, and what was written to it. */
export interface MemoryIo extends Io {
  /** All that was written to standard output. */
  readonly out: () => string;
  /** All that was written to standard error. */
  readonly err: () => string;
  /** Interrupts the program as Ctrl-C does. */
  readonly interrupt: () => void;
}

/** Makes an outside in memory. */
export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const { stdin = "", isTerminal = false, columns, env = {}, now = new Date(2026, 0, 2, 3, 4, 5) } = options;
  const written = { out: "", err: "" };
  const interruption = new AbortController();
  const output = (stream: "out" | "err") => ({
    write: (text: string) => void (written[stream] += text),
    isTerminal,
    columns,
  });
  return {
    stdin: { readable: typeof stdin === "string" ? streamOf(stdin) : stdin, isTerminal },
    stdout: output("out"),
    stderr: output("err"),
    env,
    now: () => now,
    interrupted: () => interruption.signal,
    out: () => written.out,
    err: () => written.err,
    interrupt: () => interruption.abort(),
  };
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream();
}
