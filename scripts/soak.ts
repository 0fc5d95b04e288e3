/**
 * Runs the long checks of `tests/soak/`, one after the other: `deno task soak [word...]` takes those whose name holds
 * one of the words. Each is a program that ends with 0 when all is well.
 *
 * @module
 */
import { ROOT, runDeno } from "./repository.ts";

function soakFiles(words: readonly string[]): string[] {
  return [...Deno.readDirSync(new URL("tests/soak/", ROOT))]
    .map((entry) => entry.name)
    .filter((name) => name.endsWith("_soak.ts"))
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
    .sort();
}

async function main(words: readonly string[]): Promise<number> {
  const files = soakFiles(words);
  if (files.length === 0) {
    console.error(`No soak in tests/soak/ has a name with ${words.join(" or ") || "_soak.ts"}.`);
    return 2;
  }
  const failed: string[] = [];
  for (const file of files) {
    const start = performance.now();
    console.log(`\n== ${file}`);
    const code = await runDeno(["run", "-A", "--v8-flags=--expose-gc", `tests/soak/${file}`]);
    console.log(
      `${file}: ${code === 0 ? "ok" : "failed"} after ${Math.round((performance.now() - start) / 1000)} s`,
    );
    if (code !== 0) failed.push(file);
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}.`);
  return failed.length === 0 ? 0 : 1;
}

Deno.exit(await main(Deno.args));
