import { DocumentError, watchDocument } from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import type { BridgeDocument } from "@loom/hub/client";
import type { JsonObject, PatchEnvelope, StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertRejects } from "@std/assert";
import { HubError } from "../live/hub_error.ts";
import type { HubListener } from "../live/hub_link.ts";
import { loadMachine } from "../load_document.ts";
import { makeContext } from "../context.ts";
import { memoryIo } from "../testing/memory_io.ts";
import { DOOR, TempFolder } from "../testing/loom.ts";
import { follow, type Following } from "./follow.ts";
import type { LiveEvent } from "./live_event.ts";

const AT = new Date("2026-01-02T03:04:05.000Z");
const CONTEXT = makeContext(
  memoryIo(),
  { doc: undefined, json: false, quiet: false, color: "auto" },
  LOOM_KINDS,
);
const NO_HUB = new HubError("no_hub", "Nothing answers.");
const ANN = { clientId: "ann", role: "agent", name: "Ann", joinedAt: AT.toISOString() } as const;
const SELF = { clientId: "me", role: "cli", joinedAt: AT.toISOString() } as const;

/** Another machine. */
const GATE = { ...DOOR, state: { name: "Gate" } };

function asJson(def: StateMachineDefinition): JsonObject {
  return def as unknown as JsonObject;
}

function documentOf(def: StateMachineDefinition): BridgeDocument {
  const confirmed = asJson(def);
  return {
    docId: "/d",
    view: confirmed,
    confirmed,
    seq: 3,
    epoch: "e",
    active: ["Closed"],
    fileRevision: "r3",
    fileTime: 1,
    fileProblem: null,
    unsaved: false,
    unsavedIds: [],
    pending: 0,
  };
}

function patch(ops: PatchEnvelope["ops"], seq = 4): PatchEnvelope {
  return { docId: "/d", seq, epoch: "e", ops, origin: "ann" };
}

/** A document that is followed, with a hub that does what the test says. */
class Scene implements AsyncDisposable {
  readonly folder: TempFolder;
  readonly doc: string;
  readonly events: LiveEvent[] = [];
  readonly stop = new AbortController();
  listener: HubListener = {};
  /** What the hub has. */
  document = documentOf(DOOR);
  #following: Following | undefined;
  #waiting: (() => void) | undefined;
  #onRead: ((read: Promise<unknown>) => void) | undefined;

  constructor(folder: TempFolder, doc: string) {
    this.folder = folder;
    this.doc = doc;
  }

  static async make(content: object | null = DOOR): Promise<Scene> {
    const folder = await TempFolder.make();
    const doc = folder.at("door.smdf.json");
    if (content !== null) await folder.write("door.smdf.json", content);
    return new Scene(folder, doc);
  }

  /** The hub is there. */
  readonly joins = (): Promise<void> => {
    this.listener.onJoined?.({ selfId: "me", document: this.document });
    this.listener.onPresence?.([SELF, ANN]);
    return Promise.resolve();
  };

  async start(join: () => Promise<void>, requireLive = false): Promise<Following | undefined> {
    this.#following = await follow({
      doc: this.doc,
      url: "http://hub",
      open: (listener) => {
        this.listener = listener;
        const current = () => this.document;
        return {
          url: "http://hub",
          get document() {
            return current();
          },
          connect: () => Promise.resolve(),
          join: () => join().then(() => [ANN]),
          announce: () => Promise.resolve(),
          show: () => Promise.resolve(0),
          close: () => Promise.resolve(),
        };
      },
      read: () => {
        const read = loadMachine(CONTEXT, this.doc);
        this.#onRead?.(read);
        return read;
      },
      tell: (event) => {
        this.events.push(event);
        this.#waiting?.();
      },
      now: () => AT,
      requireLive,
      signal: this.stop.signal,
    });
    return this.#following;
  }

  /** Settles when the file was read once more. */
  nextRead(): Promise<unknown> {
    return new Promise((resolve) => this.#onRead = resolve);
  }

  /** Waits for an event of a type that came after so many others. */
  async next(type: LiveEvent["type"], after: number): Promise<LiveEvent> {
    for (;;) {
      const found = this.events.slice(after).find((event) => event.type === type);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting = resolve);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#following?.close();
    await this.folder[Symbol.asyncDispose]();
  }
}

const noHub = () => Promise.reject(NO_HUB);
const types = ({ events }: Scene) => events.map(({ type }) => type);

Deno.test("follow() tells who is there and the document when there is a hub", async () => {
  await using scene = await Scene.make();
  const following = await scene.start(scene.joins);
  assertEquals(following?.reason, undefined);
  assertEquals(types(scene), ["status", "status", "document", "presence"]);
  assertEquals(scene.events[3], { at: AT.toISOString(), type: "presence", presence: [ANN] });
  const { doc } = scene;
  assertEquals(scene.events[2], {
    at: AT.toISOString(),
    type: "document",
    doc,
    from: "hub",
    active: ["Closed"],
    definition: DOOR,
    seq: 3,
    epoch: "e",
    revision: "r3",
    unsaved: false,
  });
});

Deno.test("follow() names who made a change, also when they have left", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  scene.listener.onPresence?.([SELF]);
  scene.listener.onPatch?.(patch([{ op: "state.remove", name: "Open" } as PatchEnvelope["ops"][0]]));
  assertEquals(scene.events.at(-1), {
    at: AT.toISOString(),
    type: "patch",
    by: { clientId: "ann", role: "agent", name: "Ann" },
    ops: [{ op: "state.remove", name: "Open" }],
    seq: 4,
    epoch: "e",
  });
});

Deno.test("follow() tells the whole document when a change does not fit what it has", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  scene.document = { ...scene.document, seq: 9, confirmed: asJson(GATE) };
  scene.listener.onPatch?.(patch([{ op: "state.remove", name: "None" } as PatchEnvelope["ops"][0]]));
  const event = scene.events.at(-1);
  assertEquals(event?.type === "document" && [event.seq, event.definition], [9, GATE]);
});

Deno.test("follow() names what an older content of the file rolled back, and the values that a change overwrote", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  const added = { op: "state.add", parent: null, state: { name: "Locked" } } as const;
  scene.listener.onPatch?.(patch([added]));
  const lost = { path: "/state/notes", was: "old" };
  scene.listener.onPatch?.({
    ...patch([{ op: "state.update", name: "Root", patch: { notes: "new" } }], 5),
    overwrote: [{ ...lost, by: "bob" }],
  });
  const second = scene.events.at(-1);
  assertEquals(second?.type === "patch" && second.overwrote, [{ ...lost, by: { clientId: "bob" } }]);
  const ops = [{ op: "state.remove", name: "Locked" }, {
    op: "state.update",
    name: "Root",
    unset: ["notes"],
    patch: {},
  }];
  scene.listener.onPatch?.({ ...patch(ops as PatchEnvelope["ops"], 6), origin: "file" });
  const third = scene.events.at(-1);
  assertEquals(third?.type === "patch" && third.rolledBack?.map(({ op }) => op), [
    "state.add",
    "state.update",
  ]);
});

Deno.test("follow() tells who replaced the document", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  scene.listener.onFull?.({ docId: "/d", seq: 4, epoch: "e", def: DOOR, origin: "ann" });
  const event = scene.events.at(-1);
  assertEquals(event?.type === "document" && event.by, { clientId: "ann", role: "agent", name: "Ann" });
});

Deno.test("follow() tells what canvases are asked to show, and by whom", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  scene.listener.onView?.({ docId: "/d", origin: "Bob", focus: "state:Open" });
  assertEquals(scene.events.at(-1), { at: AT.toISOString(), type: "view", by: "Bob", focus: "state:Open" });
});

Deno.test("follow() leaves the file alone while there is a hub", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  const before = scene.events.length;
  await scene.folder.write("door.smdf.json", { ...DOOR, state: { name: "Door" } });
  scene.listener.onLost?.();
  const later = await scene.folder.write("door.smdf.json", { ...DOOR, events: [] });
  const event = await scene.next("patch", before);
  assertEquals([later, event.type === "patch" && event.by], [scene.doc, "file"]);
  assertEquals(types(scene).slice(before)[0], "status");
});

Deno.test("follow() follows the file without a hub", async () => {
  await using scene = await Scene.make();
  const following = await scene.start(noHub);
  assertEquals(following?.reason, NO_HUB);
  assertEquals(types(scene), ["status", "status", "document"]);
  await scene.folder.write("door.smdf.json", { ...DOOR, settings: { ...DOOR.settings, name: "Gate" } });
  const event = await scene.next("patch", 3);
  assertEquals(event.type === "patch" && event.ops, [{ op: "settings.update", patch: { name: "Gate" } }]);
});

Deno.test("follow() tells a file that breaks or goes, and goes on", async () => {
  await using scene = await Scene.make();
  await scene.start(noHub);
  await scene.folder.write("door.smdf.json", "{");
  assertEquals((await scene.next("trouble", 3)).type, "trouble");
  const broken = scene.events.length;
  await Deno.remove(scene.doc);
  const gone = await scene.next("trouble", broken);
  assertEquals(gone.type === "trouble" && gone.message, `"${scene.doc}" is gone.`);
  await scene.folder.write("door.smdf.json", { ...DOOR, events: [] });
  assertEquals((await scene.next("patch", broken)).type, "patch");
});

Deno.test("follow() goes over to the hub when one comes, and to the file when it goes", async () => {
  await using scene = await Scene.make();
  await scene.start(noHub);
  await scene.joins();
  scene.listener.onLost?.();
  assertEquals(types(scene), ["status", "status", "document", "status", "document", "presence", "status"]);
  const last = scene.events.at(-1);
  assertEquals(last?.type === "status" && [last.status, last.message], [
    "offline",
    "The connection to http://hub is lost.",
  ]);
});

Deno.test("follow() takes what the file became before the loss of the hub was known", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  // It sees the change later than the one that follows, which leaves it to the hub.
  const { promise: seen, resolve } = Promise.withResolvers<unknown>();
  await using watch = watchDocument(scene.doc, resolve, { debounce: 120 });
  await watch.ready;
  await scene.folder.write("door.smdf.json", { ...DOOR, settings: { ...DOOR.settings, name: "Gate" } });
  await seen;
  const before = scene.events.length;
  scene.listener.onLost?.();
  const event = await scene.next("patch", before);
  assertEquals(event.type === "patch" && [event.by, event.ops], ["file", [
    { op: "settings.update", patch: { name: "Gate" } },
  ]]);
});

Deno.test("follow() keeps what the hub had when the file is as the hub knew it", async () => {
  await using scene = await Scene.make();
  const { revision } = await loadMachine(CONTEXT, scene.doc);
  scene.document = { ...scene.document, confirmed: asJson(GATE), fileRevision: revision, unsaved: true };
  await scene.start(scene.joins);
  const before = scene.events.length;
  const read = scene.nextRead();
  scene.listener.onLost?.();
  await read;
  assertEquals(types(scene).slice(before), ["status"]);
});

Deno.test("follow() tells the document again when it is back at the hub", async () => {
  await using scene = await Scene.make();
  await scene.start(scene.joins);
  scene.listener.onLost?.();
  const before = scene.events.length;
  scene.listener.onPatch?.(patch([{ op: "state.remove", name: "Open" } as PatchEnvelope["ops"][0]]));
  scene.document = { ...scene.document, seq: 4, confirmed: asJson(GATE) };
  await scene.joins();
  assertEquals(types(scene).slice(before), ["status", "document", "presence"]);
  const event = scene.events.at(-2);
  assertEquals(event?.type === "document" && event.definition, GATE);
});

Deno.test("follow() is refused without a hub that is required", async () => {
  await using scene = await Scene.make();
  assertEquals(await assertRejects(() => scene.start(noHub, true), HubError), NO_HUB);
});

Deno.test("follow() is refused when there is neither a hub nor a file", async () => {
  await using scene = await Scene.make(null);
  await assertRejects(() => scene.start(noHub), DocumentError);
});

Deno.test("follow() can be ended while the hub is looked for", async () => {
  await using scene = await Scene.make();
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const starting = scene.start(() => {
    asked.resolve();
    return answer.promise;
  });
  await asked.promise;
  scene.stop.abort();
  answer.reject(NO_HUB);
  assertEquals([await starting, types(scene)], [undefined, ["status"]]);
});
