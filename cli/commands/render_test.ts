import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runLoom } from "../run_loom.ts";
import { DOOR, LAMP, loom, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

const stdin = JSON.stringify({ stateMachine: DOOR });

/** A machine whose picture has more than 64 megapixels at scale 8. */
const LARGE = {
  ...DOOR,
  state: {
    name: "Root",
    states: Array.from({ length: 200 }, (_, index) => ({
      name: `State${index}`,
      transitions: [{ event: "open", nextState: `State${index + 1}` }],
    })),
  },
};

/** A folder with a door in it. */
async function withDoor(): Promise<{ folder: TempFolder; door: string } & AsyncDisposable> {
  const folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", { stateMachine: DOOR });
  return { folder, door, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** The names in a folder. */
async function namesIn(path: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
}

/** The size that a PNG states behind its signature. */
function pngSize(file: Uint8Array): [width: number, height: number] {
  assertEquals(new TextDecoder("latin1").decode(file.subarray(1, 4)), "PNG");
  const view = new DataView(file.buffer, file.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

const FILES: readonly (readonly [format: string, name: string, start: string])[] = [
  ["svg", "door.svg", "<svg "],
  ["png", "door.png", "\uFFFDPNG\r\n"],
  ["mermaid", "door.mmd", "stateDiagram-v2\n"],
  ["ascii", "door.txt", "Root\n"],
];

for (const [format, name, start] of FILES) {
  Deno.test(`loom render --as ${format} writes ${name} beside the document and tells its path`, async () => {
    await using test = await withDoor();
    const { folder, door } = test;
    const { code, out, err } = await loom(["render", door, "--as", format]);
    const path = await Deno.realPath(folder.at(name));
    const { size } = await Deno.stat(path);
    assertEquals([code, out], [0, `${path}\n`], err);
    assertMatch(err, new RegExp(`^${format}( \\d+×\\d+)? · ${size} bytes\n$`));
    const text = new TextDecoder().decode(await Deno.readFile(path));
    assert(text.startsWith(start), text.slice(0, 20));
    assert(format === "png" || (text.endsWith("\n") && !text.endsWith("\n\n")));
    const notes = ["png", "ascii"].includes(format) ? [".made-loom"] : [];
    assertEquals(await namesIn(folder.path), [...notes, name, "door.smdf.json"].sort());
  });
}

Deno.test("loom render draws an SVG when nothing else is said", async () => {
  await using test = await withDoor();
  assertStringIncludes((await loom(["render", test.door])).out, "door.svg\n");
});

Deno.test("loom render takes the format from the ending of --out", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  await loom(["render", door, "--out", folder.at("A.MMD")]);
  assert((await Deno.readTextFile(folder.at("A.MMD"))).startsWith("stateDiagram-v2"));
});

Deno.test("loom render refuses an ending that does not fit, and names those that do", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const wrong = [
    ["d.gif", [], ".svg, .png, .pdf, .html, .mmd, .txt, .d2, .dot, .puml or .drawio"],
    ["d.jpg", [], ".svg, .png, .pdf, .html, .mmd, .txt, .d2, .dot, .puml or .drawio"],
    ["b.mmd", ["--as", "svg"], ".svg"],
    ["b.txt", ["--as", "png"], ".png"],
  ] as const;
  for (const [name, args, endings] of wrong) {
    const { code, err } = await loom(["render", door, "--out", folder.at(name), ...args, "--overwrite"]);
    assertEquals(code, 2);
    assertStringIncludes(err, `has an ending that does not fit: name a file that ends in ${endings}.`);
  }
  assertEquals(await namesIn(folder.path), ["door.smdf.json"]);
});

for (const [, name] of FILES) {
  Deno.test(`loom render replaces its own ${name}, but none that it did not make or that was edited`, async () => {
    await using test = await withDoor();
    const { folder, door } = test;
    const path = folder.at(name);
    const drawn = async (...args: string[]) => (await loom(["render", door, "--out", path, ...args])).code;
    await folder.write(name, "by hand");
    assertEquals(await drawn(), 3);
    assertEquals(await drawn("--dry-run"), 3);
    assertEquals(await Deno.readTextFile(path), "by hand");
    assertEquals(await drawn("--overwrite"), 0);
    await loom(["--doc", door, "rename-state", "Open", "Wide"]);
    assertEquals(await drawn(), 0);

    const file = await Deno.readFile(path);
    await Deno.writeFile(path, new Uint8Array([...file, 32, 33]));
    await loom(["--doc", door, "rename-state", "Wide", "Open"]);
    const { code, err } = await loom(["render", door, "--out", path]);
    assertEquals([code, (await Deno.readFile(path)).length], [3, file.length + 2]);
    assertStringIncludes(err, "was edited after the loom made it");
    assertEquals(await drawn("--overwrite"), 0);
  });

  Deno.test(`loom render --check tells whether ${name} is as it would be drawn`, async () => {
    await using test = await withDoor();
    const { folder, door } = test;
    const path = `${await Deno.realPath(folder.path)}/${name}`;
    const check = () => loom(["render", door, "--out", path, "--check"]);
    const before = await namesIn(folder.path);
    assertEquals([(await check()).code, (await check()).out], [1, `${path}: missing\n`]);
    assertEquals(await namesIn(folder.path), before);
    await loom(["render", door, "--out", path]);
    assertEquals([(await check()).code, (await check()).out], [0, ""]);
    await loom(["--doc", door, "rename-state", "Open", "Wide"]);
    const file = await Deno.readFile(path);
    assertEquals([(await check()).code, (await check()).out], [1, `${path}: differs\n`]);
    assertEquals(await Deno.readFile(path), file);
  });
}

Deno.test("loom render --check looks at every document, and tells it as JSON", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const lamp = await folder.write("lamp.smdf.json", LAMP);
  await loom(["render", lamp]);
  const { code, out } = await loom(["render", door, lamp, "--check", "--json"]);
  const told = JSON.parse(out).documents.map(({ status }: { status: string }) => status);
  assertEquals([code, told], [1, ["missing", "current"]]);
});

Deno.test("loom render replaces only the ending of the document by that of the drawing", async () => {
  await using folder = await TempFolder.make();
  const names = ["a.smdf.json", "b.json", "c.v2.SMDF.JSON", "e", ".json"];
  const docs = await Promise.all(names.map((name) => folder.write(name, DOOR)));
  docs.push(await folder.write("f.smdf.xml", '<stateMachine><state name="R"/></stateMachine>'));
  docs.push(await folder.write("g.mmd", "stateDiagram-v2\nA --> B : go\n"));
  const { code, out, err } = await loom(["render", ...docs]);
  assertEquals(code, 0, err);
  const drawn = out.trim().split("\n").map((path) => path.split("/").at(-1));
  assertEquals(drawn, ["a.svg", "b.svg", "c.v2.svg", "e.svg", ".json.svg", "f.svg", "g.svg"]);
});

Deno.test("loom render --as png draws two pixels a unit, or as --scale says", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const sizes = [];
  for (const scale of [[], ["--scale", "1"], ["--scale", ".5"]]) {
    const { code, out, err } = await loom(["render", door, "--as", "png", "--json", ...scale]);
    assertEquals(code, 0, err);
    const { documents: [{ width, height }] } = JSON.parse(out);
    assertEquals(pngSize(await Deno.readFile(folder.at("door.png"))), [width, height]);
    sizes.push([width, height]);
  }
  const [double, [width, height], half] = sizes as [number[], [number, number], number[]];
  assertEquals([double, half], [[2 * width, 2 * height], [Math.ceil(width / 2), Math.ceil(height / 2)]]);
});

Deno.test("loom render --as png tells the characters that no font has", async () => {
  await using folder = await TempFolder.make();
  const unknown = "\u{10abcd}";
  const doc = await folder.write("odd.smdf.json", { ...DOOR, state: { name: `Odd ${unknown}` } });
  const { code, err } = await loom(["render", doc, "--as", "png"]);
  assertEquals(code, 0, err);
  assertStringIncludes(err, `no font here has ${unknown}, so that □ stands there: `);
  const { documents: [{ missing }] } = JSON.parse((await loom(["render", doc, "--as", "png", "--json"])).out);
  assertEquals(missing, [unknown]);
  assertEquals((await loom(["render", doc])).err.includes("□"), false);
});

Deno.test("loom render --theme gives a picture its colours", async () => {
  const drawn = async (theme: string) => (await loom(["render", "-", "--theme", theme], { stdin })).out;
  assertStringIncludes(await drawn("dark"), "slc-picture--dark");
  assertStringIncludes(await drawn("light"), "slc-picture--light");
  assertStringIncludes(await drawn("auto"), "prefers-color-scheme");
});

Deno.test("loom render draws in dark when there is no such theme, and says so", async () => {
  const dark = await loom(["render", "-", "--theme", "dark"], { stdin });
  const { code, out, err } = await loom(["render", "-", "--theme", "sepia"], { stdin });
  assertEquals([code, out], [0, dark.out]);
  assertEquals(
    err,
    'There is no theme "sepia": it is drawn in dark. The themes are dark, light, auto.\n',
  );
});

Deno.test("loom render --title changes the title of a picture, or leaves it out", async () => {
  const drawn = async (...args: string[]) => (await loom(["render", "-", ...args], { stdin })).out;
  assertStringIncludes(await drawn(), ">Door</text>");
  assertStringIncludes(await drawn("--title", "A & B"), ">A &amp; B</text>");
  assert(!(await drawn("--title", "")).includes(">Door</text>"));
});

Deno.test("loom render --title puts a title above a text, which has none otherwise", async () => {
  const drawn = async (...args: string[]) => (await loom(["render", "-", ...args], { stdin })).out;
  assert((await drawn("--as", "ascii", "--title", "Door")).startsWith("Door\n────\nRoot\n"));
  assert(
    (await drawn("--as", "mermaid", "--title", 'a "b"')).startsWith('---\ntitle: "a \\"b\\""\n---\nstate'),
  );
  assert((await drawn("--as", "ascii")).startsWith("Root\n"));
});

Deno.test("loom render --active highlights states, and tells of names that are none", async () => {
  const ascii = await loom(["render", "-", "--as", "ascii", "--active", "Open, Clsed"], { stdin });
  assertStringIncludes(ascii.out, "● Open\n");
  assertEquals(ascii.err, '-: there is no state "Clsed" to highlight. Did you mean "Closed"?\n');
  const svg = await loom(["render", "-", "--active", "Open|Closed"], { stdin });
  assertEquals(svg.out.match(/class="[^"]*slc-node--active/g)?.length, 2);
});

Deno.test("loom render --actions shows actions", async () => {
  for (const format of ["ascii", "svg"]) {
    const shown = async (...args: string[]) =>
      (await loom(["render", "-", "--as", format, ...args], { stdin: JSON.stringify(LAMP) })).out
        .replaceAll(/<(?:title|desc)>.*?<\/(?:title|desc)>/gs, "").includes("Countdown");
    assertEquals([await shown(), await shown("--actions")], [false, true], format);
  }
});

Deno.test("loom render --view boxes keeps within the terminal", async () => {
  const options = { stdin, isTerminal: true, columns: 30 };
  const { out } = await loom(["render", "-", "--as", "ascii", "--view", "boxes"], options);
  assertStringIncludes(out, "│ Closed │");
  assert(out.split("\n").every((line) => line.length <= 30), out);
});

Deno.test("loom render --out - draws to standard output", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const { code, out, err } = await loom(["render", door, "--as", "ascii", "--out", "-"]);
  assertEquals([code, err], [0, ""]);
  assertEquals(out, "Root\n  [*] Closed\n    ─[open]→ Open\n  Open\n    ─[close]→ Closed\n");
  assertEquals(await namesIn(folder.path), ["door.smdf.json"]);
});

Deno.test("loom render draws standard input to standard output, or into a file", async () => {
  await using folder = await TempFolder.make();
  assert((await loom(["render", "-"], { stdin })).out.startsWith("<svg "));
  const { code } = await loom(["render", "-", "--out", folder.at("x.png")], { stdin });
  assertEquals([code, await namesIn(folder.path)], [0, [".made-loom", "x.png"]]);
});

Deno.test("loom render draws many documents into a folder, which is made", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const lamp = await folder.write("lamp.smdf.json", LAMP);
  const pictures = folder.at("pictures/new");
  const { code, out, err } = await loom(["render", door, lamp, door, "--out", pictures]);
  assertEquals([code, await namesIn(pictures)], [0, ["door.svg", "lamp.svg"]], err);
  assertEquals(out.trim().split("\n").length, 2);
  assertStringIncludes(err, `${lamp}: svg `);
});

Deno.test("loom render draws one document into a folder that is there, or named as one", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  assertEquals((await loom(["render", door, "--out", `${folder.at("new")}/`])).code, 0);
  assertEquals((await loom(["render", door, "--out", folder.at("new"), "--as", "ascii"])).code, 0);
  assertEquals((await loom(["render", door, "-o", folder.at("other/new")])).code, 0);
  assertEquals(await namesIn(folder.at("new")), [".made-loom", "door.svg", "door.txt"]);
  assertEquals(await namesIn(folder.at("other/new")), ["door.svg"]);
});

Deno.test("loom render draws the others when a document cannot be drawn, and ends with the gravest code", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const broken = await folder.write("broken.smdf.json", "{");
  const other = await folder.write("other.board.json", { cards: [] });
  const { code, out, err } = await loom(["render", broken, other, door], { kinds: withBoard(LOOM_KINDS) });
  assertEquals([code, out], [4, `${await Deno.realPath(folder.at("door.svg"))}\n`]);
  assertEquals(err.match(/^error: /gm)?.length, 2, err);
  const { documents } = JSON.parse((await loom(["render", broken, door, "--json"])).out);
  assertEquals(documents.map(({ doc, error }: Record<string, { code: string }>) => [doc, error?.code]), [
    [broken, "json_syntax"],
    [door, undefined],
  ]);
});

Deno.test("loom render refuses to draw two documents into one file", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const copy = await folder.write("door.json", DOOR);
  const { code, err } = await loom(["render", door, copy]);
  assertEquals(code, 2);
  assertStringIncludes(err, `"${copy}" and "${door}" would both be drawn into`);
});

Deno.test("loom render never replaces a document", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const before = await Deno.readTextFile(door);

  await folder.write("other.json", "{}");
  await Deno.symlink(door, folder.at("link.svg"));
  const diagram = await folder.write("diagram.mmd", "stateDiagram-v2\nA --> B : go\n");
  const refused = [
    [door, "--out", door],
    [door, "--out", folder.at("link.svg")],
    [door, "--out", folder.at("other.json")],
    [door, "--out", folder.at("new.sysdf.json")],
    [diagram, "--as", "mermaid"],
    [diagram, door, "--as", "mermaid"],
  ];
  for (const args of refused) {
    const { code, err } = await loom(["render", ...args, "--overwrite"]);
    assertEquals([code, err.includes("lost")], [2, true], err);
  }
  assertEquals(await Deno.readTextFile(door), before);
  assertEquals(await Deno.readTextFile(folder.at("other.json")), "{}");
  assertEquals(await Deno.readTextFile(diagram), "stateDiagram-v2\nA --> B : go\n");
});

Deno.test("loom render --stamp names the file by the machine, the time and the episode", async () => {
  await using folder = await TempFolder.make();
  await Deno.mkdir(folder.at("ep07"));
  const door = await folder.write("ep07/door.smdf.json", DOOR);
  const { out, err } = await loom(["render", door, "--stamp", "--as", "mermaid"]);
  assertEquals(out, `${await Deno.realPath(folder.at("ep07/ep07--Door--260102030405.mmd"))}\n`, err);
});

Deno.test("loom render --stamp gives way to a file that --out names", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const { out, err } = await loom(["render", door, "--stamp", "--out", folder.at("x.svg")]);
  assertStringIncludes(out, "/x.svg\n");
  assertStringIncludes(err, "--stamp is not used: --out names the file.\n");
});

Deno.test("loom render --dry-run draws and reports, and writes nothing", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const lamp = await folder.write("lamp.smdf.json", LAMP);
  for (const args of [[door, "--as", "png"], [door, lamp, "--out", folder.at("new")]]) {
    const { code, out, err } = await loom(["render", ...args, "--dry-run", "--open"]);
    assertEquals(code, 0, err);
    assertMatch(out, /door\.(png|svg)\n/);
    assertStringIncludes(err, ", not written\n");
  }
  assertEquals(await namesIn(folder.path), ["door.smdf.json", "lamp.smdf.json"]);
});

Deno.test("loom render --json tells format, size, length and path", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const [drawn] = JSON.parse((await loom(["render", door, "--json"])).out).documents;
  const path = await Deno.realPath(folder.at("door.svg"));
  const svg = await Deno.readTextFile(path);
  assertStringIncludes(svg, ` width="${drawn.width}" height="${drawn.height}"`);
  const { width, height } = drawn;
  assertEquals(drawn, { doc: door, format: "svg", width, height, bytes: (await Deno.stat(path)).size, path });
  const { documents } = JSON.parse((await loom(["render", "-", "--json", "--as", "ascii"], { stdin })).out);
  assert(documents[0].text.startsWith("Root\n"));
});

Deno.test("loom render --quiet tells the path alone", async () => {
  await using test = await withDoor();
  const { err, out } = await loom(["render", test.door, "--quiet", "--theme", "sepia"]);
  assertEquals([err, out.split("\n").length], ["", 2]);
});

Deno.test("loom render --open shows each file, and does not mind when there is no viewer", async () => {
  await using test = await withDoor();
  const path = `${await Deno.realPath(test.folder.path)}/door.svg`;
  assertEquals((await loom(["render", test.door, "--open"])).viewed, [path]);
  const { code, err } = await loom(["render", test.door, "--open"], { hasNoViewer: true });
  assertEquals(code, 0);
  assertStringIncludes(err, `No viewer could be started: open "${path}" yourself.\n`);
});

Deno.test("loom render shows on a terminal how far it is, and takes that away", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const lamp = await folder.write("lamp.smdf.json", LAMP);
  const { err } = await loom(["render", door, lamp], { isTerminal: true, columns: 200 });
  const shown = err.split("\r\x1b[2K").map((line) =>
    line.replace(folder.path, "").replace(/: svg .*/s, ": svg")
  );
  assertEquals(shown.slice(1, 4), [
    `1 of 2  /door.smdf.json`,
    "/door.smdf.json: svg",
    "2 of 2  /lamp.smdf.json",
  ]);
  const large = await loom(["render", "-"], { stdin: JSON.stringify(manyStates()), isTerminal: true });
  assertEquals(large.err, "\r\x1b[2KDrawing 401 states …\r\x1b[2K");
});

function manyStates(): object {
  return {
    ...DOOR,
    state: { name: "Root", states: Array.from({ length: 400 }, (_, at) => ({ name: `S${at}` })) },
  };
}

Deno.test("loom render draws a large PNG at the greatest scale that fits, unless a scale is given", async () => {
  await using folder = await TempFolder.make();
  const entities = Array.from({ length: 200 }, (_, at) => ({
    name: `Entity${at}`,
    attributes: Array.from({ length: 30 }, (_, index) => ({ name: `attribute_with_a_long_name_${index}` })),
  }));
  const large = await folder.write("large.erdf.json", {
    settings: { namespace: "Large", name: "Large" },
    entities,
    relationships: [],
  });
  const { code, err } = await loom(["render", large, "--as", "png"]);
  assertEquals(code, 0, err);
  assertMatch(err, /drawn at scale [01]\.\d, since a PNG has at most 64 megapixels/);
  const [width, height] = pngSize(await Deno.readFile(folder.at("large.png")));
  assert(width * height <= 64_000_000);
  const asked = await loom(["render", large, "--as", "png", "--scale", "2", "--overwrite"]);
  assertEquals(asked.code, 1);
  assertMatch(asked.err, /draw at scale [01]\.\d instead of 2/);
});

Deno.test("loom render tells how large a PNG would be, and where an SVG would", async () => {
  await using folder = await TempFolder.make();
  const large = await folder.write("large.smdf.json", LARGE);
  const { code, out, err } = await loom(["render", large, "--as", "png", "--scale", "8"]);
  assertEquals([code, out, await namesIn(folder.path)], [1, "", ["large.smdf.json"]]);
  assertMatch(err, /Cannot make a PNG of \d+ x \d+ pixels/);
  assertStringIncludes(err, `With --as svg it would be "${folder.at("large.svg")}".`);
});

const WRONG: readonly (readonly [what: string, args: readonly string[], sentence: string])[] = [
  [
    "an unknown format",
    ["--as", "jpg"],
    '--as cannot be "jpg": choose svg, png, pdf, html, mermaid, ascii, d2, dot, plantuml or drawio.',
  ],
  ["a scale that is no number", ["--scale", "2x"], '--scale must be a number, and "2x" is none.'],
  ["a scale out of bounds", ["--as", "png", "--scale", "9"], "--scale must be a number from 0.1 to 8"],
  ["PNG on standard output", ["--as", "png", "--out", "-"], "PNG is not text"],
  ["to compare standard output", ["--check", "--out", "-"], "--check needs files to look at"],
  ["to watch while it compares", ["--check", "--watch"], "--check writes nothing: leave --watch out."],
  ["a viewer for standard output", ["--open", "--out", "-"], "--open needs a file"],
  [
    "one file for many documents",
    ["lamp.smdf.json", "--out", "x.svg"],
    '"x.svg" is one file for 2 documents',
  ],
  ["standard output for many documents", ["x", "--out", "-"], "Standard output takes one drawing, not 2"],
  ["standard input among others", ["-"], "Standard input is drawn alone"],
];

for (const [what, args, sentence] of WRONG) {
  Deno.test(`loom render refuses ${what}`, async () => {
    await using test = await withDoor();
    const { code, out, err } = await loom(["render", test.door, ...args]);
    assertEquals([code, out], [2, ""]);
    assertStringIncludes(err, sentence);
    assertEquals(await namesIn(test.folder.path), ["door.smdf.json"]);
  });
}

for (const args of [["--stamp"], ["--watch"], ["--as", "png"], ["--out", "/"]]) {
  Deno.test(`loom render - ${args.join(" ")} is wrong usage`, async () => {
    assertEquals((await loom(["render", "-", ...args], { stdin })).code, 2);
  });
}

Deno.test("loom render says why a file or a folder cannot be there", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  assertEquals((await loom(["render", door, "--out", folder.at("made/here/x.svg")])).code, 0);
  const file = await loom(["render", door, "--out", `${door}/x.svg`]);
  assertEquals(file.code, 4);
  const below = await loom(["render", door, "--out", `${door}/pictures/`]);
  assertEquals(below.code, 4);
  assertStringIncludes(below.err, "a part of its folder path is a file");
});

Deno.test("loom render --watch draws again what changes, through broken documents, until it is interrupted", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const lamp = await folder.write("lamp.smdf.json", LAMP);
  const io = memoryIo();
  const ended = runLoom(["render", door, lamp, "--watch", "--as", "ascii", "--open"], io);
  await io.said("err", "Watching 2 documents");

  await loom(["--doc", door, "rename-state", "Open", "Wide"]);
  await io.said("out", "door.txt\n", 2);
  assertStringIncludes(await Deno.readTextFile(folder.at("door.txt")), "Wide");

  await Deno.writeTextFile(door, "{");
  await io.said("err", "error: ");
  assertStringIncludes(await Deno.readTextFile(folder.at("door.txt")), "Wide");

  await Deno.writeTextFile(door, JSON.stringify(DOOR));
  await io.said("out", "door.txt\n", 3);
  io.interrupt();
  assertEquals([await ended, io.out().split("lamp.txt\n").length - 1], [0, 1]);
  assertEquals(io.viewed.map((path) => path.split("/").at(-1)), ["door.txt", "lamp.txt"]);
});

Deno.test("loom render --watch gives a person one line a drawing, and a program one line of JSON", async () => {
  await using test = await withDoor();
  for (const options of [["--color", "never"], ["--json"]]) {
    const io = memoryIo({ isTerminal: true });
    const ended = runLoom(["render", test.door, "--watch", "--as", "ascii", ...options], io);
    await io.said("err", "Watching");
    io.interrupt();
    await ended;
    assertMatch(io.out(), /^(?:03:04:05 {2}\/.*door\.txt {2}ascii · 72 bytes|\{"doc":.*\})\n$/);
  }
});

Deno.test("loom render refuses --scale for what has no pixels", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  for (const format of ["svg", "mermaid", "ascii"]) {
    const { code, err } = await loom(["render", path, "--as", format, "--scale", "3"]);
    assertEquals(code, 2);
    assertStringIncludes(err, `--scale is about PNG, and this is ${format}`);
  }
});

Deno.test("loom render refuses options that would change nothing", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  for (
    const [format, option, formats] of [
      ["mermaid", ["--focus", "Open"], "SVG, PNG, PDF and HTML"],
      ["d2", ["--walk", "open"], "SVG, PNG, PDF and HTML"],
      ["d2", ["--active", "Open"], "SVG, PNG, PDF, HTML and ASCII"],
      ["png", ["--walk", "open", "--animate"], "SVG and HTML"],
      ["png", ["--embed-font"], "SVG and HTML"],
    ] as const
  ) {
    const { code, err } = await loom(["render", path, "--as", format, ...option]);
    assertEquals(code, 2);
    assertStringIncludes(err, ` is about ${formats}, and this is ${format}`);
  }
});

Deno.test("loom render names the kind in drawings of documents that differ in nothing else", async () => {
  await using folder = await TempFolder.make();
  const machine = await folder.write("order.smdf.json", { stateMachine: DOOR });
  const entities = await folder.write("order.erdf.json", { name: "Order", entities: [], relationships: [] });
  const { code, out, err } = await loom(["render", machine, entities]);
  const paths = await Promise.all(
    ["order.smdf.svg", "order.erdf.svg"].map((name) => Deno.realPath(folder.at(name))),
  );
  assertEquals([code, out], [0, paths.map((path) => `${path}\n`).join("")], err);
  // One alone gets the same name: a second drawing never goes over the first.
  assertEquals((await loom(["render", entities])).out, `${paths[1]}\n`);
});

Deno.test("loom render --walk numbers the transitions that steps take", async () => {
  const { code, out, err } = await loom(["render", "-", "--walk", "open,close,open"], { stdin });
  assertEquals(code, 0, err);
  const numbers = [...out.matchAll(/slc-step-number[^>]*>([^<]*)</g)].map(([, words]) => words);
  assertEquals(numbers.toSorted(), ["1, 3", "2"]);
});

Deno.test("loom render --against shows what differs from an older document", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const newer = structuredClone(DOOR);
  newer.state.states?.push({ name: "Locked" });
  const path = await folder.write("newer.smdf.json", { stateMachine: newer });
  const { code, out, err } = await loom(["render", path, "--against", door, "--out", "-"]);
  assertEquals(code, 0, err);
  assertMatch(out, /slc-node--added" data-state="Locked"/);
  assertStringIncludes(out, "+ added</text>");
});

Deno.test("loom render --coverage shows what tests touch and miss", async () => {
  await using test = await withDoor();
  const { folder, door } = test;
  const tests = { machine: "door.smdf.json", tests: [{ name: "opens", steps: ["open"] }] };
  const path = await folder.write("door.test.json", tests);
  const { code, out, err } = await loom(["render", door, "--coverage", path, "--out", "-"]);
  assertEquals(code, 0, err);
  assertStringIncludes(out, "✓ covered</text>");
  assertStringIncludes(out, "○ missed</text>");
  const none = await loom(["render", door, "--coverage", path, "--walk", "open", "--out", "-"]);
  assertEquals(none.code, 2);
  assertStringIncludes(none.err, "give one of them");
});

Deno.test("loom render --focus draws a state and those near it, and refuses one that is not there", async () => {
  const { code, out } = await loom(["render", "-", "--focus", "Open", "--depth", "0"], { stdin });
  assertEquals(code, 0);
  assertStringIncludes(out, 'data-state="Open"');
  const unknown = await loom(["render", "-", "--focus", "Opne"], { stdin });
  assertEquals(unknown.code, 2);
  assertStringIncludes(unknown.err, 'Did you mean "Open"?');
});
