import { rispecOf } from "@loom/bridge/rispec";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { RISPEC_TOOLS } from "./rispec.ts";

Deno.test("generate_rispec gives the one specification that there is of a document", async () => {
  await using tools = await openToolBench(RISPEC_TOOLS);
  const intent = "Gates that shut themselves.";
  const { text, data } = await tools.call("generate_rispec", { intent });
  assertEquals(text, (await rispecOf(tools.path, GATE, { intent })).text);
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

Deno.test("generate_rispec describes no systems", async () => {
  await using tools = await openToolBench(RISPEC_TOOLS);
  const { code, text } = await tools.call("generate_rispec", { system: "shop.sysdf.json" });
  assertEquals(code, "no_systems");
  assertStringIncludes(text, "leave system out");
});
