import { type LineLevel, ObserverLines } from "./observer_lines.ts";

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
