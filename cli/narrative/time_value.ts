import { eventTime } from "@loom/bridge/narrative";
import { UsageError } from "../usage_error.ts";

/**
 * A time that an option gives: ISO 8601, UTC, with milliseconds.
 *
 * @throws {UsageError} When it is none.
 */
export function timeValue(flag: string, text: string): string {
  const time = eventTime(text);
  if (time !== undefined) return time;
  throw new UsageError(
    `${flag} needs a time, such as 2026-01-03 or 2026-01-03T13:20:00Z: ${JSON.stringify(text)} is none.`,
  );
}
