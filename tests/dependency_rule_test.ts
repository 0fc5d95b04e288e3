import { assert, assertEquals } from "@std/assert";
import { type Import, readImports } from "./dependency_rule/imports.ts";
import { DEPENDENCY_RULE, packageCycles, violations, waysTo } from "./dependency_rule/rule.ts";

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

/** Modules that a browser loads. */
const BROWSER_MODULES = [
  "protocol/mod.ts",
  "engine/mod.ts",
  "hub/client/mod.ts",
  "bridge/narrative/story/browser.ts",
  "designer/live/mod.ts",
  "designer/react/mod.ts",
  "designer/session/mod.ts",
  "designer/islands/edit_page_entry.tsx",
  "designer/islands/live_page_entry.tsx",
];

Deno.test("what a browser loads reaches no server", async () => {
  const imports = await readImports(ROOT, PACKAGES);
  for (const entry of BROWSER_MODULES) assert(imports.some(({ from }) => from === entry), entry);
  const ways = waysTo(
    imports,
    BROWSER_MODULES,
    ({ specifier, to }) => specifier.startsWith("node:") || /(?:^|\/)server\//.test(to ?? ""),
  );
  assertEquals(ways, []);
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

Deno.test("violations() keeps the server kit to itself and protocol, and lets servers alone use it", () => {
  const kit = "@loom/bridge/server";
  const to = "bridge/server/mod.ts";
  const using = ["hub/server/a.ts", "mcp/http/a.ts", "designer/server/a.ts", "cli/a.ts"];
  assertEquals(violations(using.map((from) => imported(from, kit, to))), []);
  const foreign = ["hub/client/a.ts", "engine/a.ts", "protocol/a.ts"];
  assertEquals(violations(foreign.map((from) => imported(from, kit, to))).length, foreign.length);
  assertEquals(violations([imported("hub/server/a.ts", "@loom/bridge/document", "bridge/document/mod.ts")]), [
    "hub/server/a.ts imports @loom/bridge/document: hub may not depend on it.",
  ]);
  assertEquals(violations([imported("bridge/narrative/a.ts", "../server/mod.ts", to)]), []);
  assertEquals(violations([imported("bridge/server/a.ts", "../document/mod.ts", "bridge/document/mod.ts")]), [
    "bridge/server/a.ts imports ../document/mod.ts: bridge/server imports no other folder of its package.",
  ]);
  assertEquals(violations([imported("bridge/server/a.ts", "@loom/engine", "engine/mod.ts")]).length, 1);
});

Deno.test("waysTo() gives the shortest way to each target", () => {
  const imports = [
    imported("a/x.ts", "./y.ts", "a/y.ts"),
    imported("a/y.ts", "./z.ts", "a/z.ts"),
    imported("a/x.ts", "./z.ts", "a/z.ts"),
    imported("a/z.ts", "node:fs"),
    imported("b/x.ts", "node:path"),
  ];
  const ways = waysTo(imports, ["a/x.ts"], ({ specifier }) => specifier.startsWith("node:"));
  assertEquals(ways, ["a/x.ts -> a/z.ts -> node:fs"]);
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
