import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Client } from "../mcp/testing/sdk.ts";
import { ResourceUpdatedNotificationSchema } from "../mcp/testing/sdk.ts";
import { type LoomMcp, runToEnd, TOKEN, withLoomMcp } from "./mcp_http/loom_mcp.ts";

const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
};

/** What a call of a tool answers, as text. */
async function call(client: Client, name: string, values: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: values });
  return (content as { text?: string }[]).map(({ text }) => text ?? "").join("\n");
}

/** Sends a request as it is written, which `fetch` would not; gives the status line. */
async function raw({ url }: LoomMcp, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  try {
    await connection.write(new TextEncoder().encode([...lines, "", ""].join("\r\n")));
    const bytes = new Uint8Array(1024);
    const length = await connection.read(bytes) ?? 0;
    return new TextDecoder().decode(bytes.subarray(0, length)).split("\r\n")[0] ?? "";
  } finally {
    connection.close();
  }
}

Deno.test("loom-mcp tells over HTTP where it is and what it serves, and never the token", async () => {
  await withLoomMcp({ LOOM_PROJECT_FILE: "door.smdf.json" }, async ({ url, remarks }, folder) => {
    assert(url.startsWith("http://127.0.0.1:"));
    const health = await fetch(new URL("/health", url));
    assertEquals(await health.json(), { ok: true, transport: "http" });
    const refused = await fetch(url, { method: "POST", body: "{}" });
    assertEquals([refused.status, await refused.json()], [401, { error: "unauthorized" }]);
    assertStringIncludes(remarks(), `document ${folder}/door.smdf.json`);
    assertEquals(remarks().includes(TOKEN), false);
  });
});

Deno.test("clients of one loom-mcp have active documents of their own", async () => {
  await withLoomMcp({}, async ({ client }, folder) => {
    const [one, other] = [await client(), await client()];
    await call(one, "set_project_file", { path: `${folder}/one.smdf.json` });
    await call(other, "set_project_file", { path: `${folder}/other.smdf.json` });
    await call(one, "create_state_machine", { namespace: "Test", name: "One" });
    await call(other, "create_state_machine", { namespace: "Test", name: "Other" });
    assertStringIncludes(await call(one, "get_project_file"), `${folder}/one.smdf.json`);
    assertStringIncludes(await Deno.readTextFile(`${folder}/one.smdf.json`), '"One"');
    assertStringIncludes(await Deno.readTextFile(`${folder}/other.smdf.json`), '"Other"');
  });
});

Deno.test("a client that subscribed hears of what another client does", async () => {
  await withLoomMcp({ LOOM_PROJECT_FILE: "door.smdf.json" }, async ({ client }) => {
    const [reader, writer] = [await client(), await client()];
    await call(writer, "create_state_machine", { namespace: "Home", name: "Door" });
    const update = new Promise<string>((resolve) =>
      reader.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params: { uri } }) => resolve(uri))
    );
    await reader.subscribeResource({ uri: "loom://definition" });
    await call(writer, "add_state", { name: "Open" });
    assertEquals(await update, "loom://definition");
    const { contents } = await reader.readResource({ uri: "loom://definition" });
    assertStringIncludes(JSON.stringify(contents), "Open");
  });
});

Deno.test("a client that keeps no session gets its answer all the same", async () => {
  await withLoomMcp({ LOOM_PROJECT_FILE: "door.smdf.json" }, async ({ url }) => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "create_state_machine", arguments: { namespace: "Home", name: "Door" } },
    });
    const response = await fetch(url, { method: "POST", headers: HEADERS, body });
    assertEquals(response.status, 200);
    assertStringIncludes(await response.text(), '"id":7');
  });
});

Deno.test("loom-mcp refuses names that were turned to this machine", async () => {
  await withLoomMcp({ LOOM_MCP_HTTP_HOSTS: "mcp.example" }, async (loomMcp) => {
    const ask = (host: string, ...more: string[]) =>
      raw(loomMcp, ["GET /health HTTP/1.1", `Host: ${host}`, "Connection: close", ...more]);
    assertEquals(await ask("evil.example"), "HTTP/1.1 403 Forbidden");
    assertEquals(await ask("127.0.0.1", "Origin: http://evil.example"), "HTTP/1.1 403 Forbidden");
    assertEquals(await ask("localhost", "Origin: http://localhost:3000"), "HTTP/1.1 200 OK");
    assertEquals(await ask("mcp.example"), "HTTP/1.1 200 OK");
  });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`loom-mcp ends well on ${signal}, with a client that listens`, async () => {
    await withLoomMcp({ LOOM_PROJECT_FILE: "door.smdf.json" }, async ({ client, stop, url }) => {
      await (await client()).listTools();
      assertEquals(await stop(signal), 0);
      const gone = await fetch(url).then(() => false, () => true);
      assert(gone);
    });
  });
}

Deno.test("loom-mcp does not begin over HTTP where that would not be safe or cannot be", async (test) => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const taken = String(listener.addr.port);
  const cases: [string, Record<string, string>, number, string][] = [
    ["without a token", { LOOM_MCP_TOKEN: "" }, 3, "LOOM_MCP_TOKEN"],
    [
      "without a token for others",
      { LOOM_MCP_TOKEN: "", LOOM_MCP_HTTP_HOST: "0.0.0.0" },
      3,
      "LOOM_MCP_TOKEN",
    ],
    [
      "with a short token for others",
      { LOOM_MCP_TOKEN: "s3cret", LOOM_MCP_HTTP_HOST: "0.0.0.0" },
      3,
      "LOOM_MCP_TOKEN has fewer than 16 characters",
    ],
    ["with a port that is none", { LOOM_MCP_HTTP_PORT: "70000" }, 2, '"70000"'],
    ["with an origin that is none", { LOOM_MCP_HTTP_ORIGINS: "a.example" }, 2, '"a.example"'],
    ["with a document outside the root", { LOOM_MCP_ROOT: `${folder}/inner` }, 3, "door.smdf.json"],
    ["at a port that is taken", { LOOM_MCP_HTTP_PORT: taken }, 4, "EADDRINUSE"],
  ];
  try {
    await Deno.mkdir(`${folder}/inner`);
    for (const [name, env, expected, words] of cases) {
      await test.step(name, async () => {
        const { code, stderr, stdout } = await runToEnd({
          LOOM_MCP_HTTP_PORT: "0",
          LOOM_MCP_TOKEN: TOKEN,
          LOOM_PROJECT_FILE: `${folder}/door.smdf.json`,
          ...env,
        }, folder);
        assertEquals([code, stdout], [expected, ""], stderr);
        assertStringIncludes(stderr, words);
        assertEquals([stderr.trimEnd().split("\n").length, stderr.includes(TOKEN)], [1, false], stderr);
      });
    }
  } finally {
    listener.close();
    await Deno.remove(folder, { recursive: true });
  }
});
