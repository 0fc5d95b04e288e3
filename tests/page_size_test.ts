/**
 * The size of what pages load.
 *
 * @module
 */
import { assert } from "@std/assert";
import { buildPageAssets, PAGE_ASSETS } from "../scripts/build.ts";

const FOLDER = new URL(`../${PAGE_ASSETS}/`, import.meta.url);

/**
 * The most kilobytes, packed: of the first script with what it imports, of what the editor of a machine loads to be of use, of
 * all scripts that it can load, with the engine that runs machines and the connection to a hub; of all that the editors of
 * the other kinds can load, and of a live page.
 */
const MOST = { first: 40, useful: 170, whole: 245, erd: 250, sequence: 190, system: 204, live: 218 } as const;

/** The scripts that the editor of a machine loads at once. */
const USEFUL = /^machine[_-]/;

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
    if (found.has(name)) return;
    found.add(name);
    const text = Deno.readTextFileSync(new URL(name, FOLDER));
    for (const [, word, next = ""] of text.matchAll(/(from|import|import\()"\.\/([\w-]+\.js)"/g)) {
      if (word !== "import(" || loadsLater) follow(next);
    }
  };
  for (const name of start) follow(name);
  return found;
}

Deno.test("the first script of the editor is small, and so is all that it loads for a document", async () => {
  await buildPageAssets();
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name);
  const sizes = {
    first: await packedKilobytes(scriptsFrom(["machine_page.js"], false)),
    useful: await packedKilobytes(scriptsFrom(names.filter((name) => USEFUL.test(name)), false)),
    whole: await packedKilobytes(scriptsFrom(["machine_page.js"], true)),
    erd: await packedKilobytes(scriptsFrom(["erd_page.js"], true)),
    sequence: await packedKilobytes(scriptsFrom(["sequence_page.js"], true)),
    system: await packedKilobytes(scriptsFrom(["system_page.js"], true)),
    live: await packedKilobytes(scriptsFrom(["live_page.js"], true)),
  };
  for (const [part, most] of Object.entries(MOST)) {
    const size = sizes[part as keyof typeof MOST];
    assert(
      size < most,
      `The scripts of the part "${part}" have ${size.toFixed(1)} kB; ${most} kB are allowed.`,
    );
  }
});
