/**
 * Strict compilers on generated code: 200 arbitrary machines with declared data, TypeScript by `deno check`, Python by
 * `mypy --strict` where it is installed, or named by `LOOM_MYPY`. Ends with 1 when one of them finds an error.
 *
 * Run it with `deno task soak typed_code [machines] [seed]`.
 *
 * @module
 */
import fc from "fast-check";
import { arbitraryTypedMachine, checkPython, checkTypeScript, HAS_MYPY } from "../codegen/typed_machines.ts";

/** Checks machines; true when every compiler accepts all of them. */
async function areAccepted(numRuns: number, seed: number): Promise<boolean> {
  const machines = fc.sample(arbitraryTypedMachine, { numRuns, seed });
  const checks = HAS_MYPY ? [checkTypeScript, checkPython] : [checkTypeScript];
  let isGood = true;
  for (const check of checks) {
    const { success, text } = await check(machines);
    console.log(`${check.name}: ${numRuns} machines, seed ${seed}: ${success ? "accepted" : text}`);
    isGood &&= success;
  }
  if (!HAS_MYPY) console.log("mypy is not installed: Python was not checked.");
  return isGood;
}

if (import.meta.main) {
  const [machines = "200", seed = String(Date.now() % 1_000_000)] = Deno.args;
  Deno.exit(await areAccepted(Number(machines), Number(seed)) ? 0 : 1);
}
