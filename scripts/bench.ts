/**
 * Runs the benchmarks: `deno task bench [word...]` takes the files of `tests/bench/` whose name contains one of the
 * words, or all. Each file runs in its own process, so that one does not warm up the compiler for the next. Prints the
 * tables and writes `bench-results/<file>.json`; exits with 1 when a target is missed.
 *
 * @module
 */
import type { Bench, Table } from "../tests/bench/harness.ts";
import { tableText } from "../tests/bench/harness.ts";
import { filesNamed, ROOT, runDeno, TEST_LOCK } from "./repository.ts";

const SUFFIX = "_bench.ts";

/** Runs the file in a child with the garbage collector exposed, which heap measurements need. */
async function runInChild(file: string): Promise<boolean> {
  return await runDeno([
    "run",
    "-A",
    TEST_LOCK,
    "--v8-flags=--expose-gc",
    "scripts/bench.ts",
    "--file",
    file,
  ]) === 0;
}

async function runHere(file: string): Promise<boolean> {
  const { benches } = await import(new URL(`tests/bench/${file}`, ROOT).href) as {
    benches: readonly Bench[];
  };
  const results: { name: string; table: Table }[] = [];
  for (const bench of benches) {
    const table = await bench.run();
    console.log(`\n${bench.name}\n\n${tableText(table).trimEnd()}`);
    results.push({ name: bench.name, table });
  }
  await writeResults(file, results);
  return results.every(({ table }) => (table.targets ?? []).every((target) => target.met));
}

async function writeResults(file: string, results: readonly { name: string; table: Table }[]): Promise<void> {
  const folder = new URL("bench-results/", ROOT);
  await Deno.mkdir(folder, { recursive: true });
  const record = { deno: Deno.version, build: Deno.build.target, at: new Date().toISOString(), results };
  await Deno.writeTextFile(
    new URL(file.replace(SUFFIX, ".json"), folder),
    JSON.stringify(record, null, 2) + "\n",
  );
}

async function main(args: readonly string[]): Promise<number> {
  const [flag, only] = args;
  if (flag === "--file" && only !== undefined) return await runHere(only) ? 0 : 1;
  const files = filesNamed("tests/bench/", SUFFIX, args);
  if (files.length === 0) {
    console.error(`No benchmark in tests/bench/ has a name with ${args.join(" or ") || SUFFIX}.`);
    return 2;
  }
  let failed = 0;
  for (const file of files) if (!await runInChild(file)) failed++;
  if (failed > 0) console.error(`${failed} of ${files.length} benchmark files failed or missed a target.`);
  return failed === 0 ? 0 : 1;
}

Deno.exit(await main(Deno.args));
