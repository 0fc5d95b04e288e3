import { assertEquals, assertStringIncludes } from "@std/assert";
import { toolsOf } from "../mcp/table.ts";
import { openToolBench } from "../mcp/testing/tool_calls.ts";

Deno.test("agents make a system, and edit its members and actors", async () => {
  await using bench = await openToolBench(toolsOf(undefined), { name: "door.smdf.json" });
  const done = async (name: string, values: Record<string, unknown> = {}) => {
    const { isError, text } = await bench.call(name, values);
    assertEquals(isError, false, `${name}: ${text}`);
    return text;
  };
  const path = `${bench.folder}/Shop.sysdf.json`;
  assertStringIncludes(await done("create_system", { namespace: "Shop", name: "Shop" }), path);
  await done("add_member", { path: "shop.erdf.json", notes: "Orders" });
  await done("add_member", { path: "door.smdf.json" });
  await done("add_actor", { name: "Customer", kind: "person" });
  await done("add_actor", { name: "Bot", kind: "agent" });
  await done("remove_actor", { name: "Bot" });
  await done("remove_member", { path: "./shop.erdf.json" });
  await done("set_notes", { target: "door.smdf.json", notes: "Look here." });
  await done("set_reconcile_mode", { mode: "auto" });
  await done("validate_system");
  assertEquals(JSON.parse(await Deno.readTextFile(path)), {
    settings: { namespace: "Shop", name: "Shop", reconcile: "auto" },
    members: [{ path: "door.smdf.json", notes: "Look here." }],
    actors: [{ name: "Customer", kind: "person" }],
  });
  const refused = await bench.call("add_member", { path: "door.smdf.json" });
  assertEquals([refused.isError, refused.code], [true, "duplicate"]);
});
