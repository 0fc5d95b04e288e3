import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type HttpHandler, httpHandler, type HttpHandlerOptions } from "./http_handler.ts";
import { attendTools, textTool } from "./testing/attend_tools.ts";

const TOKEN = "a-secret";
const ACCEPT = "application/json, text/event-stream";
const VERSION = "2025-11-25";

function handlerOf(options: Partial<HttpHandlerOptions> = {}) {
  const { attend, all } = attendTools([textTool("hello", "Hello.")]);
  const handler = httpHandler({
    attend,
    token: TOKEN,
    source: { host: "127.0.0.1", origins: ["loopback"], hosts: [] },
    ...options,
  });
  return { handler, all };
}

type Sent = RequestInit & { path?: string; headers?: Record<string, string> };

/** A request as a client with the token sends it. */
function request({ path = "/mcp", headers = {}, ...init }: Sent = {}): Request {
  return new Request(`http://127.0.0.1:4610${path}`, {
    ...init,
    headers: { host: "127.0.0.1:4610", authorization: `Bearer ${TOKEN}`, accept: ACCEPT, ...headers },
  });
}

function post(message: unknown, headers: Record<string, string> = {}): Request {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  return request({ method: "POST", body, headers: { "content-type": "application/json", ...headers } });
}

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

const call = (name: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });

/** The messages in a stream of events. */
async function messages(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split("\n").filter((line) => /^data: ./.test(line));
  return lines.map((line) => JSON.parse(line.slice("data: ".length)));
}

async function begin(handler: HttpHandler): Promise<string> {
  const response = await handler.handle(post(initialize));
  assertEquals(response.status, 200);
  await response.text();
  const id = response.headers.get("mcp-session-id");
  assert(id !== null);
  return id;
}

const inSession = (id: string) => ({ "mcp-session-id": id, "mcp-protocol-version": VERSION });

async function statusOf(handler: HttpHandler, sent: Request): Promise<number> {
  const response = await handler.handle(sent);
  await response.body?.cancel();
  return response.status;
}

Deno.test("/health says that the server runs, to anyone, and nothing else", async () => {
  const { handler } = handlerOf();
  for (const method of ["GET", "POST", "HEAD"]) {
    const response = await handler.handle(
      request({ path: "/health?x", method, headers: { authorization: "" } }),
    );
    assertEquals(response.status, 200);
    assertEquals(await response.text(), '{"ok":true,"transport":"http"}\n');
  }
});

Deno.test("handle() refuses every other path and method, and tells what there is", async () => {
  const { handler } = handlerOf();
  const elsewhere = await handler.handle(request({ path: "/mcp/more" }));
  assertEquals(elsewhere.status, 404);
  assertStringIncludes((await elsewhere.json()).error, "/mcp");
  const put = await handler.handle(request({ method: "PUT", body: "{}" }));
  assertEquals([put.status, put.headers.get("allow")], [405, "GET, POST, DELETE"]);
  assert("error" in await put.json());
});

Deno.test("handle() takes only the very token, in its header", async () => {
  const { handler, all } = handlerOf();
  for (const authorization of ["", "Bearer", "Bearer wrong", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
    const response = await handler.handle(post(initialize, { authorization }));
    assertEquals(response.status, 401);
    assertEquals(response.headers.get("www-authenticate"), 'Bearer realm="loom-mcp"');
    assertEquals(await response.json(), { error: "unauthorized" });
  }
  assertEquals(
    await statusOf(handler, request({ path: `/mcp?token=${TOKEN}`, headers: { authorization: "" } })),
    401,
  );
  assertEquals(all.length, 0);
});

Deno.test("handle() refuses foreign names and pages before it looks at the token", async () => {
  const { handler } = handlerOf();
  for (const authorization of ["", `Bearer ${TOKEN}`]) {
    for (const headers of [{ host: "evil.example" }, { origin: "http://evil.example" }, { origin: "null" }]) {
      assertEquals(await statusOf(handler, post(initialize, { authorization, ...headers })), 403);
      assertEquals(await statusOf(handler, request({ path: "/health", headers })), 403);
    }
  }
  assertEquals(
    await statusOf(handler, post(initialize, { host: "localhost", origin: "http://localhost:1" })),
    200,
  );
  await handler.endpoint.close();
});

Deno.test("handle() lets pages of welcome origins ask and read", async () => {
  const { handler } = handlerOf({ source: { host: "127.0.0.1", origins: ["https://a.example"], hosts: [] } });
  const origin = "https://a.example";
  const asked = await handler.handle(request({ method: "OPTIONS", headers: { origin, authorization: "" } }));
  assertEquals([asked.status, asked.headers.get("access-control-allow-origin")], [204, origin]);
  assertStringIncludes(asked.headers.get("access-control-allow-headers") ?? "", "authorization");
  const begun = await handler.handle(post(initialize, { origin }));
  await begun.text();
  assertEquals(begun.headers.get("access-control-allow-origin"), origin);
  assertStringIncludes(begun.headers.get("access-control-expose-headers") ?? "", "mcp-session-id");
  assertEquals(await statusOf(handler, request({ method: "OPTIONS" })), 405);
  await handler.endpoint.close();
});

Deno.test("handle() refuses a body that is too long or no JSON", async () => {
  const { handler } = handlerOf({ limits: { maxBytes: 400 } });
  const tooLong = await handler.handle(post({ ...initialize, padding: "x".repeat(400) }));
  assertEquals(tooLong.status, 413);
  assertStringIncludes((await tooLong.json()).error.message, "400 bytes");
  const broken = await handler.handle(post("{"));
  assertEquals(broken.status, 400);
  assertEquals((await broken.json()).error.code, -32700);
  assertEquals(await statusOf(handler, post(call("hello"), { "content-type": "text/plain" })), 415);
  assertEquals(await statusOf(handler, post(call("hello"), { accept: "application/json" })), 406);
  const id = await begin(handler);
  assertEquals(await statusOf(handler, post("x".repeat(401), inSession(id))), 413);
  await handler.endpoint.close();
});

Deno.test("handle() keeps a session between requests and ends it on DELETE", async () => {
  const { handler, all } = handlerOf();
  const id = await begin(handler);
  const answered = await handler.handle(post(call("hello"), inSession(id)));
  assertEquals((await messages(answered)).at(-1)?.["result"], {
    content: [{ type: "text", text: "Hello." }],
  });
  assertEquals(all.length, 1);
  assertEquals(await statusOf(handler, request({ method: "DELETE", headers: inSession(id) })), 200);
  assertEquals([handler.endpoint.sessions, all[0]?.ended()], [0, 1]);
  assertEquals(await statusOf(handler, post(call("hello"), inSession(id))), 404);
});

Deno.test("handle() answers a client without a session by one request's own", async () => {
  const { handler, all } = handlerOf();
  const answered = await handler.handle(post(call("hello")));
  assertEquals(answered.headers.get("mcp-session-id"), null);
  assertEquals((await messages(answered)).at(-1)?.["result"], {
    content: [{ type: "text", text: "Hello." }],
  });
  assertEquals([handler.endpoint.sessions, all.length, all[0]?.ended()], [0, 1, 1]);
});

Deno.test("handle() asks for a session where a request needs one", async () => {
  const { handler } = handlerOf();
  for (const method of ["GET", "DELETE"]) {
    const response = await handler.handle(request({ method }));
    assertEquals(response.status, 400);
    assertStringIncludes((await response.json()).error.message, "Mcp-Session-Id");
  }
});

Deno.test("handle() leaves nothing behind of a client that does not get to begin", async () => {
  const { handler, all } = handlerOf();
  assertEquals(await statusOf(handler, post(initialize, { accept: "text/plain" })), 406);
  assertEquals([handler.endpoint.sessions, all[0]?.ended()], [0, 1]);
});

Deno.test("sweep() ends the sessions that were idle for too long, and no other", async () => {
  let now = 0;
  const { handler } = handlerOf({ now: () => now, limits: { idle: 100 } });
  const [used, idle, listening] = [await begin(handler), await begin(handler), await begin(handler)];
  const stream = await handler.handle(request({ method: "GET", headers: inSession(listening) }));
  now = 60;
  await statusOf(handler, post(call("hello"), inSession(used)));
  now = 120;
  await handler.endpoint.sweep();
  assertEquals(handler.endpoint.sessions, 2);
  assertEquals(await statusOf(handler, post(call("hello"), inSession(idle))), 404);
  await stream.body?.cancel();
  now = 300;
  await handler.endpoint.sweep();
  assertEquals(handler.endpoint.sessions, 0);
});

Deno.test("handle() makes room by ending the session that was idle for longest", async () => {
  let now = 0;
  const { handler } = handlerOf({ now: () => now++, limits: { maxSessions: 2 } });
  const [first, second] = [await begin(handler), await begin(handler)];
  await statusOf(handler, post(call("hello"), inSession(second)));
  await statusOf(handler, post(call("hello"), inSession(first)));
  await begin(handler);
  assertEquals(await statusOf(handler, post(call("hello"), inSession(second))), 404);
  assertEquals(await statusOf(handler, post(call("hello"), inSession(first))), 200);
  await handler.endpoint.close();
});

Deno.test("handle() makes room among the sessions that were only begun, if there are any", async () => {
  let now = 0;
  const { handler } = handlerOf({ now: () => now++, limits: { maxSessions: 2 } });
  const used = await begin(handler);
  await statusOf(handler, post(call("hello"), inSession(used)));
  const forsaken = await begin(handler);
  await begin(handler);
  assertEquals(await statusOf(handler, post(call("hello"), inSession(forsaken))), 404);
  assertEquals(await statusOf(handler, post(call("hello"), inSession(used))), 200);
  await handler.endpoint.close();
});

Deno.test("handle() refuses a call when as many as may be are under way", async () => {
  let finish = () => {};
  const slow = textTool("slow", async () => {
    await new Promise<void>((resolve) => finish = resolve);
    return { content: [] };
  });
  const { handler } = handlerOf({ attend: attendTools([slow]).attend, limits: { maxCalls: 1 } });
  const id = await begin(handler);
  const answered = await handler.handle(post(call("slow"), inSession(id)));
  assertEquals(await statusOf(handler, post(initialize)), 503);
  assertEquals(await statusOf(handler, post(call("slow"), inSession(id))), 503);
  finish();
  await answered.text();
  await begin(handler);
  await handler.endpoint.close();
});

Deno.test("handle() refuses a session when all are in use", async () => {
  const { handler } = handlerOf({ limits: { maxSessions: 1 } });
  const stream = await handler.handle(request({ method: "GET", headers: inSession(await begin(handler)) }));
  const refused = await handler.handle(post(initialize));
  assertEquals([refused.status, refused.headers.get("retry-after")], [503, "5"]);
  await refused.body?.cancel();
  await stream.body?.cancel();
  await begin(handler);
  await handler.endpoint.close();
});

Deno.test("stop() refuses what comes and waits for what is being answered", async () => {
  let finish = () => {};
  const slow = textTool("slow", async () => {
    await new Promise<void>((resolve) => finish = resolve);
    return { content: [] };
  });
  const { handler } = handlerOf({ attend: attendTools([slow]).attend });
  const answered = await handler.handle(post(call("slow")));
  let isStopped = false;
  const stopped = handler.endpoint.stop().then(() => isStopped = true);
  assertEquals(await statusOf(handler, post(initialize)), 503);
  assertEquals(isStopped, false);
  finish();
  await answered.text();
  await stopped;
});

Deno.test("handle() answers 500 without the reason when a session cannot be made, and logs it", async () => {
  const logged: string[] = [];
  const attend = () => Promise.reject(new Error("a reason with /a/path"));
  const { handler } = handlerOf({ attend, log: ({ message }) => logged.push(message) });
  const response = await handler.handle(post(call("hello")));
  assertEquals(response.status, 500);
  assertEquals((await response.text()).includes("/a/path"), false);
  assertStringIncludes(logged.join(), "/a/path");
  assertEquals(await statusOf(handler, post(initialize)), 500);
});

Deno.test("a stream of notices says where it begins, and what came meanwhile follows when it is resumed", async () => {
  const { handler, all } = handlerOf();
  const id = await begin(handler);
  await statusOf(handler, post({ jsonrpc: "2.0", method: "notifications/initialized" }, inSession(id)));
  const subscribe = {
    jsonrpc: "2.0",
    id: 2,
    method: "resources/subscribe",
    params: { uri: "test://document" },
  };
  await statusOf(handler, post(subscribe, inSession(id)));
  const stream = await handler.handle(request({ method: "GET", headers: inSession(id) }));
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const eventId = /^id: (.+)$/m.exec(first?.value ?? "")?.[1] ?? "";
  await reader?.cancel();
  all[0]?.change({ type: "content" });
  const headers = { ...inSession(id), "last-event-id": eventId };
  const resumed = await handler.handle(request({ method: "GET", headers }));
  const again = resumed.body?.pipeThrough(new TextDecoderStream()).getReader();
  assertStringIncludes((await again?.read())?.value ?? "", "notifications/resources/updated");
  await again?.cancel();
  await handler.endpoint.close();
});

Deno.test("an answer that was lost is sent again, and the stream ends", async () => {
  const { handler } = handlerOf();
  const id = await begin(handler);
  const text = await (await handler.handle(post(call("hello"), inSession(id)))).text();
  const beginning = /^id: (.+)$/m.exec(text)?.[1] ?? "";
  const headers = { ...inSession(id), "last-event-id": beginning };
  const resumed = await handler.handle(request({ method: "GET", headers }));
  assertEquals((await messages(resumed)).map(({ id }) => id), [1]);
  const lost = await handler.handle(
    request({ method: "GET", headers: { ...headers, "last-event-id": "other_1" } }),
  );
  assertEquals(lost.status, 400);
  assertStringIncludes((await lost.json()).error.message, "not kept");
  await handler.endpoint.close();
});

Deno.test("batches are answered in the revisions that have them, and refused with a sentence in the others", async () => {
  const { handler: { handle } } = handlerOf();
  const batch = [call("hello"), { ...call("hello"), id: 2 }];
  const begun = async (version: string) => {
    const response = await handle(
      post({ ...initialize, params: { ...initialize.params, protocolVersion: version } }),
    );
    await response.text();
    return { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
  };
  const [old, recent] = [await begun("2025-03-26"), await begun("2025-06-18")];
  for (const headers of [{}, old, { ...old, "mcp-protocol-version": "2025-03-26" }]) {
    const response = await handle(post(batch, headers));
    assertEquals(response.status, 200);
    assertEquals((await messages(response)).map(({ id }) => id), [1, 2]);
  }
  for (
    const headers of [recent, { ...recent, "mcp-protocol-version": "2025-06-18" }, {
      "mcp-protocol-version": VERSION,
    }]
  ) {
    const response = await handle(post(batch, headers));
    assertEquals(response.status, 400);
    const { id, error: { code, message } } = await response.json();
    assertEquals([id, code], [null, -32600]);
    assertStringIncludes(message, "send each message on its own");
  }
});
