/** Options of fast-check: the seed, and the number of cases. */
export interface Runs {
  readonly seed: number;
  readonly numRuns: number;
}

/**
 * The arbitrary cases that a test tries: a few that are always the same, or many others in `deno task soak laws`, which
 * sets `LOOM_RUNS`, a factor, and `LOOM_SEED`.
 *
 * @param seed the seed of a usual run
 * @param few the number of cases of a usual run
 */
export function runs(seed: number, few: number): Runs {
  const number = (name: string, otherwise: number) => Number(Deno.env.get(name) ?? otherwise);
  return { seed: seed + number("LOOM_SEED", 0), numRuns: few * number("LOOM_RUNS", 1) };
}
