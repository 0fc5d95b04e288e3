/**
 * The full-size comparison: 2,000 arbitrary machines, each with an arbitrary run, on the interpreters and the generated code of both
 * languages. Ends with 1 at the first step on which they differ, with the smallest run that shows it, and when the time is up.
 *
 * Run it with `deno task soak agreement [runs] [seed]`.
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

/** The limit of time, in milliseconds; a check that it ends has failed. */
const MOST_MS = 60 * 60_000;

/** Machines between two lines of progress. */
const PROGRESS = 200;

/** Compares all on arbitrary runs. True when all machines were compared and agree. */
async function agreement(numRuns: number, seed: number): Promise<boolean> {
  console.log(`${numRuns} machines, seed ${seed} ...`);
  for (const target of OTHERS) await target.open?.();
  let steps = 0;
  let compared = 0;
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  try {
    const property = fc.asyncProperty(arbitraryRun, async (run) => {
      steps += run.deeds.length + 1;
      const found = await disagreements(run, INTERPRETER, OTHERS);
      if (found.length > 0) throw new Error(JSON.stringify(found, null, 2));
      if (++compared % PROGRESS === 0) console.log(`${compared} machines after ${seconds()} s`);
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, {
      numRuns,
      seed,
      // Shrinking a large run can take longer than finding it.
      interruptAfterTimeLimit: MOST_MS,
      markInterruptAsFailure: false,
    });
    const verdict = failed
      ? "they differ"
      : compared < numRuns
      ? `the time was up, of ${numRuns} machines`
      : "all agree";
    console.log(`${compared} machines, ${steps} steps, ${seconds()} s, seed ${seed}: ${verdict}.`);
    if (failed) console.log(JSON.stringify(counterexample, null, 2), "\n", errorInstance);
    return !failed && compared >= numRuns;
  } finally {
    for (const target of OTHERS) await target.close?.();
  }
}

if (import.meta.main) {
  const [runs = "2000", seed = String(Date.now() % 1_000_000)] = Deno.args;
  Deno.exit(await agreement(Number(runs), Number(seed)) ? 0 : 1);
}
