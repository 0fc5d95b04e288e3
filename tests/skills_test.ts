/**
 * The skills, as an agent follows them: every shell line and every tool call in order, in a folder of its own; what needs another
 * system (`console` blocks) is held to the tables of commands and options.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { commandsFor } from "../cli/kind_commands.ts";
import { flagOf } from "../cli/command_spec.ts";
import { GLOBAL_OPTIONS, HUB_OPTIONS } from "../cli/global_options.ts";
import { COMMANDS } from "../cli/table.ts";
import { LOOM_KINDS } from "../engine/kinds.ts";
import { digestOf, SKILLS } from "../mcp/skills/catalog.ts";
import { toolsOf } from "../mcp/table.ts";
import { openTestClient } from "../mcp/testing/client.ts";
import * as z from "zod";
import { followPage } from "./follow_page.ts";

const ENTRY = z.object({
  uri: z.string(),
  frontmatter: z.record(z.string(), z.unknown()),
  resources: z.array(z.object({ uri: z.string(), digest: z.string(), size: z.number() })),
});
const FRESHNESS = { resultType: z.literal("complete"), ttlMs: z.number(), cacheScope: z.literal("public") };
const LISTED = z.object({ ...FRESHNESS, skills: z.array(ENTRY) });
const GOT = z.object({ ...FRESHNESS, skill: ENTRY });

const TOOLS = toolsOf(undefined);

for (const { name, files: [main] } of SKILLS) {
  Deno.test({
    name: `${name} can be followed line by line`,
    ignore: Deno.build.os === "windows",
    fn: () => followPage(main?.text ?? ""),
  });
}

Deno.test("skills name only commands, options, tools and variables that exist", async () => {
  const commands = commandsFor(LOOM_KINDS, COMMANDS);
  const flags = new Set([
    ...[GLOBAL_OPTIONS, HUB_OPTIONS, ...commands.map(({ options }) => options)].flatMap((options) =>
      Object.keys(options).map(flagOf)
    ),
    // Of other programs, in lines for them.
    "--read-only",
    "--tmpfs",
    "--user",
    "--name",
    "--filter",
    "--now",
    "--bg",
    "--https",
    "--global",
    "--yes",
    "--rm",
  ]);
  const tools = new Set(TOOLS.map(({ name }) => name));
  const known = await sourceText();
  for (const { name, files } of SKILLS) {
    for (const { text } of files) {
      for (const [flag] of text.matchAll(/(?<=[\s`"])--[a-z][a-z-]+/g)) {
        assert(flags.has(flag), `${name}: ${flag}`);
      }
      for (const [variable] of text.matchAll(/\bLOOM_[A-Z_]+\b/g)) {
        assert(known.includes(variable.slice("LOOM_".length)), `${name}: ${variable}`);
      }
      for (
        const [, tool = ""] of text.matchAll(/`((?:add|update|remove|rename|set|create|get|list)_\w+)`/g)
      ) {
        assert(tools.has(tool), `${name}: ${tool}`);
      }
      for (const [, word = ""] of text.matchAll(/(?:^|`)loom ([a-z][a-z-]+)/gm)) {
        assert(
          commands.some((one) => one.name.split(" ")[0] === word || one.kindWord === word),
          `${name}: loom ${word}`,
        );
      }
    }
  }
});

/** The sources that read the environment. */
async function sourceText(): Promise<string> {
  const paths = ["../cli/COMMANDS.md", "../mcp/README.md", "../hub/README.md", "../designer/README.md"];
  const texts = await Promise.all(paths.map((path) => Deno.readTextFile(new URL(path, import.meta.url))));
  return texts.join("\n");
}

Deno.test("skills are short, and say when to use them", () => {
  assertEquals(SKILLS.length, 12);
  for (const { name, description, frontmatter, files } of SKILLS) {
    assertEquals(frontmatter["name"], name);
    assert(description.includes(" Use when "), name);
    assert(description.length <= 1024, `${name}: clients read 1024 characters of a description`);
    for (const { path, text } of files) assert(text.split("\n").length <= 200, `${name}/${path}`);
  }
});

Deno.test("skills/list and skills/get tell each file with its digest, and resources/read gives it", async () => {
  await using agent = await openTestClient({ parts: { skills: SKILLS } });
  const { client } = agent;
  assertEquals(client.getServerCapabilities()?.extensions, { "io.modelcontextprotocol/skills": {} });
  const { skills } = await client.request({ method: "skills/list" }, LISTED);
  assertEquals(skills.map(({ frontmatter }) => frontmatter["name"]), SKILLS.map(({ name }) => name));
  for (const listed of skills) {
    const { skill } = await client.request({ method: "skills/get", params: { uri: listed.uri } }, GOT);
    assertEquals(skill, listed);
    for (const { uri, digest, size } of skill.resources) {
      const { contents: [content] } = await client.readResource({ uri });
      const text = content !== undefined && "text" in content ? content.text : "";
      assertEquals([await digestOf(text), new TextEncoder().encode(text).length], [digest, size]);
    }
  }
});

Deno.test("skills/get names the skills when there is no such skill", async () => {
  await using agent = await openTestClient({ parts: { skills: SKILLS } });
  const asked = agent.client.request({ method: "skills/get", params: { uri: "skill://none/SKILL.md" } }, GOT);
  const error = await asked.then(() => undefined, (reason: Error) => reason);
  assert(error?.message.includes("skill://loom-design/SKILL.md"), error?.message);
});
