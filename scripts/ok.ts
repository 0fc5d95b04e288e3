/**
 * Everything a change must pass: `deno task ok`; with `--no-test` all but the tests. The steps before the tests run side
 * by side, and a failed one stops no other: one run shows everything that is wrong.
 *
 * @module
 */
import { PEERS, publicModules, ROOT, runDeno, TEST_LOCK } from "./repository.ts";

interface Step {
  readonly name: string;
  readonly args: readonly string[];
  /** True for a step that is also made in the folder of peers, which has settings of its own. */
  readonly alsoPeers?: true;
  readonly isTest?: true;
}

/** The steps. */
const STEPS: readonly Step[] = [
  { name: "format", args: ["fmt", "--check"], alsoPeers: true },
  { name: "lint", args: ["lint"], alsoPeers: true },
  {
    name: "types",
    args: ["check", "--quiet", "--doc", TEST_LOCK, "."],
    alsoPeers: true,
  },
  { name: "documentation", args: ["doc", "--lint", "--quiet", ...publicModules()] },
  { name: "generated files", args: ["run", "-A", TEST_LOCK, "scripts/generate.ts", "--check"] },
  { name: "page script", args: ["run", "-A", "scripts/build.ts"] },
  // The types are checked above, and again by a real publication.
  { name: "publishable", args: ["publish", "--dry-run", "--allow-dirty", "--quiet", "--no-check"] },
  { name: "tests", args: ["run", "-A", TEST_LOCK, "scripts/run_tests.ts", "--no-check"], isTest: true },
];

/** Runs a step and prints what it wrote; true when it passed. */
async function pass({ name, args, alsoPeers, isTest }: Step): Promise<boolean> {
  if (isTest) {
    console.log(`\n== ${name}`);
    return await runDeno(args) === 0;
  }
  let passed = true;
  let written = "";
  for (const cwd of alsoPeers ? [ROOT, PEERS] : [ROOT]) {
    const own = cwd === ROOT ? [...args] : args.filter((arg) => arg !== TEST_LOCK);
    const command = new Deno.Command(Deno.execPath(), { args: own, cwd });
    const { success, stdout, stderr } = await command.output();
    passed &&= success;
    for (const bytes of [stdout, stderr]) written += new TextDecoder().decode(bytes);
  }
  console.log(`\n== ${name}\n${written.trimEnd()}`);
  return passed;
}

async function main(args: readonly string[]): Promise<number> {
  const failed: string[] = [];
  const passAll = (steps: readonly Step[]) =>
    Promise.all(steps.map(async (step) => {
      if (!await pass(step)) failed.push(step.name);
    }));
  await passAll(STEPS.filter((step) => !step.isTest));
  if (!args.includes("--no-test")) await passAll(STEPS.filter((step) => step.isTest));
  if (failed.length === 0) return 0;
  console.error(`\nNot ok: ${failed.join(", ")}.`);
  return 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
