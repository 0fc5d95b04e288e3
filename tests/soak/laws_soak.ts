/**
 * Tests that try arbitrary cases, with many times as many: those that use `tests/arbitrary/runs.ts`.
 *
 * Run it with `deno task soak laws [factor] [seed]`; the factor is 20 when not given.
 *
 * @module
 */
import { ROOT, runDeno, TEST_LOCK } from "../../scripts/repository.ts";
import { testFiles } from "../../scripts/test_modules.ts";

const IMPORT = /from "[./]*\/arbitrary\/runs\.ts"/;

if (import.meta.main) {
  const [factor = "20", seed = String(Date.now() % 1_000_000)] = Deno.args;
  Deno.env.set("LOOM_RUNS", factor);
  Deno.env.set("LOOM_SEED", seed);
  console.log(`${factor} times as many cases, seed ${seed}`);
  const files = testFiles([]).filter((file) => IMPORT.test(Deno.readTextFileSync(new URL(file, ROOT))));
  Deno.exit(await runDeno(["test", "-A", TEST_LOCK, "--quiet", "--no-check", "--parallel", ...files]));
}
