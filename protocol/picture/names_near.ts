import { LoomError } from "../error.ts";
import { didYouMean } from "../suggest.ts";

/**
 * The names that are so many steps, or fewer, away from one.
 *
 * @param pairs The names that are one step apart.
 * @throws {LoomError} `bad_style` when there is no such name.
 */
export function namesNear(
  names: readonly string[],
  pairs: readonly (readonly [string, string])[],
  focus: string,
  depth: number,
): Set<string> {
  if (!names.includes(focus)) {
    throw new LoomError(
      "bad_style",
      `There is no ${JSON.stringify(focus)} to draw.${didYouMean(focus, names)}`,
    );
  }
  const beside = new Map<string, string[]>();
  for (const [one, other] of pairs) {
    beside.set(one, [...beside.get(one) ?? [], other]);
    beside.set(other, [...beside.get(other) ?? [], one]);
  }
  const near = new Set([focus]);
  let last = [focus];
  for (let step = 0; step < depth && last.length > 0; step++) {
    last = last.flatMap((name) => beside.get(name) ?? []).filter((name) => !near.has(name));
    for (const name of last) near.add(name);
  }
  return near;
}
