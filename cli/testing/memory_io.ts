import type { Io } from "../io.ts";
import type { MemoryTerminal } from "./memory_terminal.ts";
import { until } from "./patience.ts";

/** What the outside is like for a test. */
export interface MemoryIoOptions {
  /** Typed or piped input. */
  readonly stdin?: string | ReadableStream<Uint8Array>;
  /** True when a person sits at a terminal, for all three streams. */
  readonly isTerminal?: boolean;
  /** The columns of the terminal. */
  readonly columns?: number;
  /** The environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** The time. */
  readonly now?: Date;
  /** True when there is no program that shows files. */
  readonly hasNoViewer?: boolean;
  /** Runs programs. Default: none is there. */
  readonly run?: Io["run"];
  /** The terminal that can be taken over. */
  readonly terminal?: MemoryTerminal;
}

/** An outside in memory, and what was written to it. */
export interface MemoryIo extends Io {
  /** All that was written to standard output. */
  readonly out: () => string;
  /** All that was written to standard error. */
  readonly err: () => string;
  /** Interrupts the program as Ctrl-C does. */
  readonly interrupt: () => void;
  /** The files that were shown. */
  readonly viewed: readonly string[];
  /** Settles when a text was written so many times. */
  readonly said: (stream: "out" | "err", text: string, times?: number) => Promise<void>;
}

/** Makes an outside in memory. */
export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const { stdin = "", isTerminal = false, columns, env = {}, now = new Date(2026, 0, 2, 3, 4, 5) } = options;
  const viewed: string[] = [];
  const written = { out: "", err: "" };
  const waiting = new Set<() => void>();
  const interruption = new AbortController();
  const output = (stream: "out" | "err") => ({
    write: (text: string) => {
      written[stream] += text;
      options.terminal?.write(text);
      for (const look of waiting) look();
    },
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
    toolServer: () => Promise.resolve(["loom-mcp"]),
    view: (path) => {
      if (options.hasNoViewer) throw new Deno.errors.NotFound();
      viewed.push(path);
    },
    ...(options.run === undefined ? {} : { run: options.run }),
    terminal: options.terminal,
    viewed,
    said: (stream, text, times = 1) =>
      until(
        waiting,
        () => written[stream].split(text).length > times,
        () => `${JSON.stringify(text)} ${times} times in ${written.out}${written.err}`,
      ),
    out: () => written.out,
    err: () => written.err,
    interrupt: () => interruption.abort(),
  };
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream();
}
