import { assert, assertEquals } from "@std/assert";
import { type Import, readImports } from "./dependency_rule/imports.ts";
import { DEPENDENCY_RULE, packageCycles, violations } from "./dependency_rule/rule.ts";

const ROOT = new URL("../", import.meta.url);

const { workspace } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT))) as {
  workspace: string[];
};
const PACKAGES = workspace.map((path) => path.replace(/^\.\//, "").replace(/\/$/, ""));

const imported = (from: string, specifier: string, to?: string): Import => ({ from, specifier, to });

Deno.test("the packages keep the dependency rule", async () => {
  const imports = await readImports(ROOT, PACKAGES);
  assert(imports.some(({ from, to }) => from.startsWith("engine/") && to === "protocol/mod.ts"));
  assertEquals(violations(imports), []);
  assertEquals(packageCycles(imports), []);
});

Deno.test("every package of the workspace has a row in the dependency rule", () => {
  assertEquals(PACKAGES.filter((name) => !Object.hasOwn(DEPENDENCY_RULE, name)), []);
});

Deno.test("readImports() sees static, dynamic, type and re-exporting imports", async () => {
  const root = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${root}/protocol`);
    await Deno.mkdir(`${root}/engine`);
    await Deno.writeTextFile(`${root}/deno.json`, "{}");
    for (const name of ["a", "b", "c", "d", "e"]) {
      await Deno.writeTextFile(`${root}/engine/${name}.ts`, "export {};\n");
    }
    await Deno.writeTextFile(
      `${root}/protocol/mod.ts`,
      `import "../engine/a.ts";
       import type { B } from "../engine/b.ts";
       export * from "../engine/c.ts";
       export type D = import("../engine/d.ts").D;
       await import("../engine/e.ts");
       import "node:fs";\n`,
    );
    const imports = await readImports(new URL(`file://${await Deno.realPath(root)}/`), ["protocol"]);
    assertEquals(imports.map((found) => found.to ?? found.specifier).sort(), [
      "engine/a.ts",
      "engine/b.ts",
      "engine/c.ts",
      "engine/d.ts",
      "engine/e.ts",
      "node:fs",
    ]);
    assertEquals(violations(imports).length, imports.length);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("violations() finds any third-party part in protocol", () => {
  const specifiers = ["npm:left-pad", "jsr:@std/path", "@std/path", "node:fs", "https://example.com/a.ts"];
  const imports = specifiers.map((specifier) => imported("protocol/a.ts", specifier));
  assertEquals(violations(imports).length, specifiers.length);
});

Deno.test("violations() lets tests use the test libraries and nothing more", () => {
  assertEquals(violations([imported("protocol/a_test.ts", "fast-check")]), []);
  assertEquals(violations([imported("protocol/a.ts", "fast-check")]), [
    "protocol/a.ts imports fast-check: it is not among the parts that protocol may use.",
  ]);
  assertEquals(violations([imported("protocol/a_test.ts", "@loom/engine", "engine/mod.ts")]), [
    "protocol/a_test.ts imports @loom/engine: protocol may not depend on it.",
  ]);
});

Deno.test("violations() finds a package that reaches into another one's folder", () => {
  assertEquals(violations([imported("engine/a.ts", "../protocol/error.ts", "protocol/error.ts")]), [
    "engine/a.ts imports ../protocol/error.ts: a package reaches another one by its name, not by its folder.",
  ]);
});

Deno.test("violations() lets tests alone use what stands in tests/", () => {
  const specifier = "../../tests/arbitrary/machine.ts";
  const to = "tests/arbitrary/machine.ts";
  assertEquals(violations([imported("engine/machine/machine_test.ts", specifier, to)]), []);
  assertEquals(violations([imported("engine/machine/machine.ts", specifier, to)]).length, 1);
});

Deno.test("violations() tells the hub's client from the hub", () => {
  assertEquals(violations([imported("mcp/a.ts", "@loom/hub/client", "hub/client/mod.ts")]), []);
  assertEquals(violations([imported("mcp/a.ts", "@loom/hub", "hub/mod.ts")]).length, 1);
});

Deno.test("packageCycles() tells each cycle once", () => {
  const cycles = packageCycles([
    imported("b/x.ts", "@loom/c", "c/mod.ts"),
    imported("c/x.ts", "@loom/a", "a/mod.ts"),
    imported("a/x.ts", "@loom/b", "b/mod.ts"),
    imported("c/y.ts", "@loom/b", "b/mod.ts"),
  ]);
  assertEquals(cycles.sort(), ["a -> b -> c -> a", "b -> c -> b"]);
});
