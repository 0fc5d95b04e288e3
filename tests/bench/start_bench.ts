/**
 * The time that a command of the executable takes from its start to its end, beside the same from the sources.
 *
 * @module
 */
import { executables, NO_EXECUTABLES } from "../executables.ts";
import type { Bench, Cell } from "./harness.ts";
import { spreadOf } from "./spread.ts";

const ROOT = new URL("../../", import.meta.url);
const CHECKOUT = new URL("examples/checkout.smdf.json", ROOT).pathname;
const ROUNDS = 7;

interface Start {
  readonly name: string;
  readonly args: (folder: string) => readonly string[];
  /** Milliseconds and megabytes that it should stay below on a quiet machine. */
  readonly aim: readonly [number, number];
}

const STARTS: readonly Start[] = [
  { name: "loom --help", args: () => ["--help"], aim: [90, 150] },
  {
    name: "loom render checkout, svg",
    args: (folder) => ["render", CHECKOUT, "--out", `${folder}/a.svg`, "--overwrite"],
    aim: [150, 150],
  },
  {
    name: "loom render checkout, png",
    args: (folder) => ["render", CHECKOUT, "--out", `${folder}/a.png`, "--overwrite"],
    aim: [500, 150],
  },
];

interface Run {
  readonly ms: number;
  readonly megabytes: number;
}

/** Runs a program to its end; its memory is that of its last look at itself before that. */
async function run(command: string, args: readonly string[]): Promise<Run> {
  const start = performance.now();
  const child = new Deno.Command(command, { args: [...args], stdout: "null", stderr: "null" }).spawn();
  let peak = 0;
  const watch = setInterval(() => peak = Math.max(peak, peakOf(child.pid)), 5);
  const { success } = await child.status.finally(() => clearInterval(watch));
  if (!success) throw new Error(`${command} ${args.join(" ")} failed.`);
  return { ms: performance.now() - start, megabytes: peak / 1000 };
}

/** The most memory that a process had so far, in kilobytes. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function rowOf({ name, args, aim }: Start, folder: string) {
  const program = `${await executables()}/loom`;
  const own: Run[] = [];
  const sources: Run[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await run(program, args(folder)));
    sources.push(
      await run(Deno.execPath(), ["run", "-A", new URL("cli/main.ts", ROOT).pathname, ...args(folder)]),
    );
  }
  const ms = (runs: readonly Run[]) => spreadOf(runs.map(({ ms }) => ms)).median;
  const ratio = spreadOf(own.map((one, round) => one.ms / (sources[round]?.ms ?? NaN))).median;
  const megabytes = Math.max(...own.map(({ megabytes }) => megabytes));
  const row: readonly Cell[] = [name, ms(own), ms(sources), ratio, megabytes, `${aim[0]} ms, ${aim[1]} MB`];
  return { row, ratio };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = NO_EXECUTABLES !== undefined ? [] : [{
  name: "From the start of a command to its end",
  async run() {
    const folder = await Deno.makeTempDir();
    try {
      const rows = [];
      for (const start of STARTS) rows.push(await rowOf(start, folder));
      return {
        columns: ["command", "executable, ms", "sources, ms", "ratio", "executable, MB", "aim"],
        rows: rows.map(({ row }) => row),
        targets: [{
          text: "executables take less than 0.75 of the time of the sources",
          met: rows.every(({ ratio }) => ratio < 0.75),
        }],
      };
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
}];
