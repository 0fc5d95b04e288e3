import type { IObserver } from "./observer.ts";

/** Severity of a line of {@linkcode ObserverLines}. */
export type LineLevel = "debug" | "info" | "warn";

/**
 * Turns every callback into one line of text, the context name first. The console and the logging observer
 * are this one with a different sink.
 */
export class ObserverLines implements IObserver {
  readonly #write: (line: string, level: LineLevel) => void;

  /** Makes an observer that gives each line, without a line end, to `write`. */
  constructor(write: (line: string, level: LineLevel) => void) {
    this.#write = write;
  }

  /** Writes `<context>: enter <state>`. */
  onEntry(context: string, state: string): void {
    this.#write(`${context}: enter ${state}`, "debug");
  }
  /** Writes `<context>: exit <state>`. */
  onExit(context: string, state: string): void {
    this.#write(`${context}: exit ${state}`, "debug");
  }
  /** Writes `<context>: begin <prev> -> <next> [<transition>]`. */
  onTransitionBegin(context: string, prev: string, next: string, transition: string): void {
    this.#write(`${context}: begin ${prev} -> ${next} [${transition}]`, "info");
  }
  /** Writes `<context>: end <prev> -> <next> [<transition>]`. */
  onTransitionEnd(context: string, prev: string, next: string, transition: string): void {
    this.#write(`${context}: end ${prev} -> ${next} [${transition}]`, "info");
  }
  /** Writes `<context>: start timer <name> (<ms> ms)`. */
  onTimerStart(context: string, timer: string, duration: number): void {
    this.#write(`${context}: start timer ${timer} (${duration} ms)`, "debug");
  }
  /** Writes `<context>: stop timer <name>`. */
  onTimerStop(context: string, timer: string): void {
    this.#write(`${context}: stop timer ${timer}`, "debug");
  }
  /** Writes `<context>: <event> was not handled (<reason>)`. */
  onUnhandled(context: string, event: string, reason: string): void {
    this.#write(`${context}: ${event} was not handled (${reason})`, "info");
  }
  /** Writes `<context>: guard refused in <state>: <condition>`. */
  onGuardRefused(context: string, state: string, condition: string, error?: string): void {
    const why = error === undefined ? "" : ` (${error})`;
    this.#write(
      `${context}: guard refused in ${state}: ${condition}${why}`,
      error === undefined ? "debug" : "warn",
    );
  }
  /** Writes `<context>: internal <state> [<transition>]`. */
  onInternalTransition(context: string, state: string, transition: string): void {
    this.#write(`${context}: internal ${state} [${transition}]`, "info");
  }
  /** Writes `<context>: timer <name> expired`. */
  onTimerExpired(context: string, timer: string): void {
    this.#write(`${context}: timer ${timer} expired`, "info");
  }
  /** Writes `<context>: action failed in <state>: <action> (<error>)`. */
  onActionFailed(context: string, state: string, action: string, error: string): void {
    this.#write(`${context}: action failed in ${state}: ${action} (${error})`, "warn");
  }
  /** Writes `<context>: done`. */
  onDone(context: string): void {
    this.#write(`${context}: done`, "info");
  }
  /** Writes `<context>: set <prev> -> <next>`. */
  onStateSet(context: string, prev: string, next: string): void {
    this.#write(`${context}: set ${prev} -> ${next}`, "info");
  }
  /** Writes `<context>: error: <message>`. */
  onError(context: string, message: string): void {
    this.#write(`${context}: error: ${message}`, "warn");
  }
}

let singleton: ObserverConsole | undefined;

/** An observer that prints one line a callback to the console. */
export class ObserverConsole extends ObserverLines {
  /** Makes an observer on the console. */
  constructor() {
    super((line, level) => level === "warn" ? console.warn(line) : console.log(line));
  }

  /** The shared instance. */
  static instance(): ObserverConsole {
    return singleton ??= new ObserverConsole();
  }
}

/** The sink of {@linkcode ObserverLogger}: any logger with these three methods, such as `console`. */
export interface Logger {
  /** Takes what only matters while looking for a fault. */
  debug(line: string): void;
  /** Takes what happened. */
  info(line: string): void;
  /** Takes what went wrong. */
  warn(line: string): void;
}

/**
 * An observer that writes to a logger: transitions and events as `info`, entries, exits and timers as
 * `debug`, failures as `warn`.
 *
 * @example
 * ```ts
 * import { ObserverLogger } from "@loom/engine";
 * const lines: string[] = [];
 * const write = (line: string) => lines.push(line);
 * new ObserverLogger({ debug: write, info: write, warn: write }).onEntry("Door", "Open");
 * console.log(lines); // ["Door: enter Open"]
 * ```
 */
export class ObserverLogger extends ObserverLines {
  /** Makes an observer on `logger`. */
  constructor(logger: Logger) {
    super((line: string, level: LineLevel) => logger[level](line));
  }
}
