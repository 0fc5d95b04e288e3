import { LoomError } from "@loom/protocol/words";

/** An output of a command. */
export interface Output {
  /** Writes all of a text. */
  write(text: string): void;
  /** True when a person looks at it. */
  readonly isTerminal: boolean;
  /** The columns of the terminal; `undefined` without one. */
  readonly columns: number | undefined;
}

/** The input of a command. */
export interface Input {
  /** The bytes; it is asked for when something is to be read. */
  readonly readable: ReadableStream<Uint8Array>;
  /** True when a person types them. */
  readonly isTerminal: boolean;
}

/** The size of a terminal in characters. */
export interface TerminalSize {
  /** Number of characters a line has. */
  readonly columns: number;
  /** Number of lines there are. */
  readonly rows: number;
}

/** Options of taking over a terminal. */
export interface TerminalUse {
  /** Written first. */
  readonly enter: string;
  /** Written when the terminal is given back, whatever ends the program. */
  readonly leave: string;
  /** Told what is typed, as the terminal sends it; it is not shown, and Ctrl-C comes as any other key. */
  readonly onKeys: (keys: string) => void;
  /** Told that the size is another one. */
  readonly onResize: () => void;
}

/** A terminal that a program can take over. */
export interface Terminal {
  /** Its size now. */
  readonly size: () => TerminalSize;
  /**
   * Takes it over.
   *
   * @returns Gives it back; the second time it does nothing.
   */
  readonly takeOver: (use: TerminalUse) => () => void;
}

/** The end of a program that was called. */
export interface ProgramResult {
  /** Its exit code. */
  readonly code: number;
  /** All that it wrote to standard output. */
  readonly stdout: string;
  /** All that it wrote to standard error. */
  readonly stderr: string;
}

/** All that the program has of the outside; tests pass their own. */
export interface Io {
  /** Typed or piped input. */
  readonly stdin: Input;
  /** Takes results. */
  readonly stdout: Output;
  /** Takes remarks and errors. */
  readonly stderr: Output;
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The time. */
  readonly now: () => Date;
  /** A signal that is aborted when the person interrupts the program; from the first call on that does not end it. */
  readonly interrupted: () => AbortSignal;
  /** Shows a file in the viewer of the person's system, which goes on by itself; throws when none can be started. */
  readonly view: (path: string) => void | Promise<void>;
  /** The words that start the agent tools of this installation. */
  readonly toolServer: () => Promise<readonly string[]>;
  /** Runs a program to its end, without input; gives nothing where the program is not there. Default: no program is. */
  readonly run?: (
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<ProgramResult | undefined>;
  /** The terminal that standard output is. Default: none that can be taken over. */
  readonly terminal?: Terminal | undefined;
}

/** The reader of what is written has gone: nothing more needs to be said. */
export class ClosedOutputError extends Error {
  /** Makes the error. */
  constructor(options?: ErrorOptions) {
    super("Cannot write: the reader has gone", options);
    this.name = "ClosedOutputError";
  }
}

/** Output failed: the disk is full, or the device fails. */
export class OutputError extends LoomError {
  /** Makes the error from what the system said. */
  constructor(reason: string, options?: ErrorOptions) {
    super(
      "output_failed",
      `The output cannot be written (${reason}): make room, or send it elsewhere.`,
      options,
    );
    this.name = "OutputError";
  }
}

/** Settles when the person interrupts the program, which from now on does not end it. */
export function interruption({ interrupted }: Pick<Io, "interrupted">): Promise<void> {
  const signal = interrupted();
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
