/** Hub, pages and agent tools at one address. */
import { createBridgeClient } from "@loom/hub/client";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { WebSocket } from "ws";
import { runLoom } from "../run_loom.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";
const BEARER = { authorization: `Bearer ${TOKEN}` };

/** Serves at one port while `work` is done; gives the exit code. */
async function serving(
  args: readonly string[],
  work: (url: string) => Promise<void>,
  token = TOKEN,
): Promise<number> {
  const io = memoryIo({ env: token === "" ? {} : { LOOM_BRIDGE_TOKEN: token } });
  const running = runLoom(["serve", "--port", "0", ...args], io);
  await io.said("out", "\n", 2);
  const [hub = "", web] = io.out().trim().split("\n");
  assertEquals(web, hub);
  await work(hub);
  io.interrupt();
  return await running;
}

/** A call of MCP that needs no session. */
async function listTools(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
}

Deno.test("loom serve --mcp has hub, pages and agent tools at one address, all behind the token", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const code = await serving([doc, "--mcp", "--root", folder.path], async (url) => {
    assertEquals((await (await fetch(`${url}/health`)).json()).status, "ok");
    const [page, stranger, tools, noTools] = await Promise.all([
      fetch(url, { headers: BEARER }),
      fetch(url, { headers: { accept: "text/html" } }),
      listTools(url, BEARER),
      listTools(url, {}),
    ]);
    assertEquals([page.status, stranger.status, tools.status, noTools.status], [200, 401, 200, 401]);
    assertStringIncludes(await page.text(), 'data-state="Closed"');
    assertStringIncludes(await tools.text(), "add_state");
    await Promise.all([stranger, noTools].map((response) => response.text()));

    const door = await Deno.realPath(doc);
    const client = createBridgeClient({ url, role: "runtime", docId: door, token: TOKEN });
    const open = new WebSocket(`${url.replace("http", "ws")}/api/hub?doc=${encodeURIComponent(door)}`, {
      headers: BEARER,
    });
    const heard = new Promise<string>((resolve, reject) => {
      open.onmessage = ({ data }: { readonly data: unknown }) => resolve(String(data));
      open.onerror = () => reject(new Error("The connection of a page failed."));
    });
    try {
      await client.join();
      assertStringIncludes(await heard, '"sid"');
      const added = await loom(["--bridge", url, "--token", TOKEN, "--doc", doc, "add-state", "Ajar"]);
      assertStringIncludes(added.err, "live: sent");
    } finally {
      const closed = new Promise((resolve) => open.onclose = resolve);
      open.close();
      await closed;
      await client.close();
    }
  });
  assertEquals(code, 0);
});

Deno.test("loom serve --web --port has pages at the address of the hub, without a token on this machine", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const code = await serving([doc, "--web"], async (url) => {
    const page = await (await fetch(url)).text();
    assert(page.includes('data-state="Closed"'));
    assertEquals((await listTools(url, {})).status, 404);
    const client = createBridgeClient({ url, role: "runtime", docId: await Deno.realPath(doc) });
    await client.join();
    await client.close();
  }, "");
  assertEquals(code, 0);
});

for (const args of [["--mcp"], ["--mcp", "--web-port", "0"]]) {
  Deno.test(`loom serve ${args.join(" ")} without a token is refused`, async () => {
    const io = memoryIo();
    assertEquals([await runLoom(["serve", "--port", "0", ...args], io), io.out()], [2, ""]);
  });
}
