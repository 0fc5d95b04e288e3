import { assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

const BROKEN = {
  ...DOOR,
  state: {
    name: "Root",
    states: [{ name: "A", transitions: [{ event: "open", nextState: "Bb" }] }, { name: "B" }],
  },
};

Deno.test("loom validate tells a valid document", async () => {
  const { code, out } = await loom(["validate", "-"], { stdin: JSON.stringify(DOOR) });
  assertEquals([code, out], [0, "✓ -: nothing to remark\n"]);
});

Deno.test("loom validate tells path, line, column, severity, rule and sentence in a line", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("broken.smdf.json", BROKEN);
  const { code, out } = await loom(["validate", path]);
  assertEquals(code, 1);
  const line = out.split("\n").find((line) => line.includes("V006")) ?? "";
  assertStringIncludes(line, `${path}:28:26: error V006: `);
});

Deno.test("loom validate puts the sentence below on a terminal", async () => {
  const options = { stdin: JSON.stringify(BROKEN), isTerminal: true, columns: 50 };
  const { out } = await loom(["validate", "-", "--color", "never"], options);
  const lines = out.split("\n");
  const at = lines.findIndex((line) => line.endsWith("error V006"));
  assertEquals(lines[at + 1]?.startsWith("    State "), true, out);
});

Deno.test("loom validate --strict fails on warnings", async () => {
  const stdin = JSON.stringify({ ...DOOR, settings: { ...DOOR.settings, colour: "red" } });
  assertEquals((await loom(["validate", "-"], { stdin })).code, 0);
  assertEquals((await loom(["validate", "-", "--strict"], { stdin })).code, 1);
});

Deno.test("loom validate goes on behind a document that cannot be read", async () => {
  await using folder = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  const { code, out, err } = await loom(["validate", folder.at("none.json"), door]);
  assertEquals([code, out], [4, `✓ ${door}: nothing to remark\n`]);
  assertStringIncludes(err, "There is no file");
});

Deno.test("loom validate --json gives one value with a place for each finding", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("broken.smdf.json", BROKEN);
  const { out } = await loom(["validate", path, folder.at("none.json"), "--json"]);
  const { valid, documents } = JSON.parse(out);
  const finding = documents[0].findings.find(({ ruleId }: { ruleId: string }) => ruleId === "V006");
  assertEquals([valid, documents[0].valid, finding.line, finding.path], [
    false,
    false,
    28,
    "/state/states/0/transitions/0/nextState",
  ]);
  assertEquals([documents[1].valid, documents[1].error.code], [false, "not_found"]);
});

Deno.test("loom validate refuses a document of another kind", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("shop.sysdf.json", { members: [] });
  const { code, err } = await loom(["validate", path]);
  assertEquals(code, 3);
  assertStringIncludes(
    err,
    "is a system and this needs a state machine or an entity-relationship diagram: name a document that ends in .smdf.json or .erdf.json.",
  );
});

const REPEATED = '{"settings": {"namespace": "n", "asynchronous": false}, "events": [],\n' +
  ' "events": [{"name": "E", "events": [{"id": "a"}]}],\n' +
  ' "state": {"name": "R", "states": [{"name": "A", "transitions": [{"event": "a"}]}]}}';

Deno.test("loom validate warns of a key that is repeated, at the last place", async () => {
  const { code, out } = await loom(["validate", "-"], { stdin: REPEATED });
  assertEquals(code, 0);
  assertStringIncludes(out, '-:2:2: warning W116: The key "events" is in one object 2 times');
  assertEquals((await loom(["validate", "-", "--strict"], { stdin: REPEATED })).code, 1);
});

Deno.test("loom convert says which values of a repeated key it leaves out", async () => {
  const { code, err } = await loom(["convert", "-", "--to", "json"], { stdin: REPEATED });
  assertEquals(code, 0);
  assertStringIncludes(err, '1:57: The key "events" is repeated: the value at line 2, column 2, counts');
});
