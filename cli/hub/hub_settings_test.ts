import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../usage_error.ts";
import { hubHelp, readHubSettings } from "./hub_settings.ts";

function settings(args: readonly string[], env: Record<string, string> = {}) {
  const read = readHubSettings(args, env);
  if (typeof read === "string") throw new Error(read);
  return read;
}

Deno.test("readHubSettings() has defaults for everything", () => {
  assertEquals(settings([]), {
    port: 4599,
    host: "127.0.0.1",
    docId: undefined,
    root: undefined,
    token: undefined,
    tokenFile: undefined,
    origins: ["loopback"],
    hosts: [],
    redisUrl: undefined,
  });
});

Deno.test("readHubSettings() reads the environment, older spellings included, and words before it", () => {
  const env = {
    LOOM_BRIDGE_PORT: "1",
    STATELOOM_BRIDGE_HOST: "::1",
    SMCRAFT_PROJECT_FILE: "a.smdf.json",
    LOOM_BRIDGE_TOKEN: "t",
  };
  const { port, host, docId, token } = settings(["--host", "127.0.0.2"], env);
  assertEquals([port, host, docId, token], [1, "127.0.0.2", "a.smdf.json", "t"]);
});

Deno.test("readHubSettings() reads lists", () => {
  assertEquals(settings(["--origin", "loopback", "--origin=https://a.example"]).origins, [
    "loopback",
    "https://a.example",
  ]);
  assertEquals(settings([], { LOOM_BRIDGE_HOSTS: "hub, loom.example" }).hosts, ["hub", "loom.example"]);
});

Deno.test("readHubSettings() refuses what it does not understand", () => {
  for (
    const args of [["--prot", "1"], ["extra"], ["--port", "x"], ["--port", "70000"], ["--port="], [
      "--host",
      "a",
      "--host",
      "b",
    ]]
  ) {
    assertThrows(() => readHubSettings(args, {}), UsageError);
  }
});

Deno.test("readHubSettings() tells when help or the version is asked for", () => {
  assertEquals([
    readHubSettings(["--help"], {}),
    readHubSettings(["-h"], {}),
    readHubSettings(["--version"], {}),
  ], ["help", "help", "version"]);
});

Deno.test("hubHelp() names every option with its variable", () => {
  assertStringIncludes(hubHelp(), "--port <number>");
  assertStringIncludes(hubHelp(), "(LOOM_PROJECT_FILE)");
});
