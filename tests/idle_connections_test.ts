/**
 * Connections that ask for nothing at each server: they end after a bounded time, whatever part of a request they have sent. Those that
 * wait for what the server sends stay.
 */
import { memoryStore, readNarrativeSettings, serveNarrative } from "@loom/bridge/narrative";
import { documentSource } from "@loom/bridge/document";
import { serveDesigner } from "@loom/designer/server";
import { startBridge } from "@loom/hub";
import { assert, assertEquals } from "@std/assert";
import { WebSocket } from "ws";
import { exchange } from "../bridge/server/testing.ts";
import { serveHttp } from "../mcp/http/serve_http.ts";
import { attendTools } from "../mcp/http/testing/attend_tools.ts";
import { DOOR, TempFolder } from "../cli/testing/loom.ts";

const IDLE = 250;
const HOST = "127.0.0.1";
const TOKEN = "s3cret";
const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };

/** A connection on which the server may send something at any time. */
interface Waiting {
  readonly isOpen: () => boolean;
  readonly close: () => Promise<unknown>;
}

interface Served {
  readonly port: number;
  /** A path that takes bodies. */
  readonly path: string;
  readonly wait: () => Promise<Waiting>;
  readonly close: () => Promise<unknown>;
}

const SERVERS: Readonly<Record<string, () => Promise<Served>>> = {
  hub: async () => {
    const hub = await startBridge({ documents: documentSource(), limits: { idle: IDLE } });
    const wait = () => waitOnSocket(`${hub.url}/socket.io/?EIO=4&transport=websocket`);
    return { port: hub.port, path: "/socket.io/?EIO=4&transport=polling", wait, close: () => hub.close() };
  },
  MCP: async () => {
    const { attend } = attendTools([]);
    const options = { attend, host: HOST, port: 0, token: TOKEN, origins: [], hosts: [], idle: IDLE };
    const server = await serveHttp(options);
    const wait = async () => waitOnEvents(server.url, await mcpSession(server.url));
    return { port: server.port, path: "/mcp", wait, close: () => server.close() };
  },
  designer: async () => {
    const folder = await TempFolder.make();
    const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
    const hub = await startBridge({ documents: documentSource(), token: TOKEN });
    const options = { doc, roots: ["/"], token: TOKEN, port: 0, hubUrl: hub.url, hubToken: TOKEN };
    const server = await serveDesigner({ ...options, idle: IDLE });
    const close = async () => {
      await server.close();
      await hub.close();
      await folder[Symbol.asyncDispose]();
    };
    return { port: server.port, path: "/login", wait: () => waitOnSocket(`${server.url}/api/hub`), close };
  },
  narrative: async () => {
    const store = memoryStore();
    const settings = readNarrativeSettings({}, { token: TOKEN, port: 0 });
    const server = await serveNarrative({ store, settings, idle: IDLE });
    const { pathname } = new URL(`${server.url}/analyze`);
    const wait = () => waitOnEvents(`${server.url}/stream`, AUTHORIZATION);
    const close = async () => {
      await server.close();
      await store.close();
    };
    return { port: server.port, path: pathname, wait, close };
  },
};

for (const [name, serve] of Object.entries(SERVERS)) {
  Deno.test(`the ${name} server ends connections that ask for nothing`, async () => {
    const { port, path, wait, close } = await serve();
    const host = `Host: ${HOST}:${port}\r\n`;
    const head = `POST ${path} HTTP/1.1\r\n${host}Authorization: Bearer ${TOKEN}\r\n`;
    try {
      const waiting = await wait();
      assertEquals(await exchange(port, ""), "");
      await exchange(port, head);
      await exchange(port, `${head}Content-Length: 100\r\nContent-Type: application/json\r\n\r\n{`);
      const idle = await exchange(port, `GET /health HTTP/1.1\r\n${host}\r\n`);
      assert(idle.startsWith("HTTP/1.1 "), idle);
      // It was as silent, for four times as long.
      assert(waiting.isOpen());
      await waiting.close();
    } finally {
      await close();
    }
  });
}

async function waitOnEvents(url: string, headers: Readonly<Record<string, string>>): Promise<Waiting> {
  const client = new AbortController();
  const response = await fetch(url, { headers, signal: client.signal });
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  let isOpen = true;
  const ended = response.text().finally(() => isOpen = false).catch(() => {});
  return {
    isOpen: () => isOpen,
    close: () => {
      client.abort();
      return ended;
    },
  };
}

async function waitOnSocket(url: string): Promise<Waiting> {
  const socket = new WebSocket(url.replace("http", "ws"), { headers: AUTHORIZATION });
  const ended = new Promise((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return {
    isOpen: () => socket.readyState === socket.OPEN,
    close: () => {
      socket.close();
      return ended;
    },
  };
}

/** Headers of a request in a session that has begun. */
async function mcpSession(url: string): Promise<Readonly<Record<string, string>>> {
  const headers = {
    ...AUTHORIZATION,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const begun = await fetch(url, { method: "POST", body, headers });
  await begun.text();
  return { ...headers, "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
}
