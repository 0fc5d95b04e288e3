import { type Bridge, type BridgeOptions, jsonLog, startBridge } from "@loom/hub";
import { documentSource } from "@loom/bridge/document";
import { join } from "@std/path";
import { LegacyClient } from "./legacy_client.ts";

/** A hub, a folder for its documents, and clients; all of it is gone after the test. */
export interface Workshop {
  readonly folder: string;
  readonly hub: Bridge;
  /** What the hub logged. */
  readonly log: string[];
  /** The path of a file in the folder. */
  path(name: string): string;
  /** Writes a file as an editor does: another one is renamed over it. Gives its path. */
  write(name: string, content: unknown): Promise<string>;
  /** A connected client. */
  client(options?: ConstructorParameters<typeof LegacyClient>[1]): Promise<LegacyClient>;
}

/** Runs a test with a hub of its own. */
export async function withHub(
  test: (workshop: Workshop) => Promise<void>,
  options: Partial<BridgeOptions> & { readonly root?: string } = {},
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const log: string[] = [];
  const { root, ...rest } = options;
  const clients: LegacyClient[] = [];
  const hub = await startBridge({
    documents: documentSource({
      ...(root === undefined ? {} : { root: join(folder, root) }),
      ...(rest.kinds === undefined ? {} : { kinds: rest.kinds }),
    }),
    log: jsonLog((line) => log.push(line)),
    ...rest,
  });
  const path = (name: string) => join(folder, name);
  try {
    await test({
      folder,
      hub,
      log,
      path,
      write: async (name, content) => {
        const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
        await Deno.writeTextFile(path(`${name}.new`), text);
        await Deno.rename(path(`${name}.new`), path(name));
        return path(name);
      },
      client: async (options) => {
        const client = new LegacyClient(hub.url, options);
        clients.push(client);
        return await client.connect();
      },
    });
  } catch (error) {
    // A test that fails says what the hub saw.
    console.error(log.join(""));
    throw error;
  } finally {
    for (const client of clients) client.close();
    await hub.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Starts a hub at the port of an earlier one. Another program may hold the port for a moment, as that of a connection: then it waits, for
 * ten seconds at most.
 */
export async function startAgain(options: BridgeOptions): Promise<Bridge> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      return await startBridge(options);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("EADDRINUSE"))) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  return await startBridge(options);
}

/** A small machine document. */
export const DOOR = {
  settings: { name: "Door" },
  events: [],
  state: { name: "Root", states: [{ name: "Open" }, { name: "Closed" }] },
};
