import { assertEquals, assertStringIncludes } from "@std/assert";
import { deadStore, OPENED, type TestBridge, testBridge, told } from "../testing/bridge.ts";

/** Reads the messages of a stream one by one. */
class Reader implements AsyncDisposable {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(response: Response) {
    if (response.body === null) throw new Error("There is no stream.");
    this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next message as its id, its event and its data; a comment as it stands. */
  async next(): Promise<
    string | { id: string | undefined; event: string | undefined; data: unknown } | undefined
  > {
    while (!this.#text.includes("\n\n")) {
      const { done, value = "" } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
    const end = this.#text.indexOf("\n\n");
    const message = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 2);
    if (message.startsWith(":")) return message;
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(message)?.[1];
    return { id: field("id"), event: field("event"), data: JSON.parse(field("data") ?? "null") };
  }

  /** So many messages as their events, with the ids of those that have one. */
  async events(count: number): Promise<string[]> {
    const all: string[] = [];
    for (let at = 0; at < count; at++) {
      const next = await this.next();
      all.push(
        typeof next === "object" ? `${next.event}${next.id === undefined ? "" : ` ${next.id}`}` : `${next}`,
      );
    }
    return all;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel();
  }
}

async function addBeat({ post }: TestBridge, event_id: string): Promise<void> {
  const analysis = await (await post("/analyze", { ...OPENED, event_id })).json();
  await (await post("/create-beat", { event_id, analysis })).body?.cancel();
}

Deno.test("handle() streams what the store receives, the position first", async () => {
  const bridge = testBridge();
  const response = await bridge.ask("/stream");
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  await using reader = new Reader(response);
  assertEquals(await reader.events(1), ["position"]);
  await addBeat(bridge, "one");
  assertEquals(await reader.next(), {
    id: "1",
    event: "analysis",
    data: {
      story: "main",
      event_id: "one",
      analysis: (await bridge.deps.store.getAnalysis("main", "one"))?.analysis,
    },
  });
  const beat = (await bridge.deps.store.beatOfEvent("main", "one"))?.beat;
  assertEquals(await reader.next(), { id: "2", event: "beat", data: { story: "main", beat } });
  const position = await reader.next();
  assertEquals(typeof position === "object" && position.event, "position");
});

Deno.test("handle() goes on behind the last event that a client heard", async () => {
  const bridge = testBridge();
  for (const id of ["one", "two", "three"]) await addBeat(bridge, id);
  await using late = new Reader(await bridge.ask("/stream", { headers: { "last-event-id": "3" } }));
  assertEquals(await late.events(5), ["position", "beat 4", "analysis 5", "beat 6", "position"]);
  await using asked = new Reader(await bridge.ask("/stream?after=5"));
  assertEquals(await asked.events(3), ["position", "beat 6", "position"]);
  assertEquals(await told(await bridge.ask("/stream?after=soon")), [400, "invalid_query", "after"]);
});

Deno.test("handle() begins a stream now for a client that heard another store", async () => {
  const bridge = testBridge();
  await addBeat(bridge, "one");
  await using reader = new Reader(await bridge.ask("/stream", { headers: { "last-event-id": "99" } }));
  assertEquals(await reader.events(1), ["position"]);
  await addBeat(bridge, "two");
  const [next = ""] = await reader.events(1);
  assertStringIncludes(next, " 3");
});

Deno.test("handle() streams one story only", async () => {
  const bridge = testBridge();
  await using reader = new Reader(await bridge.ask("/stream?story=side"));
  assertEquals(await reader.events(1), ["position"]);
  await addBeat(bridge, "one");
  assertEquals(await reader.next(), ": nothing new");
});

Deno.test("handle() hears what others write to the store", async () => {
  const bridge = testBridge({}, { lookEvery: 1 });
  await using reader = new Reader(await bridge.ask("/stream"));
  assertEquals(await reader.events(1), ["position"]);
  await addBeat(testBridge({}, { store: bridge.deps.store }), "one");
  assertEquals((await reader.events(1)).length, 1);
});

Deno.test("handle() ends streams when the feed is closed, and forgets those that went away", async () => {
  const bridge = testBridge();
  const reader = new Reader(await bridge.ask("/stream"));
  await reader.events(1);
  assertEquals(bridge.deps.feed.followers, 1);
  bridge.deps.feed.close();
  assertEquals(await reader.next(), undefined);
  assertEquals(bridge.deps.feed.followers, 0);
  const gone = testBridge();
  await (await gone.ask("/stream")).body?.cancel();
  assertEquals(gone.deps.feed.followers, 0);
});

Deno.test("handle() opens only so many streams", async () => {
  const bridge = testBridge({}, { maxStreams: 1 });
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => bridge.ask("/stream")));
  assertEquals(first?.status, 200);
  for (const other of others) assertEquals(await told(other), [503, "too_many_streams"]);
  await first?.body?.cancel();
  assertEquals((await bridge.ask("/stream", { method: "HEAD" })).status, 200);
});

Deno.test("handle() does not count a stream that the store could not begin", async () => {
  const bridge = testBridge({}, { store: deadStore(), maxStreams: 1 });
  for (let tries = 0; tries < 2; tries++) {
    assertEquals(await told(await bridge.ask("/stream")), [503, "store_unavailable"]);
  }
  assertEquals(bridge.deps.feed.followers, 0);
});
