import { type JsonObject, KINDS } from "@loom/protocol";
import { assertEquals, assertRejects } from "@std/assert";
import { takeFile } from "../../room/change_file.ts";
import { changeLive } from "../../room/change_live.ts";
import { createMemoryStore } from "../../store/memory_store.ts";
import type { RoomStore } from "../../store/room_store.ts";
import { NO_LOG } from "@loom/bridge/server";
import { HUB_LIMITS, type HubLimits } from "../limits.ts";
import { RefusedError } from "../refused_error.ts";
import { RoomKeeper } from "./room_keeper.ts";
import { FakeClock, settled } from "../testing/fake_clock.ts";
import { FakeDocuments } from "../testing/fake_documents.ts";

const DOC = "/w/door.smdf.json";
const OTHER = "/w/gate.smdf.json";

function doorOf(...states: readonly string[]): JsonObject {
  return {
    settings: { name: "Door" },
    events: [],
    state: { name: "Root", states: states.map((name) => ({ name })) },
  };
}

interface Setting {
  readonly store: RoomStore;
  readonly source: FakeDocuments;
  readonly clock: FakeClock;
  readonly keeper: RoomKeeper;
}

function setting(limits: Partial<HubLimits> = {}, source = new FakeDocuments()): Setting {
  const store = createMemoryStore();
  const clock = new FakeClock();
  const keeper = new RoomKeeper({
    store,
    source,
    kinds: KINDS,
    clock,
    log: NO_LOG,
    limits: { ...HUB_LIMITS, ...limits },
  });
  return { store, source, clock, keeper };
}

/** Adds a state to the live document only. */
async function edit(store: RoomStore, docId: string, name: string): Promise<void> {
  await store.update(
    docId,
    (room) => changeLive(KINDS, room, [{ op: "state.add", parent: null, state: { name } }], { origin: "s1" }),
  );
}

Deno.test("enter() opens the room with what the file holds, as no change", async () => {
  const { store, source, keeper } = setting();
  source.write(DOC, doorOf("Open"));
  await keeper.enter(DOC);
  const room = await store.read(DOC);
  assertEquals([room?.def, room?.seq, source.watched, keeper.size], [doorOf("Open"), 0, [DOC], 1]);
});

Deno.test("enter() opens an empty room where there is no file", async () => {
  const { store, source, keeper } = setting();
  await keeper.enter(DOC);
  assertEquals((await store.read(DOC))?.def, null);
  source.write(DOC, doorOf("Open"));
  source.tell(DOC);
  await settled();
  assertEquals((await store.read(DOC))?.def, doorOf("Open"));
});

Deno.test("enter() refuses a room that has nothing but a file that cannot be read", async () => {
  const { source, clock, keeper } = setting();
  source.break(DOC);
  const entering = keeper.enter(DOC);
  const refused = assertRejects(() => entering, RefusedError);
  await settled();
  await clock.pass(1_000);
  assertEquals((await refused).code, "read_failed");
  assertEquals(source.watched, []);
});

Deno.test("enter() waits a little for a file that is broken just now", async () => {
  const { store, source, clock, keeper } = setting();
  source.break(DOC);
  const entering = keeper.enter(DOC);
  await settled();
  source.write(DOC, doorOf("Open"));
  await clock.pass(1_000);
  await entering;
  assertEquals((await store.read(DOC))?.def, doorOf("Open"));
});

Deno.test("enter() refuses more rooms than the hub takes", async () => {
  const { keeper } = setting({ rooms: 1 });
  await keeper.enter(DOC);
  await keeper.enter(DOC);
  const { code } = await assertRejects(() => keeper.enter(OTHER), RefusedError);
  assertEquals(code, "unavailable");
});

Deno.test("a change of the file that the watch tells is taken in", async () => {
  const { store, source, keeper } = setting();
  source.write(DOC, doorOf("Open"));
  await keeper.enter(DOC);
  source.write(DOC, doorOf("Open", "Closed"));
  source.tell(DOC);
  await settled();
  const room = await store.read(DOC);
  assertEquals([room?.def, room?.seq, room?.log[0]?.origin], [doorOf("Open", "Closed"), 1, "file"]);
});

Deno.test("a file that breaks or goes away leaves the document as it is", async () => {
  const { store, source, keeper } = setting();
  source.write(DOC, doorOf("Open"));
  await keeper.enter(DOC);
  for (const happens of [() => source.break(DOC), () => source.remove(DOC)]) {
    happens();
    source.tell(DOC);
    await settled();
    assertEquals((await store.read(DOC))?.def, doorOf("Open"));
  }
  assertEquals((await store.read(DOC))?.file.revision, null);
});

Deno.test("exit() ends the watch with the last one, and the room is forgotten a minute later", async () => {
  const { store, source, clock, keeper } = setting();
  source.write(DOC, doorOf("Open"));
  await keeper.enter(DOC);
  await keeper.enter(DOC);
  keeper.exit(DOC);
  await settled();
  assertEquals(source.watched, [DOC]);
  keeper.exit(DOC);
  await settled();
  assertEquals(source.watched, []);
  await clock.pass(59_000);
  assertEquals([keeper.size, (await store.read(DOC)) !== undefined], [1, true]);
  await clock.pass(2_000);
  assertEquals([keeper.size, await store.read(DOC)], [0, undefined]);
});

Deno.test("exit() forgets nothing when someone comes back in time", async () => {
  const { store, clock, keeper } = setting();
  await keeper.enter(DOC);
  const before = await store.read(DOC);
  keeper.exit(DOC);
  await clock.pass(50_000);
  await keeper.enter(DOC);
  await clock.pass(120_000);
  assertEquals((await store.read(DOC))?.epoch, before?.epoch);
});

Deno.test("exit() keeps rooms with unsaved changes, the newest of them", async () => {
  const { store, source, clock, keeper } = setting({ keptRooms: 1 });
  for (const docId of [DOC, OTHER]) {
    source.write(docId, doorOf("Open"));
    await keeper.enter(docId);
    await edit(store, docId, "New");
    keeper.exit(docId);
    await clock.pass(61_000);
  }
  assertEquals([keeper.size, keeper.keptSize], [0, 1]);
  assertEquals(await store.read(DOC), undefined);
  assertEquals((await store.read(OTHER))?.def, doorOf("Open", "New"));
});

Deno.test("visit() opens a room that nobody takes part in, without watching it", async () => {
  const { store, source, clock, keeper } = setting();
  source.write(DOC, doorOf("Open"));
  await keeper.visit(DOC);
  assertEquals([(await store.read(DOC))?.def, source.watched], [doorOf("Open"), []]);
  source.write(DOC, doorOf("Closed"));
  await keeper.visit(DOC);
  assertEquals((await store.read(DOC))?.def, doorOf("Closed"));
  await clock.pass(61_000);
  assertEquals(await store.read(DOC), undefined);
});

Deno.test("visit() forgets a room whose file cannot be read", async () => {
  const { source, clock, keeper } = setting();
  source.break(DOC);
  const refused = assertRejects(() => keeper.visit(DOC), RefusedError);
  await settled();
  await clock.pass(1_000);
  await refused;
  await clock.pass(60_000);
  await settled();
  assertEquals(keeper.size, 0);
});

Deno.test("checkSoon() looks at the file a moment later, once for many calls", async () => {
  const { store, source, clock, keeper } = setting();
  source.write(DOC, doorOf("Open"));
  await keeper.enter(DOC);
  source.write(DOC, doorOf("Closed"));
  const before = source.reads.length;
  for (let at = 0; at < 5; at++) keeper.checkSoon(DOC);
  await clock.pass(200);
  assertEquals([(await store.read(DOC))?.def, source.reads.length - before], [doorOf("Closed"), 1]);
});

Deno.test("checkGrowth() refuses what would make the document too large", async () => {
  const { store, source, keeper } = setting({ documentBytes: 1_000 });
  source.write(DOC, doorOf("Open"));
  await keeper.enter(DOC);
  const ops = [{ op: "state.add" as const, parent: null, state: { name: "x".repeat(600) } }];
  await keeper.checkGrowth(DOC, ops);
  await edit(store, DOC, "x".repeat(600));
  const { code } = await assertRejects(() => keeper.checkGrowth(DOC, ops), RefusedError);
  assertEquals(code, "too_large");
});

Deno.test("close() ends all watches and takes nothing new", async () => {
  const { source, keeper } = setting();
  await keeper.enter(DOC);
  await keeper.enter(OTHER);
  await keeper.close();
  assertEquals([source.watched, keeper.size], [[], 0]);
  const { code } = await assertRejects(() => keeper.enter(DOC), RefusedError);
  assertEquals(code, "shutting_down");
});

/** Documents of which something else happens while one is read. */
class BusyDocuments extends FakeDocuments {
  onRead: () => Promise<unknown> = () => Promise.resolve();

  override async read(docId: string): ReturnType<FakeDocuments["read"]> {
    const content = await super.read(docId);
    await this.onRead();
    return content;
  }
}

Deno.test("refresh() reads the file again when another process knew something newer meanwhile", async () => {
  const source = new BusyDocuments();
  const { store, keeper } = setting({}, source);
  source.write(DOC, doorOf("One"));
  const others = ["Two", "Three"];
  source.onRead = async () => {
    const next = others.shift();
    if (next === undefined) return;
    const content = source.write(DOC, doorOf(next));
    const { ok } = await store.update(DOC, (room) => takeFile(KINDS, room, content));
    assertEquals(ok, true);
  };
  await keeper.refresh(DOC);
  const room = await store.read(DOC);
  assertEquals(room?.def, doorOf("Three"));
  // What was old never came by, not even for a moment.
  assertEquals(room?.log.length, 2);
});

Deno.test("refresh() gives up when others are always ahead", async () => {
  const source = new BusyDocuments();
  const { store, keeper } = setting({}, source);
  let count = 0;
  source.write(DOC, doorOf());
  source.onRead = () => {
    count++;
    return store.update(
      DOC,
      (room) => takeFile(KINDS, room, { revision: `r${count}`, def: doorOf(`S${count}`), mtime: 1 }),
    );
  };
  const updated = await keeper.refresh(DOC);
  assertEquals(updated.ok ? "" : updated.code, "unavailable");
});
