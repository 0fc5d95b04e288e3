/**
 * The size of what pages load.
 *
 * @module
 */
import { assert } from "@std/assert";
import { buildPageAssets, PAGE_ASSETS } from "../scripts/build.ts";

const FOLDER = new URL(`../${PAGE_ASSETS}/`, import.meta.url);

/** The most kilobytes, packed, of the first script with what it imports, and of all scripts of the editor of machines. */
const MOST_FIRST = 100;
const MOST_WHOLE = 330;

/** The beginnings of the scripts that are for other kinds of documents. */
const OTHER_KINDS = ["erd", "sequence", "system", "scenario"];

async function packedKilobytes(names: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    const text = new Blob([await Deno.readFile(new URL(name, FOLDER))]);
    const packed = await new Response(text.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
    bytes += packed.byteLength;
  }
  return bytes / 1000;
}

/** Scripts with those that they import at once, and at will those that they load later. */
function scriptsFrom(start: readonly string[], loadsLater: boolean): Set<string> {
  const found = new Set<string>();
  const follow = (name: string) => {
    if (found.has(name) || OTHER_KINDS.some((kind) => name.startsWith(kind))) return;
    found.add(name);
    const text = Deno.readTextFileSync(new URL(name, FOLDER));
    for (const [, word, next = ""] of text.matchAll(/(from|import|import\()"\.\/([\w-]+\.js)"/g)) {
      if (word !== "import(" || loadsLater) follow(next);
    }
  };
  for (const name of start) follow(name);
  return found;
}

Deno.test("the first script of the editor is small, and so is all that it can load for a machine", async () => {
  await buildPageAssets();
  const first = await packedKilobytes(scriptsFrom(["edit_page.js"], false));
  const whole = await packedKilobytes(scriptsFrom(["edit_page.js"], true));
  assert(first < MOST_FIRST, `The first script has ${Math.round(first)} kB.`);
  assert(whole < MOST_WHOLE, `All scripts have ${Math.round(whole)} kB.`);
});
