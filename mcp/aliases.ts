/**
 * Other words that agents write for a parameter or a field, and what they mean. A word is taken for the first of
 * its meanings that is known where it occurs, unless it is known there itself or that meaning is given too.
 */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  from: ["state"],
  to: ["nextState", "new_name", "newName"],
  target: ["nextState"],
  next_state: ["nextState"],
  new_name: ["newName"],
  guard: ["condition"],
  on_entry: ["onEntry"],
  on_exit: ["onExit"],
};

/** The values under the names that they are known by. */
export function withoutAliases(
  values: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const meanings = !known.includes(name) && Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
    const meaning = meanings?.find((one) => known.includes(one));
    return [meaning === undefined || Object.hasOwn(values, meaning) ? name : meaning, value] as const;
  });
  return Object.fromEntries(entries);
}
