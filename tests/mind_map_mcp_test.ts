import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openToolBench, type ToolBench } from "../mcp/testing/tool_calls.ts";
import { toolsOf } from "../mcp/table.ts";
import { IDEAS, KINDS_WITH_MIND_MAP } from "./mind_map/mind_map_kind.ts";
import { told } from "../mcp/testing/edits.ts";

function openBench(content?: object): Promise<ToolBench> {
  return openToolBench(toolsOf(undefined, KINDS_WITH_MIND_MAP), {
    kinds: KINDS_WITH_MIND_MAP,
    name: "ideas.mmap.json",
    content,
  });
}

const mapOf = async ({ path }: ToolBench) => JSON.parse(await Deno.readTextFile(path));

Deno.test("tools of a kind follow from its commands", async () => {
  await using bench = await openBench(IDEAS);
  const { tools } = await bench.client.listTools();
  const added = tools.slice(toolsOf(undefined).length);
  assertEquals(added.map(({ name }) => name), [
    "create_mind_map",
    "validate_mind_map",
    "add_topic",
    "rename_topic",
    "remove_topic",
    "add_link",
  ]);
  const [, , add, , remove] = added;
  assertEquals(add?.inputSchema.required, ["name"]);
  assertEquals(Object.keys(add?.inputSchema.properties ?? {}), ["name", "parent", "note", "dry_run"]);
  assertEquals(remove?.annotations?.destructiveHint ?? true, true);
});

Deno.test("agents make, edit, undo and check a document of a kind that the server does not know", async () => {
  await using bench = await openBench();
  assertStringIncludes(await told(bench, "get_project_file"), "No file yet: create_mind_map");
  await told(bench, "create_mind_map", { name: "Ideas" });
  assertEquals(await mapOf(bench), { title: "Ideas", topics: [] });
  assertEquals(await told(bench, "add_topic", { name: "Home" }), 'Added topic "Home". live: no hub');
  assertStringIncludes(await told(bench, "add_topic", { name: "X", dry_run: true }), "+ topic X");
  await told(bench, "add_topic", { name: "Roof", parent: "Home", note: "Leaks." });
  await told(bench, "add_link", { from: "Home", to: "Roof" });
  const { topics, links } = await mapOf(bench);
  assertEquals(topics, [{ name: "Home", topics: [{ name: "Roof", note: "Leaks." }] }]);
  assertEquals(links, [{ from: "Home", to: "Roof" }]);
  assertEquals(await told(bench, "validate_definition"), "The mindmap is valid: nothing to remark.");
  assertStringIncludes(await told(bench, "remove_topic", { name: "Roof" }), "1 link leads nowhere now.");
  assertEquals((await bench.call("validate_definition")).data.valid, false);
  await told(bench, "undo");
  assertEquals((await mapOf(bench)).topics, topics);
  await told(bench, "redo");
  assertEquals((await mapOf(bench)).topics, [{ name: "Home" }]);
});

Deno.test("an edit that is refused says what to call, and changes nothing", async () => {
  await using bench = await openBench(IDEAS);
  const { isError, code, text } = await bench.call("add_topic", { name: "Shed", parent: "Nowhere" });
  assertEquals([isError, code], [true, "unknown_name"]);
  assertEquals(text, 'There is no topic "Nowhere": add it with add_topic with name "Nowhere".');
  assertEquals((await bench.call("add_topic", { name: "Home" })).code, "duplicate");
  assertEquals((await bench.call("add_state", { name: "Home" })).code, "wrong_kind");
  assertEquals((await bench.call("list_states")).code, "wrong_kind");
  assertEquals(await mapOf(bench), IDEAS);
});

Deno.test("agents read, replace, patch and draw such a document", async () => {
  await using bench = await openBench(IDEAS);
  assertStringIncludes(await told(bench, "get_project_file"), 'An existing mindmap "Ideas": 4 topics.');
  assertEquals(JSON.parse(await told(bench, "get_definition")), IDEAS);
  assertEquals(JSON.parse(await told(bench, "get_definition", { path: "Roof" })), { name: "Roof" });
  await told(bench, "apply_patch", { ops: [{ op: "topic.add", topic: { name: "Sea" } }] });
  assertStringIncludes(
    (await bench.call("apply_patch", { ops: [{ op: "x" }] })).text,
    "topic.add, subtopic.add",
  );
  await told(bench, "render_diagram", { format: "ascii", active: ["Sea"] });
  assertEquals((await bench.call("render_diagram", { active: ["Lake"] })).code, "unknown_name");
  for (const format of ["svg", "png", "mermaid"]) await told(bench, "render_diagram", { format });
  const picture = await Deno.readTextFile(bench.path.replace(".mmap.json", ".svg"));
  assert(picture.includes("Sea"));
  await told(bench, "load_definition", { json: JSON.stringify(IDEAS) });
  assertEquals(await mapOf(bench), IDEAS);
  assertEquals((await bench.call("load_definition", { json: "{}" })).code, "smdf_shape");
});
