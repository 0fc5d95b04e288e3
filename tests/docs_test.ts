/**
 * The first page and those in `docs/`: every command and tool call runs, and the site has every page with working links.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { buildSite } from "../scripts/site.ts";
import { TempFolder } from "../cli/testing/loom.ts";
import { followPage } from "./follow_page.ts";

const DOCS = new URL("../docs/", import.meta.url);

function* pagesBelow(folder: URL): Generator<URL> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* pagesBelow(new URL(`${name}/`, folder));
    else if (name.endsWith(".md")) yield new URL(name, folder);
  }
}

for (const page of [new URL("../README.md", DOCS), ...pagesBelow(DOCS)]) {
  Deno.test({
    name: `${page.href.slice(new URL("../", DOCS).href.length)} can be followed line by line`,
    ignore: Deno.build.os === "windows",
    fn: async () => await followPage(await Deno.readTextFile(page)),
  });
}

Deno.test("buildSite() makes pages whose links lead to pages and places that are there", async () => {
  await using folder = await TempFolder.make();
  const pages = await buildSite(folder.path);
  const broken: string[] = [];
  for (const { path, html } of pages) {
    for (const [, target = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^(?:https?:|mailto:|data:)/.test(target)) continue;
      const { pathname, hash } = new URL(target, `file://${folder.path}/${path}`);
      const text = await Deno.readTextFile(pathname).catch(() => undefined);
      const id = decodeURIComponent(hash.slice(1));
      if (text === undefined || (id !== "" && !text.includes(`id="${id}"`))) {
        broken.push(`${path}: ${target}`);
      }
    }
  }
  assertEquals(broken, []);
});
