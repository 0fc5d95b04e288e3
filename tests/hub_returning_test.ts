/**
 * What a client keeps, and what it tells, when connections break, hubs are started again and files change meanwhile; with a real hub and
 * real files.
 *
 * @module
 */
import { documentSource, editDocument } from "@loom/bridge/document";
import type { Bridge } from "@loom/hub";
import {
  type BridgeClient,
  type BridgeClientOptions,
  BridgeError,
  createBridgeClient,
} from "@loom/hub/client";
import type { JsonObject, MachineOp } from "@loom/protocol";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type FlakyLink, openLink } from "./hub_convergence/flaky_link.ts";
import { startAgain } from "./hub/run_hub.ts";

const DOOR = {
  settings: { name: "Door" },
  events: [],
  state: { name: "Root", states: [{ name: "Open" }, { name: "Closed", states: [{ name: "Locked" }] }] },
};
const WITHOUT_CLOSED = { ...DOOR, state: { name: "Root", states: [{ name: "Open" }] } };
const ON_LOCKED: MachineOp = { op: "state.update", name: "Locked", patch: { description: "mine" } };

interface Scene {
  readonly path: string;
  client(options?: Partial<BridgeClientOptions>): BridgeClient;
  /** A client whose connection can be cut. */
  linked(): { readonly client: BridgeClient; readonly link: FlakyLink };
  write(def: object): Promise<void>;
  /** Stops the hub, does something, and starts another one in its place. */
  without(work: () => Promise<void>): Promise<void>;
}

async function withDoor(run: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const path = `${folder}/door.smdf.json`;
  const write = (def: object) => Deno.writeTextFile(path, `${JSON.stringify(def, null, 2)}\n`);
  await write(DOOR);
  const start = (port: number): Promise<Bridge> => startAgain({ documents: documentSource(), port });
  let hub = await start(0);
  const closing: (() => Promise<void>)[] = [];
  const scene: Scene = {
    path,
    write,
    client(options) {
      const socket = { reconnectionDelay: 20, reconnectionDelayMax: 40 };
      const client = createBridgeClient({ url: hub.url, role: "web", docId: path, socket, ...options });
      closing.push(() => client.close());
      return client;
    },
    linked() {
      const link = openLink(() => hub.port, () => 1, () => {});
      closing.unshift(() => link.close());
      return { client: scene.client({ url: link.url }), link };
    },
    async without(work) {
      const { port } = hub;
      await hub.close();
      await work();
      hub = await start(port);
    },
  };
  try {
    await run(scene);
  } finally {
    for (const close of closing.toReversed()) await close();
    await hub.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Waits until something is so; fails with a name when it does not come. */
async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 6_000; !isSo();) {
    assert(performance.now() < end, `In vain was waited for: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function statesIn(def: JsonObject | null): string[] {
  const { states = [] } = (def?.["state"] ?? {}) as { states?: { name: string }[] };
  return states.map(({ name }) => name);
}

function addState(name: string): MachineOp {
  return { op: "state.add", parent: null, state: { name } };
}

/** The codes of the errors that a client tells of from now on. */
function errorsOf(client: BridgeClient): string[] {
  const codes: string[] = [];
  client.on("error", ({ code }) => codes.push(code));
  return codes;
}

Deno.test("a save that a hub hears of after it was started again takes nothing of what was made since", () =>
  withDoor(async ({ client, path, without }) => {
    // Ann calls less often than Bob, who is back first.
    const ann = client({
      socket: { reconnectionDelay: 1_500, reconnectionDelayMax: 1_500, randomizationFactor: 0 },
    });
    const bob = client();
    await ann.join();
    await bob.join();
    await ann.commit([addState("A")]);
    const { confirmed, fileRevision, seq, unsavedIds } = ann.document;
    assert(confirmed !== null && fileRevision !== null);
    const saves: Promise<unknown>[] = [];
    await without(async () => {
      const { after, mtime } = await editDocument(path, () => confirmed, {
        expectedRevision: fileRevision,
        savedChanges: unsavedIds,
      });
      const told = { revision: after, baseRevision: fileRevision, savedSeq: seq, mtime };
      saves.push(ann.commit([], told));
    });
    await until("Bob is back", () => bob.phase === "live");
    assertEquals((await bob.commit([addState("B")])).seq, seq);
    await Promise.all(saves);
    await ann.commit([addState("C")]);
    assertEquals(statesIn(ann.document.view), ["Open", "Closed", "A", "B", "C"]);
  }));

Deno.test("a client comes back to a document that could not be read when the hub was started again", () =>
  withDoor(async ({ client, path, write, without }) => {
    const ann = client();
    await ann.join();
    const codes = errorsOf(ann);
    await without(() => Deno.writeTextFile(path, "{"));
    await until("the hub refuses", () => codes.includes("read_failed"));
    await write(DOOR);
    await until("Ann is back", () => ann.phase === "live");
    assertEquals(codes.filter((code) => code === "read_failed").length <= 2, true, codes.join());
  }));

Deno.test("who loses unsaved changes to the file is told once, with a new connection too", () =>
  withDoor(async ({ linked, write }) => {
    for (const isCut of [false, true]) {
      await write(DOOR);
      const { client: ann, link } = linked();
      await ann.join();
      await until("the file is there", () => statesIn(ann.document.view).includes("Closed"));
      await ann.commit([ON_LOCKED]);
      const before = ann.selfId;
      if (isCut) {
        link.cut();
        await until("Ann is back", () => ann.selfId !== before && ann.phase === "live");
      }
      const codes = errorsOf(ann);
      await write(WITHOUT_CLOSED);
      await until("Ann is told", () => codes.length > 0);
      await ann.commit([addState(`Last${isCut}`)]);
      assertEquals([codes, ann.document.unsaved], [["stale_base"], true]);
      await ann.close();
    }
  }));

Deno.test("who loses unsaved changes to the file while there is no hub is told", () =>
  withDoor(async ({ client, write, without }) => {
    const ann = client();
    await ann.join();
    await ann.commit([ON_LOCKED]);
    const codes = errorsOf(ann);
    const lost: unknown[] = [];
    ann.on("conflict", ({ ops }) => lost.push(ops));
    await without(() => write(WITHOUT_CLOSED));
    await until("Ann is told", () => lost.length > 0);
    assertEquals(lost, [[ON_LOCKED]]);
    await until("nothing waits", () => ann.document.pending === 0);
    assertEquals(codes.filter((code) => code === "stale_base").length, 1);
    assertEquals(statesIn(ann.document.view), ["Open"]);
  }));

Deno.test("emitFull() of a file's document tells when it is refused", () =>
  withDoor(async ({ client }) => {
    const ann = client();
    await ann.join();
    const codes = errorsOf(ann);
    ann.emitFull({ settings: {}, entities: [], relationships: [] }, 1);
    await until("Ann is told", () => codes.length > 0);
    assertEquals(codes, ["bad_request"]);
  }));

Deno.test("a connection that the hub refuses is told in the hub's words", () =>
  withDoor(async ({ client }) => {
    const extraHeaders = { origin: "https://elsewhere.example" };
    const foreign = client({ socket: { transports: ["websocket"], extraHeaders } });
    const error = await assertRejects(() => foreign.join(), BridgeError);
    assertEquals([error.code, error.message.includes("Is it running?")], ["forbidden_origin", false]);
  }));

Deno.test("what someone has selected is there for the others after a new connection", () =>
  withDoor(async ({ client, linked }) => {
    const { client: ann, link } = linked();
    const bob = client();
    await ann.join();
    await bob.join();
    ann.updatePresence({ selection: ["state:Open"] });
    const seen = () => bob.presence.find(({ clientId }) => clientId === ann.selfId)?.selection;
    await until("Bob sees it", () => seen() !== undefined);
    const before = ann.selfId;
    link.cut();
    await until("Ann is back", () => ann.selfId !== before && ann.phase === "live");
    await until("Bob sees it again", () => seen() !== undefined);
    assertEquals(seen(), ["state:Open"]);
  }));
