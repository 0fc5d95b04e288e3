import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { edited } from "../testing/edits.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

Deno.test("loom apply names the input whose JSON breaks off", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const { code, err } = await loom(["--doc", path, "apply", "-"], { stdin: "[" });
  assertEquals(code, 4);
  assertStringIncludes(err, 'error: "standard input" cannot be read: the JSON breaks off at line 1');
});

Deno.test("loom apply refuses operations in which a key is repeated", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const stdin = '[{"op":"settings.update","patch":{"name":"A","name":"B"}}]';
  const { code, err } = await loom(["--doc", path, "apply", "-"], { stdin });
  assertEquals(code, 2);
  assertStringIncludes(err, 'The key "name" is in one object 2 times');
});

Deno.test("loom apply refuses what nothing could open again, and leaves the file", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const before = await Deno.readTextFile(path);
  const ops = [{ op: "state.update", name: "Open", patch: { transitions: "none" } }];
  const { code, err } = await loom(["--doc", path, "apply", "-"], { stdin: JSON.stringify(ops) });
  assertEquals(code, 3);
  assertStringIncludes(err, '"transitions" must be a list, but it is a string (/state/states/1/transitions)');
  assertEquals(await Deno.readTextFile(path), before);
});

Deno.test("loom --quiet leaves remarks out", async () => {
  assertEquals((await edited(DOOR, "--quiet", "remove-state", "Open")).remarks, "");
});

Deno.test("loom add-transition writes delays, further events and targets, and external ones", async () => {
  const add = (...words: string[]) => edited(DOOR, "add-transition", ...words);
  const last = async (...words: string[]) => {
    const { after } = await add(...words);
    return after.state.states?.find((state) => state.name === words[0])?.transitions?.at(-1);
  };
  assertEquals(await last("Open", "-", "--after", "5000", "--to", "Closed"), {
    after: 5000,
    nextState: "Closed",
  });
  assertEquals(await last("Open", "-", "--after", "pause * 2"), { after: "pause * 2" });
  assertEquals(await last("Open", "close", "--also", "*", "--to", "Closed", "--and", "Open", "--external"), {
    event: "close",
    events: ["*"],
    nextState: "Closed",
    nextStates: ["Open"],
    type: "external",
  });
});

const REFUSED: readonly (readonly [readonly string[], number, string])[] = [
  [["add-state", "Open"], 3, 'There is a state "Open" already; choose another name.'],
  [["add-state", ""], 2, "add-state needs <name> to say something: its name, unique in the machine."],
  [
    ["add-transition", "Open", "close", "--to", "Closde"],
    3,
    'There is no state "Closde". Did you mean "Closed"?',
  ],
  [
    ["add-transition", "Open", "close", "--after", "5"],
    3,
    "A transition waits for an event or for a time, not for both: leave after out, or give no event.",
  ],
  [["add-transition", "Open", "slam"], 3, 'There is no event "slam": add it first, or give --allow-unknown.'],
  [
    ["update-transition", "Open", "close", "--to", "X"],
    3,
    'There is no state "X": add it first, or give --allow-unknown.',
  ],
  [
    ["add-action", "Open", "--stop-timer", "T"],
    3,
    'There is no timer "T": add it first, or give --allow-unknown.',
  ],
  [
    ["add-action", "Open", "--raise", "slam"],
    3,
    'There is no event "slam": add it first, or give --allow-unknown.',
  ],
  [["add-state", "A", "--parent", "Opne"], 3, 'There is no state "Opne". Did you mean "Open"?'],
  [["remove-state", "Root"], 3, '"Root" is the root state, which cannot be removed.'],
  [["remove-event", "opne"], 3, 'There is no event "opne". Did you mean "open"?'],
  [["set-initial", "Open", "Closed"], 3, '"Closed" is not inside "Open".'],
  [["update-state", "Open", "--join", "Closed"], 3, '"Open" has no regions that could be complete.'],
  [["move-state", "Open"], 2, "There is nowhere to move it: give --parent <state>, --index <n> or --region."],
  [["move-event", "open"], 2, "There is nowhere to move it: give --source <source> or --index <n>."],
  [["add-event", "pay", "--param", "sum"], 2, '--param takes <name:type>, and "sum" is no such pair.'],
  [["add-action", "Open", "--start-timer", "T"], 2, "--start-timer needs --duration <ms>."],
  [
    ["add-action", "Open", "x = 1", "--raise", "open"],
    2,
    "An action does one thing: give <code>, --start-timer with --duration, --stop-timer or --raise, and only one of them.",
  ],
];

for (const [args, exit, message] of REFUSED) {
  Deno.test(`loom ${args.join(" ")} is refused and leaves the file as it is`, async () => {
    await using folder = await TempFolder.make();
    const doc = await folder.write("door.smdf.json", DOOR);
    const before = await Deno.readTextFile(doc);
    const { code, out, err } = await loom(["--doc", doc, ...args]);
    assertEquals([code, out, err], [exit, "", `error: ${message}\n`]);
    assertEquals(await Deno.readTextFile(doc), before);
  });
}

Deno.test("a change with --dry-run shows a unified diff and writes nothing", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const before = await Deno.readTextFile(doc);
  const { code, out, err } = await loom(["--doc", doc, "add-event", "knock", "--dry-run"]);
  assertEquals([code, err], [0, "Dry run: nothing was written.\n"]);
  assert(out.startsWith(`--- ${doc}\n+++ ${doc}\n@@ `), out);
  assertStringIncludes(out, '+          "id": "knock"');
  assertEquals(await Deno.readTextFile(doc), before);
});

Deno.test("a change with --json tells the revisions and the operations", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const first = JSON.parse((await loom(["--doc", doc, "add-event", "knock", "--json"])).out);
  const second = JSON.parse((await loom(["--doc", doc, "remove-event", "knock", "--json"])).out);
  assertEquals(first.ops, [{ op: "event.add", sourceIndex: 0, event: { id: "knock" } }]);
  assertEquals([first.doc, first.changed, second.before, second.revision], [
    doc,
    true,
    first.revision,
    first.before,
  ]);
});

Deno.test("a change with --revision is refused when the document has another one", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const { code, err } = await loom(["--doc", doc, "add-event", "x", "--revision", "0123", "--json"]);
  const { error } = JSON.parse(err);
  assertEquals([code, error.code, error.expectedRevision, error.exit], [3, "stale_revision", "0123", 3]);
});

Deno.test("a change of a document that is not there says how to make it", async () => {
  await using folder = await TempFolder.make();
  const doc = folder.at("door.smdf.json");
  const { code, err } = await loom(["--doc", doc, "add-event", "x"]);
  assertEquals(code, 4);
  assertEquals(
    err,
    `error: There is no document "${doc}": make it with "loom new ${doc}", or name another with --doc.\n`,
  );
});

Deno.test("a change of a document that cannot be parsed leaves it as it is", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", '{\n  "state": {');
  const { code, err } = await loom(["--doc", doc, "add-event", "x"]);
  assertEquals(code, 4);
  assertStringIncludes(err, "line 2, column 13");
  assertEquals(await Deno.readTextFile(doc), '{\n  "state": {');
});

Deno.test("a change of a document of another kind is refused", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("shop.sysdf.json", { members: [] });
  assertEquals((await loom(["--doc", doc, "add-state", "A"])).code, 3);
  assertEquals(JSON.parse(await Deno.readTextFile(doc)), { members: [] });
});
