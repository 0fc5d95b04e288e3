/** Something that happened in the bridge. */
export interface NarrativeLogEntry {
  /** How grave it is. */
  readonly level: "info" | "warn" | "error";
  /** What happened, as a word that stays the same. */
  readonly event: string;
  /** What else there is to say; never a secret, never a payload, never a title. */
  readonly [member: string]: string | number | boolean | undefined;
}

/** Takes what happens in the bridge. */
export type NarrativeLog = (entry: NarrativeLogEntry) => void;

/** A log that nobody keeps. */
export const NO_LOG: NarrativeLog = () => {};

/**
 * A log of JSON lines.
 *
 * @param write takes a line with its end
 * @param now the time, in milliseconds
 */
export function narrativeLog(write: (line: string) => void, now: () => number = Date.now): NarrativeLog {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`);
}
