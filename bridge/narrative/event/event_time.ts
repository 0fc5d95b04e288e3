/** A date and time of day that names no zone. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/;

/** The years that ISO 8601 writes with four digits: their texts sort as the times do. */
const EARLIEST = Date.parse("0000-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Normalises a time: ISO 8601, UTC, with milliseconds. A time without a zone is in UTC.
 *
 * @returns `undefined` for what is no time
 *
 * @example
 * ```ts
 * import { eventTime } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * assertEquals(eventTime("2026-01-03T14:20:00+01:00"), "2026-01-03T13:20:00.000Z");
 * ```
 */
export function eventTime(text: string): string | undefined {
  const trimmed = text.trim();
  const ms = Date.parse(WITHOUT_ZONE.test(trimmed) ? `${trimmed}Z` : trimmed);
  return ms >= EARLIEST && ms <= LATEST ? new Date(ms).toISOString() : undefined;
}
