/** Something that happened in a server. */
export interface LogEntry {
  /** The severity. */
  readonly level: "info" | "warn" | "error";
  /** A stable word for the event. */
  readonly event: string;
  /** Details; never a secret, never the content of a document or a payload. */
  readonly [member: string]: string | number | boolean | undefined;
}

/** Takes what happens in a server. */
export type Log = (entry: LogEntry) => void;

/** Drops all entries. */
export const NO_LOG: Log = () => {};

/**
 * Makes a log of JSON lines.
 *
 * @param write Takes a line with its end.
 * @param now The time, in milliseconds.
 *
 * @example
 * ```ts
 * import { jsonLog } from "@loom/bridge/server";
 * import { assertEquals } from "@std/assert";
 *
 * const lines: string[] = [];
 * const log = jsonLog((line) => lines.push(line), () => 0);
 * log({ level: "info", event: "started", port: 4599 });
 * assertEquals(lines, ['{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"started","port":4599}\n']);
 * ```
 */
export function jsonLog(write: (line: string) => void, now: () => number = Date.now): Log {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`);
}
