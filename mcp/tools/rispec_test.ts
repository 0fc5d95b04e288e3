import { rispecOf } from "@loom/bridge/rispec";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { RISPEC_TOOLS } from "./rispec.ts";

Deno.test("generate_rispec gives the one specification that there is of a document", async () => {
  await using tools = await openToolBench(RISPEC_TOOLS);
  const intent = "Gates that shut themselves.";
  const { text, data } = await tools.call("generate_rispec", { intent });
  assertEquals(
    text,
    (await rispecOf({ kind: "machine", realPath: tools.path, definition: { ...GATE } }, { intent })).text,
  );
  assertEquals(data, { rispec: text });
});

Deno.test("generate_rispec tells of a decomposition outside the root, which it leaves alone", async () => {
  const _source = { pdeFolder: "../outside", pdeId: "1" };
  await using tools = await openToolBench(RISPEC_TOOLS, {
    content: { ...GATE, settings: { ...GATE.settings, _source } },
  });
  const { isError, texts } = await tools.call("generate_rispec");
  assertEquals([isError, texts.length], [false, 2]);
});

Deno.test("generate_rispec describes a system with its members, beside the active machine", async () => {
  await using tools = await openToolBench(RISPEC_TOOLS);
  const system = {
    settings: { namespace: "Home", name: "Home", description: "A gate that lets guests in." },
    members: [{ path: "gate.smdf.json" }],
    actors: [{ name: "Guest", kind: "person" }],
  };
  await Deno.writeTextFile(`${tools.folder}/home.sysdf.json`, JSON.stringify(system));
  const { isError, text } = await tools.call("generate_rispec", { system: "home.sysdf.json" });
  assertEquals(isError, false, text);
  for (
    const part of [
      "# Home — RISE rispec",
      "> A gate that lets guests in.",
      "- **Guest** (person)",
      "### Gate",
    ]
  ) {
    assertStringIncludes(text, part);
  }
});
