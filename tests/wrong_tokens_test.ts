/**
 * Wrong tokens on each server that takes one: guesses are answered late or turned away, and whoever shows the right token from the same
 * address gets in meanwhile.
 */
import { memoryStore, readNarrativeSettings, serveNarrative } from "@loom/bridge/narrative";
import { documentSource } from "@loom/bridge/document";
import { serveDesigner } from "@loom/designer/server";
import { startBridge } from "@loom/hub";
import { assertEquals } from "@std/assert";
import { serveHttp } from "../mcp/http/serve_http.ts";
import { attendTools } from "../mcp/http/testing/attend_tools.ts";

const TOKEN = "s3cret";
const HOST = "127.0.0.1";

interface Served {
  /** An address that needs the token. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const SERVERS: Readonly<Record<string, () => Promise<Served>>> = {
  hub: async () => {
    const hub = await startBridge({ documents: documentSource(), token: TOKEN });
    return { url: `${hub.url}/metrics`, close: () => hub.close() };
  },
  MCP: () => {
    const { attend } = attendTools([]);
    const options = { attend, host: HOST, port: 0, token: TOKEN, origins: [], hosts: [] };
    return serveHttp(options);
  },
  pages: async () => {
    const server = await serveDesigner({ doc: "/door.smdf.json", roots: ["/"], token: TOKEN, port: 0 });
    return { url: `${server.url}/api/hub`, close: () => server.close() };
  },
  narrative: async () => {
    const store = memoryStore();
    const settings = readNarrativeSettings({}, { token: TOKEN, port: 0 });
    const server = await serveNarrative({ store, settings });
    const close = async () => {
      await server.close();
      await store.close();
    };
    return { url: `${server.url}/beats`, close };
  },
};

for (const [name, serve] of Object.entries(SERVERS)) {
  Deno.test(`wrong tokens at the ${name} server do not keep the right one out`, async () => {
    const { url, close } = await serve();
    const statusOf = async (token: string) => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      await response.body?.cancel();
      return response.status;
    };
    try {
      const guesses = Array.from({ length: 40 }, (_, guess) => statusOf(`guess ${guess}`));
      await Promise.race(guesses);
      const right = await Promise.all(Array.from({ length: 10 }, () => statusOf(TOKEN)));
      assertEquals(right.filter((status) => status === 401 || status === 429), []);
      const statuses = await Promise.all(guesses);
      assertEquals(new Set(statuses), new Set([401, 429]));
      assertEquals(statuses.filter((status) => status === 401).length >= 16, true);
    } finally {
      await close();
    }
  });
}
