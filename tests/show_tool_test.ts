import { createBridgeClient } from "@loom/hub/client";
import type { ViewEnvelope } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { toolsOf } from "../mcp/table.ts";
import { openToolBench, type ToolBench } from "../mcp/testing/tool_calls.ts";
import { withHub } from "./hub/run_hub.ts";

const DOOR = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [],
  state: { name: "Root", states: [{ name: "Closed" }] },
};

async function writeSystem({ folder }: ToolBench): Promise<string> {
  const path = `${folder}/home.sysdf.json`;
  const system = { settings: { namespace: "Home", name: "Home" }, members: [{ path: "door.smdf.json" }] };
  await Deno.writeTextFile(path, JSON.stringify(system));
  return path;
}

Deno.test("an agent asks the pages of a system to show a state", async () => {
  await withHub(async ({ hub }) => {
    await using bench = await openToolBench(toolsOf(undefined), {
      content: DOOR,
      name: "door.smdf.json",
      hub: { url: hub.url, name: "Robin" },
    });
    const docId = await writeSystem(bench);
    const page = createBridgeClient({ url: hub.url, role: "web", docId, name: "Page" });
    try {
      const seen = new Promise<ViewEnvelope>((resolve) => page.on("view", resolve));
      await page.join();
      const { isError, text } = await bench.call("show", {
        member: "door.smdf.json",
        focus: "state:Closed",
        note: "Here it begins.",
      });
      assertEquals([isError, text], [false, "1 page or watch shows door.smdf.json state:Closed."]);
      const { member, focus, note, origin } = await seen;
      assertEquals([member, focus, note, origin], [
        "door.smdf.json",
        "state:Closed",
        "Here it begins.",
        "Robin",
      ]);
    } finally {
      await page.close();
    }
    const { text } = await bench.call("show", { member: "door.smdf.json" });
    assertEquals(text, `No page and no watch of ${docId} answered that it shows door.smdf.json.`);
  });
});

Deno.test("a page of a member shows what an agent asks the pages of its system to show", async () => {
  await withHub(async ({ hub }) => {
    await using bench = await openToolBench(toolsOf(undefined), {
      content: DOOR,
      name: "door.smdf.json",
      hub: { url: hub.url, name: "Robin" },
    });
    await writeSystem(bench);
    const docId = await Deno.realPath(`${bench.folder}/door.smdf.json`);
    const page = createBridgeClient({ url: hub.url, role: "web", docId, name: "Page" });
    try {
      const seen = new Promise<ViewEnvelope>((resolve) => page.on("view", resolve));
      await page.join();
      const { text } = await bench.call("show", { member: "door.smdf.json", focus: "state:Closed" });
      assertEquals(text, "1 page or watch shows door.smdf.json state:Closed.");
      assertEquals(await seen, { docId, focus: "state:Closed", origin: "Robin" });
    } finally {
      await page.close();
    }
  });
});

Deno.test("show refuses what the system or its member does not have, and a call without a hub", async () => {
  await using bench = await openToolBench(toolsOf(undefined), { content: DOOR, name: "door.smdf.json" });
  await writeSystem(bench);
  const code = async (values: Record<string, unknown>) => (await bench.call("show", values)).code;
  assertEquals(await code({ member: "door.smdf.json" }), "no_hub");
  assertEquals(await code({ member: "other.smdf.json" }), "unknown_name");
  assertEquals(await code({ member: "door.smdf.json", focus: "state:Open" }), "unknown_name");
  assertEquals(await code({ member: "door.smdf.json", focus: "Open" }), "bad_parameter");
  assertEquals(await code({ focus: "state:Closed" }), "bad_parameter");
});
