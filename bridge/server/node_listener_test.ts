import { assertEquals } from "@std/assert";
import type { Handler } from "./handler.ts";
import { nodeListener, type NodeRequest, type NodeResponse } from "./node_listener.ts";

interface Sent {
  status?: number;
  headers?: Record<string, string>;
  body?: string | undefined;
}

async function ask(handler: Handler, incoming: Partial<NodeRequest>): Promise<Sent> {
  const sent: Sent = {};
  const outgoing: NodeResponse = {
    writeHead: (status, headers) => Object.assign(sent, { status, headers }),
    end: (body) => void (sent.body = body),
  };
  await nodeListener(handler)({ headers: {}, socket: { remoteAddress: "10.0.0.7" }, ...incoming }, outgoing);
  return sent;
}

Deno.test("nodeListener() passes requests on and writes answers", async () => {
  const handler: Handler = ({ request, url, from }) =>
    new Response(`${request.method} ${url.pathname} ${request.headers.get("host")} ${from}`, {
      status: 201,
      headers: { "x-a": "1" },
    });
  const { status, headers, body } = await ask(handler, {
    method: "POST",
    url: "/a?b=1",
    headers: { host: "any thing" },
  });
  assertEquals([status, headers?.["x-a"], headers?.connection], [201, "1", "close"]);
  assertEquals(body, "POST /a any thing 10.0.0.7");
});

Deno.test("nodeListener() takes any target and method", async () => {
  const handler: Handler = ({ request, url }) => new Response(`${request.method} ${url.pathname}`);
  const targets = ["//evil.example/health", "http://evil.example/health", "*", "/%00"];
  const paths = await Promise.all(
    targets.map(async (url) => (await ask(handler, { method: "GET", url })).body),
  );
  assertEquals(paths, [
    "GET //evil.example/health",
    "GET /http://evil.example/health",
    "GET /*",
    "GET /%00",
  ]);
  assertEquals((await ask(handler, { method: "TRACE", url: "/" })).body, "OPTIONS /");
});

Deno.test("nodeListener() answers 500 when a handler throws", async () => {
  const { status, body } = await ask(() => Promise.reject(new Error("broken")), { url: "/" });
  assertEquals([status, body], [500, undefined]);
});
