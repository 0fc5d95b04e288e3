import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

/** A machine whose states lead from one to the next, and some further. */
const FORTY = {
  ...DOOR,
  state: {
    name: "Root",
    states: Array.from({ length: 40 }, (_, at) => ({
      name: `S${at}`,
      transitions: [at + 1, (at * 7 + 3) % 40].filter((to) => to < 40 && to !== at).map((to) => ({
        event: "open",
        nextState: `S${to}`,
      })),
    })),
  },
};

async function layoutOf(folder: TempFolder, name = "door.smdf.layout.json") {
  return JSON.parse(await Deno.readTextFile(folder.at(name)));
}

/** The boxes of states in an SVG. */
function boxesIn(svg: string): Map<string, string> {
  const boxes = svg.matchAll(/data-state="([^"]*)".*?<rect ([^>]*?) rx/gs);
  return new Map([...boxes].map(([, name = "", box = ""]) => [name, box]));
}

Deno.test("loom arrange keeps the arrangement that loom render draws by itself", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", FORTY);
  const plain = boxesIn((await loom(["render", door, "--out", "-"])).out);
  const { code, out, err } = await loom(["arrange", door]);
  const path = await Deno.realPath(folder.at("door.smdf.layout.json"));
  assertEquals([code, out, err], [0, `${path}\n`, "arranged: 40 places.\n"]);
  const arranged = boxesIn((await loom(["render", door, "--out", "-"])).out);
  const rounded = (text = "") => text.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number))));
  assertEquals([...arranged].map(([name, box]) => [name, rounded(box)]).length, 40);
  assertEquals(plain.size, 40);
});

Deno.test("loom add-state moves at most two of 40 states when there is a layout file", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", FORTY);
  assertEquals((await loom(["arrange", door])).code, 0);
  const before = boxesIn((await loom(["render", door, "--out", "-"])).out);
  assertEquals((await loom(["--doc", door, "add-state", "New"])).code, 0);
  assertEquals(
    (await loom(["--doc", door, "add-transition", "New", "open", "--to", "S20"])).code,
    0,
  );
  const after = boxesIn((await loom(["render", door, "--out", "-"])).out);
  assert(after.has("New"));
  const moved = [...before].filter(([name, box]) => after.get(name) !== box);
  assert(moved.length <= 2, `${moved.map(([name]) => name)} moved`);
  const { places } = await layoutOf(folder);
  assertEquals(Object.keys(places).length, 41);
});

Deno.test("loom rename-state keeps the place, and remove-state leaves the others where they are", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  await loom(["arrange", door]);
  const { places } = await layoutOf(folder);
  assertEquals((await loom(["--doc", door, "rename-state", "Open", "Wide"])).code, 0);
  const { Open, Closed } = places;
  const renamed = (await layoutOf(folder)).places;
  assertEquals([renamed.Wide.x, renamed.Wide.y], [Open.x, Open.y]);
  assertEquals((await loom(["--doc", door, "remove-state", "Wide"])).code, 0);
  const left = (await layoutOf(folder)).places;
  assertEquals([Object.keys(left), left.Closed.x, left.Closed.y], [["Closed"], Closed.x, Closed.y]);
});

Deno.test("loom arrange keeps what is not given, and changes what is", async () => {
  await using folder = await TempFolder.make();
  const state = { name: "Root", states: [{ name: "Outer", states: [{ name: "Inner" }] }, { name: "Other" }] };
  const door = await folder.write("door.smdf.json", { ...DOOR, state });
  await loom(["arrange", door, "--direction", "right", "--collapse", "Outer"]);
  await loom(["arrange", door, "--fit", "16:9"]);
  const { direction, fit, collapsed } = await layoutOf(folder);
  assertEquals([direction, fit, collapsed], ["right", "16:9", ["Outer"]]);
  const svg = (await loom(["render", door, "--out", "-"])).out;
  assert(!svg.includes('data-state="Inner"'));
  assertStringIncludes(
    (await loom(["render", door, "--no-arrangement", "--out", "-"])).out,
    'data-state="Inner"',
  );
  await loom(["arrange", door, "--collapse", "", "--fit", "", "--direction", "auto"]);
  const { places: _, ...rest } = await layoutOf(folder);
  assertEquals(rest, { version: 1 });
});

Deno.test("loom render draws with a stale and with a broken layout file, and tells of the broken one", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  const plain = await loom(["render", door, "--out", "-"]);
  await folder.write("door.smdf.layout.json", { places: { Gone: { x: 1, y: 2 } }, collapsed: ["Gone"] });
  assertEquals((await loom(["render", door, "--out", "-"])).out, plain.out);
  await folder.write("door.smdf.layout.json", "<<<<<<< ours");
  const broken = await loom(["render", door, "--out", "-"]);
  assertEquals([broken.code, broken.out], [0, plain.out]);
  assertStringIncludes(broken.err, "is left out of account");
  assertEquals((await loom(["--doc", door, "rename-state", "Open", "Wide"])).code, 0);
  assertEquals(await Deno.readTextFile(folder.at("door.smdf.layout.json")), "<<<<<<< ours");
});

Deno.test("loom arrange --remove takes the file away, and --dry-run writes nothing", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  assertEquals((await loom(["arrange", door, "--dry-run"])).code, 0);
  assertEquals((await loom(["arrange", door, "--remove"])).err, `"${door}" has no layout file.\n`);
  await loom(["arrange", door]);
  const before = await layoutOf(folder);
  await loom(["arrange", door, "--remove", "--dry-run"]);
  assertEquals(await layoutOf(folder), before);
  assertEquals((await loom(["arrange", door, "--remove"])).code, 0);
  const names = (await Array.fromAsync(Deno.readDir(folder.path))).map(({ name }) => name);
  assertEquals(names, ["door.smdf.json"]);
});

Deno.test("loom arrange refuses names that are not there, and options beside --remove", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  for (const options of [["--collapse", "Opne"], ["--remove", "--fit", "a4"], ["--fit", "wide"]]) {
    const { code, err } = await loom(["arrange", door, ...options]);
    assertNotEquals(code, 0);
    assert(err.length > 20);
  }
});

Deno.test("loom arrange reports as JSON", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  const { out } = await loom(["arrange", door, "--json"]);
  const [{ doc, places }] = JSON.parse(out).documents;
  assertEquals([doc, places > 0], [door, true]);
});
