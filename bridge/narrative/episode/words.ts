/**
 * Words and how often each comes, as a sentence part: `code_change twice, integration_complete once`.
 *
 * @returns `none` for no words
 */
export function countsInWords(words: readonly string[]): string {
  const rows = countsOf(words).map(([word, count]) => `${word} ${times(count)}`);
  return rows.length === 0 ? "none" : rows.join(", ");
}

/** Words in their order, those that repeat told once: `inciting_incident, then beat 3 times, then climax`. */
export function orderInWords(words: readonly string[]): string {
  const runs: [word: string, length: number][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0] === word) last[1]++;
    else runs.push([word, 1]);
  }
  return runs.map(([word, length]) => length === 1 ? word : `${word} ${times(length)}`).join(", then ");
}

/** How often each word comes, the most frequent first; of equals, the one that came first. */
export function countsOf(words: readonly string[]): [word: string, count: number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
