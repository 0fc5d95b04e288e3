import { LoomError } from "../error.ts";
import { didYouMean } from "../suggest.ts";
import type { PictureStyle } from "../kind.ts";

/**
 * The names that are so many steps, or fewer, away from the one in focus; `undefined` for all of them. Of documents whose elements
 * have no others inside: nothing of them can be collapsed.
 *
 * @param pairs The names that are one step apart.
 * @throws {LoomError} `bad_style` when there is no such name, or something is to be collapsed.
 */
export function namesNear(
  names: readonly string[],
  pairs: readonly (readonly [string, string])[],
  { focus, depth = 1, collapse = [] }: NonNullable<PictureStyle["part"]> = {},
): Set<string> | undefined {
  if (collapse.length > 0) {
    throw new LoomError(
      "bad_style",
      "Only states of machines hold others that a picture can leave out: draw a part of this document with focus and depth.",
    );
  }
  if (focus === undefined) return undefined;
  const middle = namedBy(names, focus);
  const beside = new Map<string, string[]>();
  for (const [one, other] of pairs) {
    beside.set(one, [...beside.get(one) ?? [], other]);
    beside.set(other, [...beside.get(other) ?? [], one]);
  }
  const near = new Set([middle]);
  let last = [middle];
  for (let step = 0; step < depth && last.length > 0; step++) {
    last = last.flatMap((name) => beside.get(name) ?? []).filter((name) => !near.has(name));
    for (const name of last) near.add(name);
  }
  return near;
}

/** The name in focus. The members of a system are called by their files, of which pictures show the first part. */
function namedBy(names: readonly string[], focus: string): string {
  if (names.includes(focus)) return focus;
  const found = names.filter((name) => name.split("/").at(-1)?.startsWith(`${focus}.`));
  if (found[0] !== undefined && found.length === 1) return found[0];
  throw new LoomError(
    "bad_style",
    `There is no ${JSON.stringify(focus)} to draw.${didYouMean(focus, found.length > 1 ? found : names)}`,
  );
}
