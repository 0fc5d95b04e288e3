import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { runHttp, type RunHttpOptions, serveHttp, type ServeHttpOptions } from "./serve_http.ts";
import { HttpStartError } from "./settings.ts";
import { attendTools, textTool } from "./testing/attend_tools.ts";

const OPTIONS: ServeHttpOptions = {
  attend: attendTools([textTool("hello", "Hello.")]).attend,
  host: "127.0.0.1",
  port: 0,
  token: "a-secret",
  origins: ["loopback"],
  hosts: [],
};

Deno.test("serveHttp() listens on a free port and tells where", async () => {
  const server = await serveHttp(OPTIONS);
  try {
    assertEquals(server.url, `http://127.0.0.1:${server.port}/mcp`);
    const health = await fetch(new URL("/health", server.url));
    assertEquals(await health.json(), { ok: true, transport: "http" });
  } finally {
    await server.close();
  }
});

Deno.test("serveHttp() refuses a short token where other machines reach it", async () => {
  const error = await assertRejects(() => serveHttp({ ...OPTIONS, host: "0.0.0.0" }), HttpStartError);
  assertEquals(error.code, "token_required");
  assertStringIncludes(error.message, "LOOM_MCP_TOKEN has fewer than 16 characters");
});

Deno.test("serveHttp() says which port is taken", async () => {
  const server = await serveHttp(OPTIONS);
  try {
    const error = await assertRejects(() => serveHttp({ ...OPTIONS, port: server.port }), HttpStartError);
    assertEquals(error.code, "cannot_listen");
    assertStringIncludes(error.message, `port ${server.port}: another program listens there (EADDRINUSE)`);
  } finally {
    await server.close();
  }
});

Deno.test("serveHttp() says when the machine has no such address", async () => {
  const error = await assertRejects(
    () => serveHttp({ ...OPTIONS, host: "192.0.2.1", token: "a-secret-of-length" }),
    HttpStartError,
  );
  assertEquals(error.code, "cannot_listen");
  assertStringIncludes(error.message, "EADDRNOTAVAIL");
});

Deno.test("serveHttp() refuses an origin that is none", async () => {
  const error = await assertRejects(() => serveHttp({ ...OPTIONS, origins: ["a.example"] }), HttpStartError);
  assertEquals(error.code, "bad_option");
  assertStringIncludes(error.message, "LOOM_MCP_HTTP_ORIGINS");
});

Deno.test("serveHttp() refuses a body of more than 8 MiB while it arrives", async () => {
  const server = await serveHttp(OPTIONS);
  try {
    let sent = 0;
    const chunk = new Uint8Array(256 * 1024).fill(0x20);
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    const headers = {
      authorization: `Bearer ${OPTIONS.token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    };
    const response = await fetch(server.url, { method: "POST", body: endless, headers });
    assertEquals(response.status, 413);
    assertStringIncludes(await response.text(), "8388608 bytes");
    assert(sent >= 8 * 1024 * 1024);
    const unknown = await fetch(server.url, {
      method: "POST",
      body: new Blob([chunk]),
      headers: { authorization: "" },
    });
    assertEquals(unknown.status, 401);
    await unknown.body?.cancel();
  } finally {
    await server.close();
  }
});

Deno.test("close() ends streams that are open, and can be called twice", async () => {
  const { attend, all } = attendTools([]);
  const server = await serveHttp({ ...OPTIONS, attend });
  const headers = {
    authorization: `Bearer ${OPTIONS.token}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const begun = await fetch(server.url, { method: "POST", body, headers });
  await begun.text();
  const session = begun.headers.get("mcp-session-id") ?? "";
  const stream = await fetch(server.url, { headers: { ...headers, "mcp-session-id": session } });
  await Promise.all([server.close(), server.close()]);
  assertEquals(await stream.text(), "");
  assertEquals(all[0]?.ended(), 1);
});

async function remarksOf(options: Partial<RunHttpOptions>): Promise<string[]> {
  const remarks: string[] = [];
  const stop = new AbortController();
  const run = runHttp({
    attend: attendTools([]).attend,
    host: "127.0.0.1",
    port: 0,
    token: "a-secret",
    origins: ["loopback"],
    hosts: [],
    about: ["document: /a.smdf.json"],
    remark: (line) => remarks.push(line),
    stop: stop.signal,
    ...options,
  });
  stop.abort();
  await run;
  return remarks;
}

Deno.test("runHttp() tells where it is and what it serves, and ends when it is told to", async () => {
  const [address = "", ...about] = await remarksOf({});
  assertMatch(address, /^MCP over HTTP at http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  assertEquals(about, ["document: /a.smdf.json"]);
});

Deno.test("runHttp() warns when other machines can reach it, and never tells the token", async () => {
  const remarks = await remarksOf({ host: "0.0.0.0", token: "a-secret-of-length" });
  assertStringIncludes(remarks.at(-1) ?? "", "warning: other machines can reach 0.0.0.0");
  assertEquals(remarks.join().includes("a-secret"), false);
});
