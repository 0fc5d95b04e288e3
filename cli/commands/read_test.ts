import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, LAMP, loom, TempFolder } from "../testing/loom.ts";

const door = JSON.stringify({ stateMachine: DOOR }, null, 2);

Deno.test("loom show counts what a machine is made of", async () => {
  const { code, out } = await loom(["show", "-"], { stdin: door });
  assertEquals(code, 0);
  assertEquals(out.split("\n").slice(0, 8), [
    "Door  Home",
    "",
    "states       3  1 composite",
    "events       2  1 source",
    "transitions  2",
    "begins in    Closed",
    "findings     none",
    "document     -  json in stateMachine",
  ]);
});

Deno.test("loom show --json gives the same to programs", async () => {
  const { out } = await loom(["show", "-", "--json"], { stdin: door });
  const { states, events, initial, envelope } = JSON.parse(out);
  assertEquals([states.all, events.all, initial, envelope], [3, 2, ["Closed"], "stateMachine"]);
});

Deno.test("loom show tells the leaves of regions as the beginning", async () => {
  const state = {
    name: "Root",
    parallel: { states: [{ name: "A", states: [{ name: "A1" }] }, { name: "B" }] },
  };
  const { out } = await loom(["show", "-"], { stdin: JSON.stringify({ ...DOOR, state }) });
  assertStringIncludes(out, "begins in    A1 | B\n");
});

Deno.test("loom show tells the place of a state, the transitions that touch it and its JSON", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const { out } = await loom(["--doc", path, "show", "Closed"]);
  assertEquals(out.split("\n").slice(0, 8), [
    "Closed  state in Root",
    `${path}:24:9`,
    "",
    "  Closed ─[open]→ Open",
    "  Open ─[close]→ Closed",
    "",
    "{",
    '  "name": "Closed",',
  ]);
});

Deno.test("loom show finds events, and timers by their names", async () => {
  const stdin = JSON.stringify(LAMP);
  const elements = await Promise.all(["press", "time_up", "Countdown"].map(async (name) => {
    const { type, path } = JSON.parse((await loom(["show", "-", name, "--json"], { stdin })).out);
    return [type, path];
  }));
  const timer = ["timer", "/events/1/timers/0"];
  assertEquals(elements, [["event", "/events/0/events/0"], timer, timer]);
});

Deno.test("loom show suggests the near name", async () => {
  const { code, err } = await loom(["show", "-", "Opne"], { stdin: door });
  assertEquals([code, err], [3, 'error: There is no state, event or timer "Opne". Did you mean "Open"?\n']);
});

Deno.test("loom show tells where all names are when none is near", async () => {
  const { code, err } = await loom(["show", "-", "Zebra"], { stdin: door });
  assertEquals([code, err], [
    3,
    'error: There is no state, event or timer "Zebra": "loom list states" and "loom list events" show all.\n',
  ]);
});

Deno.test("loom show says how to name a document when none is named and none is there", async () => {
  const { code, err } = await loom(["show"]);
  assertEquals([code, err], [
    4,
    'error: No document is named, and there is no "./statemachine.smdf.json": name one, or make it with "loom new".\n',
  ]);
});

Deno.test("loom list states shows the tree", async () => {
  assertEquals((await loom(["list", "states", "-"], { stdin: door })).out, "Root\n  Closed\n  Open\n");
});

Deno.test("loom list events tells sources, timers and uses", async () => {
  const { out } = await loom(["list", "events", "-"], { stdin: JSON.stringify(LAMP) });
  assertEquals(out, "press    Hand          1×\ntime_up  Clock  timer  1×\n");
});

Deno.test("loom list data tells types, first values and meanings, and loom show counts it", async () => {
  const data = [{ name: "level", type: "number", initial: 2, description: "How open." }, {
    name: "by",
    type: "text",
  }];
  const stdin = JSON.stringify({ ...DOOR, settings: { ...DOOR.settings, data } });
  assertEquals(
    (await loom(["list", "data", "-"], { stdin })).out,
    "level  number  = 2  How open.\nby     text\n",
  );
  assertStringIncludes((await loom(["show", "-"], { stdin })).out, "data         2  declared\n");
});

Deno.test("loom list transitions numbers them by state", async () => {
  const { out } = await loom(["list", "transitions", "-"], { stdin: door });
  assertEquals(out, "Closed #0  ─[open]→ Open\nOpen #0    ─[close]→ Closed\n");
});

Deno.test("loom list --json tells lines and columns", async () => {
  const { out } = await loom(["list", "states", "-", "--json"], { stdin: door });
  const places = JSON.parse(out).map(({ path, line }: { path: string; line: number }) => [path, line]);
  assertEquals(places, [["/state", 21], ["/state/states/0", 24], ["/state/states/1", 33]]);
});

Deno.test("loom list keeps within the terminal", async () => {
  const { out } = await loom(["list", "transitions", "-", "--color", "never"], {
    stdin: door,
    isTerminal: true,
    columns: 20,
  });
  assertEquals(out, "Closed #0  ─[open]→…\nOpen #0    ─[close]…\n");
});

Deno.test("loom list handles names that are members of every object", async () => {
  const states = ["__proto__", "constructor", "toString"].map((name) => ({ name }));
  const { code, out } = await loom(["list", "states", "-"], {
    stdin: JSON.stringify({ ...DOOR, state: { name: "Root", states } }),
  });
  assertEquals([code, out], [0, "Root\n  __proto__\n  constructor\n  toString\n"]);
});

Deno.test("loom notes shows what each note is about", async () => {
  const state = { ...DOOR.state, states: [{ name: "Open", notes: "Wide.\nSqueaks." }] };
  const definition = { ...DOOR, settings: { ...DOOR.settings, notes: "About all." }, state };
  const { out } = await loom(["notes", "-"], { stdin: JSON.stringify(definition) });
  assertEquals(out, "diagram\n  About all.\n\nOpen\n  Wide.\n  Squeaks.\n");
});

Deno.test("loom notes --set changes a note, and takes it away when it is empty", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  await loom(["notes", path, "--state", "Open", "--set", "Wide."]);
  assertEquals(JSON.parse((await loom(["notes", path, "--json"])).out), [{ target: "Open", notes: "Wide." }]);
  await loom(["notes", path, "--state", "Open", "--set", ""]);
  assertEquals(await Deno.readTextFile(path), door);
});

Deno.test("loom diff tells the patch, and whether there is one by its exit code", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const other = await folder.write("other.smdf.json", { ...DOOR, state: { ...DOOR.state, initial: "Open" } });
  assertEquals(await loom(["diff", path, path]), {
    code: 0,
    out: "",
    err: "The definitions are the same.\n",
  });
  assertEquals(await loom(["diff", path, other]), {
    code: 1,
    out: '~ state Root: initial = "Open"\n',
    err: "",
  });
});

Deno.test("loom apply makes one document from another with what loom diff gives", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const lamp = await folder.write("lamp.smdf.json", LAMP);
  const { out: ops } = await loom(["diff", path, lamp, "--json"]);
  assertEquals((await loom(["--doc", path, "apply", "-"], { stdin: ops })).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(path)), { stateMachine: LAMP });
});

Deno.test("loom apply applies nothing when one operation is refused, and names it", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const ops = JSON.stringify([{ op: "state.remove", name: "Open" }, { op: "state.remove", name: "Open" }]);
  const { code, err } = await loom(["--doc", path, "apply", "-"], { stdin: ops });
  assertEquals(code, 3);
  assertStringIncludes(err, "ops[1]");
  assertEquals(await Deno.readTextFile(path), door);
});

for (const stdin of ["[", "{}", '[{"op":"state.explode"}]', '[{"op":"state.add"}]', "[5]"]) {
  Deno.test(`loom apply refuses the patch ${stdin}`, async () => {
    await using folder = await TempFolder.make();
    const path = await folder.write("door.smdf.json", door);
    const { code, err } = await loom(["--doc", path, "apply", "-"], { stdin });
    assert(code === 3 || code === 4, err);
    assertEquals(await Deno.readTextFile(path), door);
  });
}

Deno.test("loom load takes over a definition and keeps the wrapper", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const lamp = await folder.write("lamp.smdf.json", LAMP);
  assertEquals(await loom(["--doc", path, "load", lamp]), {
    code: 0,
    out: `loaded ${lamp} → ${path}\n`,
    err: "",
  });
  assertEquals(JSON.parse(await Deno.readTextFile(path)), { stateMachine: LAMP });
});

Deno.test("loom load leaves the document when the file cannot be read", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  assertEquals((await loom(["--doc", path, "load", folder.at("none.json")])).code, 4);
  assertEquals(await Deno.readTextFile(path), door);
});

Deno.test("loom convert makes XML, and the same definition from it", async () => {
  await using folder = await TempFolder.make();
  const xml = folder.at("door.smdf.xml");
  assertEquals((await loom(["convert", "-", "--out", xml], { stdin: door })).code, 0);
  assertEquals((await loom(["convert", xml, "--to", "json"])).out, door + "\n");
});

Deno.test("loom render never draws over a document", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const { code, err } = await loom(["render", path, "--out", path]);
  assertEquals(code, 2);
  assertStringIncludes(err, "is the document itself, which would be lost: name another file.");
  assertEquals(await Deno.readTextFile(path), door);
});

Deno.test("loom render keeps the mode of the drawing that it replaces", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.txt", "old");
  await Deno.chmod(path, 0o640);
  assertEquals((await loom(["render", "-", "--out", path, "--overwrite"], { stdin: door })).code, 0);
  const { mode } = await Deno.stat(path);
  assertEquals((mode ?? 0) & 0o777, 0o640);
});

Deno.test("loom render writes into a device as it is", async () => {
  assertEquals((await loom(["render", "-", "--out", "/dev/null"], { stdin: door })).code, 0);
});

Deno.test("loom convert replaces a file only with --overwrite", async () => {
  await using folder = await TempFolder.make();
  const xml = await folder.write("door.smdf.xml", "mine");
  assertEquals((await loom(["convert", "-", "--out", xml], { stdin: door })).code, 3);
  assertEquals(await Deno.readTextFile(xml), "mine");
  assertEquals((await loom(["convert", "-", "--out", xml, "--overwrite"], { stdin: door })).code, 0);
});

Deno.test("loom convert never writes over the document that it reads", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("a.smdf.json", door);
  await Deno.symlink(path, folder.at("link.smdf.xml"));
  for (const out of [path, folder.at("link.smdf.xml")]) {
    for (const format of ["xml", "json"]) {
      const { code, err } = await loom(["convert", path, "--to", format, "--overwrite", "--out", out]);
      assertEquals(code, 2);
      assertStringIncludes(err, "is the document itself, which would be lost");
    }
  }
  assertEquals(await Deno.readTextFile(path), door);
});

Deno.test("loom convert refuses an ending of another format or kind, and makes folders", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("a.smdf.json", door);
  const converted = (to: string, out: string) => loom(["convert", path, "--to", to, "-o", folder.at(out)]);
  for (const [to, out] of [["xml", "b.json"], ["json", "b.erdf.json"], ["mermaid", "b.txt"]] as const) {
    const { code, err } = await converted(to, out);
    assertEquals([code, err.includes("has an ending that does not fit: name a file that ends in")], [
      2,
      true,
    ]);
  }
  assertEquals((await converted("xml", "new/b.xml")).code, 0);
  assertEquals((await converted("xml", "new/folder")).code, 0);
  assertEquals((await Deno.stat(folder.at("new/folder/a.smdf.xml"))).isFile, true);
});

Deno.test("loom convert keeps the text of numbers", async () => {
  const stdin = door.replace('"Root"', '"Root","a":12345678901234567890,"b":1e999');
  for (const to of ["json", "xml"]) {
    const { out, err } = await loom(["convert", "-", "--to", to], { stdin });
    assertEquals([/12345678901234567890/.test(out), /1e999/.test(out), err], [true, true, ""]);
  }
});

Deno.test("loom convert says on standard error and in JSON what it leaves out", async () => {
  const stdin = JSON.stringify(LAMP);
  const { code, err } = await loom(["convert", "-", "--to", "mermaid"], { stdin });
  assertEquals(code, 0);
  assertStringIncludes(err, '-: A Mermaid diagram has no place for "namespace"');
  assertStringIncludes(err, '"onEntry"');
  const { leftOut } = JSON.parse((await loom(["convert", "-", "--to", "mermaid", "--json"], { stdin })).out);
  assertEquals(leftOut[0].part, "settings");
});

Deno.test("loom load says which numbers and members it does not take over as they stand", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", door);
  const other = await folder.write(
    "other.json",
    `{"stateMachine":${door.replace('"Root"', '"Root","a":1e999')},"b":1}`,
  );
  const { code, err } = await loom(["--doc", doc, "load", other]);
  assertEquals(code, 0);
  assertStringIncludes(err, 'The member "b" beside "stateMachine" was left out.');
  assertStringIncludes(err, "The number 1e999 became null");
});

Deno.test("loom convert asks for a format that nothing tells", async () => {
  assertEquals((await loom(["convert", "-"], { stdin: door })).code, 2);
});

Deno.test("commands that look read XML as well", async () => {
  const stdin = '<stateMachine><state name="Root"><state name="A"/></state></stateMachine>';
  assertEquals((await loom(["list", "states", "-"], { stdin })).out, "Root\n  A\n");
});
