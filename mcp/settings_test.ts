import { assertEquals, assertThrows } from "@std/assert";
import { readSettings, SettingsError, TOOLSETS, VARIABLES } from "./settings.ts";
import { toolsOf } from "./table.ts";

Deno.test("readSettings() has a value for everything that the environment leaves out", () => {
  assertEquals(readSettings({}), {
    session: {
      path: "./statemachine.smdf.json",
      root: undefined,
      isLocked: false,
      hub: undefined,
      canvasUrl: "http://127.0.0.1:4598",
      chronicleRoot: undefined,
      reconcile: undefined,
    },
    toolsets: undefined,
    kinds: undefined,
    offersNarrative: false,
  });
});

Deno.test("readSettings() reads every variable, under its older names too", () => {
  const { session, toolsets, kinds } = readSettings({
    LOOM_PROJECT_FILE: "/a/door.smdf.json",
    LOOM_BRIDGE_URL: "http://127.0.0.1:4599/",
    SMCRAFT_BRIDGE_TOKEN: "secret",
    STATELOOM_AGENT_NAME: "bot",
    LOOM_WEB_PORT: "5000",
    LOOM_MCP_ROOT: "/a",
    LOOM_MCP_LOCK_PROJECT: "Yes",
    LOOM_MCP_TOOLSETS: "read, Machine,read",
    LOOM_MCP_KINDS: "System, seq,entity-relationship, ERD",
    LOOM_CHRONICLE_ROOT: "/c",
    LOOM_RECONCILE: "auto",
  });
  assertEquals(session, {
    path: "/a/door.smdf.json",
    root: "/a",
    isLocked: true,
    hub: { url: "http://127.0.0.1:4599", token: "secret", name: "bot" },
    canvasUrl: "http://127.0.0.1:5000",
    chronicleRoot: "/c",
    reconcile: "auto",
  });
  assertEquals([...toolsets ?? []], ["read", "machine"]);
  assertEquals([...kinds ?? []], ["system", "sequence", "erd"]);
});

Deno.test("readSettings() refuses what it does not understand", () => {
  assertThrows(() => readSettings({ LOOM_MCP_TOOLSETS: "all" }), SettingsError, "There are project, machine");
  assertThrows(() => readSettings({ LOOM_MCP_KINDS: "all" }), SettingsError, "There are machine, erd");
  assertThrows(() => readSettings({ LOOM_BRIDGE_URL: "ftp://a" }), SettingsError, "no address of a hub");
  // Who wants the document locked must not be served without that.
  assertThrows(() => readSettings({ LOOM_MCP_LOCK_PROJECT: "ture" }), SettingsError, "neither yes nor no");
  assertThrows(() => readSettings({ LOOM_NARRATIVE_TOOLS: "2" }), SettingsError, "neither yes nor no");
  assertThrows(() => readSettings({ LOOM_CANVAS_URL: "localhost:4598" }), SettingsError, "http://");
  assertThrows(() => readSettings({ LOOM_WEB_PORT: "http" }), SettingsError, "no port");
});

Deno.test("readSettings() understands that something is switched off", () => {
  for (const value of ["0", "false", "No", " "]) {
    assertEquals(readSettings({ LOOM_MCP_LOCK_PROJECT: value }).session.isLocked, false);
  }
});

Deno.test("every group of tools has tools, and every tool a group", () => {
  assertEquals(new Set(toolsOf(undefined).map(({ toolset }) => toolset)), new Set(TOOLSETS));
  assertEquals(new Set(VARIABLES.map(({ variable }) => variable)).size, VARIABLES.length);
});
