import { assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

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
  const path = await folder.write("shop.board.json", { cards: [] });
  const { code, err } = await loom(["validate", path], { kinds: withBoard(LOOM_KINDS) });
  assertEquals(code, 3);
  assertStringIncludes(
    err,
    "is a board and this needs a state machine, an entity-relationship diagram, a sequence or a system: name a document that ends in .smdf.json, .erdf.json, .sqdf.json or .sysdf.json.",
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

const UNUSED = {
  ...DOOR,
  events: [...DOOR.events, { name: "More", events: [{ id: "never" }] }],
};

Deno.test("loom validate --rule turns a rule off, or makes it an error", async () => {
  const stdin = JSON.stringify(UNUSED);
  const outcome = async (...args: string[]) => {
    const { code, out } = await loom(["validate", "-", ...args], { stdin });
    return [code, out.includes("W105")];
  };
  assertEquals(await outcome("--strict"), [1, true]);
  assertEquals(await outcome("--strict", "--rule", "W105=off"), [0, false]);
  assertEquals(await outcome("--rule", "W105=error"), [1, true]);
  assertEquals(await outcome("--rule", "W105=error", "--rule", "W105=warn"), [0, true]);
});

Deno.test("loom validate reads settings.rules, and --rule wins over them", async () => {
  const withRules = (rules: object) => ({
    stdin: JSON.stringify({ ...UNUSED, settings: { ...DOOR.settings, rules } }),
  });
  const off = await loom(["validate", "-", "--strict"], withRules({ W105: "off" }));
  assertEquals([off.code, off.out], [0, "✓ -: nothing to remark\n"]);
  assertEquals((await loom(["validate", "-"], withRules({ W105: "error" }))).code, 1);
  assertEquals((await loom(["validate", "-", "--rule", "W105=warn"], withRules({ W105: "error" }))).code, 0);
  assertEquals(
    (await loom(["validate", "-", "--strict", "--rule", "W105=warn"], withRules({ W105: "off" }))).code,
    1,
  );
  assertStringIncludes((await loom(["validate", "-"], withRules({ W15: "off" }))).out, 'no field "W15"');
});

Deno.test("loom validate --rule refuses what is no setting of a rule", async () => {
  const refusal = async (rule: string) => {
    const { code, err } = await loom(["validate", "-", "--rule", rule], { stdin: JSON.stringify(DOOR) });
    assertEquals(code, 2);
    return err;
  };
  assertStringIncludes(await refusal("W15=off"), 'There is no rule "W15"');
  assertStringIncludes(await refusal("W15=off"), "Did you mean");
  assertStringIncludes(await refusal("W105=no"), "=off, =warn or =error");
  assertStringIncludes(await refusal("V005=off"), "stays an error");
});

Deno.test("loom validate --as sarif prints a SARIF log with rules, levels and places", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("broken door.smdf.json", BROKEN);
  const { code, out } = await loom(["validate", path, folder.at("none.json"), "--as", "sarif"]);
  const { version, runs: [{ tool, results, invocations: [invocation] }] } = JSON.parse(out);
  const result = results.find(({ ruleId }: { ruleId: string }) => ruleId === "V006");
  assertEquals([code, version, tool.driver.name, result.level], [4, "2.1.0", "loom", "error"]);
  assertEquals(tool.driver.rules[result.ruleIndex].id, "V006");
  const [{ physicalLocation }] = result.locations;
  assertEquals(physicalLocation.artifactLocation.uri.endsWith("/broken%20door.smdf.json"), true);
  assertEquals(physicalLocation.region, { startLine: 28, startColumn: 26 });
  assertEquals([invocation.executionSuccessful, invocation.toolExecutionNotifications.length], [false, 1]);
});

Deno.test("loom validate --format github prints annotations with escaped texts", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("a,b%.smdf.json", BROKEN);
  const { code, out } = await loom(["validate", path, "--format", "github"]);
  assertEquals(code, 1);
  const line = out.split("\n").find((line) => line.includes("V006")) ?? "";
  const file = path.replaceAll("%", "%25").replaceAll(",", "%2C").replaceAll(":", "%3A");
  assertStringIncludes(line, `::error file=${file},line=28,col=26,title=V006::`);
});
