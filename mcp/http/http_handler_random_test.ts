import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { httpHandler } from "./http_handler.ts";
import { attendTools, textTool } from "./testing/attend_tools.ts";
import { runs } from "../../tests/arbitrary/runs.ts";

const TOKEN = "a-secret";

const method = fc.constantFrom(
  "initialize",
  "tools/call",
  "tools/list",
  "ping",
  "notifications/initialized",
  "x/y",
);

/** What looks like a message, more or less. */
const message = fc.record({
  jsonrpc: fc.constantFrom("2.0", "1.0"),
  id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
  method: fc.oneof(method, fc.string()),
  params: fc.oneof(
    fc.jsonValue(),
    fc.record({ name: fc.constantFrom("hello", "other"), arguments: fc.jsonValue() }),
    fc.record({
      protocolVersion: fc.constantFrom("2025-11-25", "2024-11-05", "1999-01-01"),
      capabilities: fc.constant({}),
      clientInfo: fc.constant({ name: "c", version: "1" }),
    }),
  ),
}, { requiredKeys: ["jsonrpc"] });

const body = fc.oneof(
  message.map((value) => JSON.stringify(value)),
  fc.array(message, { maxLength: 3 }).map((values) => JSON.stringify(values)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string(),
);

/** Headers that mean something here, with values that do and values that do not. */
const headers = fc.record({
  host: fc.constantFrom("localhost", "127.0.0.1:1", "evil.example", ""),
  origin: fc.constantFrom("http://localhost", "http://evil.example", "null"),
  // Mostly the right one: an answer to a wrong one waits.
  authorization: fc.oneof(
    { weight: 4, arbitrary: fc.constant(`Bearer ${TOKEN}`) },
    fc.constantFrom("Bearer other", ""),
  ),
  accept: fc.constantFrom("application/json, text/event-stream", "text/event-stream", "*/*"),
  "content-type": fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain"),
  "mcp-session-id": fc.constantFrom("ours", "", "00000000-0000-0000-0000-000000000000"),
  "mcp-protocol-version": fc.constantFrom("2025-11-25", "2026-07-28", "x"),
  "last-event-id": fc.constantFrom("_GET_stream_0", "_", "x_zzzzzzzzzzzzzz"),
}, { requiredKeys: ["host", "authorization", "accept", "content-type"] });

const request = fc.record({
  method: fc.constantFrom("POST", "POST", "POST", "GET", "DELETE", "PUT", "OPTIONS"),
  path: fc.constantFrom("/mcp", "/mcp", "/mcp", "/health", "/", "/mcp/"),
  headers,
  body,
});

Deno.test("handle() answers whatever comes without a defect, and goes on working", async () => {
  const logged: string[] = [];
  const handler = httpHandler({
    attend: attendTools([textTool("hello", "Hello.")]).attend,
    token: TOKEN,
    source: { host: "127.0.0.1", origins: ["loopback"], hosts: [] },
    limits: { maxSessions: 8 },
    log: ({ message }) => logged.push(message),
  });
  const send = (method: string, path: string, headers: Record<string, string>, body: string) =>
    handler.handle(
      new Request(`http://localhost${path}`, { method, headers, ...(method === "GET" ? {} : { body }) }),
    );
  const sound = {
    host: "localhost",
    authorization: `Bearer ${TOKEN}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  const call = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const begun = await send(
    "POST",
    "/mcp",
    sound,
    call("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "c", version: "1" },
    }),
  );
  await begun.text();
  const ours = begun.headers.get("mcp-session-id") ?? "";
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, headers, body }) => {
      const own = headers["mcp-session-id"] === "ours" ? { ...headers, "mcp-session-id": ours } : headers;
      const response = await send(method, path, own as Record<string, string>, body);
      await response.body?.cancel();
      assert(response.status < 500 || response.status === 503, String(response.status));
    }),
    runs(6, 500),
  );
  const answer = await send("POST", "/mcp", sound, call("tools/call", { name: "hello" }));
  assertStringIncludes(await answer.text(), "Hello.");
  assert(handler.endpoint.sessions <= 8);
  await handler.endpoint.close();
  assertEquals([handler.endpoint.sessions, logged], [0, []]);
});
