/**
 * Sessions at a real hub, on real files.
 *
 * @module
 */
import { documentSource, editDocument } from "@loom/bridge/document";
import {
  type BridgeSession,
  createBridgeSession,
  type SaveWrite,
  type SessionOptions,
  type SessionStatus,
} from "@loom/designer/session";
import { BridgeError } from "@loom/hub/client";
import {
  diffDefinition,
  type FullEnvelope,
  type JsonObject,
  type MachineOp,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { DOOR, startAgain, withHub } from "./hub/run_hub.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "./board_kind.ts";
import { until } from "./hub/watch_session.ts";

const addState = (name: string): MachineOp => ({ op: "state.add", parent: null, state: { name } });
const describe = (name: string, description: string): MachineOp => ({
  op: "state.update",
  name,
  patch: { description },
});

interface Studio {
  readonly docId: string;
  session(options?: Partial<SessionOptions>): BridgeSession;
  /** Writes the file as the designer does: what differs, under the lock. */
  readonly write: SaveWrite;
  stopHub(): Promise<void>;
}

async function inStudio(
  run: (studio: Studio) => Promise<void>,
  { name, content }: { readonly name: string; readonly content: object } = {
    name: "door.smdf.json",
    content: DOOR,
  },
): Promise<void> {
  const kinds = withBoard(LOOM_KINDS);
  await withHub(async ({ hub, write }) => {
    const docId = await write(name, content);
    const sessions: BridgeSession[] = [];
    try {
      await run({
        docId,
        session(options) {
          const made = createBridgeSession({ url: hub.url, role: "web", docId, kinds, ...options });
          sessions.push(made);
          return made;
        },
        write: async (def, baseRevision, savedChanges) => {
          const written = await editDocument(
            docId,
            () => def,
            { kinds, savedChanges, ...(baseRevision === null ? {} : { expectedRevision: baseRevision }) },
          );
          return { revision: written.after, mtime: written.mtime };
        },
        stopHub: () => hub.close(),
      });
    } finally {
      await Promise.all(sessions.map((session) => session.close()));
    }
  }, { kinds });
}

const synced = (session: BridgeSession) => until(session, ({ status }) => status === "synced");

function statesOf(session: BridgeSession): readonly State[] | undefined {
  const def = session.getSnapshot().def as StateMachineDefinition | null;
  return def?.state.states;
}

function stateNames(session: BridgeSession): string[] | undefined {
  return statesOf(session)?.map(({ name }) => name);
}

function stateOf(session: BridgeSession, name: string) {
  return statesOf(session)?.find((state) => state.name === name);
}

/** Two sessions that have the same document. */
async function pair(studio: Studio): Promise<[BridgeSession, BridgeSession]> {
  const [ann, bob] = [studio.session({ name: "Ann" }), studio.session({ name: "Bob" })];
  await Promise.all([ann.connect(), bob.connect()]);
  return [ann, bob];
}

/** Waits until both have the same, and nothing is on its way. */
async function together(ann: BridgeSession, bob: BridgeSession): Promise<void> {
  const isSame = () => ann.getSnapshot().seq === bob.getSnapshot().seq;
  for (const session of [ann, bob, ann, bob]) {
    await until(session, ({ pending }) => pending === 0);
    await until(session, ({ seq }) => isSame() || seq > (session === ann ? bob : ann).getSnapshot().seq);
  }
  assertEquals(ann.getSnapshot().def, bob.getSnapshot().def);
}

Deno.test("connect() passes the document on before anybody sees it", async () => {
  await inStudio(async ({ session }) => {
    const heard: string[] = [];
    const envelopes: FullEnvelope[] = [];
    const ann = session({
      onFull: (envelope) => {
        heard.push("onFull");
        envelopes.push(envelope);
      },
    });
    ann.subscribe(() => ann.getSnapshot().def && heard.push("seen"));
    assertEquals(ann.getSnapshot().status, "offline");
    await ann.connect();
    assertEquals(heard[0], "onFull");
    assertEquals(envelopes.map(({ origin, seq, def }) => [origin, seq, def]), [["join", 0, DOOR]]);
    assert((envelopes[0]?.mtime ?? 0) > 0);
    assertEquals(ann.getSnapshot().status, "synced");
  });
});

Deno.test("a session goes through the statuses of its machine", async () => {
  await inStudio(async ({ session, stopHub }) => {
    const ann = session();
    const statuses: SessionStatus[] = [];
    ann.subscribe(() => {
      const { status } = ann.getSnapshot();
      if (statuses.at(-1) !== status) statuses.push(status);
    });
    await ann.connect();
    ann.emitPatch([addState("Ajar")]);
    await synced(ann);
    await Promise.all([until(ann, ({ status }) => status === "offline"), stopHub()]);
    assertEquals(statuses.slice(0, 6), ["offline", "joining", "synced", "pending", "synced", "offline"]);
  });
});

Deno.test("connect() settles when nobody listens, and the status tells", async () => {
  await inStudio(async ({ session }) => {
    const ann = session({ url: "http://127.0.0.1:9" });
    await ann.connect();
    const { status, notice } = ann.getSnapshot();
    assertEquals(status, "error");
    assert(notice?.includes("http://127.0.0.1:9"));
  });
});

Deno.test("emitPatch() changes the document at once, and reaches the others", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await pair(studio);
    const before = ann.getSnapshot();
    ann.emitPatch([addState("Ajar")]);
    assertEquals(stateNames(ann), ["Open", "Closed", "Ajar"]);
    assertEquals(before.def as unknown, DOOR, "a snapshot does not change");
    assertEquals([ann.getSnapshot().status, ann.getSnapshot().dirty], ["pending", true]);
    await until(bob, () => stateNames(bob)?.includes("Ajar") ?? false);
    await synced(ann);
  });
});

Deno.test("enter() and exit() mark states for everybody and leave the document alone", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await pair(studio);
    const { def } = bob.getSnapshot();
    ann.enter("Open", "Closed", "push");
    assertEquals(ann.getSnapshot().activeStates, ["Open"]);
    await until(bob, ({ activeStates }) => activeStates.includes("Open"));
    assertStrictEquals(bob.getSnapshot().def, def);
    assertEquals([bob.getSnapshot().dirty, ann.getSnapshot().canUndo], [false, false]);
    ann.exit("Open");
    await until(bob, ({ activeStates }) => activeStates.length === 0);
  });
});

Deno.test("enter() and exit() leave nothing to save, on their way too", async () => {
  await inStudio(async ({ session, stopHub }) => {
    const ann = session();
    await ann.connect();
    ann.enter("Open");
    assertEquals([ann.getSnapshot().pending, ann.getSnapshot().dirty], [1, false]);
    await Promise.all([until(ann, ({ status }) => status === "offline"), stopHub()]);
    ann.exit("Open");
    assertEquals(ann.getSnapshot().dirty, false);
    ann.emitPatch([addState("Ajar")]);
    assertEquals(ann.getSnapshot().dirty, true);
  });
});

Deno.test("undo() takes back one's own change and leaves what others did", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await pair(studio);
    ann.emitPatch([addState("Mine")]);
    await together(ann, bob);
    bob.emitPatch([{ op: "state.add", parent: null, index: 0, state: { name: "theirs.smdf.json" } }]);
    bob.emitPatch([describe("Open", "wide")]);
    await together(ann, bob);
    assert(ann.undo());
    assertEquals(stateNames(ann), ["theirs.smdf.json", "Open", "Closed"]);
    assert(ann.redo());
    assertEquals(stateNames(ann), ["theirs.smdf.json", "Open", "Closed", "Mine"]);
    await together(ann, bob);
  });
});

Deno.test("undo() and redo() go through all changes and come back to the same", async () => {
  await inStudio(async ({ session }) => {
    const ann = session();
    await ann.connect();
    ann.emitPatch([describe("Open", "wide")]);
    ann.emitPatch([{ op: "state.remove", name: "Open" }]);
    ann.emitPatch([addState("Ajar"), { op: "state.rename", name: "Ajar", to: "Gap" }]);
    const { def } = ann.getSnapshot();
    while (ann.undo());
    assertEquals(ann.getSnapshot().def, DOOR as unknown as StateMachineDefinition);
    assertEquals([ann.getSnapshot().canUndo, ann.getSnapshot().canRedo], [false, true]);
    while (ann.redo());
    assertEquals(ann.getSnapshot().def, def);
  });
});

Deno.test("undo() drops a step whose ground someone else has taken, with a notice", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await pair(studio);
    ann.emitPatch([describe("Closed", "shut")]);
    ann.emitPatch([describe("Open", "wide")]);
    await together(ann, bob);
    bob.emitPatch([{ op: "state.remove", name: "Open" }]);
    await together(ann, bob);
    assert(!ann.undo());
    assert(ann.getSnapshot().notice?.includes("removed meanwhile"));
    assert(ann.undo(), "the step before it still can");
    assertEquals(stateOf(ann, "Closed")?.description, undefined);
  });
});

/** Someone makes a change that is not saved, and is gone; then the hub is another one, which knows the file alone. */
async function afterAnother(
  op: MachineOp,
  file: object,
  test: (session: BridgeSession) => Promise<void>,
): Promise<void> {
  await withHub(async ({ hub, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    const make = () => createBridgeSession({ url: hub.url, role: "web", docId });
    const [ann, bob] = [make(), make()];
    await Promise.all([ann.connect(), bob.connect()]);
    bob.emitPatch([op]);
    await until(ann, ({ seq }) => seq === 1);
    await bob.close();
    await hub.close();
    await write("door.smdf.json", file);
    const again = await startAgain({ documents: documentSource(), port: hub.port });
    try {
      await until(ann, ({ seq, pending }) => seq === 0 && pending === 1);
      await test(ann);
    } finally {
      await ann.close();
      await again.close();
    }
  });
}

Deno.test("a session is synced when it has made again what someone else had not saved", () =>
  afterAnother(addState("theirs.smdf.json"), DOOR, async (ann) => {
    await until(ann, ({ seq, pending }) => seq === 1 && pending === 0);
    assertEquals([ann.getSnapshot().status, stateNames(ann)], ["synced", [
      "Open",
      "Closed",
      "theirs.smdf.json",
    ]]);
  }));

Deno.test("a session is synced when it gives up what someone else had not saved", () => {
  const note: MachineOp = { op: "state.update", name: "Closed", patch: { description: "theirs" } };
  const file = { ...DOOR, state: { ...DOOR.state, states: [{ name: "Open" }] } };
  return afterAnother(note, file, async (ann) => {
    await until(ann, ({ pending }) => pending === 0);
    assertEquals([ann.getSnapshot().status, stateNames(ann)], ["synced", ["Open"]]);
  });
});

Deno.test("emitPatch() throws on operations that do not apply, and changes nothing", async () => {
  await inStudio(async ({ session }) => {
    const ann = session();
    await ann.connect();
    assertThrows(() => ann.emitPatch([{ op: "state.remove", name: "Nowhere" }]));
    assertEquals([ann.getSnapshot().canUndo, ann.getSnapshot().status], [false, "synced"]);
  });
});

Deno.test("save() writes what the hub has, and everybody is clean", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await pair(studio);
    bob.emitPatch([addState("theirs.smdf.json")]);
    ann.emitPatch([addState("Mine")]);
    const { revision } = await ann.save(studio.write);
    await until(ann, ({ dirty }) => !dirty);
    assertEquals(ann.getSnapshot().fileRevision, revision);
    await until(bob, ({ pending }) => pending === 0);
    if (bob.getSnapshot().dirty) await bob.save(studio.write);
    assertEquals(
      JSON.parse(await Deno.readTextFile(studio.docId)),
      bob.getSnapshot().def as unknown as JsonObject,
    );
  });
});

Deno.test("save() takes along what someone wrote to the file in between", async () => {
  await inStudio(async ({ session, write, docId }) => {
    const ann = session();
    await ann.connect();
    ann.emitPatch([addState("Mine")]);
    let isFirst = true;
    await ann.save(async (def, revision, savedChanges) => {
      if (isFirst) {
        await editDocument(docId, (door) => ({ ...door, settings: { name: "Gate" } }));
        isFirst = false;
      }
      return await write(def, revision, savedChanges);
    });
    const { settings, state } = JSON.parse(await Deno.readTextFile(docId));
    assertEquals([settings.name, state.states.length], ["Gate", 3]);
  });
});

Deno.test("a session is being saved until the last of several saves is done", async () => {
  await inStudio(async ({ session, write }) => {
    const ann = session();
    await ann.connect();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = ann.save(async (...written) => {
      await promise;
      return await write(...written);
    });
    await ann.save(write);
    assertEquals(ann.getSnapshot().saving, true);
    resolve();
    await slow;
    assertEquals(ann.getSnapshot().saving, false);
  });
});

Deno.test("save() says that the hub is away, and keeps the changes", async () => {
  await inStudio(async ({ session, write, stopHub }) => {
    const ann = session();
    await ann.connect();
    await Promise.all([until(ann, ({ status }) => status === "offline"), stopHub()]);
    ann.emitPatch([addState("Mine")]);
    assertEquals((await assertRejects(() => ann.save(write), BridgeError)).code, "disconnected");
    assertEquals(stateNames(ann), ["Open", "Closed", "Mine"]);
  });
});

Deno.test("save() says that the file has the document when the hub goes away meanwhile", async () => {
  await inStudio(async ({ session, write, docId, stopHub }) => {
    const ann = session({ commitTimeoutMs: 300 });
    await ann.connect();
    ann.emitPatch([addState("Mine")]);
    const saving = ann.save(async (def, revision, savedChanges) => {
      const saved = await write(def, revision, savedChanges);
      await stopHub();
      return saved;
    });
    const { code, message } = await assertRejects(() => saving, BridgeError);
    assertEquals(code, "timeout");
    assert(message.startsWith("The document is saved, but the others were not told: "), message);
    assertEquals(JSON.parse(await Deno.readTextFile(docId)).state.states.length, 3);
  });
});

/** A document that has no operations at the hub. */
const SHOP = {
  name: "shop.board.json",
  content: { settings: { name: "Shop" }, cards: [{ name: "Customer" }] },
};

function withCard(name: string): JsonObject {
  const { cards, ...rest } = SHOP.content;
  return { ...rest, cards: [...cards, { name }] };
}

const plain = (session: BridgeSession) => session.getSnapshot().def as unknown as JsonObject;

Deno.test("undo() and redo() go through the changes of a document that travels whole", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await pair(studio);
    ann.emitFull(withCard("Courier"));
    await together(ann, bob);
    assert(ann.undo());
    await together(ann, bob);
    assertEquals([plain(bob), ann.getSnapshot().status], [SHOP.content, "synced"]);
    assert(ann.redo());
    await together(ann, bob);
    assertEquals([plain(bob), ann.getSnapshot().status], [withCard("Courier"), "synced"]);
  }, SHOP);
});

Deno.test("keepMine() makes a document that travels whole again", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await pair(studio);
    ann.disconnect();
    bob.emitFull(withCard("Theirs"));
    await synced(bob);
    ann.emitFull(withCard("Mine"));
    await ann.connect();
    await until(ann, ({ status, pending }) => status === "remote-changed" && pending === 0);
    ann.keepMine();
    await synced(ann);
    await together(ann, bob);
    assertEquals(plain(bob), withCard("Mine"));
  }, SHOP);
});

/** Ann describes the state that Bob removes, without either knowing of the other. */
async function clash(studio: Studio): Promise<[BridgeSession, BridgeSession]> {
  const [ann, bob] = await pair(studio);
  // While Ann is away she does not hear of it.
  ann.disconnect();
  bob.emitPatch([{ op: "state.remove", name: "Open" }]);
  await synced(bob);
  ann.emitPatch([describe("Open", "wide")]);
  ann.emitPatch([addState("Mine")]);
  await ann.connect();
  await until(ann, ({ status, pending }) => status === "remote-changed" && pending === 0);
  return [ann, bob];
}

Deno.test("a session asks when someone has changed the same thing", async () => {
  await inStudio(async (studio) => {
    const [ann] = await clash(studio);
    const { remoteChange } = ann.getSnapshot();
    assert(remoteChange?.reason.includes("Open"));
    const difference = ann.difference();
    assertEquals(stateNames(ann), ["Closed", "Mine"]);
    assertEquals(difference?.theirs as unknown, ann.getSnapshot().def as unknown);
    const mine = difference?.mine as unknown as StateMachineDefinition;
    assertEquals(mine.state.states, [{ name: "Open", description: "wide" }, { name: "Closed" }, {
      name: "Mine",
    }]);
    assertEquals(
      difference?.ops,
      diffDefinition(difference?.theirs as unknown as StateMachineDefinition, mine),
    );
  });
});

Deno.test("takeTheirs() leaves the document as it is", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await clash(studio);
    ann.takeTheirs();
    assertEquals([ann.getSnapshot().status, ann.getSnapshot().remoteChange], ["synced", null]);
    await together(ann, bob);
    assertEquals(stateNames(bob), ["Closed", "Mine"]);
  });
});

Deno.test("keepMine() makes the change again, and leaves what else others did", async () => {
  await inStudio(async (studio) => {
    const [ann, bob] = await clash(studio);
    bob.emitPatch([describe("Closed", "shut")]);
    await together(ann, bob);
    ann.keepMine();
    await together(ann, bob);
    assertEquals(ann.getSnapshot().status, "synced");
    assertEquals(stateNames(bob), ["Open", "Closed", "Mine"]);
    assertEquals([stateOf(bob, "Open")?.description, stateOf(bob, "Closed")?.description], ["wide", "shut"]);
    assert(ann.undo(), "and it can be undone");
    assertEquals(stateNames(ann), ["Closed", "Mine"]);
  });
});
