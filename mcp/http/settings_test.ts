import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { HTTP_VARIABLES, HttpStartError, readHttpSettings } from "./settings.ts";

const ENV = { LOOM_MCP_HTTP_PORT: "4610", LOOM_MCP_TOKEN: "a-secret" };

Deno.test("readHttpSettings() gives nothing when no port is set", () => {
  assertEquals(readHttpSettings({ LOOM_MCP_TOKEN: "a-secret" }), undefined);
  assertEquals(readHttpSettings({ LOOM_MCP_HTTP_PORT: "" }), undefined);
});

Deno.test("readHttpSettings() keeps to this machine unless it is told otherwise", () => {
  assertEquals(readHttpSettings(ENV), {
    port: 4610,
    host: "127.0.0.1",
    token: "a-secret",
    origins: ["loopback"],
    hosts: [],
  });
});

Deno.test("readHttpSettings() reads lists with commas and spaces, and the older prefixes", () => {
  const settings = readHttpSettings({
    SMCRAFT_MCP_HTTP_PORT: " 1 ",
    STATELOOM_MCP_TOKEN: "t",
    LOOM_MCP_HTTP_HOST: "0.0.0.0",
    LOOM_MCP_HTTP_ORIGINS: "https://a.example, loopback",
    LOOM_MCP_HTTP_HOSTS: "mcp.example mcp",
  });
  assertEquals(settings, {
    port: 1,
    host: "0.0.0.0",
    token: "t",
    origins: ["https://a.example", "loopback"],
    hosts: ["mcp.example", "mcp"],
  });
});

Deno.test("readHttpSettings() refuses what is no port", () => {
  for (const port of ["65536", "-1", "http", "4610x", "1.5", "999999", "0x10"]) {
    const error = assertThrows(() => readHttpSettings({ ...ENV, LOOM_MCP_HTTP_PORT: port }), HttpStartError);
    assertEquals(error.code, "bad_option");
    assertStringIncludes(error.message, `LOOM_MCP_HTTP_PORT is "${port}"`);
  }
});

Deno.test("readHttpSettings() refuses to go without a token, wherever it listens", () => {
  for (const token of [undefined, ""]) {
    const error = assertThrows(() => readHttpSettings({ ...ENV, LOOM_MCP_TOKEN: token }), HttpStartError);
    assertEquals(error.code, "token_required");
    assertStringIncludes(error.message, "LOOM_MCP_TOKEN");
  }
});

Deno.test("readHttpSettings() refuses a token that no header can carry, without telling it", () => {
  for (const token of ["two words", "line\n", "schlüssel"]) {
    const error = assertThrows(() => readHttpSettings({ ...ENV, LOOM_MCP_TOKEN: token }), HttpStartError);
    assertEquals([error.code, error.message.includes(token)], ["bad_option", false]);
  }
});

Deno.test("HTTP_VARIABLES names every variable that is read", () => {
  const read = new Set<string>();
  const env = new Proxy<Record<string, string>>(ENV, {
    get: (target, name: string) => {
      read.add(name);
      return target[name];
    },
  });
  readHttpSettings(env);
  for (const { variable } of HTTP_VARIABLES) assertEquals(read.has(variable), true, variable);
});
