import { applyPatchOps, type MachineOp } from "@loom/protocol";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { DIFFERENCE_TOOLS } from "./difference.ts";

const CHANGED = { ...GATE, settings: { ...GATE.settings, name: "Portal" } };

Deno.test("diff_definition tells what changed since the session began", async () => {
  await using tools = await openToolBench(DIFFERENCE_TOOLS);
  assertEquals((await tools.call("diff_definition")).data.same, true);
  await tools.session.edit(() => [{ op: "state.rename", name: "Sold", to: "Gone" }]);
  const { text, data } = await tools.call("diff_definition");
  assertStringIncludes(text, "> state Sold is now Gone");
  assertEquals(data.ops, [{ op: "state.rename", name: "Sold", to: "Gone" }]);
});

Deno.test("diff_definition gives the way from a definition or a file to the active document, and back", async () => {
  await using tools = await openToolBench(DIFFERENCE_TOOLS);
  const path = `${tools.folder}/other.smdf.json`;
  await Deno.writeTextFile(path, JSON.stringify(CHANGED));
  for (const other of [{ json: JSON.stringify(CHANGED) }, { path }]) {
    const there = (await tools.call("diff_definition", other)).data.ops as MachineOp[];
    assertEquals(applyPatchOps(CHANGED, there), GATE);
    const back = (await tools.call("diff_definition", { ...other, reverse: true })).data.ops as MachineOp[];
    assertEquals(applyPatchOps(GATE, back), CHANGED);
  }
});

Deno.test("diff_definition does not mind the order of fields", async () => {
  const { settings, events, state } = GATE;
  const states = state.states?.map((one) => Object.fromEntries(Object.entries(one).reverse()));
  await using tools = await openToolBench(DIFFERENCE_TOOLS);
  const turned = {
    state: { states, name: state.name },
    events,
    settings: { name: "Portal", ...settings, notes: "x" },
  };
  const { data } = await tools.call("diff_definition", { json: JSON.stringify({ ...turned, settings }) });
  assertEquals(data.same, true);
  const more = await tools.call("diff_definition", { json: JSON.stringify(turned) });
  assertEquals(more.data.ops, [{ op: "settings.update", patch: {}, unset: ["notes"] }]);
});

Deno.test("diff_definition refuses what it cannot compare with", async () => {
  await using tools = await openToolBench(DIFFERENCE_TOOLS);
  const failed = async (values: Record<string, unknown>) => {
    const { isError, text, code } = await tools.call("diff_definition", values);
    assertEquals(isError, true, text);
    return `${code}: ${text}`;
  };
  assertStringIncludes(await failed({ json: "{" }), "json is no machine");
  assertStringIncludes(await failed({ json: '{"entities": []}' }), "json is no machine");
  assertStringIncludes(await failed({ json: "{}", path: "a" }), "bad_parameter");
  assertStringIncludes(await failed({ path: "/etc/hostname" }), "outside_root");
  assertStringIncludes(await failed({ path: `${tools.folder}/none.smdf.json` }), "not_found");
});
