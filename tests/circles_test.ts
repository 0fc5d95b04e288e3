import { assertEquals } from "@std/assert";
import { fileCircles, folderCircles } from "./dependency_rule/circles.ts";
import { type Import, readImports } from "./dependency_rule/imports.ts";

const ROOT = new URL("../", import.meta.url);

const PACKAGES = ["protocol", "engine", "hub", "bridge", "designer", "mcp", "cli"];

/** Circles that remain. The list only shrinks: the test fails when an entry is no longer found. */
const ALLOWED_FILE_CIRCLES: readonly string[] = [];
const ALLOWED_FOLDER_CIRCLES: readonly string[] = [];

const product = (await readImports(ROOT, PACKAGES)).filter(({ from }) => !isTest(from));

/** Tests and what only tests use. */
function isTest(path: string): boolean {
  return /(?:_test\.tsx?|\/_\w+\.ts|\/testing\.ts)$/.test(path) || path.includes("/testing/");
}

const imported = (from: string, to: string): Import => ({ from, specifier: to, to });

Deno.test("product files import each other in no circle", () => {
  assertEquals(fileCircles(product), ALLOWED_FILE_CIRCLES);
});

Deno.test("the folders of a package import each other in no circle", () => {
  assertEquals(folderCircles(product), ALLOWED_FOLDER_CIRCLES);
});

Deno.test("fileCircles() finds each group of files once", () => {
  const imports = [
    imported("p/a.ts", "p/b.ts"),
    imported("p/b.ts", "p/c.ts"),
    imported("p/c.ts", "p/a.ts"),
    imported("p/c.ts", "p/d.ts"),
  ];
  assertEquals(fileCircles(imports), ["p/a.ts <-> p/b.ts <-> p/c.ts"]);
});

Deno.test("folderCircles() compares siblings, at any depth, and leaves out a folder's own files", () => {
  const imports = [
    imported("p/a/x/1.ts", "p/b/2.ts"),
    imported("p/b/3.ts", "p/a/4.ts"),
    imported("p/a/4.ts", "p/a/x/1.ts"),
    imported("p/a/x/1.ts", "p/a/5.ts"),
    imported("p/a/x/1.ts", "q/a/6.ts"),
    imported("q/a/6.ts", "p/a/x/1.ts"),
  ];
  assertEquals(folderCircles(imports), ["p/a <-> p/b"]);
});
