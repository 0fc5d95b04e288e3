/**
 * Everything a change must pass: `deno task ok`; with `--no-test` all but the tests. Goes on after a failed step, so
 * that one run shows everything that is wrong.
 *
 * @module
 */
import { PEERS, publicModules, ROOT, runDeno, underCi } from "./repository.ts";

interface Step {
  readonly name: string;
  readonly args: readonly string[];
  /** True for a step that is also made in the folder of peers, which has settings of its own. */
  readonly alsoPeers?: true;
  readonly isTest?: true;
}

/** The steps, quickest first. On a build server the lock file must already say everything. */
const STEPS: readonly Step[] = [
  { name: "format", args: ["fmt", "--check"], alsoPeers: true },
  { name: "lint", args: ["lint"], alsoPeers: true },
  {
    name: "types",
    args: ["check", "--quiet", "--doc", ...(underCi() ? ["--frozen"] : []), "."],
    alsoPeers: true,
  },
  { name: "documentation", args: ["doc", "--lint", "--quiet", ...publicModules()] },
  { name: "generated files", args: ["run", "-A", "scripts/generate.ts", "--check"] },
  { name: "page script", args: ["run", "-A", "scripts/build.ts"] },
  // The types are checked above, and again by a real publication.
  { name: "publishable", args: ["publish", "--dry-run", "--allow-dirty", "--quiet", "--no-check"] },
  { name: "tests", args: ["run", "-A", "scripts/run_tests.ts", "--no-check"], isTest: true },
];

async function main(args: readonly string[]): Promise<number> {
  const steps = STEPS.filter((step) => !(step.isTest && args.includes("--no-test")));
  const failed: string[] = [];
  for (const step of steps) {
    console.log(`\n== ${step.name}`);
    for (const folder of step.alsoPeers ? [ROOT, PEERS] : [ROOT]) {
      if (await runDeno(step.args, folder) !== 0 && failed.at(-1) !== step.name) failed.push(step.name);
    }
  }
  if (failed.length === 0) return 0;
  console.error(`\nNot ok: ${failed.join(", ")}.`);
  return 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
