/**
 * The pages of the narrative bridge name every variable that its code reads.
 */
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["bridge/narrative/", "cli/narrative/", "mcp/narrative/"];

/** How variables are read, and what their whole names begin with. */
const READS: readonly (readonly [read: RegExp, begin: string])[] = [
  [/\benvAlias\(\s*"([A-Z_]+)"/g, "LOOM_"],
  [/\benv\.([A-Z_]+)/g, ""],
];

async function filesIn(folder: URL, ending: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) texts.push(...await filesIn(new URL(`${name}/`, folder), ending));
    else if (name.endsWith(ending) && !name.endsWith("_test.ts")) {
      texts.push(await Deno.readTextFile(new URL(name, folder)));
    }
  }
  return texts;
}

Deno.test("the narrative pages name every variable that the code reads", async () => {
  const code = (await Promise.all(FOLDERS.map((folder) => filesIn(new URL(folder, ROOT), ".ts")))).flat();
  const read = new Set(
    code.flatMap((text) =>
      READS.flatMap(([pattern, begin]) => [...text.matchAll(pattern)].map(([, name]) => `${begin}${name}`))
    ),
  );
  assert(read.size > 15);
  const pages = (await filesIn(new URL("bridge/narrative/", ROOT), ".md")).join("\n");
  assertEquals([...read].filter((name) => !pages.includes(`\`${name}\``)), []);
});
