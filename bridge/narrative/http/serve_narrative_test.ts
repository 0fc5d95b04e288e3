import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { readNarrativeSettings } from "../settings.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { recordOf } from "../store/testing/records.ts";
import { NarrativeStartError } from "../narrative_error.ts";
import { serveNarrative } from "./serve_narrative.ts";

const MIB = 1024 * 1024;

async function serving(
  work: (url: string, stop: () => Promise<void>) => Promise<void>,
  store: BeatStore = memoryStore(),
): Promise<void> {
  const server = await serveNarrative({ store, settings: readNarrativeSettings({}, { port: 0 }) });
  try {
    await work(server.url, () => server.close());
  } finally {
    await server.close();
  }
}

Deno.test("serveNarrative() answers over HTTP", () =>
  serving(async (url) => {
    const body = JSON.stringify({ event_type: "push" });
    const response = await fetch(`${url}/analyze`, { method: "POST", body });
    assertEquals([response.status, response.headers.get("x-narrative-key")], [200, "push"]);
    await response.body?.cancel();
  }));

Deno.test("serveNarrative() forgets at its start old analyses without a beat, unless it is told to keep them", async () => {
  for (const [days, left] of [["", 0], ["0", 1]] as const) {
    const store = memoryStore();
    await store.putAnalysis(recordOf("old", { received_at: "2020-01-01T00:00:00.000Z" }));
    const settings = readNarrativeSettings({ LOOM_NARRATIVE_ANALYSES_DAYS: days }, { port: 0 });
    const server = await serveNarrative({ store, settings });
    await server.close();
    assertEquals((await store.analyses("main")).length, left);
  }
});

Deno.test("serveNarrative() refuses a body that says it is too long", () =>
  serving(async (url) => {
    assertStringIncludes(await raw(url, `content-length: ${26 * MIB + 1}`, () => []), "HTTP/1.1 413 ");
    assertStringIncludes(await raw(url, "content-length: 2", () => ["{}"]), '"field":"event_type"');
  }));

Deno.test("serveNarrative() refuses a Host that is none", () =>
  serving(async (url) => {
    for (const host of ["[::bad", "a b", "evil.example"]) {
      assertMatch(await raw(url, "content-length: 0", () => [], host), /^HTTP\/1.1 (?:400|403|404) /, host);
    }
  }));

Deno.test("serveNarrative() refuses a body in chunks once it is too long", () =>
  serving(async (url) => {
    const answer = await raw(url, "transfer-encoding: chunked", function* () {
      const chunk = " ".repeat(MIB);
      for (let sent = 0; sent < 26; sent++) yield `${MIB.toString(16)}\r\n${chunk}\r\n`;
      yield "1\r\n \r\n";
    });
    assertStringIncludes(answer, "HTTP/1.1 413 ");
    assertStringIncludes(answer, '"limit":27262976');
  }));

Deno.test("serveNarrative() ends streams and answers what has come when it stops", async () => {
  const store = memoryStore();
  const arrived = Promise.withResolvers<void>();
  const isStopping = Promise.withResolvers<void>();
  const createBeat = store.createBeat.bind(store);
  store.createBeat = async (...args) => {
    arrived.resolve();
    await isStopping.promise;
    return await createBeat(...args);
  };
  await serving(async (url, stop) => {
    const reader = (await fetch(`${url}/stream`)).body?.pipeThrough(new TextDecoderStream()).getReader();
    assertStringIncludes((await reader?.read())?.value ?? "", "event: position");
    const post = (operation: string, body: unknown) =>
      fetch(`${url}/${operation}`, { method: "POST", body: JSON.stringify(body) });
    const analysis = await (await post("analyze", { event_type: "push" })).json();
    const slow = post("create-beat", { event_id: "1", analysis });
    await arrived.promise;
    const stopped = stop();
    const late = await fetch(`${url}/health`);
    assertEquals([late.status, (await late.json()).code], [503, "stopping"]);
    isStopping.resolve();
    while ((await reader?.read())?.done === false);
    assertEquals((await (await slow).json()).beat.event_id, "1");
    await stopped;
  }, store);
});

Deno.test("serveNarrative() says why it cannot listen", () =>
  serving(async (url) => {
    const settings = readNarrativeSettings({}, { port: Number(new URL(url).port) });
    const error = await assertRejects(
      () => serveNarrative({ store: memoryStore(), settings }),
      NarrativeStartError,
    );
    assertEquals(error.code, "cannot_listen");
    assertStringIncludes(error.message, "EADDRINUSE");
  }));

Deno.test("serveNarrative() refuses an origin that is none", async () => {
  const settings = readNarrativeSettings({ LOOM_NARRATIVE_CORS_ORIGIN: "loom.example" }, { port: 0 });
  const error = await assertRejects(
    () => serveNarrative({ store: memoryStore(), settings }),
    NarrativeStartError,
  );
  assertStringIncludes(error.message, "LOOM_NARRATIVE_CORS_ORIGIN");
});

/** Sends a request piece by piece until there is an answer; gives what there is of it. */
async function raw(
  url: string,
  header: string,
  pieces: () => Iterable<string>,
  name?: string,
): Promise<string> {
  const { hostname, port, pathname, host } = new URL(`${url}/analyze`);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const encoder = new TextEncoder();
  const answer = (async () => {
    const buffer = new Uint8Array(64 * 1024);
    const read = await connection.read(buffer);
    return new TextDecoder().decode(buffer.subarray(0, read ?? 0));
  })();
  let isAnswered = false;
  void answer.then(() => isAnswered = true);
  const send = async (text: string) => {
    const bytes = encoder.encode(text);
    for (let sent = 0; sent < bytes.length && !isAnswered;) {
      sent += await connection.write(bytes.subarray(sent));
    }
  };
  await send(`POST ${pathname} HTTP/1.1\r\nhost: ${name ?? host}\r\n${header}\r\n\r\n`);
  try {
    for (const piece of pieces()) {
      if (isAnswered) break;
      await send(piece);
    }
  } catch {
    // A server that has answered may close at once.
  }
  return await answer;
}
