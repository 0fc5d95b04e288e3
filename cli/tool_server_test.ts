import { assertEquals } from "@std/assert";
import { toolServer } from "./tool_server.ts";

const INSTALLED = { isStandalone: true, execPath: "/opt/loom/loom", mainModule: "file:///tmp/main.js" };

Deno.test("toolServer() is the executable beside this one", () => {
  assertEquals(toolServer({ ...INSTALLED, exists: (path) => path === "/opt/loom/loom-mcp" }), [
    "/opt/loom/loom-mcp",
  ]);
});

Deno.test("toolServer() is a name on the PATH when nothing is beside the executable", () => {
  assertEquals(toolServer({ ...INSTALLED, exists: () => false }), ["loom-mcp"]);
});

Deno.test("toolServer() is the module of the same sources, or of the same package of npm", () => {
  const run = (mainModule: string) =>
    toolServer({ isStandalone: false, execPath: "/usr/bin/deno", mainModule, exists: () => true });
  assertEquals(run("file:///src/the%20loom/cli/main.ts"), [
    "/usr/bin/deno",
    "run",
    "-A",
    "/src/the loom/mcp/main.ts",
  ]);
  assertEquals(run("file:///app/program/cli/main.js"), [
    "/usr/bin/deno",
    "run",
    "-A",
    "/app/program/mcp/main.js",
  ]);
  assertEquals(run("https://jsr.io/@loom/cli/1.0.0/mod.ts"), ["loom-mcp"]);
});
