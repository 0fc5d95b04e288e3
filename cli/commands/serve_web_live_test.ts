import { type BridgeClient, createBridgeClient } from "@loom/hub/client";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { WebSocket } from "ws";
import { runLoom } from "../run_loom.ts";
import { DOOR, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";

const TOKEN = "s3cret";
const BEARER = { authorization: `Bearer ${TOKEN}` };

/** A client as a page of a server with a token has it; it does not know the token of the hub. */
function pageClient(web: string, docId: string, doc: string = docId): BridgeClient {
  return createBridgeClient({
    url: web,
    role: "web",
    docId,
    joinTimeoutMs: 5_000,
    socket: {
      path: "/api/hub",
      addTrailingSlash: false,
      transports: ["websocket"],
      query: { doc },
      extraHeaders: BEARER,
    },
  });
}

/** Serves with a token while `work` is done with the addresses of hub and pages. */
async function serving(
  doc: string,
  work: (hub: string, web: string) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  const io = memoryIo({ env: { LOOM_BRIDGE_TOKEN: TOKEN } });
  const running = runLoom(["serve", doc, "--port", "0", "--web-port", "0", ...args], io);
  await io.said("out", "\n", 2);
  const [hub = "", web = ""] = io.out().trim().split("\n");
  try {
    await work(hub, web);
  } finally {
    io.interrupt();
    assertEquals(await running, 0);
  }
}

Deno.test("loom serve --web connects pages to a hub with a token: they edit, and are seen", async () => {
  await using folder = await TempFolder.make();
  const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  await serving(door, async (hub, web) => {
    const page = pageClient(web, door);
    const agent = createBridgeClient({ url: hub, role: "agent", docId: door, token: TOKEN });
    await Promise.all([page.join(), agent.join()]);
    await page.commit([{ op: "state.rename", name: "Closed", to: "Shut" }]);
    assertStringIncludes(JSON.stringify(agent.document.view), "Shut");
    const seen = new Promise<void>((resolve) =>
      page.on(
        "presence",
        (list) => JSON.stringify(list).includes("state:Shut") && resolve(),
      )
    );
    agent.updatePresence({ selection: ["state:Shut"] });
    await seen;
    const left = new Promise<void>((resolve) =>
      agent.on("presence", (list) => list.length === 1 && resolve())
    );
    await page.close();
    await left;
    await agent.close();
  });
});

Deno.test("loom serve --web cuts a page off that names a document which it was not let in for", async () => {
  await using folder = await TempFolder.make();
  const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  const other = await Deno.realPath(await folder.write("other.smdf.json", DOOR));
  await serving(door, async (_hub, web) => {
    const page = pageClient(web, other, door);
    await assertRejects(() => page.join());
    await page.close();
  });
});

Deno.test("loom serve --web ends the connections of pages when it stops", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  let closed: Promise<number> | undefined;
  await serving(door, async (_hub, web) => {
    const address = `${web.replace("http", "ws")}/api/hub?EIO=4&transport=websocket`;
    const socket = new WebSocket(address, { headers: BEARER });
    closed = new Promise((resolve) => socket.on("close", resolve));
    await new Promise((resolve) => socket.once("message", resolve));
  });
  assert([1001, 1013].includes(await closed ?? 0), "The connection stayed, or broke.");
});

Deno.test("loom serve --web passes on why the hub refuses a document", async () => {
  await using folder = await TempFolder.make();
  await using other = await TempFolder.make();
  const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  await serving(door, async (_hub, web) => {
    const page = pageClient(web, door);
    await assertRejects(() => page.join(), Error, "no document inside the hub's root");
    await page.close();
  }, ["--root", other.path]);
});
