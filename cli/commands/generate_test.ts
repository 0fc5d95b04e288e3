import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runLoom } from "../run_loom.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";

const door = JSON.stringify({ stateMachine: DOOR }, null, 2);
const broken = JSON.stringify({ ...DOOR, events: [] }, null, 2);

Deno.test("loom generate prints TypeScript, and Python when it is asked for", async () => {
  const typescript = await loom(["generate", "-"], { stdin: door });
  assertEquals([typescript.code, typescript.err], [0, ""]);
  assertStringIncludes(typescript.out, "export class DoorContext extends Context<DoorData> {");
  const python = await loom(["generate", "-", "-l", "python"], { stdin: door });
  assertEquals(python.code, 0);
  assertStringIncludes(python.out, "class DoorContext(Context):");
});

Deno.test("loom generate --output writes a file into a folder that it makes, over one that is there", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  for (const language of ["typescript", "typescript", "python"]) {
    assertEquals((await loom(["generate", path, "-l", language, "-o", folder.at("src/code")])).code, 0);
  }
  const names = Array.from(Deno.readDirSync(folder.at("src/code")), ({ name }) => name).sort();
  assertEquals(names, ["door_fsm.py", "door_fsm.ts"]);
});

Deno.test("loom generate --output leaves code alone that it has not made", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const mine = await folder.write("mine.ts", "export const mine = 1;\n");
  const { code, err } = await loom(["generate", path, "-o", mine]);
  assertEquals([code, await Deno.readTextFile(mine)], [3, "export const mine = 1;\n"]);
  assertStringIncludes(err, "was not made by the loom, and would be lost");
});

Deno.test("loom generate replaces no code that was edited since, unless told to", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  for (const name of ["door.ts", "door.py"]) {
    const out = folder.at(name);
    assertEquals((await loom(["generate", path, "-o", out])).code, 0);
    await Deno.writeTextFile(out, (await Deno.readTextFile(out)).replace("Door", "Gate"));
    const { code, err } = await loom(["generate", path, "-o", out]);
    assertEquals([code, err.includes("was edited after the loom made it")], [3, true]);
    assertEquals((await loom(["generate", path, "-o", out, "--overwrite"])).code, 0);
  }
});

Deno.test("loom generate replaces code that was redirected into a file, or whose line ends changed", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const out = await folder.write("door.ts", (await loom(["generate", path, "-n", "Old"])).out);
  assertEquals((await loom(["generate", path, "-o", out])).code, 0);
  await Deno.writeTextFile(out, (await Deno.readTextFile(out)).replaceAll("\n", "\r\n"));
  assertEquals((await loom(["generate", path, "-o", out, "--check"])).code, 0);
  assertEquals((await loom(["generate", path, "-o", out, "-n", "New"])).code, 0);
});

Deno.test("loom generate takes the language from the ending of --out, and refuses one that does not fit", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  assertEquals((await loom(["generate", path, "--out", folder.at("new/z.py")])).code, 0);
  assertStringIncludes(await Deno.readTextFile(folder.at("new/z.py")), "class DoorContext(Context):");
  const wrong = await loom(["generate", path, "-o", folder.at("y.py"), "-l", "typescript"]);
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.err, "has an ending that does not fit: name a file that ends in .ts.");
  const other = await loom(["generate", path, "-o", folder.at("y.js")]);
  assertEquals(other.code, 2);
  assertStringIncludes(other.err, "that ends in .ts or .py.");
});

Deno.test("loom generate --check tells whether a file is current, and writes nothing", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const out = `${await Deno.realPath(folder.path)}/src/door_fsm.ts`;
  const check = (...args: string[]) => loom(["generate", path, "-o", folder.at("src"), "--check", ...args]);
  const missing = await check();
  assertEquals([missing.code, missing.out], [1, `${out}: missing\n`]);
  await loom(["generate", path, "-o", folder.at("src")]);
  assertEquals([(await check()).code, (await check()).out], [0, ""]);
  const differs = await check("--runtime", "./runtime.ts", "--json");
  const { status } = JSON.parse(differs.out);
  assertEquals([differs.code, status], [1, "differs"]);
  const redirected = await folder.write("plain.ts", (await loom(["generate", path])).out);
  assertEquals((await loom(["generate", path, "-o", redirected, "--check"])).code, 0);
  assertEquals((await loom(["generate", path, "--check"])).code, 2);
});

Deno.test("loom generate --output takes a file by its ending, and tells it as JSON", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const { out } = await loom(["generate", path, "-o", folder.at("machine.ts"), "--json"]);
  const { language, bytes } = JSON.parse(out);
  assertEquals([language, bytes], ["typescript", (await Deno.stat(folder.at("machine.ts"))).size]);
});

Deno.test("loom generate refuses a definition with errors and names the first with its place", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", broken);
  const { code, out, err } = await loom(["generate", path]);
  assertEquals([code, out], [1, ""]);
  assert(new RegExp(`${path}:\\d+:\\d+: V005 .*--force`).test(err), err);
  assertEquals((await loom(["generate", path, "--force"])).code, 0);
});

Deno.test("loom generate takes another name and another runtime library", async () => {
  const { out } = await loom(["generate", "-", "-n", "Gate", "--runtime", "./runtime.ts"], { stdin: door });
  assertStringIncludes(out, "export class GateContext");
  assertStringIncludes(out, 'from "./runtime.ts";');
});

Deno.test("loom generate remarks on names that the code spells in another way", async () => {
  const { code, err } = await loom(["generate", "-", "-n", "My door"], { stdin: door });
  assertEquals(code, 0);
  assertStringIncludes(err, 'W107: The machine name "My door" is no identifier');
});

Deno.test("loom generate refuses a language that it does not know", async () => {
  assertEquals((await loom(["generate", "-", "-l", "cobol"], { stdin: door })).code, 2);
});

Deno.test("loom generate --watch follows the document, and goes on after what it cannot generate or replace", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const out = folder.at("door.ts");
  const io = memoryIo();
  const running = runLoom(["generate", path, "-o", out, "--watch"], io);
  await io.said("out", `${out}\n`);
  const first = await Deno.readTextFile(out);

  await Deno.writeTextFile(path, broken);
  await io.said("err", "No code is generated from");
  assertEquals(await Deno.readTextFile(out), first);

  await Deno.writeTextFile(path, door.replaceAll("Closed", "Shut"));
  await io.said("out", `${out}\n`, 2);
  const second = await Deno.readTextFile(out);
  assertStringIncludes(second, "Shut");

  await Deno.writeTextFile(out, second.replace("Shut", "Mine"));
  await Deno.writeTextFile(path, door);
  await io.said("err", "was edited after the loom made it");
  io.interrupt();
  assertEquals(await running, 3);
  assertStringIncludes(await Deno.readTextFile(out), "Mine");
});

Deno.test("loom generate --watch needs a document and a file", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", door);
  const lines = [
    ["generate", path, "--watch"],
    ["generate", path, "--watch", "--check", "-o", folder.at("door.ts")],
    ["generate", "-", "--watch", "-o", folder.at("door.ts")],
  ];
  for (const line of lines) assertEquals((await loom(line, { stdin: door })).code, 2, line.join(" "));
});

Deno.test("loom generate types the output of a machine beside the document", async () => {
  await using folder = await TempFolder.make();
  const settings = { namespace: "Home", name: "House", asynchronous: false };
  const done = [{ event: "done.invoke.bell" }];
  const house = { name: "Root", invoke: [{ id: "bell", machine: "bell.smdf.json" }], transitions: done };
  const path = await folder.write("house.smdf.json", JSON.stringify({ settings, events: [], state: house }));
  const alone = await loom(["generate", path]);
  assertEquals([alone.code, alone.err, alone.out.includes("HouseBellOutput")], [0, "", false]);
  const rung = { name: "Root", states: [{ name: "Rung", kind: "final", output: "{ times: 2 }" }] };
  const bell = { settings: { ...settings, name: "Bell" }, events: [], state: rung };
  await folder.write("bell.smdf.json", JSON.stringify(bell));
  assertStringIncludes(
    (await loom(["generate", path])).out,
    "export interface HouseBellOutput {\n  times: number;",
  );
  const python = (await loom(["generate", path, "-l", "python"])).out;
  assertStringIncludes(python, 'HouseBellOutput = TypedDict("HouseBellOutput", {"times": int})');
});
