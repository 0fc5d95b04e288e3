import { renderAscii, renderMermaid } from "@loom/protocol";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { DRAWING_TOOLS } from "./drawing.ts";

Deno.test("render_diagram draws a PNG beside the document and shows it", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  const { data, content } = await tools.call("render_diagram");
  assertEquals(data.path, `${tools.folder}/gate.png`);
  const file = await Deno.readFile(`${tools.folder}/gate.png`);
  assertEquals(file.length, data.bytes);
  const image = content[1];
  assert(image?.type === "image" && image.mimeType === "image/png");
  assertEquals(Uint8Array.from(atob(image.data), (character) => character.charCodeAt(0)), file);
});

for (
  const [format, extension, text] of [
    ["mermaid", "mmd", renderMermaid(GATE)],
    ["ascii", "txt", renderAscii(GATE)],
  ] as const
) {
  Deno.test(`render_diagram gives ${format} as text and as a file`, async () => {
    await using tools = await openToolBench(DRAWING_TOOLS);
    const { texts, data } = await tools.call("render_diagram", { format });
    assertEquals(data.path, `${tools.folder}/gate.${extension}`);
    assertEquals(texts[1]?.trimEnd(), text.trimEnd());
    assert((await Deno.readTextFile(String(data.path))).startsWith(texts[1] ?? "?"));
  });
}

Deno.test("render_diagram tells which characters no font has", async () => {
  const state = { name: "Root", states: [{ name: "A\u{10ffff}" }] };
  await using tools = await openToolBench(DRAWING_TOOLS, { content: { ...GATE, state } });
  const { data, texts } = await tools.call("render_diagram");
  assertEquals(data.missing, ["\u{10ffff}"]);
  assertStringIncludes(texts[0] ?? "", "stands there: install a font that has them, or draw an SVG");
});

Deno.test("render_diagram gives a small SVG as text, and of a large one its file", async () => {
  const small = { ...GATE, state: { name: "Root", states: [{ name: "A" }] } };
  await using few = await openToolBench(DRAWING_TOOLS, { content: small });
  assertStringIncludes((await few.call("render_diagram", { format: "svg" })).texts[1] ?? "", "<svg");
  const states = Array.from({ length: 60 }, (_, at) => ({ name: `S${at}` }));
  await using many = await openToolBench(DRAWING_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  const { texts, data } = await many.call("render_diagram", { format: "svg" });
  assertEquals(texts.length, 1);
  assertStringIncludes(texts[0] ?? "", "too long to be shown");
  assertStringIncludes(await Deno.readTextFile(String(data.path)), "S59");
});

Deno.test("render_diagram takes path, theme, scale, stamp and active states", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  const path = `${tools.folder}/pictures.svg`;
  const drawn = (values: object) => tools.call("render_diagram", { format: "svg", path, ...values });
  await drawn({ theme: "light" });
  const light = await Deno.readTextFile(path);
  await drawn({ theme: "dark" });
  assert(light !== await Deno.readTextFile(path));
  await drawn({ theme: "light", active: ["Open"] });
  assert(light !== await Deno.readTextFile(path));
  await drawn({ style: { walk: "open", labels: "short", notes: "yes" } });
  assertStringIncludes(await Deno.readTextFile(path), "slc-step-number");
  const half = await tools.call("render_diagram", { scale: 0.5 });
  const twice = await tools.call("render_diagram", { scale: 2 });
  assert(Number(twice.data.width) > 3 * Number(half.data.width));
  const { data } = await tools.call("render_diagram", { format: "ascii", stamp: true });
  assert(/Gate--\d{12}\.txt$/.test(String(data.path)), String(data.path));
});

Deno.test("render_diagram refuses a scale out of bounds before it draws", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  for (const scale of [0, 0.05, 8.1, -1, 1e9]) {
    const { isError, code, text } = await tools.call("render_diagram", { scale });
    assertEquals([isError, code], [true, "bad_scale"]);
    assertStringIncludes(text, "from 0.1 to 8");
  }
  assertEquals(Array.from(Deno.readDirSync(tools.folder), ({ name }) => name), ["gate.smdf.json"]);
});

Deno.test("render_diagram tells of a PNG that is too large which scale fits, and where an SVG would be", async () => {
  const states = Array.from({ length: 300 }, (_, at) => ({
    name: `State number ${at} with a long name`,
    transitions: [{ event: "open", nextState: `State number ${(at + 1) % 300} with a long name` }],
  }));
  await using tools = await openToolBench(DRAWING_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  const { code, text } = await tools.call("render_diagram", { scale: 8 });
  assertEquals(code, "too_large");
  assertStringIncludes(text, `With format "svg" it would be "${tools.folder}/gate.svg"`);
  // Without a scale it is always drawn, and small enough to be looked at.
  const fitted = await tools.call("render_diagram");
  assertEquals([fitted.isError, fitted.content[1]?.type], [false, "image"]);
  assertEquals(Math.max(Number(fitted.data.width), Number(fitted.data.height)), 2_000);
  assertStringIncludes(fitted.text, "fitted to 2000 pixels: scale gives another size");
});

/** A machine that takes seconds to draw. */
const LARGE = {
  ...GATE,
  state: {
    name: "Root",
    states: Array.from({ length: 300 }, (_, at) => ({
      name: `S${at}`,
      transitions: [{ event: "open", nextState: `S${(at * 7) % 300}` }],
    })),
  },
};

Deno.test("render_diagram lets other calls through while it draws", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS, { content: LARGE });
  const order: string[] = [];
  const drawn = tools.call("render_diagram", { scale: 0.1 }).then(() => order.push("drawn"));
  await tools.client.ping();
  order.push("ping");
  await drawn;
  assertEquals(order, ["ping", "drawn"]);
});

Deno.test("render_diagram ends when the client takes its call back, and writes nothing", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS, { content: LARGE });
  const ending = new AbortController();
  const told = Promise.withResolvers<void>();
  const drawn = tools.client.callTool({ name: "render_diagram", arguments: {} }, undefined, {
    signal: ending.signal,
    onprogress: () => told.resolve(),
  });
  const failed = assertRejects(() => drawn);
  await told.promise;
  ending.abort();
  await failed;
  await tools.client.ping();
  assertEquals(Array.from(Deno.readDirSync(tools.folder), ({ name }) => name), ["gate.smdf.json"]);
});

Deno.test("render_diagram replaces no document and no file of another kind", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  const at = (name: string) => `${tools.folder}/${name}`;
  await Deno.writeTextFile(at("main.py"), "mine");
  for (
    const [name, code] of [
      ["gate.smdf.json", "is_document"],
      ["new.erdf.json", "is_document"],
      ["package.json", "is_document"],
      ["main.py", "wrong_ending"],
      ["new.txt", "wrong_ending"],
    ] as const
  ) {
    assertEquals((await tools.call("render_diagram", { format: "svg", path: at(name) })).code, code, name);
  }
  assertEquals(await Deno.readTextFile(at("main.py")), "mine");
});

Deno.test("render_diagram replaces a file that it did not make, or that was edited, on purpose only", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  for (
    const [format, name] of [["png", "a.png"], ["svg", "a.svg"], ["mermaid", "a.mmd"], ["ascii", "a.txt"]]
  ) {
    const path = `${tools.folder}/${name}`;
    const drawn = (values = {}) => tools.call("render_diagram", { format, path, ...values });
    await Deno.writeTextFile(path, "mine");
    const refused = await drawn();
    assertEquals([refused.code, await Deno.readTextFile(path)], ["exists", "mine"]);
    assertStringIncludes(refused.text, "or give overwrite: true.");
    for (const values of [{ overwrite: true }, {}, { active: ["Open"] }]) {
      assertEquals((await drawn(values)).isError, false);
    }
    await Deno.writeFile(path, new Uint8Array([33]), { append: true });
    assertEquals((await drawn()).code, "exists");
  }
});

Deno.test("render_diagram follows no link out of the root, dangling or not", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  const outside = await Deno.makeTempDir();
  try {
    await Deno.symlink(`${outside}/dangling.png`, `${tools.folder}/a.png`);
    await Deno.symlink(outside, `${tools.folder}/folder`);
    for (const path of ["a.png", "folder/b.png", "../c.png"]) {
      const { code } = await tools.call("render_diagram", { path: `${tools.folder}/${path}` });
      assertEquals(code, "outside_root", path);
    }
    await Deno.symlink(`${outside}/gate.svg`, `${tools.folder}/gate.svg`);
    assertEquals((await tools.call("render_diagram", { format: "svg" })).code, "outside_root");
    assertEquals([...Deno.readDirSync(outside)], []);
  } finally {
    await Deno.remove(outside, { recursive: true });
  }
});

Deno.test("render_diagram opens nothing for a client on another machine", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS, { content: GATE, isRemote: true });
  const { code, text } = await tools.call("render_diagram", { format: "svg", open: true });
  assertEquals(code, "not_here");
  assertStringIncludes(text, "leave open out");
});

Deno.test("render_diagram names the state that was probably meant to be highlighted", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  assertStringIncludes(
    (await tools.call("render_diagram", { format: "ascii", active: ["Opne"] })).text,
    'Did you mean "Open"?',
  );
});

Deno.test("render_diagram tells that the folder is not there", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  const { isError, text } = await tools.call("render_diagram", { path: `${tools.folder}/no/where.png` });
  assert(isError);
  assertStringIncludes(text, "There is no folder");
});

Deno.test("render_diagram keeps the arrangement beside the document, and removes it", async () => {
  await using tools = await openToolBench(DRAWING_TOOLS);
  const file = `${tools.folder}/gate.smdf.layout.json`;
  await tools.call("render_diagram", { format: "svg", style: { arrange: "keep", direction: "right" } });
  const kept = JSON.parse(await Deno.readTextFile(file));
  assertEquals([kept.direction, Object.keys(kept.places).length > 0], ["right", true]);
  await tools.call("render_diagram", { format: "svg", style: { arrange: "remove" } });
  await assertRejects(() => Deno.stat(file), Deno.errors.NotFound);
  const refused = await tools.call("render_diagram", { style: { arrange: "twice" } });
  assertStringIncludes(refused.text, "keep or remove");
});
