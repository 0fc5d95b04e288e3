import { createBridgeClient } from "@loom/hub/client";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { WebSocket as Socket } from "ws";
import { runLoom } from "../run_loom.ts";
import { DOOR, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";

const TOKEN = "s3cret";

/** A connection as the page of a server has it. */
class PageSocket {
  readonly #socket: Socket;
  readonly closed: Promise<number>;
  #said: Record<string, unknown> = {};
  #onMessage = () => {};

  constructor(address: string) {
    this.#socket = new Socket(address.replace("http", "ws"), {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    this.#socket.on("message", (data) => {
      Object.assign(this.#said, JSON.parse(String(data)));
      this.#onMessage();
    });
    this.closed = new Promise((resolve) => this.#socket.on("close", (code) => resolve(code)));
  }

  /** Settles when what was said so far is like that. */
  async hears(isSo: (said: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    await new Promise<void>((resolve) => {
      this.#onMessage = () => isSo(this.#said) && resolve();
      this.#onMessage();
    });
    return this.#said;
  }

  say(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }
}

/** Serves with a token while `work` is done with the addresses of hub and pages. */
async function serving(
  doc: string,
  work: (hub: string, web: string) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  const io = memoryIo({ env: { LOOM_BRIDGE_TOKEN: TOKEN } });
  const running = runLoom(["serve", doc, "--port", "0", "--web-port", "0", ...args], io);
  await io.said("out", "\n", 2);
  const [hub = "", web = ""] = io.out().trim().split("\n");
  try {
    await work(hub, web);
  } finally {
    io.interrupt();
    assertEquals(await running, 0);
  }
}

Deno.test("loom serve --web tells a page what happens, until the page goes", async () => {
  await using folder = await TempFolder.make();
  const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  await serving(door, async (hub, web) => {
    const page = new PageSocket(`${web}/api/live`);
    const { definition } = await page.hears(({ isLive }) => isLive === true);
    assertStringIncludes(JSON.stringify(definition), "Closed");
    const client = createBridgeClient({ url: hub, role: "runtime", docId: door, token: TOKEN });
    await client.join();
    await client.commit([{ op: "runtime.enter", state: "Open", eventId: "open" }]);
    const { active } = await page.hears(({ moves }) => Array.isArray(moves) && moves.length === 1);
    assertEquals(active, ["Open"]);
    const left = new Promise<void>((resolve) =>
      client.on("presence", (list) => list.length === 1 && resolve())
    );
    page.close();
    await left;
    await client.close();
  });
});

Deno.test("loom serve --web ends a page's connection that says something, and all when it stops", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  let stays: PageSocket | undefined;
  await serving(door, async (_hub, web) => {
    const talks = new PageSocket(`${web}/api/live`);
    stays = new PageSocket(`${web}/api/live`);
    await Promise.all([talks, stays].map((page) => page.hears(({ isLive }) => isLive === true)));
    talks.say("[]");
    assertEquals(await talks.closed, 1008);
  });
  assertEquals(await stays?.closed, 1001);
});

Deno.test("loom serve --web tells a page why the hub refuses a document", async () => {
  await using folder = await TempFolder.make();
  await using other = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  await serving(door, async (hub, web) => {
    const page = new PageSocket(`${web}/api/live`);
    const { trouble } = await page.hears(({ trouble }) => typeof trouble === "string");
    assertStringIncludes(String(trouble), `The hub at ${hub} refuses: `);
    page.close();
    assert(await page.closed >= 1000);
  }, ["--root", other.path]);
});
