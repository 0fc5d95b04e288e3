import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { serveDesigner } from "../serve_designer.ts";
import { DOOR, openBench } from "../testing.ts";

const at = (path: string, doc: string) => `${path}?doc=${encodeURIComponent(doc)}`;
const send = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) });

Deno.test("GET /api/file gives the text, and no content for a document that is not there yet", async () => {
  await using bench = await openBench();
  const path = `${bench.folder}/door.smdf.json`;
  const found = await (await bench.ask("/api/file")).json();
  assertEquals([found.path, found.content, found.exists], [path, JSON.stringify(DOOR), true]);
  assertEquals(found.mtime, (await Deno.stat(path)).mtime?.getTime());
  const fresh = `${bench.folder}/new.smdf.json`;
  const missing = await bench.ask(at("/api/file", fresh));
  assertEquals([missing.status, await missing.json()], [200, {
    path: fresh,
    content: null,
    mtime: 0,
    exists: false,
  }]);
});

Deno.test("GET and PUT /api/file refuse folders, names of no documents and what lies outside", async () => {
  await using bench = await openBench();
  await Deno.mkdir(`${bench.folder}/folder.json`);
  const cases = [["folder.json", 400], ["notes.txt", 403], ["../outside.smdf.json", 403]] as const;
  for (const [name, status] of cases) {
    for (const init of [{}, send("PUT", { content: JSON.stringify(DOOR) })]) {
      const answer = await bench.ask(at("/api/file", `${bench.folder}/${name}`), init);
      assertEquals(answer.status, status, name);
      assertMatch((await answer.json()).error, /\.$/);
    }
  }
  // No relative path, none with a NUL, and no chain of links that leads out.
  const outside = await Deno.makeTempFile({ suffix: ".smdf.json" });
  await Deno.symlink(outside, `${bench.folder}/one.smdf.json`);
  await Deno.symlink(`${bench.folder}/one.smdf.json`, `${bench.folder}/two.smdf.json`);
  for (const doc of ["door.smdf.json", `${bench.folder}/a\0.smdf.json`, `${bench.folder}/two.smdf.json`]) {
    const answer = await bench.ask(at("/api/file", doc), send("PUT", { content: JSON.stringify(DOOR) }));
    assertEquals(answer.status, 403, JSON.stringify(doc));
    await answer.body?.cancel();
  }
  assertEquals(await Deno.readTextFile(outside), "");
  await Deno.remove(outside);
});

Deno.test("PUT /api/file writes the text as it is, and 409 keeps what the sender has not seen", async () => {
  await using bench = await openBench();
  const path = `${bench.folder}/door.smdf.json`;
  const { mtime } = await (await bench.ask("/api/file")).json();
  const content = JSON.stringify({ ...DOOR, settings: { ...DOOR.settings, name: "Gate" } }, null, 4);
  const saved = await bench.ask("/api/file", send("PUT", { content, mtime }));
  const answer = await saved.json();
  assertEquals([saved.status, answer.ok, answer.path], [200, true, path]);
  assertEquals(await Deno.readTextFile(path), content);
  await Deno.utime(path, new Date(), new Date(5_000));
  const stale = await bench.ask(
    "/api/file",
    send("PUT", { content: JSON.stringify(DOOR), mtime: answer.mtime }),
  );
  const conflict = await stale.json();
  assertEquals([stale.status, conflict.conflict, conflict.mtime], [409, true, 5_000]);
  assertEquals(await Deno.readTextFile(path), content);
  const isThere = await bench.ask("/api/file", send("PUT", { content: JSON.stringify(DOOR), mtime: 0 }));
  assertEquals(isThere.status, 409);
  await isThere.body?.cancel();
  const over = await bench.ask("/api/file", send("PUT", { content: JSON.stringify(DOOR) }));
  assertEquals([over.status, (await over.json()).changed], [200, true]);
});

Deno.test("PUT /api/file makes a document, and refuses a text that could not be opened again", async () => {
  await using bench = await openBench();
  const fresh = `${bench.folder}/new.smdf.json`;
  const broken = await bench.ask(at("/api/file", fresh), send("PUT", { content: '{ "state": ', mtime: 0 }));
  assertEquals([broken.status, (await broken.json()).code], [422, "invalid_definition"]);
  const made = await bench.ask(
    at("/api/file", fresh),
    send("PUT", { content: JSON.stringify(DOOR), mtime: 0 }),
  );
  assertEquals([made.status, (await made.json()).ok], [200, true]);
  assertEquals(await Deno.readTextFile(fresh), JSON.stringify(DOOR));
  const noFolder = await bench.ask(
    at("/api/file", `${bench.folder}/none/new.smdf.json`),
    send("PUT", { content: JSON.stringify(DOOR) }),
  );
  assertEquals(noFolder.status, 404);
  await noFolder.body?.cancel();
  for (const body of [{}, { content: 1 }, { content: "{}", mtime: "1" }]) {
    const bad = await bench.ask("/api/file", send("PUT", body));
    assertEquals([bad.status, (await bad.json()).code], [400, "bad_body"]);
  }
});

Deno.test("PATCH /api/file changes by operations, all or none, on the revision that was seen", async () => {
  await using bench = await openBench();
  const { revision } = await (await bench.ask("/api/file")).json();
  const ops = [{ op: "state.add", parent: null, state: { name: "Ajar" } }];
  const done = await bench.ask("/api/file", send("PATCH", { ops, revision }));
  const { revision: after, ok } = await done.json();
  assertEquals([done.status, ok], [200, true]);
  assertStringIncludes(await Deno.readTextFile(`${bench.folder}/door.smdf.json`), "Ajar");
  const stale = await bench.ask("/api/file", send("PATCH", { ops, revision }));
  const conflict = await stale.json();
  assertEquals([stale.status, conflict.conflict, conflict.revision], [409, true, after]);
  const half = [{ op: "state.rename", name: "Ajar", to: "Wide" }, {
    op: "state.rename",
    name: "None",
    to: "X",
  }];
  const refused = await bench.ask("/api/file", send("PATCH", { ops: half }));
  assertEquals(refused.status, 422);
  assertStringIncludes((await refused.json()).error, "None");
  assertStringIncludes(await Deno.readTextFile(`${bench.folder}/door.smdf.json`), "Ajar");
  const bad = await bench.ask("/api/file", send("PATCH", { ops: [1] }));
  assertEquals([bad.status, (await bad.json()).code], [400, "bad_body"]);
});

Deno.test("writes from pages of other origins are refused", async () => {
  await using bench = await openBench();
  const headers = { origin: "https://evil.example" };
  const answer = await bench.ask("/api/file", { ...send("PUT", { content: JSON.stringify(DOOR) }), headers });
  assertEquals(answer.status, 403);
  await answer.body?.cancel();
});

Deno.test("GET /api/watch tells of writes, of a file that goes and of one that comes", async () => {
  await using bench = await openBench();
  const path = `${bench.folder}/later.smdf.json`;
  const answer = await bench.ask(at("/api/watch", path));
  assertEquals(answer.headers.get("content-type"), "text/event-stream");
  const events = eventsOf(answer);
  const next = async () => {
    const { event, data } = (await events.next()).value ?? {};
    return [event, data?.path, data?.mtime === 0 ? "none" : "time"];
  };
  assertEquals(await next(), ["hello", path, "none"]);
  await Deno.writeTextFile(path, JSON.stringify(DOOR));
  assertEquals(await next(), ["change", path, "time"]);
  await Deno.remove(path);
  assertEquals(await next(), ["removed", path, "none"]);
  await Deno.writeTextFile(`${path}.tmp`, JSON.stringify(DOOR));
  await Deno.rename(`${path}.tmp`, path);
  assertEquals(await next(), ["change", path, "time"]);
  await events.return(undefined);
});

Deno.test("a designer that stops ends the streams of its pages at once", async () => {
  await using bench = await openBench();
  const { folder } = bench;
  const server = await serveDesigner({ doc: `${folder}/door.smdf.json`, roots: [folder], port: 0 });
  const answer = await fetch(`${server.url}/api/watch`);
  const reader = answer.body!.getReader();
  await reader.read();
  const begin = performance.now();
  await server.close();
  while (!(await reader.read()).done);
  // Without an end of its own, a stream would be broken off after five seconds.
  assert(performance.now() - begin < 4_000);
});

/** The events of a stream; comments are left out. */
async function* eventsOf(answer: Response) {
  let text = "";
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (event !== undefined && data !== undefined) {
          yield { event, data: JSON.parse(data) as { path: string; mtime: number } };
        }
      }
    }
  } finally {
    await reader.cancel();
  }
}

Deno.test("GET /api/docs lists what /api/file opens, documents of the loom first, and nothing hidden", async () => {
  await using bench = await openBench();
  const { folder } = bench;
  await Deno.mkdir(`${folder}/a/b/c/d/e`, { recursive: true });
  await Deno.mkdir(`${folder}/.git`);
  await Deno.mkdir(`${folder}/node_modules`);
  const outside = await Deno.makeTempDir();
  await Deno.writeTextFile(`${outside}/away.smdf.json`, "{}");
  await Deno.symlink(`${outside}/away.smdf.json`, `${folder}/away.smdf.json`);
  await Deno.symlink(`${folder}/door.smdf.json`, `${folder}/same.smdf.json`);
  for (
    const name of [
      "a/b/c/d/deep.smdf.json",
      "a/b/c/d/e/deeper.json",
      ".git/x.json",
      "node_modules/x.json",
      "z.json",
    ]
  ) {
    await Deno.writeTextFile(`${folder}/${name}`, "{}");
  }
  const { roots, current, docs, truncated } = await (await bench.ask("/api/docs")).json();
  assertEquals([roots, current, truncated], [[folder], `${folder}/door.smdf.json`, false]);
  const names = docs.map(({ path }: { path: string }) => path.slice(folder.length + 1));
  assertEquals(
    new Set(names.slice(0, -2)),
    new Set(["a/b/c/d/deep.smdf.json", "door.smdf.json", "story.smdf.json", "broken.smdf.json"]),
  );
  for (const { path } of docs) {
    const opened = await bench.ask(at("/api/file", path));
    assertEquals(opened.status, 200, path);
    await opened.body?.cancel();
  }
  await Deno.remove(outside, { recursive: true });
});

Deno.test("GET /api/docs says when there are more documents than it lists", async () => {
  await using bench = await openBench();
  await Promise.all(
    Array.from({ length: 301 }, (_, at) => Deno.writeTextFile(`${bench.folder}/m${at}.smdf.json`, "{}")),
  );
  const { docs, truncated } = await (await bench.ask("/api/docs")).json();
  assertEquals([docs.length, truncated], [300, true]);
});

Deno.test("GET /api/watch sends a comment every 15 seconds, so that nobody takes the stream for dead", async () => {
  await using bench = await openBench();
  const { setInterval } = globalThis;
  const beats: (readonly [() => void, number | undefined])[] = [];
  globalThis.setInterval = ((work: () => void, ms?: number) => {
    beats.push([work, ms]);
    return setInterval(() => {}, 1e9);
  }) as typeof setInterval;
  try {
    const reader = (await bench.ask("/api/watch")).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? "";
    const beat = beats.find(([, ms]) => ms === 15_000);
    assert(beat);
    beat[0]();
    while (!text.includes(": ping\n\n")) text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
  } finally {
    globalThis.setInterval = setInterval;
  }
  // A page that comes back names the last event that it has, and gets the one that it missed.
  const again = await bench.ask("/api/watch", { headers: { "last-event-id": "1" } });
  const events = eventsOf(again);
  const names = [(await events.next()).value?.event, (await events.next()).value?.event];
  assertEquals(names, ["hello", "change"]);
  await events.return(undefined);
});

Deno.test("GET /api/config names the hub and the document", async () => {
  await using bench = await openBench({ hubUrl: "http://127.0.0.1:4599" });
  const answer = await (await bench.ask("/api/config")).json();
  assertEquals(answer, { bridgeUrl: "http://127.0.0.1:4599", projectFile: `${bench.folder}/door.smdf.json` });
  await using alone = await openBench();
  assertEquals((await (await alone.ask("/api/config")).json()).bridgeUrl, null);
});

Deno.test("POST /api/generate writes code of a machine, bare, wrapped or as text, in both languages", async () => {
  await using bench = await openBench();
  for (const definition of [DOOR, { stateMachine: DOOR }, JSON.stringify(DOOR)]) {
    for (const [language, part] of [["typescript", "class"], ["python", "def "]] as const) {
      const answer = await bench.ask("/api/generate", send("POST", { definition, language }));
      const { code, language: used } = await answer.json();
      assertEquals([answer.status, used], [200, language]);
      assertStringIncludes(code, part);
    }
  }
  const unnamed = { ...DOOR, settings: { asynchronous: false } };
  assertEquals((await bench.ask("/api/generate", send("POST", { definition: unnamed }))).status, 200);
  const refused = await bench.ask("/api/generate", send("POST", { definition: { entities: [] } }));
  assertEquals([refused.status, (await refused.json()).code], [400, "bad_body"]);
});

Deno.test("POST /api/generate types the output of a machine beside the document", async () => {
  await using bench = await openBench();
  const rung = { name: "Root", states: [{ name: "Rung", kind: "final", output: "{ times: 2 }" }] };
  await Deno.writeTextFile(`${bench.folder}/bell.smdf.json`, JSON.stringify({ ...DOOR, state: rung }));
  const invoke = [{ id: "bell", machine: "bell.smdf.json" }];
  const definition = {
    ...DOOR,
    state: { name: "Root", invoke, transitions: [{ event: "done.invoke.bell" }] },
  };
  const address = `/api/generate?doc=${encodeURIComponent(`${bench.folder}/door.smdf.json`)}`;
  const answer = await bench.ask(address, send("POST", { definition, language: "typescript" }));
  assertStringIncludes((await answer.json()).code, "BellOutput {\n  times: number;");
});
