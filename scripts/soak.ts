/**
 * Runs the long checks of `tests/soak/`, one after the other: `deno task soak [word...] [number...]` takes those whose
 * name contains one of the words, and passes the numbers on (most take a count and a seed). Each is a program that exits
 * with 0 when it passes.
 *
 * @module
 */
import { filesNamed, runDeno, TEST_LOCK } from "./repository.ts";

async function main(args: readonly string[]): Promise<number> {
  const words = args.filter((word) => !/^\d+$/.test(word));
  const numbers = args.filter((word) => !words.includes(word));
  const files = filesNamed("tests/soak/", "_soak.ts", words);
  if (files.length === 0) {
    console.error(`No soak in tests/soak/ has a name with ${words.join(" or ") || "_soak.ts"}.`);
    return 2;
  }
  const failed: string[] = [];
  for (const file of files) {
    const start = performance.now();
    console.log(`\n== ${file}`);
    const code = await runDeno([
      "run",
      "-A",
      TEST_LOCK,
      "--v8-flags=--expose-gc",
      `tests/soak/${file}`,
      ...numbers,
    ]);
    console.log(
      `${file}: ${code === 0 ? "ok" : "failed"} after ${Math.round((performance.now() - start) / 1000)} s`,
    );
    if (code !== 0) failed.push(file);
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}.`);
  return failed.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
