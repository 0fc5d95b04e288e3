/**
 * The full-size comparison: 2,000 arbitrary machines, each with an arbitrary run, on the interpreters and the generated code of both
 * languages. Ends with 1 at the first step on which they differ, with the smallest run that shows it.
 *
 * Run it with `deno task soak agreement`, or `deno run -A tests/soak/agreement_soak.ts [runs] [seed]`.
 *
 * @module
 */
import fc from "fast-check";
import { arbitraryRun } from "../arbitrary/run.ts";
import { GENERATED_PYTHON } from "../conformance/generated_python.ts";
import { GENERATED_TYPESCRIPT } from "../conformance/generated_typescript.ts";
import { INTERPRETER } from "../conformance/interpreter.ts";
import { PYTHON_MACHINE } from "../conformance/python_machine.ts";
import { disagreements } from "../fuzz/agreement.ts";

const OTHERS = [PYTHON_MACHINE, GENERATED_TYPESCRIPT, GENERATED_PYTHON];

/** How long to look, in milliseconds. */
const MOST_MS = 20 * 60_000;

/** Compares all on arbitrary runs; tells whether they agree. */
async function agreement(numRuns: number, seed: number): Promise<boolean> {
  console.log(`${numRuns} machines, seed ${seed} ...`);
  for (const target of OTHERS) await target.open?.();
  let steps = 0;
  try {
    const property = fc.asyncProperty(arbitraryRun, async (run) => {
      steps += run.deeds.length + 1;
      const found = await disagreements(run, INTERPRETER, OTHERS);
      if (found.length > 0) throw new Error(JSON.stringify(found, null, 2));
    });
    const { failed, counterexample, errorInstance, ...details } = await fc.check(property, {
      numRuns,
      seed,
      // Making a large run smaller step by step can take longer than finding it.
      interruptAfterTimeLimit: MOST_MS,
      markInterruptAsFailure: false,
    });
    console.log(
      `${details.numRuns} machines, ${steps} steps, seed ${seed}: ${failed ? "they differ" : "all agree"}.`,
    );
    if (failed) console.log(JSON.stringify(counterexample, null, 2), "\n", errorInstance);
    return !failed;
  } finally {
    for (const target of OTHERS) await target.close?.();
  }
}

if (import.meta.main) {
  const [runs = "2000", seed = String(Date.now() % 1_000_000)] = Deno.args;
  Deno.exit(await agreement(Number(runs), Number(seed)) ? 0 : 1);
}
