/**
 * What a run of `deno test` came to.
 *
 * @module
 */

/** Counts of tests. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

// Built from a string because a control character in a literal reads like a mistake.
const ANSI = new RegExp(String.fromCharCode(27) + "\\[[0-9;]*m", "g");
const SUMMARY = /^(?:ok|FAILED) \| (\d+) passed(?: \([^)]*\))? \| (\d+) failed/gm;

/**
 * Reads the counts out of what `deno test` printed. Its summary, unlike its JUnit report, also counts a file that threw while
 * it was loaded.
 *
 * @param output standard output of the run, colours or not
 * @param code exit code of the run
 * @returns the counts, with at least one failure when the run failed; `undefined` when no test ran, because a file does not
 * type-check or cannot be found
 */
export function testCounts(output: string, code: number): TestCounts | undefined {
  const summary = [...output.replaceAll(ANSI, "").matchAll(SUMMARY)].at(-1);
  if (summary === undefined) return undefined;
  const failed = Number(summary[2]);
  return { passed: Number(summary[1]), failed: code === 0 ? failed : Math.max(failed, 1) };
}

/** Adds counts up. */
export function addCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((sum, counts) => sum + counts.passed, 0),
    failed: all.reduce((sum, counts) => sum + counts.failed, 0),
  };
}
