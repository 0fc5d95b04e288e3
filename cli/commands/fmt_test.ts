import { assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

const LAID_OUT = JSON.stringify(DOOR, null, 2) + "\n";
const FLAT = JSON.stringify(DOOR);

Deno.test("loom fmt lays documents of every kind out, and writes only what changes", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", FLAT);
  const shop = await folder.write("shop.erdf.json", '{"settings":{"name":"Shop"},"entities":[],"v":1.0}');
  assertEquals(await loom(["fmt", door, shop]), { code: 0, out: `${door}\n${shop}\n`, err: "" });
  assertEquals(await Deno.readTextFile(door), LAID_OUT);
  assertStringIncludes(await Deno.readTextFile(shop), '\n  "entities": [],\n  "v": 1.0\n}\n');
  const { mtime } = await Deno.stat(door);
  assertEquals(await loom(["fmt", door, shop]), { code: 0, out: "", err: "" });
  assertEquals((await Deno.stat(door)).mtime, mtime);
});

Deno.test("loom fmt --check writes nothing, names what would change and exits with 1", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", FLAT);
  const other = await folder.write("other.smdf.json", LAID_OUT);
  assertEquals(await loom(["fmt", "--check", door, other]), { code: 1, out: `${door}\n`, err: "" });
  assertEquals(await Deno.readTextFile(door), FLAT);
  assertEquals((await loom(["fmt", "--check", other])).code, 0);
  assertEquals(JSON.parse((await loom(["fmt", "--check", "--json", door, other])).out).documents, [
    { path: door, changed: true },
    { path: other, changed: false },
  ]);
});

Deno.test("loom fmt keeps line ends and a byte order mark", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write(
    "door.smdf.json",
    "\uFEFF" + LAID_OUT.replaceAll("\n", "\r\n").replace("  ", "\t"),
  );
  assertEquals((await loom(["fmt", door])).code, 0);
  const bytes = await Deno.readFile(door);
  assertEquals(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    "\uFEFF" + LAID_OUT.replaceAll("\n", "\r\n"),
  );
});

Deno.test("loom fmt - lays standard input out to standard output", async () => {
  assertEquals(await loom(["fmt", "-"], { stdin: FLAT }), { code: 0, out: LAID_OUT, err: "" });
  assertEquals((await loom(["fmt", "-", "--check"], { stdin: FLAT })).code, 1);
  assertEquals((await loom(["fmt", "-", "door.smdf.json"], { stdin: FLAT })).code, 2);
});

Deno.test("loom fmt refuses what it cannot lay out whole, and goes on with the others", async () => {
  await using folder = await TempFolder.make();
  const twice = await folder.write("twice.smdf.json", '{"state":{"name":"A","name":"B"},"events":[]}');
  const broken = await folder.write("broken.smdf.json", '{"state":');
  const door = await folder.write("door.smdf.json", FLAT);
  const { code, out, err } = await loom(["fmt", twice, broken, door]);
  assertEquals([code, out], [4, `${door}\n`]);
  assertStringIncludes(
    err,
    'has the key "name" twice in one object, at 1:11 and 1:22: remove one of them first.',
  );
  assertStringIncludes(err, "broken.smdf.json");
  assertEquals(await Deno.readTextFile(twice), '{"state":{"name":"A","name":"B"},"events":[]}');
});
