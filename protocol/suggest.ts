/**
 * The candidate that a mistyped word most likely means: the one that needs the fewest edits (an added,
 * dropped or changed character, or two neighbours swapped), upper and lower case being the same.
 *
 * @param word What was written.
 * @param candidates What exists.
 * @param limit The most edits to allow. Default: one in three characters, at most 3.
 * @returns The nearest candidate, the earliest of several; `undefined` when none is near.
 *
 * @example
 * ```ts
 * import { nearest } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(nearest("Idel", ["Active", "Idle"]), "Idle");
 * assertEquals(nearest("Idel", ["Active"]), undefined);
 * ```
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit: number = Math.min(3, Math.floor(word.length / 3)),
): string | undefined {
  const folded = word.toLowerCase();
  let best: string | undefined;
  let bestEdits = limit + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= bestEdits) continue;
    const edits = editDistance(folded, candidate.toLowerCase(), bestEdits);
    if (edits >= bestEdits) continue;
    best = candidate;
    bestEdits = edits;
    if (edits === 0) break;
  }
  return best;
}

/**
 * The question to append to an error about an unknown word: ` Did you mean "X"?`, or `""` when no candidate is
 * near.
 *
 * @example
 * ```ts
 * import { didYouMean } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals("No state is called \"Idel\"." + didYouMean("Idel", ["Idle"]), 'No state is called "Idel". Did you mean "Idle"?');
 * ```
 */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = nearest(word, candidates);
  return candidate === undefined ? "" : ` Did you mean ${JSON.stringify(candidate)}?`;
}

/**
 * Damerau's edit distance (1964) in its restricted form, where no swapped pair is edited again; `bound` or more
 * counts as `bound`. Only the cells nearer than `bound` to the diagonal can matter (Ukkonen, 1985), so that a
 * candidate costs little more than its length.
 */
function editDistance(a: string, b: string, bound: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, bound));
  let row: number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - bound + 1);
    const to = Math.min(b.length, i + bound - 1);
    row[from - 1] = from === 1 ? Math.min(i, bound) : bound;
    let smallest = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      const changed = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let edits = Math.min((last[j] ?? bound) + 1, row[j - 1]! + 1, last[j - 1]! + changed);
      if (
        changed === 1 && i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      }
      row[j] = edits;
      if (edits < smallest) smallest = edits;
    }
    if (to < b.length) row[to + 1] = bound;
    if (smallest >= bound) return bound;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(last[b.length] ?? bound, bound);
}
