import { type JsonObject, type MachineOp, PatchError } from "@loom/protocol";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { Bridge } from "../server/bridge_options.ts";
import { startBridge } from "../server/start_bridge.ts";
import { BridgeError } from "./bridge_error.ts";
import type { BridgeClient, BridgeClientOptions, BridgeEvents } from "./client_options.ts";
import { createBridgeClient } from "./create_bridge_client.ts";
import { MemorySource } from "./testing/memory_source.ts";
import { DOOR } from "./testing/random_edit.ts";

const ADD: MachineOp = { op: "state.add", parent: null, state: { name: "Ajar" } };
const NOTE: MachineOp = { op: "state.update", name: "Open", patch: { description: "wide" } };

interface Scene {
  readonly source: MemorySource;
  hub: Bridge;
  client(options?: Partial<BridgeClientOptions>): BridgeClient;
  /** Stops the hub, and starts another at the same place. */
  restart(): Promise<void>;
}

/** A hub, and clients that are closed in the end. */
async function withHub(run: (scene: Scene) => Promise<void>, token?: string): Promise<void> {
  const source = new MemorySource(DOOR);
  const start = (port: number) => startBridge({ documents: source, port, ...(token ? { token } : {}) });
  const clients: BridgeClient[] = [];
  const scene: Scene = {
    source,
    hub: await start(0),
    client(options) {
      const socket = { reconnectionDelay: 20, reconnectionDelayMax: 40 };
      const made = createBridgeClient({
        url: scene.hub.url,
        role: "web",
        docId: "door.smdf.json",
        socket,
        ...options,
      });
      clients.push(made);
      return made;
    },
    async restart() {
      const { port } = scene.hub;
      await scene.hub.close();
      scene.hub = await start(port);
    },
  };
  try {
    await run(scene);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await scene.hub.close();
  }
}

/** The next event that fits. */
function next<Name extends keyof BridgeEvents>(
  client: BridgeClient,
  event: Name,
  fits: (value: BridgeEvents[Name]) => boolean = () => true,
): Promise<BridgeEvents[Name]> {
  return new Promise((resolve) => {
    const off = client.on(event, (value) => {
      if (!fits(value)) return;
      off();
      resolve(value);
    });
  });
}

function statesOf(def: JsonObject | null): unknown {
  return (def?.["state"] as { states?: { name: string }[] } | undefined)?.states?.map(({ name }) => name);
}

Deno.test("join() gives the document and who takes part", async () => {
  await withHub(async ({ client }) => {
    const ann = client({ name: "Ann" });
    assertEquals([ann.status, ann.phase], ["disconnected", "away"]);
    const { selfId, snapshot, presence } = await ann.join();
    assertEquals(snapshot.def, DOOR);
    assertEquals(presence.map(({ clientId, name }) => [clientId, name]), [[selfId, "Ann"]]);
    assertEquals([ann.status, ann.phase, ann.lastSeq, ann.selfId], ["connected", "live", 0, selfId]);
  });
});

Deno.test("join() rejects when the token is wrong", async () => {
  await withHub(async ({ client }) => {
    const stranger = client({ token: "wrong" });
    const errors: string[] = [];
    stranger.on("error", ({ code }) => errors.push(code));
    const error = await assertRejects(() => stranger.join(), BridgeError);
    assertEquals([error.code, errors], ["unauthorized", ["unauthorized"]]);
    await client({ token: "right" }).join();
  }, "right");
});

Deno.test("showView() rejects when the token is wrong, and says so once", async () => {
  await withHub(async ({ client }) => {
    const stranger = client({ token: "wrong" });
    const errors: string[] = [];
    stranger.on("error", ({ code }) => errors.push(code));
    const error = await assertRejects(() => stranger.showView({ note: "Look" }), BridgeError);
    assertEquals([error.code, errors], ["unauthorized", []]);
  }, "right");
});

Deno.test("a client that was away gets the document when what it missed is too large to be kept", async () => {
  await withHub(async ({ client }) => {
    const [ann, bob] = [client(), client()];
    await Promise.all([ann.join(), bob.join()]);
    ann.disconnect();
    const long = "x".repeat(7 * 1024 * 1024);
    for (const letter of "abc") {
      await bob.commit([{ op: "state.update", name: "Open", patch: { description: letter + long } }]);
    }
    const { snapshot } = await ann.join();
    assertEquals([snapshot.seq, ann.phase], [3, "live"]);
  });
});

Deno.test("join() rejects with the hub's code when the document may not be opened", async () => {
  await withHub(async ({ client }) => {
    const error = await assertRejects(() => client({ docId: "secret.smdf.json" }).join(), BridgeError);
    assertEquals(error.code, "forbidden_path");
  });
});

Deno.test("join() rejects when nobody listens, and when the client leaves", async () => {
  await withHub(async ({ client }) => {
    const gone = client({ url: "http://127.0.0.1:9" });
    assertEquals((await assertRejects(() => gone.join(), BridgeError)).code, "connect_error");
    gone.disconnect();
    const left = client();
    const joining = left.join();
    left.disconnect();
    assertEquals((await assertRejects(() => joining, BridgeError)).code, "disconnected");
  });
});

Deno.test("commit() changes the document for everybody", async () => {
  await withHub(async ({ client }) => {
    const ann = client(), bob = client();
    await Promise.all([ann.join(), bob.join()]);
    const heard = next(bob, "patch");
    const committing = ann.commit([ADD]);
    assertEquals(statesOf(ann.document.view), ["Open", "Shut", "Ajar"], "at once");
    const { seq } = await committing;
    assertEquals(seq, 1);
    assertEquals((await heard).ops, [ADD]);
    assertEquals(bob.document.view, ann.document.view);
    assertEquals([bob.lastSeq, bob.document.unsaved], [1, true]);
  });
});

Deno.test("emitPatch() is answered by ack, and is no patch for its sender", async () => {
  await withHub(async ({ client }) => {
    const ann = client();
    await ann.join();
    let patches = 0;
    ann.on("patch", () => patches++);
    const acked = next(ann, "ack");
    ann.emitPatch([ADD]);
    assertEquals((await acked).seq, 1);
    assertEquals(patches, 0);
  });
});

Deno.test("emitPatch() throws when the operations do not apply", async () => {
  await withHub(async ({ client }) => {
    const ann = client();
    await ann.join();
    assertThrows(() => ann.emitPatch([{ op: "state.remove", name: "Nowhere" }]), PatchError);
    assertEquals(ann.document.pending, 0);
  });
});

Deno.test("emitFull() replaces the document", async () => {
  await withHub(async ({ client }) => {
    const ann = client(), bob = client();
    await Promise.all([ann.join(), bob.join()]);
    const heard = next(bob, "full");
    ann.emitFull({ ...DOOR, events: [] });
    assertEquals((await heard).def, { ...DOOR, events: [] });
  });
});

Deno.test("emitPatch() with an old number is refused when someone has removed what it changes", async () => {
  await withHub(async ({ client }) => {
    const ann = client(), bob = client();
    await Promise.all([ann.join(), bob.join()]);
    await ann.commit([{ op: "state.remove", name: "Open" }]);
    const refused = next(bob, "error");
    bob.emitPatch([NOTE], undefined, 0);
    assertEquals((await refused).code, "stale_base");
  });
});

Deno.test("commit() rejects when someone has removed what it changes", async () => {
  await withHub(async ({ client }) => {
    const ann = client(), bob = client();
    await Promise.all([ann.join(), bob.join()]);
    bob.disconnect();
    const committing = bob.commit([NOTE]);
    await ann.commit([{ op: "state.remove", name: "Open" }]);
    const conflict = next(bob, "conflict");
    bob.join();
    assertEquals((await assertRejects(() => committing, BridgeError)).code, "stale_base");
    assertEquals((await conflict).ops, [NOTE]);
    assertEquals(bob.document.view, ann.document.view);
  });
});

Deno.test("announce() tells of a change that is in the file", async () => {
  await withHub(async ({ client, source }) => {
    const ann = client(), cli = client({ role: "cli" });
    await Promise.all([ann.join(), cli.join()]);
    const { revision: before } = source.file;
    const heard = next(ann, "patch");
    const { revision: after, mtime } = source.write({ ...DOOR, state: { name: "Gate" } }, false);
    const ops: MachineOp[] = [
      { op: "state.remove", name: "Open" },
      { op: "state.remove", name: "Shut" },
      { op: "state.rename", name: "Door", to: "Gate" },
    ];
    const { seq } = await cli.announce(ops, { before, after, mtime });
    assertEquals(seq, 1);
    assertEquals((await heard).ops, ops);
    assertEquals([ann.document.unsaved, ann.document.fileRevision], [false, after]);
  });
});

Deno.test("commit() with savedSeq tells that the document is in the file", async () => {
  await withHub(async ({ client, source }) => {
    const ann = client();
    await ann.join();
    const { seq } = await ann.commit([ADD]);
    assert(ann.document.confirmed);
    const { revision: before } = source.file;
    const { revision, mtime } = source.write(ann.document.confirmed, false);
    const told = next(ann, "file");
    await ann.commit([], { baseRevision: before, revision, savedSeq: seq, mtime });
    assertEquals((await told).unsaved, false);
    assertEquals([ann.document.unsaved, ann.document.fileRevision], [false, revision]);
  });
});

Deno.test("a client hears of what others write to the file", async () => {
  await withHub(async ({ client, source }) => {
    const ann = client();
    await ann.join();
    const heard = next(ann, "patch");
    source.write({ ...DOOR, state: { name: "Gate" } });
    assertEquals((await heard).origin, "file");
    assertEquals(statesOf(ann.document.view), undefined);
  });
});

Deno.test("a client joins again by itself and sends what waited", async () => {
  await withHub(async (scene) => {
    const ann = scene.client(), bob = scene.client();
    await Promise.all([ann.join(), bob.join()]);
    const { port } = scene.hub;
    const away = Promise.all([next(ann, "phase", (phase) => phase === "away"), next(bob, "phase")]);
    await scene.hub.close();
    await away;
    const committing = ann.commit([ADD]);
    assertEquals(ann.document.pending, 1);
    scene.hub = await startBridge({ documents: scene.source, port });
    const { seq } = await committing;
    assertEquals(seq, 1);
    if (bob.lastSeq < 1 || bob.phase !== "live") await next(bob, "change");
    assertEquals(statesOf(bob.document.view), ["Open", "Shut", "Ajar"]);
  });
});

Deno.test("clients make unsaved changes again when the hub has forgotten them", async () => {
  await withHub(async (scene) => {
    const ann = scene.client(), bob = scene.client();
    await Promise.all([ann.join(), bob.join()]);
    await ann.commit([ADD]);
    const { epoch } = ann.document;
    const isNew = (client: BridgeClient) => client.document.epoch !== epoch && client.lastSeq === 1;
    await scene.restart();
    for (const client of [ann, bob]) {
      while (!isNew(client) || client.document.pending > 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      assertEquals(statesOf(client.document.confirmed), ["Open", "Shut", "Ajar"]);
    }
  });
});

Deno.test("commit() rejects with disconnected when the client leaves", async () => {
  await withHub(async ({ client }) => {
    const ann = client();
    const committing = ann.commit([ADD]);
    ann.disconnect();
    assertEquals((await assertRejects(() => committing, BridgeError)).code, "disconnected");
  });
});

Deno.test("commit() rejects with timeout when no hub comes, and takes the change back", async () => {
  await withHub(async ({ client }) => {
    const ann = client();
    const error = await assertRejects(() => ann.commit([ADD], { timeoutMs: 5 }), BridgeError);
    assertEquals(error.code, "timeout");
    assertEquals(ann.document.pending, 0);
  });
});

Deno.test("updatePresence() tells the others", async () => {
  await withHub(async ({ client }) => {
    const ann = client(), bob = client();
    await ann.join();
    await bob.join();
    const selections = () => ann.presence.map(({ selection }) => selection);
    const heard = next(ann, "presence", () => selections().includes("Open"));
    bob.updatePresence({ selection: "Open" });
    await heard;
  });
});

Deno.test("showView() reaches the canvases of the document, and needs no join", async () => {
  await withHub(async ({ client }) => {
    const ann = client(), guide = client();
    await ann.join();
    const shown = next(ann, "view");
    await guide.showView({ focus: "state:Open", note: "Look.", origin: "a guide" });
    assertEquals((await shown).note, "Look.");
  });
});

Deno.test("a handler may change the document while it is told of a change", async () => {
  await withHub(async ({ client }) => {
    const ann = client(), bob = client();
    await Promise.all([ann.join(), bob.join()]);
    bob.on("patch", () => bob.emitPatch([NOTE]));
    const heard = next(ann, "patch");
    ann.emitPatch([ADD]);
    assertEquals((await heard).ops, [NOTE]);
  });
});
