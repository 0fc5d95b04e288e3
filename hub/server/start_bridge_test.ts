import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { io } from "socket.io-client";
import { createMemoryStore } from "../store/memory_store.ts";
import type { RoomStore, StoreListener } from "../store/room_store.ts";
import { HubStartError } from "./bridge_options.ts";
import { startBridge } from "./start_bridge.ts";
import { FakeClock } from "./testing/fake_clock.ts";
import { FakeDocuments } from "./testing/fake_documents.ts";

const DOC = "/door.smdf.json";
const DOOR = { settings: { name: "Door" }, events: [], state: { name: "Root" } };

Deno.test("startBridge() listens on a free port of this machine by default", async () => {
  const hub = await startBridge({ documents: new FakeDocuments() });
  assertMatch(hub.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assertEquals(new URL(hub.url).port, String(hub.port));
  await hub.close();
});

Deno.test("startBridge() refuses to be open to others, or to all pages, without a token", async () => {
  for (
    const options of [{ host: "0.0.0.0" }, { host: "::" }, { host: "example.org", token: "" }, {
      host: "0.0.0.0",
      token: "fifteen letters",
    }, {
      origins: ["*"],
    }]
  ) {
    const error = await assertRejects(
      () => startBridge({ documents: new FakeDocuments(), ...options }),
      HubStartError,
    );
    assertEquals(error.code, "token_required");
  }
});

Deno.test("startBridge() refuses text that is not an origin", async () => {
  const error = await assertRejects(
    () => startBridge({ documents: new FakeDocuments(), origins: ["example.org"] }),
    HubStartError,
  );
  assertEquals(error.code, "bad_option");
  assertStringIncludes(error.message, '"example.org"');
});

Deno.test("startBridge() says where it cannot listen", async () => {
  const { port, close } = await startBridge({ documents: new FakeDocuments() });
  const error = await assertRejects(
    () => startBridge({ documents: new FakeDocuments(), port }),
    HubStartError,
  );
  assertEquals(error.code, "cannot_listen");
  await close();
});

Deno.test("a connection without the token is ended after a while, and one with it is not", async () => {
  const clock = new FakeClock();
  const hub = await startBridge({ documents: new FakeDocuments(), token: "right", clock });
  const connect = async (token: string) => {
    const socket = io(hub.url, { transports: ["websocket"], forceNew: true, auth: { token } });
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    return socket;
  };
  const [stranger, friend] = [await connect("wrong"), await connect("right")];
  const ended = new Promise((resolve) => stranger.once("disconnect", resolve));
  await clock.pass(10_000);
  assertEquals([await ended, friend.connected], ["io server disconnect", true]);
  stranger.close();
  friend.close();
  await hub.close();
});

Deno.test("a room that its store has lost is made again, and those in it get it with its new epoch", async () => {
  const documents = new FakeDocuments();
  documents.write(DOC, DOOR);
  const memory = createMemoryStore();
  let listener: StoreListener | undefined;
  const store: RoomStore = {
    members: memory.members,
    isAvailable: true,
    update: (docId, change) => memory.update(docId, change),
    read: (docId) => memory.read(docId),
    drop: (docId) => memory.drop(docId),
    listen: (told) => {
      listener = told;
      memory.listen(told);
    },
    close: () => memory.close(),
  };
  const hub = await startBridge({ documents, store });
  const client = io(hub.url, { transports: ["websocket"], forceNew: true });
  await client.emitWithAck("bridge:join", { role: "web", docId: DOC });
  const full = new Promise<{ def: object; epoch: string }>((resolve) => client.once("def:full", resolve));
  listener?.vanished(DOC);
  assertEquals((await full).def, DOOR);
  client.disconnect();
  await hub.close();
});

Deno.test("an answer that the store cannot give is refused as unavailable, and given when it can", async () => {
  const documents = new FakeDocuments();
  documents.write(DOC, DOOR);
  const memory = createMemoryStore();
  let isDown = false;
  const store: RoomStore = {
    members: memory.members,
    get isAvailable() {
      return !isDown;
    },
    update: (docId, change) =>
      isDown
        ? Promise.resolve({ ok: false, code: "unavailable", message: "The store does not answer." })
        : memory.update(docId, change),
    read: (docId) => memory.read(docId),
    drop: (docId) => memory.drop(docId),
    listen: (told) => memory.listen(told),
    close: () => memory.close(),
  };
  const hub = await startBridge({ documents, store });
  const client = io(hub.url, { transports: ["websocket"], forceNew: true });
  await client.emitWithAck("bridge:join", { role: "web", docId: DOC });
  const change = { ops: [{ op: "settings.update", patch: { name: "Gate" } }], opId: "a1" };
  isDown = true;
  assertEquals((await client.emitWithAck("def:patch", change)).error.code, "unavailable");
  const health = await fetch(`${hub.url}/health`);
  assertEquals([health.status, (await health.json()).status], [503, "unavailable"]);
  isDown = false;
  assertEquals((await client.emitWithAck("def:patch", change)).seq, 1);
  client.disconnect();
  await hub.close();
});

Deno.test("startBridge() ends connections that send nothing, or half a request", async () => {
  const hub = await startBridge({ documents: new FakeDocuments(), limits: { idle: 200 } });
  const socket = io(hub.url, { transports: ["websocket"], reconnection: false });
  const begun = performance.now();
  try {
    await new Promise((resolve) => socket.once("connect", () => resolve(undefined)));
    for (const sent of ["", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"]) {
      using connection = await Deno.connect({ hostname: "127.0.0.1", port: hub.port });
      await connection.write(new TextEncoder().encode(sent));
      // The end, not the bytes of an answer.
      assertEquals(await connection.read(new Uint8Array(1)), null);
    }
    // A WebSocket, which was as silent, stays.
    assertEquals([performance.now() - begun > 400, socket.connected], [true, true]);
  } finally {
    socket.disconnect();
    await hub.close();
  }
});
