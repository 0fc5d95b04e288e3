/**
 * Traffic that means harm, or no sense: every message is answered with a code, other rooms go on, the hub lives.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { deafClient } from "./hub/deaf_client.ts";
import type { LegacyClient } from "./hub/legacy_client.ts";
import { DOOR, withHub, type Workshop } from "./hub/run_hub.ts";
import { ERROR_CODES_SEEN, UNFIT } from "./hub/unfit_payloads.ts";

/** A room of its own with a client in it, and a proof that it still works. */
async function otherRoom({ client, write }: Workshop) {
  const docId = await write("other.smdf.json", DOOR);
  const ann = await client();
  await ann.join(docId);
  let count = 0;
  return {
    docId,
    works: async () => {
      const name = `S${++count}`;
      const ack = await ann.ask("def:patch", { ops: [{ op: "state.add", parent: null, state: { name } }] });
      assertEquals([ack.ok, ack.seq], [true, count]);
    },
  };
}

async function member({ client, write }: Workshop): Promise<LegacyClient> {
  const one = await client();
  await one.join(await write("door.smdf.json", DOOR));
  return one;
}

/** Sends bytes to the port and gives what comes back before the connection ends or goes silent. */
async function sendBytes(port: number, bytes: Uint8Array, isRequest = false): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(bytes).catch(() => 0);
  // A request waits for its answer, anything else for its end.
  if (!isRequest) await connection.closeWrite().catch(() => {});
  const buffer = new Uint8Array(4096);
  const length = await connection.read(buffer).catch(() => null);
  return new TextDecoder().decode(buffer.subarray(0, length ?? 0));
}

Deno.test("payloads of every wrong shape are refused with a code", () =>
  withHub(async (workshop) => {
    const other = await otherRoom(workshop);
    const one = await member(workshop);
    const codes = new Set<string>();
    for (
      const event of ["bridge:join", "def:patch", "def:full", "def:request", "presence:update", "view:show"]
    ) {
      for (const payload of UNFIT[event] ?? []) {
        const ack = await one.ask(event, payload);
        assert(
          ack.error !== undefined,
          `${event} ${JSON.stringify(payload)?.slice(0, 80)}: ${JSON.stringify(ack).slice(0, 200)}`,
        );
        assertEquals(ack.error.event, event);
        assertMatch(ack.error.message, /^[^\n]+\.$/);
        codes.add(ack.error.code);
      }
    }
    assertEquals([...codes].sort(), ERROR_CODES_SEEN);
    assert(one.socket.connected);
    await other.works();
    assertEquals(workshop.log.filter((line) => line.includes('"defect"')), []);
  }, { limits: { messagesPerSecond: 10_000 } }));

Deno.test("messages without a payload are refused", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    for (const event of ["bridge:join", "def:patch", "def:full", "view:show"]) {
      one.send(event);
      assertEquals((await one.next("bridge:error")).code, "bad_request");
    }
  }));

Deno.test("unknown events are refused, those included that mean something inside", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    for (
      const event of [
        "nonsense",
        "error",
        "__proto__",
        "constructor",
        "toString",
        "bridge:welcome",
        "x".repeat(10_000),
      ]
    ) {
      one.send(event, {});
      assertEquals((await one.next("bridge:error")).code, "bad_request");
      assertEquals((await one.ask(event)).error.code, "bad_request");
    }
    await (await otherRoom(workshop)).works();
  }));

Deno.test("documents and operations with __proto__ names pollute nothing", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    const evil = JSON.parse('{"settings":{"__proto__":{"polluted":1}},"events":[],"state":{"name":"Root"}}');
    assertEquals((await one.ask("def:full", { def: evil })).error.code, "bad_request");
    const ops = JSON.parse('[{"op":"settings.update","patch":{"__proto__":{"polluted":1}}}]');
    assertEquals((await one.ask("def:patch", { ops })).error.code, "bad_request");
    const names = ["constructor", "toString", "hasOwnProperty"];
    for (const [at, name] of names.entries()) {
      const ack = await one.ask("def:patch", { ops: [{ op: "state.add", parent: null, state: { name } }] });
      assertEquals([ack.ok, ack.seq], [true, at + 1]);
    }
    assertEquals(({} as Record<string, unknown>)["polluted"], undefined);
  }));

Deno.test("a document that nests too deep is refused", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
    assertEquals((await one.ask("def:full", { def: deep(3_000) })).error.code, "too_large");
    await (await otherRoom(workshop)).works();
  }));

Deno.test("nesting that only a parser sees ends the connection at most", () =>
  withHub(async (workshop) => {
    const other = await otherRoom(workshop);
    const one = await workshop.client();
    const engine = one.socket.io.engine;
    engine.write(`42["def:full",${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}]`);
    engine.write(
      `451-["def:full",${'{"a":'.repeat(200_000)}{"_placeholder":true,"num":0}${"}".repeat(200_000)}]`,
    );
    engine.write(new Uint8Array([1]) as unknown as string);
    await one.until(() => one.arrived.length > 0);
    await other.works();
  }));

Deno.test("a message over the bound is refused, and a huge one ends its connection only", () =>
  withHub(async (workshop) => {
    const other = await otherRoom(workshop);
    const one = await member(workshop);
    const ack = await one.ask("def:full", { def: { ...DOOR, note: "x".repeat(9 * 1024 * 1024) } });
    assertEquals(ack.error.code, "too_large");
    assert(one.socket.connected);
    one.send("def:full", { def: { ...DOOR, note: "x".repeat(100 * 1024 * 1024) } });
    await one.next("disconnect");
    await other.works();
  }));

Deno.test("a document may not grow without end", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    const grow = (at: number) => ({
      ops: [{ op: "state.add", parent: null, state: { name: `S${at}`, description: "x".repeat(3_000) } }],
    });
    assertEquals((await one.ask("def:patch", grow(0))).ok, true);
    assertEquals((await one.ask("def:patch", grow(1))).ok, true);
    const refused = await one.ask("def:patch", grow(2));
    assertEquals([refused.ok, refused.error.code], [false, "too_large"]);
    assertEquals((await one.ask("def:patch", { ops: [{ op: "state.remove", name: "S0" }] })).ok, true);
    assertEquals((await one.ask("def:patch", grow(3))).ok, true);
    // Nor by what says of itself that it is in the file, and is not.
    for (const said of [{ mtime: 5 }, { revision: "none" }]) {
      assertEquals((await one.ask("def:patch", { ...grow(4), ...said })).error.code, "too_large");
    }
  }, { limits: { documentBytes: 8_000 } }));

Deno.test("a flood is answered with rate_limited and then cut off, and others are served", () =>
  withHub(async (workshop) => {
    const other = await otherRoom(workshop);
    const one = await member(workshop);
    for (let at = 0; at < 5_000; at++) one.send("presence:update", { cursor: { at } });
    const error = await one.next("bridge:error");
    assertEquals(error.code, "rate_limited");
    assert(error.retryAfterMs > 0);
    await one.next("disconnect");
    await other.works();
  }, { limits: { burst: 100, messagesPerSecond: 50 } }));

/** A WebSocket without any client of socket.io behind it. */
async function bareSocket(url: string) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  socket.onmessage = ({ data }) => {
    heard.push(String(data));
    for (const look of waiting) look();
  };
  const closed = new Promise<void>((resolve) => {
    socket.onclose = () => resolve();
  });
  const hears = (start: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (heard.some((text) => text.startsWith(start))) resolve();
      };
      waiting.add(look);
      look();
    });
  await hears("0");
  return { send: (text: string) => socket.send(text), hears, closed };
}

Deno.test("who leaves and comes again on one connection gets no bounds again: the connection ends", () =>
  withHub(async ({ hub }) => {
    const left = await bareSocket(hub.url);
    left.send('40{"token":"right"}');
    await left.hears("40");
    left.send("41");
    left.send('40{"token":"right"}');
    await left.closed;
    const twice = await bareSocket(hub.url);
    for (const _ of [1, 2]) twice.send('40{"token":"right"}');
    await twice.closed;
    const stranger = await bareSocket(hub.url);
    stranger.send("40{}");
    await stranger.hears("40");
    stranger.send("41");
    await stranger.closed;
  }, { token: "right" }));

Deno.test("who reads nothing is cut off, and what waits for it is let go", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    const docId = workshop.path("door.smdf.json");
    using _deaf = await deafClient(workshop.hub.port, docId);
    const members = async () => (await (await fetch(`${workshop.hub.url}/health`)).json()).clients;
    assertEquals(await members(), 2);
    // The system itself holds some megabytes of what is not read.
    for (let at = 0; at < 100 && await members() === 2; at++) {
      const ack = await one.ask("def:full", { def: { ...DOOR, note: `${at} ${"x".repeat(500_000)}` } });
      assertEquals(ack.ok, true);
    }
    assertEquals(await members(), 1);
    assertEquals(workshop.log.filter((line) => line.includes('"slow_reader"')).length, 1);
    await one.ask("def:patch", { ops: [{ op: "state.add", parent: null, state: { name: "Later" } }] });
    assert(one.socket.connected);
  }, { limits: { unreadBytes: 1024 * 1024, messagesPerSecond: 100_000, burst: 100_000 } }));

Deno.test("who reads little by little is left alone", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    const two = await workshop.client();
    await two.join(workshop.path("door.smdf.json"));
    for (let at = 0; at < 10; at++) {
      await one.ask("def:full", { def: { ...DOOR, note: `${at} ${"x".repeat(500_000)}` } });
    }
    await two.until(() => two.arrived.filter(({ event }) => event === "def:full").length >= 10);
    assertEquals([one, two].map(({ socket }) => socket.connected), [true, true]);
  }, { limits: { unreadBytes: 100_000, messagesPerSecond: 100_000, burst: 100_000 } }));

Deno.test("large messages count for more than one", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    const large = { def: { ...DOOR, note: "x".repeat(800 * 1024) } };
    assertEquals((await one.ask("def:full", large)).ok, true);
    assertEquals((await one.ask("def:full", large)).error.code, "rate_limited");
  }, { limits: { burst: 60, messagesPerSecond: 1 } }));

Deno.test("without the token nothing is told and nothing is changed", () =>
  withHub(async ({ client, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    for (
      const auth of [{}, { token: "" }, { token: ["right"] }, { token: { length: 5 } }, { token: "Right" }]
    ) {
      const one = await client({ auth });
      for (
        const event of [
          "def:request",
          "def:patch",
          "def:full",
          "presence:update",
          "view:show",
          "bridge:leave",
          "nonsense",
        ]
      ) {
        const { error } = await one.ask(event, { docId, ops: [], def: DOOR });
        assertEquals(error.code, "unauthorized");
      }
      assertEquals((await one.join(docId)).error.code, "unauthorized");
      await one.next("disconnect");
      assertEquals(
        one.arrived.filter(({ event }) => event.startsWith("def:") || event.startsWith("presence:")),
        [],
      );
    }
  }, { token: "right" }));

Deno.test("clients with wrong tokens wait or are turned away, and one with the right token joins", () =>
  withHub(async ({ client, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    const strangers = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => client({ auth: { token: `guess ${guess}` } })),
    );
    const refusals = strangers.map(async (one) => (await one.join(docId)).error.code);
    const friend = await client({ auth: { token: "right" } });
    assertEquals((await friend.join(docId)).error, undefined);
    const codes = await Promise.all(refusals);
    assertEquals(codes.filter((code) => code !== "unauthorized" && code !== "rate_limited"), []);
  }, { token: "right" }));

Deno.test("pages of another origin may not connect, this machine's own may", () =>
  withHub(async ({ client, hub }) => {
    const foreign = [
      "https://evil.example",
      "null",
      "http://127.0.0.1.evil.example",
      "http://localhost.evil.example:80",
    ];
    for (const origin of foreign) {
      for (const transports of [["websocket"], ["polling"]]) {
        const one = await client({ transports, extraHeaders: { origin } });
        assertEquals(one.socket.connected, false);
        assertEquals(one.arrived[0]?.event, "connect_error");
        if (transports[0] === "websocket") {
          assertEquals(one.arrived[0]?.payload.data.code, "forbidden_origin");
        }
      }
      const response = await fetch(`${hub.url}/health`, { headers: { origin } });
      assertEquals(response.status, 403);
      await response.body?.cancel();
    }
    for (
      const origin of [
        "http://localhost:3000",
        "http://127.0.0.1:8080",
        "http://[::1]:1",
        "https://localhost",
      ]
    ) {
      assertEquals((await client({ extraHeaders: { origin } })).socket.connected, true, origin);
    }
  }));

Deno.test("only the origins that are named may connect when some are", () =>
  withHub(async ({ client }) => {
    assertEquals((await client({ extraHeaders: { origin: "https://loom.example" } })).socket.connected, true);
    assertEquals(
      (await client({ extraHeaders: { origin: "http://localhost:3000" } })).socket.connected,
      false,
    );
    assertEquals(
      (await client({ extraHeaders: { origin: "https://loom.example:8443" } })).socket.connected,
      false,
    );
  }, { origins: ["https://loom.example"] }));

Deno.test("a name that was turned to this machine is refused", () =>
  withHub(async ({ hub }) => {
    const ask = (host: string, path: string) =>
      sendBytes(
        hub.port,
        new TextEncoder().encode(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        true,
      );
    for (const path of ["/health", "/metrics", "/socket.io/?EIO=4&transport=polling"]) {
      for (
        const host of ["evil.example", `evil.example:${hub.port}`, "127.0.0.1.evil.example", "", "10.0.0.1"]
      ) {
        assertMatch(await ask(host, path), /^HTTP\/1.1 40[03]/, `${host} ${path}`);
      }
      assertMatch(await ask(`localhost:${hub.port}`, path), /^HTTP\/1.1 200/);
    }
  }));

Deno.test("paths outside the root are refused, whatever they look like, and all alike", () =>
  withHub(async (workshop) => {
    const { folder, client, path } = workshop;
    await Deno.mkdir(path("root/inner"), { recursive: true });
    await Deno.mkdir(path("root2"));
    await workshop.write("secret.smdf.json", DOOR);
    await workshop.write("root2/secret.smdf.json", DOOR);
    await workshop.write("root/door.smdf.json", DOOR);
    await workshop.write("root/notes.txt", "private");
    await Deno.symlink(path("secret.smdf.json"), path("root/link.smdf.json"));
    await Deno.symlink(path("nowhere.smdf.json"), path("root/dangling.smdf.json"));
    await Deno.symlink(folder, path("root/up"));
    await Deno.symlink(path("root/loop.smdf.json"), path("root/loop.smdf.json"));
    const one = await client();
    const outside = [
      path("secret.smdf.json"),
      path("no_such_folder/x.smdf.json"),
      path("root2/secret.smdf.json"),
      "../secret.smdf.json",
      "inner/../../secret.smdf.json",
      "link.smdf.json",
      "dangling.smdf.json",
      "up/secret.smdf.json",
      "loop.smdf.json",
      "/etc/passwd",
      "notes.txt",
      "inner",
      ".",
    ];
    const sentences = new Set<string>();
    for (const docId of outside) {
      for (const event of ["bridge:join", "def:request", "view:show"]) {
        const { error } = await one.ask(event, { role: "web", docId });
        assertEquals(error.code, "forbidden_path", docId);
        if (docId.endsWith(".smdf.json")) sentences.add(error.message.replace(JSON.stringify(docId), ""));
        assert(!error.message.replace(docId, "").includes(folder), error.message);
      }
    }
    assertEquals(sentences.size, 1);
    assertEquals(
      (await one.ask("bridge:join", { role: "web", docId: "a\0b.smdf.json" })).error.code,
      "bad_request",
    );
    assertEquals((await one.join("door.smdf.json")).snapshot.docId, path("root/door.smdf.json"));
    assertEquals(
      (await one.join(path("root/inner/../door.smdf.json"))).snapshot.docId,
      path("root/door.smdf.json"),
    );
  }, { root: "root" }));

Deno.test("files that are no documents are not read out", () =>
  withHub(async ({ client, write, path }) => {
    const one = await client();
    await write("secrets.json", { password: "hunter2" });
    await write("door.smdf.json", { entities: [] });
    await write("broken.smdf.json", '{"password": "hunter2"');
    const expected = [["secrets.json", "read_failed"], ["door.smdf.json", "read_failed"], [
      "broken.smdf.json",
      "read_failed",
    ]];
    for (const [name, code] of expected) {
      const { error } = await one.join(path(name ?? ""));
      assertEquals(error.code, code, name);
      assert(!JSON.stringify(error).includes("hunter2"));
    }
    assertStringIncludes((await one.join(path("broken.smdf.json"))).error.message, "line 1");
  }));

Deno.test("a document of another kind than its name says is refused", () =>
  withHub(async (workshop) => {
    const one = await member(workshop);
    assertEquals((await one.ask("def:full", { def: { entities: [] } })).error.code, "bad_request");
  }));

Deno.test("random bytes on the port end with their connection", () =>
  withHub(async (workshop) => {
    const other = await otherRoom(workshop);
    let seed = 1;
    const random = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
    const bytes = (length: number) => Uint8Array.from({ length }, () => Math.floor(random() * 256));
    for (let at = 0; at < 20; at++) {
      await sendBytes(workshop.hub.port, bytes(1 + Math.floor(random() * 2_000)));
    }
    const upgrade =
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    const head = new TextEncoder().encode(upgrade);
    for (let at = 0; at < 10; at++) {
      await sendBytes(workshop.hub.port, new Uint8Array([...head, ...bytes(500)]));
    }
    const broken = [
      "42",
      "42[",
      '42["def:patch"',
      '42["def:patch",',
      "49",
      "4",
      "9",
      "40/other,",
      '451-["def:patch"]',
      "42[{}]",
      "42[1]",
      "42[null]",
      "43[]",
      "431[]",
    ];
    for (const text of broken) {
      const one = await workshop.client();
      one.socket.io.engine.write(text);
      await one.until(
        () => !one.socket.connected || one.arrived.some(({ event }) => event === "bridge:error"),
        text,
      ).catch(() => {});
    }
    await other.works();
  }));

Deno.test("more connections than the hub admits are refused", () =>
  withHub(async ({ client }) => {
    const [one, two, three] = [await client(), await client(), await client()];
    assertEquals([one.socket.connected, two.socket.connected, three.socket.connected], [true, true, false]);
  }, { limits: { clients: 2 } }));

Deno.test("more documents than the hub admits are refused, and so are more members of one", () =>
  withHub(async ({ client, write }) => {
    const [one, two, three] = [await client(), await client(), await client()];
    const docId = await write("a.smdf.json", DOOR);
    await one.join(docId);
    await two.join(docId);
    await two.next("presence:list");
    const before = one.arrived.length;
    assertEquals((await three.join(docId)).error.code, "unavailable");
    // Who is there already may join again, and hears nothing of those who may not.
    assertEquals((await two.join(docId)).snapshot.seq, 0);
    const heard = one.arrived.slice(before).map(({ event }) => event);
    assertEquals(heard.includes("presence:leave"), false);
    assertEquals((await two.ask("def:request", { docId })).ok, true);
    assertEquals((await three.join(await write("b.smdf.json", DOOR))).error.code, "unavailable");
  }, { limits: { rooms: 1, membersPerRoom: 2 } }));
