/**
 * What a session says of a file that cannot be read, and when its notices go away.
 *
 * @module
 */
import { documentSource, editDocument } from "@loom/bridge/document";
import { type BridgeSession, createBridgeSession, type SaveWrite } from "@loom/designer/session";
import type { MachineOp } from "@loom/protocol";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { DOOR, startAgain, withHub, type Workshop } from "./hub/run_hub.ts";
import { until } from "./hub/watch_session.ts";

const ERD = { name: "Shop", entities: [{ name: "Order", attributes: [] }], relationships: [] };
const addState = (name: string): MachineOp => ({ op: "state.add", parent: null, state: { name } });

type Fits = (snapshot: ReturnType<BridgeSession["getSnapshot"]>) => boolean;

/** A session of a document at a hub. */
async function joined(
  { hub, write }: Workshop,
  run: (session: BridgeSession, docId: string, save: SaveWrite) => Promise<void>,
  name = "door.smdf.json",
): Promise<void> {
  const docId = await write(name, DOOR);
  const session = createBridgeSession({ url: hub.url, role: "web", docId });
  try {
    await session.connect();
    await until(session, ({ status }) => status === "synced");
    await run(session, docId, async (def, baseRevision, savedChanges) => {
      const revision = baseRevision === null ? {} : { expectedRevision: baseRevision };
      const { after, mtime } = await editDocument(docId, () => def, { savedChanges, ...revision });
      return { revision: after, mtime };
    });
  } finally {
    await session.close();
  }
}

const BREAKS: readonly (readonly [name: string, breakIt: (path: string) => Promise<void>, says: string])[] = [
  ["is broken", (path) => Deno.writeTextFile(path, '{ "state": '), "breaks off at line 1"],
  ["is emptied", (path) => Deno.writeTextFile(path, ""), "is empty"],
  ["is of another kind", (path) => Deno.writeTextFile(path, JSON.stringify(ERD)), "is named as"],
  ["is a folder", async (path) => {
    await Deno.remove(path);
    await Deno.mkdir(path);
  }, "is a folder"],
];

for (const [name, breakIt, says] of BREAKS) {
  Deno.test(`a session whose file ${name} says so, keeps the document and is dirty until the file can be read`, () =>
    withHub((workshop) =>
      joined(workshop, async (session, docId, save) => {
        await breakIt(docId);
        await until(session, ({ fileProblem }) => fileProblem !== null);
        const { notice, dirty, def } = session.getSnapshot();
        assertEquals([dirty, def], [true, DOOR]);
        assert(notice?.includes(says), notice ?? "");
        session.emitPatch([addState("Kept")]);
        await until(session, ({ pending }) => pending === 0);
        await assertRejects(() => session.save(save), Error, says);
        await using late = await lateComer(workshop, docId);
        assert(late.session.getSnapshot().notice?.includes(says));
        await Deno.remove(docId, { recursive: true });
        await Deno.writeTextFile(docId, JSON.stringify(DOOR));
        await until(session, ({ notice, fileProblem }) => notice === null && fileProblem === null);
        assertEquals(session.getSnapshot().dirty, true);
        await session.save(save);
        await until(session, ({ dirty }) => !dirty);
        assertEquals(JSON.parse(await Deno.readTextFile(docId)), session.getSnapshot().def);
      })
    ));
}

Deno.test("a session whose saved changes an editor rolls back with an old buffer is told, and puts them back", () =>
  withHub((workshop) =>
    joined(workshop, async (session, docId, save) => {
      const old = await Deno.readTextFile(docId);
      session.emitPatch([addState("Locked")]);
      session.emitPatch([addState("Barred")]);
      await until(session, ({ pending }) => pending === 0);
      await session.save(save);
      await until(session, ({ dirty }) => !dirty);
      await Deno.writeTextFile(docId, old.replace('"Door"', '"Gate"'));
      await until(session, ({ lostValues }) => lostValues.length === 1);
      const { lostValues: [lost], notice, def } = session.getSnapshot();
      assertEquals(lost?.rolledBack, ["+ state Locked under Root", "+ state Barred under Root"]);
      assert(notice?.startsWith("A program wrote an older content into the file"), notice ?? "");
      assertEquals(JSON.stringify(def).includes("Locked"), false);
      assert(lost && session.putBack(lost.id));
      await until(session, ({ pending, lostValues }) => pending === 0 && lostValues.length === 0);
      await session.save(save);
      const text = await Deno.readTextFile(docId);
      assertEquals(["Locked", "Barred", '"Gate"'].map((word) => text.includes(word)), [true, true, true]);
    })
  ));

async function lateComer({ hub }: Workshop, docId: string) {
  const session = createBridgeSession({ url: hub.url, role: "web", docId });
  await session.connect();
  await until(session, ({ def }) => def !== null);
  return { session, [Symbol.asyncDispose]: () => session.close() };
}

Deno.test("a plain .json that turns into another kind is no new content of the document", () =>
  withHub((workshop) =>
    joined(workshop, async (session, docId) => {
      await Deno.writeTextFile(docId, JSON.stringify(ERD));
      await until(session, ({ notice }) => notice !== null);
      assertEquals([session.getSnapshot().def, session.getSnapshot().dirty], [DOOR, true]);
      assert(session.getSnapshot().notice?.includes("is open here"), session.getSnapshot().notice ?? "");
      await Deno.writeTextFile(docId, JSON.stringify(DOOR));
      await until(session, ({ notice, dirty }) => notice === null && !dirty);
    }, "door.json")
  ));

Deno.test("dirty is false again after undoing to the file's content", () =>
  withHub((workshop) =>
    joined(workshop, async (session) => {
      session.emitPatch([addState("Added")]);
      await until(session, ({ dirty, pending }) => dirty && pending === 0);
      session.undo();
      await until(session, ({ dirty, pending }) => !dirty && pending === 0);
      session.redo();
      await until(session, ({ dirty, pending }) => dirty && pending === 0);
      session.emitFull({ ...DOOR });
      await until(session, ({ dirty, pending }) => !dirty && pending === 0);
    })
  ));

Deno.test("a notice goes when its cause has gone: the hub is there, the document is saved", () =>
  withHub(async ({ write }) => {
    const docId = await write("door.smdf.json", DOOR);
    const port = freePort();
    const session = createBridgeSession({ url: `http://127.0.0.1:${port}`, role: "web", docId });
    await session.connect();
    const { status, notice } = session.getSnapshot();
    assertEquals(status, "error");
    assertEquals(
      notice,
      `Cannot reach the hub at http://127.0.0.1:${port}: nothing answers there. Is it running?`,
    );
    const hub = await startAgain({ documents: documentSource(), port });
    try {
      await session.connect();
      await until(session, ({ status, notice }) => status === "synced" && notice === null);
      session.emitPatch([addState("Added")]);
      await assertRejects(() => session.save(() => Promise.reject(new Error("The disk is full."))));
      assertEquals(session.getSnapshot().notice, "The disk is full.");
      session.undo();
      await until(session, ({ dirty, notice }) => !dirty && notice === null);
    } finally {
      await session.close();
      await hub.close();
    }
  }));

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}
