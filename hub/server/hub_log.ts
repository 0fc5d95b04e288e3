/** Something that happened in the hub. */
export interface LogEntry {
  /** How grave it is. */
  readonly level: "info" | "warn" | "error";
  /** What happened, as a word that stays the same. */
  readonly event: string;
  /** What else there is to say; never a secret, never a document's content. */
  readonly [member: string]: string | number | boolean | undefined;
}

/** Takes what happens in the hub. */
export type HubLog = (entry: LogEntry) => void;

/** A log that nobody keeps. */
export const NO_LOG: HubLog = () => {};

/**
 * A log of JSON lines.
 *
 * @param write takes a line with its end
 *
 * @example
 * ```ts
 * import { jsonLog } from "@loom/hub";
 * import { assertEquals } from "@std/assert";
 *
 * const lines: string[] = [];
 * const log = jsonLog((line) => lines.push(line), () => 0);
 * log({ level: "info", event: "started", port: 4599 });
 * assertEquals(lines, ['{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"started","port":4599}\n']);
 * ```
 */
export function jsonLog(write: (line: string) => void, now: () => number = Date.now): HubLog {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`);
}
