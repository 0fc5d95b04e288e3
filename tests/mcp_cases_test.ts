/**
 * What holds for every tool of the table: it works, answers as its schema says, tries without doing, and refuses in words that
 * help. A tool without a row of cases fails.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { REFUSALS } from "../mcp/refusals.ts";
import { TOOLS as ALL_TOOLS } from "../mcp/table.ts";
import {
  type Called,
  openToolBench,
  type ToolBench,
  type ToolBenchOptions,
} from "../mcp/testing/tool_calls.ts";
import { type Tool, ToolError } from "../mcp/tool.ts";
import { type Scene, TOOL_CASES, type ToolCases, type Values } from "./mcp_cases/tool_cases.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "./board_kind.ts";

/** The tools but `show`, which needs a hub: `tests/show_tool_test.ts`. */
const TOOLS = ALL_TOOLS.filter(({ name }) => name !== "show");

/** Refusals that one call after another does not bring about, and the tests that do. */
const MET_ELSEWHERE: Readonly<Record<string, string>> = {
  cancelled: "mcp/tools/edit_answer_test.ts",
  unseen_changes: "mcp/tools/project_test.ts",
  defect: "mcp/server/serve_tool_test.ts",
  blocked_step: "mcp/tools/undo_test.ts",
  not_last: "tests/system_mcp_test.ts",
  no_episode: "mcp/session/chronicle_test.ts",
  ambiguous_episode: "mcp/session/chronicle_test.ts",
  unknown_event: "mcp/narrative/tools_test.ts",
  no_beats: "mcp/narrative/tools_test.ts",
  invalid_dbml: "tests/erd_exchange_tools_test.ts",
  invalid_sql: "tests/erd_exchange_tools_test.ts",
  refused_sql: "tests/erd_exchange_tools_test.ts",
  bad_path: "tests/system_mcp_test.ts",
  no_hub: "tests/show_tool_test.ts",
  plantuml_syntax: "protocol/sequence/exchange/plantuml_test.ts",
  bad_traces: "protocol/sequence/exchange/traces_test.ts",
  unreadable_member: "engine/system/rename_test.ts",
};

/** These answer whatever document there is, or are about the system around it. */
const ABOUT_PROJECT: ReadonlySet<string> = new Set([
  "set_project_file",
  "get_project_file",
  "check_system",
  "replay_scenario",
  "reconcile_scenario",
  "rename",
]);
/** These make the document that is not there. */
const MAKERS: ReadonlySet<string> = new Set(["create_state_machine", "load_definition", "import_definition"]);
/** These answer for a document of any kind. */
const FOR_ALL_KINDS: ReadonlySet<string> = new Set(["get_definition", "get_notes"]);

async function open({ bench, prepare, before = [] }: Scene): Promise<ToolBench> {
  const opened = await (bench === undefined ? openToolBench(TOOLS) : openToolBench(TOOLS, bench));
  const prepared = await prepare?.(opened.folder);
  // From now on the client checks every answer against the schema that it was told.
  await opened.client.listTools();
  for (const [name, values] of before) await worked(opened, name, values);
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      prepared?.[Symbol.dispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

function call(bench: ToolBench, name: string, values: Values): Promise<Called> {
  return bench.call(name, typeof values === "function" ? values(bench.folder) : values);
}

async function worked(bench: ToolBench, name: string, values: Values): Promise<Called> {
  const called = await call(bench, name, values);
  assertEquals(called.isError, false, `${name}: ${called.text}`);
  return called;
}

/** Makes a call that must be refused with a word, in a sentence, and change nothing. */
async function assertRefused(bench: ToolBench, name: string, values: Values, code: string): Promise<void> {
  const before = await contentOf(bench);
  const { isError, code: actual, text, content } = await call(bench, name, values);
  assertEquals([isError, actual], [true, code], `${name}: ${text}`);
  assertMatch(text, /[.;?]$|\[\w+\]/, text);
  assertEquals(content.length, 1);
  assertEquals(await contentOf(bench), before);
}

/** Every file in the folder, with its content. */
async function contentOf({ folder }: ToolBench): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && !name.startsWith(".")) files[name] = await Deno.readTextFile(`${folder}/${name}`);
  }
  return files;
}

function casesOf({ name }: Tool): ToolCases {
  const cases = TOOL_CASES[name];
  assert(cases !== undefined, `${name} has no cases: add a row to tests/mcp_cases/tool_cases.ts.`);
  return cases;
}

Deno.test("every tool has cases, and no other", () => {
  assertEquals(Object.keys(TOOL_CASES).sort(), TOOLS.map(({ name }) => name).sort());
});

for (const tool of TOOLS) {
  const { name } = tool;

  Deno.test(`${name} works, and answers as its schema says`, async () => {
    const cases = casesOf(tool);
    await using bench = await open(cases);
    const { text, data } = await worked(bench, name, cases.values);
    assert(text.trim() !== "");
    for (const member of Object.keys(tool.output)) assert(member in data, `${member} is missing`);
  });

  if ("dry_run" in tool.input) {
    Deno.test(`${name} tries without doing, and then does what it told`, async () => {
      const cases = casesOf(tool);
      await using bench = await open(cases);
      const before = await contentOf(bench);
      const values = (folder: string) => ({
        ...typeof cases.values === "function" ? cases.values(folder) : cases.values,
      });
      const dry = await worked(bench, name, (folder) => ({ ...values(folder), dry_run: true }));
      assertEquals([dry.data.dry_run, dry.data.changed], [true, true]);
      assertEquals(await contentOf(bench), before);
      const done = await worked(bench, name, values);
      assertEquals(done.data.changed, true);
      assert(JSON.stringify(await contentOf(bench)) !== JSON.stringify(before));
    });
  }

  if ("dry_run" in tool.input) {
    Deno.test(`${name} changes nothing for a call that was taken back`, async () => {
      const cases = casesOf(tool);
      await using bench = await open(cases);
      const { session } = bench;
      const before = await contentOf(bench);
      const values = typeof cases.values === "function" ? cases.values(bench.folder) : cases.values;
      const call = { session, signal: AbortSignal.abort(), progress: () => {} };
      const error = await assertRejects(async () => await tool.run({ ...values }, call), ToolError);
      assertEquals(error.code, "cancelled");
      assertEquals(await contentOf(bench), before);
    });
  }

  Deno.test(`${name} refuses what it documents`, async (test) => {
    for (const { code, values, ...scene } of casesOf(tool).refusals) {
      await test.step(code, async () => {
        await using bench = await open(scene);
        await assertRefused(bench, name, values, code);
      });
    }
  });

  Deno.test(`${name} refuses parameters that it does not take or that are missing`, async () => {
    const cases = casesOf(tool);
    await using bench = await open({});
    const values = typeof cases.values === "function" ? cases.values(bench.folder) : cases.values;
    await assertRefused(bench, name, { ...values, surely_not: 1 }, "unknown_parameter");
    const { tools } = await bench.client.listTools();
    const { inputSchema } = tools.find((one) => one.name === name) ?? {};
    for (const field of inputSchema?.required ?? []) {
      const { [field]: _, ...rest } = values;
      await assertRefused(bench, name, rest, "bad_parameter");
    }
  });

  if (!ABOUT_PROJECT.has(name)) {
    Deno.test(`${name} tells that the document is missing, broken or of another kind`, async () => {
      const { values } = casesOf(tool);
      const scenes: [string, ToolBenchOptions][] = [["json_syntax", { content: '{ "state": ' }]];
      if (!MAKERS.has(name)) scenes.push(["not_found", { content: undefined }]);
      if (!FOR_ALL_KINDS.has(name)) {
        const kinds = withBoard(LOOM_KINDS);
        scenes.push(["wrong_kind", { content: { cards: [] }, name: "shop.board.json", kinds }]);
      }
      for (const [code, bench] of scenes) {
        await using opened = await open({ bench });
        await assertRefused(opened, name, values, code);
      }
    });
  }
}

Deno.test("every refusal that the sources know is documented", async () => {
  const folders = ["../mcp/", "../protocol/machine/command/"].map((path) => new URL(path, import.meta.url));
  const codes = new Set((await Promise.all(folders.map(codesIn))).flatMap((found) => [...found]));
  assert(codes.size > 30);
  assertEquals([...codes].filter((code) => !Object.hasOwn(REFUSALS, code)).sort(), []);
});

Deno.test("every documented refusal is met by a test", async () => {
  const cases = Object.values(TOOL_CASES).flatMap(({ refusals }) => refusals.map(({ code }) => code));
  const general = ["unknown_parameter", "bad_parameter", "not_found", "json_syntax", "wrong_kind"];
  const met = new Set([...cases, ...general]);
  for (const [code, file] of Object.entries(MET_ELSEWHERE)) {
    const text = await Deno.readTextFile(new URL(`../${file}`, import.meta.url));
    assert(text.includes(`"${code}"`), `${file} does not meet ${code}.`);
    met.add(code);
  }
  assertEquals(Object.keys(REFUSALS).filter((code) => !met.has(code)), []);
  assertEquals(cases.filter((code) => !Object.hasOwn(REFUSALS, code)), []);
});

/** The words of refusals that stand in the sources of a folder. */
async function codesIn(folder: URL): Promise<Set<string>> {
  const codes = new Set<string>();
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) {
      if (name !== "testing") (await codesIn(new URL(`${name}/`, folder))).forEach((code) => codes.add(code));
      continue;
    }
    if (!name.endsWith(".ts") || name.endsWith("_test.ts")) continue;
    const text = await Deno.readTextFile(new URL(name, folder));
    for (const [, code = ""] of text.matchAll(/(?:new ToolError|refuse)\(\s*"(\w+)"/g)) codes.add(code);
  }
  return codes;
}
