/** The largest of a list of any length; `least` when there is none that is larger. */
export function largest(values: readonly number[], least: number): number {
  return values.reduce((most, value) => Math.max(most, value), least);
}
