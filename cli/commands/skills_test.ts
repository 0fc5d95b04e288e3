import { SKILLS } from "@loom/mcp/skills";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";

Deno.test("skills install brings files up to date, and keeps what was edited unless --force is given", async () => {
  await using folder = await TempFolder.make();
  const env = { LOOM_SKILLS_DIR: folder.path };
  const install = (...args: string[]) => loom(["skills", "install", ...args], { env });
  const statuses = async (...args: string[]) => {
    const { code, out } = await install(...args, "--json");
    return [code, ...JSON.parse(out).map(({ status }: { status: string }) => status)];
  };
  assertEquals(await statuses("loom-erd", "--dry-run"), [0, "installed"]);
  assertEquals(await statuses("loom-erd"), [0, "installed"]);
  assertEquals(await statuses("loom-erd"), [0, "exists"]);
  const page = folder.at("loom-erd/SKILL.md");
  const installed = await Deno.readTextFile(page);
  await Deno.writeTextFile(page, `${installed}\nOurs: names in Dutch.\n`);
  const kept = await install("erd");
  assertEquals(kept.code, 3);
  assertStringIncludes(kept.err, "--force");
  assertStringIncludes(await Deno.readTextFile(page), "Dutch");
  assertEquals(await statuses("loom-erd", "--force"), [0, "replaced"]);
  assertEquals(await Deno.readTextFile(page), installed);
});

Deno.test("skills install --all installs every file of every skill", async () => {
  await using folder = await TempFolder.make();
  await loom(["skills", "install", "--all", "--dir", folder.path]);
  for (const { name, files } of SKILLS) {
    for (const { path, text } of files) {
      assertStringIncludes(await Deno.readTextFile(folder.at(`${name}/${path}`)), text.trimEnd());
    }
  }
  const { out } = await loom(["skills", "list", "--dir", folder.path, "--json"]);
  assertEquals(
    new Set(JSON.parse(out).map(({ status }: { status: string }) => status)),
    new Set(["installed"]),
  );
});

Deno.test("skills refuse unknown names with those there are", async () => {
  const { code, err } = await loom(["skills", "show", "loom-desing"]);
  assertEquals(code, 2);
  assertStringIncludes(err, "loom-design");
  assertEquals((await loom(["skills", "install"])).code, 2);
});

Deno.test("mcp-config prints settings with absolute paths and the hub", async () => {
  const { out } = await loom(["mcp-config", "--project", "door.smdf.json", "--command", "npx -y @loom/mcp"]);
  const { mcpServers: { loom: server } } = JSON.parse(out);
  assertEquals([server.command, server.args], ["npx", ["-y", "@loom/mcp"]]);
  assertEquals(server.env.LOOM_PROJECT_FILE, `${Deno.cwd()}/door.smdf.json`);
  assertEquals(server.env.LOOM_BRIDGE_URL, "http://127.0.0.1:4599");
});
