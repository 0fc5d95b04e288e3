import { assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

const named = {
  ...DOOR,
  settings: { ...DOOR.settings, _source: { pdeId: "7f", pdeFolder: ".pde", originalPrompt: "A door." } },
};

Deno.test("loom rispec prints the specification, of standard input too", async () => {
  const { code, out, err } = await loom(["rispec", "-"], { stdin: JSON.stringify(DOOR) });
  assertEquals([code, err], [0, ""]);
  assertStringIncludes(out, "# Door — RISE rispec\n");
  assertStringIncludes(out, "- `Closed` --[open]-- → `Open`\n");
});

Deno.test("loom rispec --intent says what the machine is for", async () => {
  const { out } = await loom(["rispec", "-", "--intent", "Less wind."], { stdin: JSON.stringify(named) });
  assertStringIncludes(out, "**Desired Outcome**\n\n> Less wind.\n");
});

Deno.test("loom rispec folds in the decomposition, and remarks on one that it leaves out", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", named);
  const without = await loom(["rispec", path]);
  assertStringIncludes(without.out, "> A door.\n");
  assertStringIncludes(without.err, 'The prompt decomposition "7f" is left out.');
  await Deno.mkdir(folder.at(".pde"));
  await folder.write(".pde/pde-7f.json", { result: { primary: { target: "Doors that close." } } });
  const { out, err } = await loom(["rispec", path]);
  assertStringIncludes(out, "> Doors that close.\n");
  assertEquals(err, "");
});

Deno.test("loom rispec --out writes into a folder that it makes, over one that is there", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  for (const intent of ["One.", "Two."]) {
    const { code, out } = await loom(["rispec", path, "--intent", intent, "--out", folder.at("docs")]);
    assertEquals(code, 0);
    assertEquals(await Deno.realPath(out.trim()), await Deno.realPath(folder.at("docs/door.rispec.md")));
  }
  assertStringIncludes(await Deno.readTextFile(folder.at("docs/door.rispec.md")), "> Two.\n");
});

Deno.test("loom rispec replaces no specification that was edited, and no other file", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const described = (...args: string[]) => loom(["rispec", path, "--out", folder.path, ...args]);
  assertEquals((await described()).code, 0);
  const spec = folder.at("door.rispec.md");
  const edited = (await Deno.readTextFile(spec)).replace("Door", "The door");
  await Deno.writeTextFile(spec, edited);
  assertEquals([(await described()).code, await Deno.readTextFile(spec)], [3, edited]);
  assertEquals((await described("--overwrite")).code, 0);
  await folder.write("README.md", "Mine.");
  assertEquals((await loom(["rispec", path, "-o", folder.at("README.md")])).code, 3);
  const wrong = await loom(["rispec", path, "-o", folder.at("notes.txt")]);
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.err, "that ends in .md or .markdown.");
});

Deno.test("loom rispec --out takes a file by its ending, and tells it as JSON", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const { out } = await loom(["rispec", path, "--out", folder.at("spec.md"), "--json"]);
  assertEquals(JSON.parse(out).bytes, (await Deno.stat(folder.at("spec.md"))).size);
});

Deno.test("loom rispec --json gives the text with the file that is folded in", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", named);
  await Deno.mkdir(folder.at(".pde"));
  await folder.write(".pde/pde-7f.json", {});
  const { text, decomposition } = JSON.parse((await loom(["rispec", path, "--json"])).out);
  assertStringIncludes(text, "# Door — RISE rispec");
  assertEquals(decomposition, await Deno.realPath(folder.at(".pde/pde-7f.json")));
});

Deno.test("loom rispec names a file that it cannot read", async () => {
  const { code, err } = await loom(["rispec", "/no/such.smdf.json"]);
  assertEquals(code, 4);
  assertStringIncludes(err, "/no/such.smdf.json");
});
