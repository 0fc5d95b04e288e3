/**
 * The folder `plugin/`: what each client reads of it, and the MCP bundle by the tool of that format.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { TempFolder } from "../cli/testing/loom.ts";
import { VERSION } from "../mcp/version.ts";
import { packBundle } from "../scripts/pack_mcpb.ts";
import { peerProgram } from "../scripts/repository.ts";

const PLUGIN = new URL("../plugin/", import.meta.url);

async function json(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await Deno.readTextFile(new URL(path, PLUGIN)));
}

Deno.test("plugin.json has nothing but the members of an Agent Plugin, and a version of this release", async () => {
  const allowed = new Set([
    "$schema",
    "name",
    "version",
    "description",
    "author",
    "homepage",
    "repository",
    "license",
    "keywords",
    "extensions",
  ]);
  const manifest = await json("plugin.json");
  assertEquals(Object.keys(manifest).filter((member) => !allowed.has(member)), []);
  assertEquals(manifest["version"], VERSION);
  assert(/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(String(manifest["name"])));
});

Deno.test("the manifests of clients lead to files of the plugin", async () => {
  for (const client of [".claude-plugin", ".codex-plugin"]) {
    const { skills, mcpServers } = await json(`${client}/plugin.json`);
    for (const path of [skills, mcpServers]) await Deno.stat(new URL(String(path), PLUGIN));
    const names = Array.from(Deno.readDirSync(new URL(client, PLUGIN)), ({ name }) => name);
    assertEquals(names, ["plugin.json"]);
  }
});

Deno.test("packBundle() makes a bundle that its own tool validates and unpacks", async () => {
  await using folder = await TempFolder.make();
  const server = await folder.write("loom-mcp", "#!/bin/sh\nexit 0\n");
  await packBundle(server, folder.at("loom.mcpb"));
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...peerProgram("@anthropic-ai/mcpb"),
      "unpack",
      folder.at("loom.mcpb"),
      folder.at("out"),
    ],
    stdout: "null",
  }).output();
  assertEquals(code, 0);
  const manifest = JSON.parse(await Deno.readTextFile(folder.at("out/manifest.json")));
  assertEquals(manifest.version, VERSION);
  assertEquals(await Deno.readTextFile(folder.at("out/server/loom-mcp")), "#!/bin/sh\nexit 0\n");
});
