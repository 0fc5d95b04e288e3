import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, LAMP, loom, TempFolder } from "../testing/loom.ts";

async function folderWith(files: Readonly<Record<string, string | object>>): Promise<TempFolder> {
  const folder = await TempFolder.make();
  for (const [name, content] of Object.entries(files)) await folder.write(name, content);
  return folder;
}

const step = (event: string, state: string) => ({ event, expect: { state } });
const suite = (machine: string, ...tests: object[]) => ({ machine, tests });
const OPENS = { name: "opens", steps: [step("open", "Open")] };
const CLOSES = { name: "closes", steps: ["open", step("close", "Open")] };

Deno.test("loom test runs all test files of a folder and tells what failed", async () => {
  await using folder = await folderWith({
    "door.smdf.json": DOOR,
    "door.test.json": suite("door.smdf.json", OPENS, CLOSES),
  });
  await Deno.mkdir(folder.at("lamps"));
  await folder.write("lamps/lamp.smdf.json", LAMP);
  await folder.write(
    "lamps/lamp.test.json",
    suite("lamp.smdf.json", { name: "goes out", steps: ["press", "+5s"] }),
  );
  const { code, out } = await loom(["test", folder.path]);
  assertEquals(code, 1);
  assertStringIncludes(out, "✓ opens");
  assertStringIncludes(out, "✓ goes out");
  assertStringIncludes(
    out,
    "Step 2, close: expected state Open, got Closed. Path: Closed, open → Open, close → Closed.",
  );
  assertStringIncludes(out, "2 passed, 1 failed");
  const { code: chosen } = await loom(["test", folder.path, "--filter", "opens"]);
  assertEquals(chosen, 0);
  assertEquals((await loom(["test", folder.path, "--filter", "flies"])).code, 2);
});

Deno.test("loom test goes on after a file that cannot be run, and exits with 4", async () => {
  await using folder = await folderWith({
    "a.test.json": '{ "machine": ',
    "b.test.json": suite("missing.smdf.json", OPENS),
    "c.test.json": suite("door.smdf.json", { name: "opens", step: [] }),
    "d.test.json": suite("door.smdf.json", OPENS),
    "door.smdf.json": DOOR,
  });
  const { code, out } = await loom(["test", folder.path]);
  assertEquals(code, 4);
  assertStringIncludes(out, "cannot be read");
  assertStringIncludes(out, "missing.smdf.json");
  assertStringIncludes(out, 'At /tests/0: Test needs "steps", a list: add it.');
  assertStringIncludes(out, "1 passed, 3 files not run");
});

Deno.test("loom test --coverage adds up the files of a machine; --min-coverage fails below a share", async () => {
  await using folder = await folderWith({
    "door.smdf.json": DOOR,
    "a.test.json": suite("door.smdf.json", OPENS),
    "b.test.json": suite("door.smdf.json", { name: "stays", steps: [{ expect: { state: "Closed" } }] }),
  });
  const { code, out } = await loom(["test", folder.path, "--coverage"]);
  assertEquals(code, 0);
  assertStringIncludes(out, "Door: 2 of 2 states, 1 of 2 transitions, 0 of 0 sides of guards (75 %)");
  assertStringIncludes(out, "transition never taken: Open -close-> Closed");
  assertEquals((await loom(["test", folder.path, "--min-coverage", "75"])).code, 0);
  const low = await loom(["test", folder.path, "--min-coverage", "80"]);
  assertEquals(low.code, 1);
  assertStringIncludes(low.out, "Door: 75 % is below --min-coverage 80.");
  assertEquals((await loom(["test", folder.path, "--min-coverage", "101"])).code, 2);
});

Deno.test("loom test --tap prints TAP 14", async () => {
  await using folder = await folderWith({
    "door.smdf.json": DOOR,
    "d.test.json": suite("door.smdf.json", OPENS, CLOSES),
  });
  const { code, out } = await loom(["test", folder.at("d.test.json"), "--tap"]);
  assertEquals(code, 1);
  const path = folder.at("d.test.json");
  assertEquals(out.split("\n").slice(0, 5), [
    "TAP version 14",
    "1..2",
    `ok 1 - ${path}: opens`,
    `not ok 2 - ${path}: closes`,
    "  ---",
  ]);
  assertStringIncludes(out, "\n  step: 2\n");
  assertEquals((await loom(["test", path, "--tap", "--json"])).code, 2);
});

Deno.test("loom test --junit writes a report over an older one, and over nothing else", async () => {
  const odd = { name: 'says "<open>" & more\u0007', steps: [step("open", "Closed")] };
  await using folder = await folderWith({
    "door.smdf.json": DOOR,
    "d.test.json": suite("door.smdf.json", OPENS, odd),
  });
  const report = folder.at("report.xml");
  for (const _ of [1, 2]) assertEquals((await loom(["test", folder.path, "--junit", report])).code, 1);
  const xml = await Deno.readTextFile(report);
  assertStringIncludes(xml, '<testsuites name="loom" tests="2" failures="1" errors="0">');
  assertStringIncludes(xml, '<testcase classname="Door" name="opens"/>');
  assertStringIncludes(xml, "says &quot;&lt;open&gt;&quot; &amp; more\ufffd");
  assertStringIncludes(xml, "expected state Closed, got Open");
  await Deno.writeTextFile(report, "<door/>");
  assertEquals((await loom(["test", folder.path, "--junit", report])).code, 3);
  assertEquals(await Deno.readTextFile(report), "<door/>");
});

Deno.test("loom test --json has every result, and the coverage that is asked for", async () => {
  await using folder = await folderWith({
    "door.smdf.json": DOOR,
    "d.test.json": suite("door.smdf.json", OPENS, CLOSES),
  });
  const { out } = await loom(["test", folder.path, "--json", "--coverage"]);
  const { passed, tests, failed, files, coverage } = JSON.parse(out);
  assertEquals([passed, tests, failed], [false, 2, 1]);
  assertEquals(files[0].tests[1].failure.step, 2);
  assertEquals(coverage[0].percent, 100);
});

Deno.test("loom test walks the paths of a scenario", async () => {
  const story = (event: string) => ({
    settings: { namespace: "Home", name: "Come in" },
    participants: [{ name: "Guest" }, { name: "Door" }],
    messages: [{ from: "Guest", to: "Door", label: "enters", event }],
  });
  await using folder = await folderWith({
    "door.smdf.json": DOOR,
    "a.sqdf.json": story("open"),
    "b.sqdf.json": story("close"),
  });
  assertEquals((await loom(["test", folder.at("a.sqdf.json")])).code, 0);
  const { code, out } = await loom(["test", folder.at("b.sqdf.json")]);
  assertEquals(code, 1);
  assertStringIncludes(out, "Message 1: Door is in Closed, where no transition takes it");
});

Deno.test("loom test says what to do when there is no test file", async () => {
  await using folder = await TempFolder.make();
  const { code, err } = await loom(["test", folder.path]);
  assert(code === 2 && err.includes("loom scenarios"), err);
});

Deno.test("loom scenarios writes a test file that passes, the same for the same seed", async () => {
  await using folder = await folderWith({ "lamp.smdf.json": LAMP });
  await Deno.mkdir(folder.at("tests"));
  const [machine, file] = [folder.at("lamp.smdf.json"), folder.at("tests/lamp.test.json")];
  const written = await loom(["scenarios", machine, "--out", folder.at("tests")]);
  assertEquals([written.code, written.out.trim()], [0, await Deno.realPath(file)], written.err);
  assertStringIncludes(written.err, "2 of 2 states, 2 of 2 transitions");
  assertEquals(JSON.parse(await Deno.readTextFile(file)).machine, "../lamp.smdf.json");
  assertEquals((await loom(["test", folder.path, "--min-coverage", "100"])).code, 0);
  const print = async (...more: string[]) => (await loom(["scenarios", machine, ...more])).out;
  assertEquals(await print("--seed", "5"), await print("--seed", "5"));
  await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace("press", "push"));
  assertEquals((await loom(["scenarios", machine, "--out", file])).code, 3);
  assertEquals((await loom(["scenarios", machine, "--out", file, "--overwrite"])).code, 0);
});

Deno.test("loom scenarios says what it cannot reach", async () => {
  const state = { ...DOOR.state, states: [...DOOR.state.states ?? [], { name: "Ajar" }] };
  await using folder = await folderWith({ "door.smdf.json": { ...DOOR, state } });
  const { code, out, err } = await loom([
    "scenarios",
    folder.at("door.smdf.json"),
    "--cover",
    "guards",
    "--json",
  ]);
  assertEquals(code, 0);
  assertStringIncludes(err, "State never active: Ajar.");
  assertEquals(JSON.parse(out).unreached, ["State never active: Ajar."]);
});

Deno.test("loom scenarios refuses a machine that cannot run, standard input, and other endings", async () => {
  const state = {
    name: "Root",
    states: [{ name: "A", transitions: [{ event: "open", nextState: "Nowhere" }] }],
  };
  await using folder = await folderWith({ "broken.smdf.json": { ...DOOR, state }, "door.smdf.json": DOOR });
  const broken = await loom(["scenarios", folder.at("broken.smdf.json")]);
  assertEquals(broken.code, 1);
  assertStringIncludes(broken.err, "cannot run");
  assertEquals((await loom(["scenarios", "-"])).code, 2);
  const other = await loom(["scenarios", folder.at("door.smdf.json"), "--out", folder.at("door.json")]);
  assertEquals(other.code, 2);
});
