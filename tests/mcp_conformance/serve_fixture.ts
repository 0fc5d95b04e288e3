/**
 * Serves the tables that the conformance suite expects over the loom's own server core and its own HTTP: all that differs from
 * `loom-mcp` are the tables. The suite sends no token, so it is added here to what comes; everything else goes through as is.
 *
 * Prints the address, and ends when its input does.
 *
 * @module
 */
import { httpHandler } from "../../mcp/http/http_handler.ts";
import { createMcpServer } from "../../mcp/server/create_mcp_server.ts";
import type { Session } from "../../mcp/session/session.ts";
import { PARTS } from "./parts.ts";

const TOKEN = crypto.randomUUID();

/** Nothing in the tables is about a document. */
const SESSION = { onChange: () => () => {}, watch: () => () => {}, watching: Promise.resolve() } as Partial<
  Session
> as Session;

const handler = httpHandler({
  attend: () => {
    const server = createMcpServer(PARTS, SESSION);
    return { connect: (transport) => server.connect(transport), close: () => server.close() };
  },
  token: TOKEN,
  source: { host: "127.0.0.1", origins: ["loopback"], hosts: [] },
  log: ({ level, message }) => console.error(`${level}: ${message}`),
});

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  const headers = new Headers(request.headers);
  headers.set("authorization", `Bearer ${TOKEN}`);
  // The headers of a request that came cannot be set, and a copy of the request would not end with it.
  return handler.handle(Object.defineProperty(request, "headers", { value: headers }));
});
console.log(`http://127.0.0.1:${server.addr.port}/mcp`);
for await (const _ of Deno.stdin.readable);
await handler.endpoint.close();
await server.shutdown();
