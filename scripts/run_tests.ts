/**
 * Runs every test and every example in the documentation: `deno task test [path...]`. The last line it prints reads
 * `N passed, N failed`. With `--no-check` the types are not checked.
 *
 * @module
 */
import { buildPageAssets } from "./build.ts";
import { ROOT, TEST_LOCK } from "./repository.ts";
import { obtainRequirements } from "./requirements.ts";
import { testFiles, writeTestModules } from "./test_modules.ts";

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

/** Runs `deno test`, shows what it prints and keeps it. */
async function runTests(args: readonly string[]): Promise<TestCounts | undefined> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "-q", "--trace-leaks", TEST_LOCK, ...args],
    cwd: ROOT,
    // Many tests wait for a browser or a program: one more than there are processors keeps all of them busy.
    env: { DENO_JOBS: Deno.env.get("DENO_JOBS") ?? String(navigator.hardwareConcurrency + 1) },
    stdout: "piped",
  });
  const child = command.spawn();
  const output: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    await writeAll(chunk);
    output.push(decoder.decode(chunk, { stream: true }));
  }
  return testCounts(output.join(""), (await child.status).code);
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await Deno.stdout.write(bytes.subarray(written));
}

/**
 * Runs all in one process. One file that does not type-check or cannot be found keeps that process from running anything; then
 * each file gets a process of its own, so that the count is right and the other failures show too.
 */
async function countAll(paths: readonly string[], flags: readonly string[]): Promise<TestCounts> {
  const folder = await Deno.makeTempDir({ prefix: "loom-tests-" });
  try {
    const counts = await runTests(["--parallel", ...flags, ...writeTestModules(paths, folder)]);
    if (counts !== undefined) return counts;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  console.log("\nNo test could run; trying each file alone.");
  const each: TestCounts[] = [];
  for (const file of testFiles(paths)) {
    each.push(await runTests([...flags, file]) ?? { passed: 0, failed: 1 });
  }
  const sum = addCounts(each);
  return { passed: sum.passed, failed: Math.max(sum.failed, 1) };
}

async function main(args: readonly string[]): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith("-"));
  const paths = args.filter((arg) => !arg.startsWith("-")).map((path) => path.replace(/\/+$/, ""));
  for (const line of await obtainRequirements()) console.log(line);
  await buildPageAssets();
  const { passed, failed } = await countAll(paths, flags);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
