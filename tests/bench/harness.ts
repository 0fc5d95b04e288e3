/**
 * What a benchmark is, and the three ways in which the loom measures itself: two contenders side by side,
 * cost against size, and heap over a long run.
 *
 * A file `tests/bench/<topic>_bench.ts` exports `benches: readonly Bench[]`; `deno task bench` runs every file in
 * a process of its own, prints the tables and writes them to `bench-results/`.
 *
 * @module
 */
/** A cell of a table: text stands as it is, a number is rounded for print and kept whole in the JSON. */
export type Cell = string | number;

/** Something the loom promises about a measurement; one that is not met fails `deno task bench`. */
export interface Target {
  readonly text: string;
  readonly met: boolean;
}

/** What a benchmark found. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly targets?: readonly Target[];
}

/** One benchmark. */
export interface Bench {
  readonly name: string;
  run(): Promise<Table>;
}

/** Something to time: `run(count)` does its operation `count` times, in a loop of its own. */
export interface Contender {
  readonly name: string;
  readonly run: (count: number) => unknown;
}

/** How long and how often to measure. */
export interface TimingOptions {
  /** Timed rounds, after one round of warm-up; 9 when not given. */
  readonly rounds?: number;
  /** How long one round of one contender should take, in milliseconds; 250 when not given. */
  readonly roundMs?: number;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** Operations per second of two contenders, and how many times the peer's rate the subject reached. */
export interface Comparison {
  readonly subject: Spread;
  readonly peer: Spread;
  /** Subject over peer, taken within each round, so that a busy machine slows both sides of it. */
  readonly ratio: Spread;
}

/** The cost of one unit of an input of this size, in nanoseconds. */
export interface SizeCost {
  readonly size: number;
  readonly nsPerUnit: Spread;
  /** The cost in each round, in turn with the other sizes. */
  readonly rounds: readonly number[];
}

/** The same cost for units of which `factor` make one of the measured ones. */
export function costPer(
  { size, nsPerUnit: { min, median, max }, rounds }: SizeCost,
  factor: number,
): SizeCost {
  const nsPerUnit = { min: min * factor, median: median * factor, max: max * factor };
  return { size, nsPerUnit, rounds: rounds.map((cost) => cost * factor) };
}

/** An operation whose cost is to be followed over inputs of several sizes. */
export interface ScalingCase<Input> {
  readonly sizes: readonly number[];
  /** Makes the input; not timed. */
  readonly prepare: (size: number) => Input;
  /** The operation, once. */
  readonly run: (input: Input) => unknown;
}

/** Bytes of live heap after each part of a long run. */
export interface HeapTrace {
  /** The heap after the first part, when everything is warm. */
  readonly first: number;
  readonly last: number;
  /** `last - first`; what a leak makes large. Noise of some 100 kB either way is usual. */
  readonly growth: number;
  readonly samples: readonly number[];
}

/**
 * Times two contenders in turns: subject, peer, peer, subject, ... so that neither gains from its place.
 *
 * @param subject what the ratio is about
 * @param peer what it is compared with
 * @returns rates in operations per second
 */
export async function compareRates(
  subject: Contender,
  peer: Contender,
  options: TimingOptions = {},
): Promise<Comparison> {
  const { rounds = 9 } = options;
  const subjectRun = await calibrated(subject.run, options);
  const peerRun = await calibrated(peer.run, options);
  const subjectRates: number[] = [];
  const peerRates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const subjectFirst = round % 2 === 0;
    if (subjectFirst) subjectRates.push(await subjectRun());
    peerRates.push(await peerRun());
    if (!subjectFirst) subjectRates.push(await subjectRun());
  }
  return {
    subject: spreadOf(subjectRates),
    peer: spreadOf(peerRates),
    ratio: spreadOf(subjectRates.map((rate, round) => rate / (peerRates[round] ?? NaN))),
  };
}

/**
 * Times one operation over inputs of several sizes, all sizes within each round.
 *
 * @returns one row a size, in the order given
 */
export async function measureScaling<Input>(
  scaling: ScalingCase<Input>,
  options: TimingOptions = {},
): Promise<SizeCost[]> {
  const { rounds = 9 } = options;
  const measures: { size: number; run: () => Promise<number>; costs: number[] }[] = [];
  for (const size of scaling.sizes) {
    const input = scaling.prepare(size);
    const repeat = async (count: number) => {
      for (let i = 0; i < count; i++) await scaling.run(input);
    };
    measures.push({ size, run: await calibrated(repeat, options), costs: [] });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { size, run, costs } of measures) costs.push(1e9 / (await run()) / size);
  }
  return measures.map(({ size, costs }) => ({ size, nsPerUnit: spreadOf(costs), rounds: costs }));
}

/**
 * How far the cost of a unit rises over the sizes: the greatest ratio to the smallest size, each the median of the ratios
 * within one round, so that what else the machine does falls on both.
 *
 * @param costs rows of {@linkcode measureScaling}, smallest size first
 * @returns 1 when no size costs more per unit than the smallest
 */
export function costGrowth(costs: readonly SizeCost[]): number {
  const [smallest] = costs;
  const ratios = costs.map(({ rounds }) =>
    spreadOf(rounds.map((cost, round) => cost / (smallest?.rounds[round] ?? NaN))).median
  );
  return Math.max(...ratios);
}

/**
 * Follows the live heap over a long run.
 *
 * @param total operations in all, done in `parts` equal parts with a full collection after each
 * @throws {Error} when V8 was not told to expose its collector, as `deno task bench` does
 */
export async function traceHeap(
  run: (count: number) => unknown,
  total: number,
  parts: number = 10,
): Promise<HeapTrace> {
  const samples: number[] = [];
  for (let part = 0; part < parts; part++) {
    await run(Math.ceil(total / parts));
    samples.push(liveHeap());
  }
  const first = samples[0] ?? NaN;
  const last = samples.at(-1) ?? NaN;
  return { first, last, growth: last - first, samples };
}

/** Warms `run` up, finds how often it fits into one round, and gives back a function that times a round in operations per second. */
async function calibrated(
  run: (count: number) => unknown,
  { roundMs = 250, now = () => performance.now() }: TimingOptions,
): Promise<() => Promise<number>> {
  const timed = async (count: number) => {
    const start = now();
    await run(count);
    return now() - start;
  };
  let count = 1;
  let elapsed = await timed(count);
  while (elapsed < roundMs) {
    const wanted = count * roundMs / Math.max(elapsed, 0.01);
    count = Math.ceil(Math.min(wanted * 1.05, count * 10));
    elapsed = await timed(count);
  }
  return async () => {
    collectGarbage()?.();
    return count * 1000 / await timed(count);
  };
}

function liveHeap(): number {
  const collect = collectGarbage();
  if (collect === undefined) {
    throw new Error(
      "Cannot follow the heap: start Deno with --v8-flags=--expose-gc, as `deno task bench` does.",
    );
  }
  collect();
  collect();
  return Deno.memoryUsage().heapUsed;
}

function collectGarbage(): (() => void) | undefined {
  const { gc } = globalThis as { gc?: () => void };
  return gc;
}

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

/**
 * Draws a table: columns of numbers to the right, text to the left, then a line for each target.
 *
 * @returns lines, each ended by a newline
 */
export function tableText(table: Table): string {
  const rows = [table.columns, ...table.rows.map((row) => row.map(cellText))];
  const widths = table.columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const numeric = table.columns.map((_, column) => table.rows.some((row) => typeof row[column] === "number"));
  const line = (row: readonly string[]) =>
    widths.map((width, column) => {
      const text = row[column] ?? "";
      return numeric[column] ? text.padStart(width) : text.padEnd(width);
    }).join("  ").trimEnd();
  const [head = [], ...body] = rows;
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  const targets = (table.targets ?? []).map((target) =>
    `${target.met ? "met   " : "MISSED"}  ${target.text}`
  );
  return [line(head), rule, ...body.map(line), ...targets].map((text) => text + "\n").join("");
}

function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (!Number.isFinite(cell)) return "-";
  const digits = Number.isInteger(cell) || Math.abs(cell) >= 100 ? 0 : Math.abs(cell) >= 10 ? 1 : 2;
  return cell.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
