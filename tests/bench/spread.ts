/**
 * How a handful of measurements lie.
 *
 * @module
 */

/** The least, the middle and the greatest of some measurements. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/**
 * Sums measurements up.
 *
 * @param values at least one; an empty list gives `NaN` throughout
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? NaN;
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { min: at(0), median, max: at(sorted.length - 1) };
}
