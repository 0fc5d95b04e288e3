import { assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

function* pagesBelow(folder: URL): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    const isHidden = entry.name.startsWith(".") || entry.name === "node_modules";
    if (entry.isDirectory && !isHidden) yield* pagesBelow(new URL(`${entry.name}/`, folder));
    if (entry.isFile && entry.name.endsWith(".md")) yield new URL(entry.name, folder);
  }
}

/** The files that a page links to, without addresses on the web and places within the page. */
function linkedFiles(page: URL, text: string): URL[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => new URL(target, page));
}

async function isMissing(file: URL): Promise<boolean> {
  return await Deno.stat(file).then(() => false, () => true);
}

Deno.test("every page links to files that are there", async () => {
  const broken: string[] = [];
  for (const page of pagesBelow(ROOT)) {
    for (const file of linkedFiles(page, await Deno.readTextFile(page))) {
      if (await isMissing(file)) broken.push(`${page.pathname} -> ${file.pathname}`);
    }
  }
  assertEquals(broken, []);
});

Deno.test("linkedFiles() leaves web addresses and places out", () => {
  const page = new URL("file:///docs/a.md");
  const text = "[a](b.md) [c](../d.md#part) [e](https://example.com/) [f](#here)";
  assertEquals(linkedFiles(page, text).map((file) => file.href), ["file:///docs/b.md", "file:///d.md"]);
});
