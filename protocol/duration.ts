/** Units of time in milliseconds, the largest first, and their names, the first of which is written. */
const UNITS: readonly (readonly [number, readonly string[]])[] = [
  [86_400_000, ["d", "day", "days"]],
  [3_600_000, ["h", "hr", "hrs", "hour", "hours"]],
  [60_000, ["min", "m", "mins", "minute", "minutes"]],
  [1000, ["s", "sec", "secs", "second", "seconds"]],
  [1, ["ms", "msec", "millis", "millisecond", "milliseconds"]],
];

const DURATION = /^(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]+)$/i;

/**
 * Reads a duration with a unit.
 *
 * @returns The milliseconds; `undefined` for another text, a bare number among them.
 *
 * @example
 * ```ts
 * import { parseDuration } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(["5s", "500 ms", "2 min"].map(parseDuration), [5000, 500, 120_000]);
 * assertEquals(parseDuration("5 parsecs"), undefined);
 * ```
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, word = ""] = DURATION.exec(text.trim()) ?? [];
  const unit = UNITS.find(([, names]) => names.includes(word.toLowerCase()))?.[0];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * unit;
}

/**
 * A duration in the largest unit that has a whole number of it.
 *
 * @param duration The milliseconds.
 */
export function durationText(duration: number): string {
  const [unit, names] = UNITS.find(([unit]) => duration >= unit && duration % unit === 0) ?? [1, ["ms"]];
  return `${duration / unit}${names[0] ?? ""}`;
}
