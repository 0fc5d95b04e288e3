import { assertEquals, assertMatch } from "@std/assert";
import { completeArrangement, MACHINE_KIND, NO_ARRANGEMENT } from "@loom/protocol";
import { DOOR, openBench } from "../testing.ts";

const at = (path: string, doc: string) => `${path}?doc=${encodeURIComponent(doc)}`;
const patch = (body: unknown) => ({ method: "PATCH", body: JSON.stringify(body) });
const OPEN = { x: 10, y: 20, width: 120, height: 60 };

Deno.test("GET /api/layout gives the empty arrangement where no file keeps one, or where it is broken", async () => {
  await using bench = await openBench();
  const answer = await bench.ask("/api/layout");
  const path = `${bench.folder}/door.smdf.layout.json`;
  const arrangement = { collapsed: [], places: {}, lines: [], notations: {} };
  assertEquals([answer.status, await answer.json()], [
    200,
    { path, arrangement, revision: null, mtime: 0, exists: false },
  ]);
  await Deno.writeTextFile(path, "{ broken");
  const broken = await (await bench.ask("/api/layout")).json();
  assertEquals([broken.arrangement, broken.exists], [arrangement, true]);
  assertMatch(broken.problem, /\.$/);
});

Deno.test("GET /api/layout says where there is no document yet", async () => {
  await using bench = await openBench();
  const answer = await (await bench.ask(at("/api/layout", `${bench.folder}/new.smdf.json`))).json();
  assertEquals([answer.hasDocument, answer.exists], [false, false]);
});

Deno.test("PATCH /api/layout changes what it names, and keeps the rest", async () => {
  await using bench = await openBench();
  const first = await bench.ask("/api/layout", patch({ places: { Open: OPEN }, direction: "right" }));
  assertEquals(first.status, 200);
  const { revision } = await first.json();
  const second = await bench.ask("/api/layout", patch({ places: { Closed: { x: 0, y: 90 } }, revision }));
  const { arrangement, exists } = await second.json();
  assertEquals([arrangement.places, arrangement.direction, exists], [
    { Closed: { x: 0, y: 90 }, Open: OPEN },
    "right",
    true,
  ]);
  const stale = await bench.ask("/api/layout", patch({ places: { Open: null }, revision }));
  const conflict = await stale.json();
  assertEquals([stale.status, conflict.conflict, conflict.arrangement], [409, true, arrangement]);
  const third = await (await bench.ask("/api/layout", patch({ places: { Open: null }, direction: null })))
    .json();
  assertEquals(third.arrangement, {
    collapsed: [],
    places: { Closed: { x: 0, y: 90 } },
    lines: [],
    notations: {},
  });
});

Deno.test("PATCH /api/layout loses nothing of changes that come at the same time", async () => {
  await using bench = await openBench();
  const names = Array.from({ length: 12 }, (_, index) => `S${index}`);
  await Promise.all(names.map(async (name) => {
    const answer = await bench.ask("/api/layout", patch({ places: { [name]: OPEN } }));
    assertEquals(answer.status, 200);
    await answer.body?.cancel();
  }));
  const { arrangement } = await (await bench.ask("/api/layout")).json();
  assertEquals(Object.keys(arrangement.places), names.toSorted());
});

Deno.test("POST /api/arrangement arranges a document around the places that it is given", async () => {
  await using bench = await openBench();
  const arrange = async (body: unknown) => {
    const answer = await bench.ask("/api/arrangement", { method: "POST", body: JSON.stringify(body) });
    return { status: answer.status, ...await answer.json() };
  };
  const whole = await arrange({ definition: DOOR });
  const { pictures } = MACHINE_KIND.content!;
  const own = completeArrangement(pictures, DOOR, NO_ARRANGEMENT);
  assertEquals([whole.status, whole.arrangement.places], [200, own.places]);
  const Open = { ...OPEN, width: 160 };
  const { arrangement } = await arrange({
    kind: "machine",
    definition: DOOR,
    arrangement: { places: { Open } },
  });
  assertEquals(arrangement.places.Open, Open);
  assertEquals(Object.keys(arrangement.places).toSorted(), Object.keys(own.places).toSorted());
  assertEquals((await arrange({ definition: { a: 1 } })).status, 400);
});

Deno.test("PATCH /api/layout refuses what is no arrangement, and documents that are not there or not served", async () => {
  await using bench = await openBench();
  const bodies = [
    { places: [] },
    { places: { Open: { x: "left", y: 0 } } },
    { places: { Open: { x: 1e9, y: 0 } } },
    { collapsed: "Open" },
    { direction: "up" },
    { fit: "wide" },
    { notation: "chen" },
    { revision: 1 },
  ];
  for (const body of bodies) {
    const answer = await bench.ask("/api/layout", patch(body));
    assertEquals(answer.status, 400, JSON.stringify(body));
    assertMatch((await answer.json()).error, /\.$/);
  }
  for (const [name, status] of [["none.smdf.json", 404], ["../outside.smdf.json", 403]] as const) {
    const answer = await bench.ask(
      at("/api/layout", `${bench.folder}/${name}`),
      patch({ places: { Open: OPEN } }),
    );
    assertEquals(answer.status, status);
    await answer.body?.cancel();
  }
});

Deno.test("PATCH /api/layout follows no link out of what is served", async () => {
  await using bench = await openBench();
  const outside = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.symlink(outside, `${bench.folder}/door.smdf.layout.json`);
  const doc = at("/api/layout", `${bench.folder}/door.smdf.json`);
  const answer = await bench.ask(doc, patch({ places: { Open: OPEN } }));
  assertEquals(answer.status, 403);
  await answer.body?.cancel();
  const read = await (await bench.ask(doc)).json();
  assertEquals([read.exists, read.arrangement.places], [false, {}]);
  assertEquals(await Deno.readTextFile(outside), "");
  await Deno.remove(outside);
});

Deno.test("GET /api/docs lists no layout file", async () => {
  await using bench = await openBench();
  await (await bench.ask("/api/layout", patch({ places: { Open: OPEN } }))).body?.cancel();
  const { docs } = await (await bench.ask("/api/docs")).json();
  assertEquals(docs.filter(({ name }: { name: string }) => name.includes("layout")), []);
});

Deno.test("GET /api/watch tells of changes of the layout file", async () => {
  await using bench = await openBench();
  const stream = await bench.ask("/api/watch");
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (word: string) => {
    while (!text.includes(word)) text += (await reader.read()).value ?? "";
  };
  await until("event: hello");
  await (await bench.ask("/api/layout", patch({ places: { Open: OPEN } }))).body?.cancel();
  await until("event: layout");
  await until("\n\n");
  await reader.cancel();
  const data = /event: layout\ndata: (.*)\n/.exec(text)?.[1] ?? "{}";
  assertEquals(JSON.parse(data).arrangement.places, { Open: OPEN });
});

Deno.test("PATCH /api/file keeps the places of a document that has a layout file", async () => {
  await using bench = await openBench();
  await (await bench.ask("/api/layout", patch({ places: { Open: OPEN, Closed: { x: 300, y: 300 } } }))).body
    ?.cancel();
  const ops = [
    { op: "state.rename", name: "Open", to: "Wide" },
    { op: "state.add", parent: DOOR.state.name, state: { name: "Ajar" } },
  ];
  const answer = await bench.ask("/api/file", { method: "PATCH", body: JSON.stringify({ ops }) });
  assertEquals(answer.status, 200);
  await answer.body?.cancel();
  const { arrangement: { places } } = await (await bench.ask("/api/layout")).json();
  assertEquals(Object.keys(places), ["Ajar", "Closed", "Wide"]);
  assertEquals([places.Wide.x, places.Wide.y, places.Closed.x, places.Closed.y], [10, 20, 300, 300]);
});
