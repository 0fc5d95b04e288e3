import { assertEquals, assertStringIncludes } from "@std/assert";
import type { StateMachineDefinition } from "@loom/protocol";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { PROJECT_TOOLS } from "./project.ts";
import { EXCHANGE_TOOLS } from "./exchange.ts";
import { READING_TOOLS } from "./reading.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

const EMPTY = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Internal", events: [] }],
  state: { name: "Root", states: [] },
};

Deno.test("create_state_machine makes the document, wrapped, and its folder", async () => {
  await assertDryThenDone(PROJECT_TOOLS, ["create_state_machine", { namespace: "Home", name: "Door" }], {
    content: undefined,
  });
  await using bench = await openToolBench(PROJECT_TOOLS, { content: undefined, name: "gate.smdf.json" });
  await done(bench, "set_project_file", { path: `${bench.folder}/new/deep/door.smdf.json` });
  await done(bench, "create_state_machine", { namespace: "Home", name: "Door" });
  const text = await Deno.readTextFile(bench.session.path);
  assertEquals(JSON.parse(text), { stateMachine: EMPTY });
  assertEquals(text.endsWith("}\n"), true);
});

Deno.test("create_state_machine replaces what holds something only on purpose", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS);
  const call = { namespace: "Home", name: "Door" };
  await assertRefused(bench, ["create_state_machine", call], "exists", "overwrite: true");
  await done(bench, "create_state_machine", { ...call, overwrite: true });
  assertEquals(await definitionOf(bench), EMPTY);
  const again = await done(bench, "create_state_machine", { ...call, asynchronous: true });
  assertEquals(again.data.changed, true);
  await assertRefused(bench, ["create_state_machine", { namespace: "a", name: " " }], "bad_name");
});

Deno.test("nobody is told to make a machine where a document of another kind is to be", async () => {
  await using bench = await openToolBench([...PROJECT_TOOLS, ...READING_TOOLS], {
    content: undefined,
    name: "shop.board.json",
    kinds: withBoard(LOOM_KINDS),
  });
  const { text } = await done(bench, "get_project_file");
  assertStringIncludes(text, "No file yet, and no tool here makes one of this kind (board)");
  const read = await bench.call("get_definition");
  assertEquals(read.code, "not_found");
  assertStringIncludes(read.text, "There is no board at");
  for (const told of [text, read.text]) assertEquals(told.includes("create_state_machine"), false);
});

Deno.test("create_state_machine keeps the shape and the sibling keys of a file", async () => {
  const content = { $schema: "x", StateMachine: { ...EMPTY, note: 1 }, more: [1] };
  await using bench = await openToolBench(PROJECT_TOOLS, { content });
  await done(bench, "create_state_machine", { namespace: "New", name: "Other" });
  const value = JSON.parse(await Deno.readTextFile(bench.path));
  assertEquals(Object.keys(value), ["$schema", "StateMachine", "more"]);
  assertEquals(value.StateMachine.settings.name, "Other");
});

Deno.test("nothing replaces a document that cannot be read, or one of another kind", async () => {
  const calls = [
    ["create_state_machine", { namespace: "a", name: "b", overwrite: true }],
    ["load_definition", { json: JSON.stringify(GATE) }],
  ] as const;
  for (const [name, values] of calls) {
    await using broken = await openToolBench(PROJECT_TOOLS, { content: '{ "state": {\n  "name": }' });
    await assertRefused(broken, [name, values], "json_syntax", "line 2, column 11", "mend the file");
    const board = { name: "shop.board.json", kinds: withBoard(LOOM_KINDS) };
    await using there = await openToolBench(PROJECT_TOOLS, { ...board, content: { cards: [] } });
    await assertRefused(there, [name, values], "wrong_kind", "a board", "set_project_file");
    await using none = await openToolBench(PROJECT_TOOLS, { ...board, content: undefined });
    await assertRefused(none, [name, values], "wrong_kind");
    await using other = await openToolBench(PROJECT_TOOLS, {
      content: { name: "package" },
      name: "package.json",
    });
    await assertRefused(other, [name, values], "unknown_kind");
  }
});

const GATE_WITH_DATA = { ...GATE, settings: { ...GATE.settings, data: [{ name: "sold", type: "integer" }] } };

Deno.test("load_definition replaces the document and counts what it has", async () => {
  const { definition, called } = await assertDryThenDone(
    PROJECT_TOOLS,
    ["load_definition", { json: JSON.stringify({ stateMachine: GATE_WITH_DATA }) }],
    { content: EMPTY },
  );
  assertEquals(definition, GATE_WITH_DATA as never);
  assertStringIncludes(called.text, "6 states, 4 events, 1 timer, 1 data.");
  assertEquals(called.data.errors, 0);
});

Deno.test("load_definition says which values of a repeated key are lost", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS, { content: EMPTY });
  const json = JSON.stringify(GATE).replace('"events":', '"events":[],"events":');
  const { text } = await bench.call("load_definition", { json });
  assertStringIncludes(text, 'Lost from the text: The key "events" is in one object 2 times');
});

Deno.test("load_definition writes nothing that is no machine", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS, { content: GATE });
  const refused = (json: string, code: string, ...words: string[]) =>
    assertRefused(bench, ["load_definition", { json }], code, "Nothing was written", ...words);
  for (const json of ["5", "{}", '{"settings":{}}', '{"entities":[]}', '{"state":{"name":"A","states":5}}']) {
    await refused(json, "smdf_shape");
  }
  await refused('{"state":\n', "json_syntax", "line 2");
  const { revision } = await bench.session.read();
  await assertRefused(bench, ["load_definition", { json: "{}", expected_revision: revision }], "smdf_shape");
  const json = JSON.stringify(EMPTY);
  await assertRefused(
    bench,
    ["load_definition", { json, expected_revision: "0" }],
    "stale_revision",
    revision,
  );
});

Deno.test("load_definition tells of errors that it has written all the same", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS, { content: undefined });
  const states = [{ name: "A", transitions: [{ event: "none", nextState: "Nowhere" }] }];
  const machine: StateMachineDefinition = { ...GATE, state: { name: "Root", states } };
  const { text, data } = await done(bench, "load_definition", { json: JSON.stringify(machine) });
  assertEquals(data.errors, 2);
  assertStringIncludes(text, "validate_definition tells");
});

Deno.test("get_project_file tells the document, its state, the hub and the canvas", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS);
  const { text, data } = await done(bench, "get_project_file");
  assertEquals(text.split("\n"), [
    `Active: ${bench.path}`,
    'An existing machine "Gate": 6 states, 4 events, 1 timer.',
    "Bridge: not configured",
    `Canvas: http://127.0.0.1:4598/?doc=${encodeURIComponent(bench.path)}`,
  ]);
  assertEquals([data.path, data.kind, data.exists], [bench.path, "machine", true]);
});

Deno.test("get_project_file never fails", async () => {
  await using none = await openToolBench(PROJECT_TOOLS, { content: undefined });
  assertStringIncludes((await done(none, "get_project_file")).text, "No file yet");
  await using broken = await openToolBench(PROJECT_TOOLS, { content: "{" });
  assertStringIncludes((await done(broken, "get_project_file")).text, "cannot be read");
  await using system = await openToolBench(PROJECT_TOOLS, {
    content: { members: [] },
    name: "shop.sysdf.json",
  });
  assertStringIncludes(
    (await done(system, "get_project_file")).text,
    "An existing system.",
  );
});

Deno.test("set_project_file switches, and says what was active before", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS);
  const path = `${bench.folder}/new.smdf.json`;
  const { text, data } = await done(bench, "set_project_file", { path });
  assertStringIncludes(text, `Active: ${path}\nPrevious: ${bench.path}\nNo file yet`);
  assertEquals(data.exists, false);
  assertStringIncludes((await done(bench, "set_project_file", { path })).text, "Unchanged");
});

Deno.test("set_project_file refuses what is no document, lies outside, or may not be switched to", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS);
  const refused = (path: string, code: string, ...words: string[]) =>
    assertRefused(bench, ["set_project_file", { path }], code, ...words);
  await Deno.writeTextFile(`${bench.folder}/package.json`, '{"name":"x"}');
  await refused(
    `${bench.folder}/a.txt`,
    "unknown_kind",
    ".smdf.json",
    ".erdf.json",
    ".sqdf.json",
    ".sysdf.json",
  );
  await refused(`${bench.folder}/package.json`, "unknown_kind");
  await refused(`${bench.folder}/../away.smdf.json`, "outside_root");
  await refused("", "unknown_kind");
  assertEquals(bench.session.path, bench.path);
  await using locked = await openToolBench(PROJECT_TOOLS, { content: GATE, isLocked: true });
  await assertRefused(locked, ["set_project_file", { path: locked.path }], "locked_document", locked.path);
});

/** The line about reconciling that a document is shown with, its folders written short. */
async function reconcileLine(
  name: string,
  content: object,
  { files = {}, reconcile }: { files?: Record<string, object>; reconcile?: string } = {},
): Promise<string | undefined> {
  await using bench = await openToolBench(PROJECT_TOOLS, { content, name, reconcile });
  for (const [name, content] of Object.entries(files)) {
    await Deno.writeTextFile(`${bench.folder}/${name}`, JSON.stringify(content));
  }
  const { text } = await done(bench, "set_project_file", { path: bench.path });
  return text.split("\n").find((line) => line.startsWith("reconcile:"))?.replaceAll(bench.folder, "");
}

Deno.test("set_project_file tells how a system is reconciled, and LOOM_RECONCILE comes first", async () => {
  const auto = { settings: { namespace: "Shop", name: "All", reconcile: "auto" }, members: [] };
  const name = "all.sysdf.json";
  assertEquals(await reconcileLine(name, auto), "reconcile: auto");
  assertEquals(
    await reconcileLine(name, auto, { reconcile: "propose" }),
    "reconcile: propose (LOOM_RECONCILE; the system says auto)",
  );
  assertEquals(
    await reconcileLine(name, auto, { reconcile: "always" }),
    'reconcile: auto (LOOM_RECONCILE is "always", which is neither propose nor auto)',
  );
  assertEquals(await reconcileLine("gate.smdf.json", GATE), undefined);
});

Deno.test("set_project_file tells how the system of a sequence is reconciled", async () => {
  const sequence = { settings: {}, participants: [], messages: [] };
  const system = { settings: { reconcile: "auto" }, members: [{ path: "./pay.sqdf.json" }] };
  assertEquals(
    await reconcileLine("pay.sqdf.json", sequence, { files: { "all.sysdf.json": system } }),
    "reconcile: auto, as a member of /all.sysdf.json",
  );
  assertEquals(
    await reconcileLine("other.sqdf.json", sequence, {
      files: { "all.sysdf.json": system },
      reconcile: "auto",
    }),
    "reconcile: propose (no system lists this sequence)",
  );
});

Deno.test("a document that others have changed since it was read is not replaced", async () => {
  await using bench = await openToolBench([...PROJECT_TOOLS, ...READING_TOOLS, ...EXCHANGE_TOOLS]);
  const json = JSON.stringify(EMPTY);
  const write = (name: string) =>
    Deno.writeTextFile(bench.path, JSON.stringify({ ...GATE, settings: { ...GATE.settings, name } }));
  const { data } = await done(bench, "get_definition");
  await write("Theirs");
  const machine = { namespace: "a", name: "b", overwrite: true };
  for (
    const [name, values] of [
      ["load_definition", { json }],
      ["load_definition", { json, dry_run: true }],
      ["create_state_machine", machine],
      ["import_definition", { text: json, overwrite: true }],
    ] as const
  ) await assertRefused(bench, [name, values], "unseen_changes", "Others have changed", "get_definition");
  // A look at the project shows no content.
  await done(bench, "get_project_file");
  await assertRefused(bench, ["load_definition", { json }], "unseen_changes");
  // What was seen by its revision was seen.
  const { revision } = (await done(bench, "get_definition")).data;
  assertEquals(revision === data.revision, false);
  await done(bench, "load_definition", { json, expected_revision: revision });
  await done(bench, "load_definition", { json: JSON.stringify(GATE) });
  await write("Again");
  await done(bench, "get_definition");
  await done(bench, "create_state_machine", machine);
});

Deno.test("set_project_file takes a relative path from the folder of the active document", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS);
  await Deno.mkdir(`${bench.folder}/sub`);
  await done(bench, "set_project_file", { path: "sub/new.smdf.json" });
  assertEquals(bench.session.path, `${bench.folder}/sub/new.smdf.json`);
  await done(bench, "set_project_file", { path: "../gate.smdf.json" });
  assertEquals(bench.session.path, bench.path);
});

Deno.test("a machine that has only notes or objects is replaced on purpose only, too", async () => {
  for (const more of [{ notes: "Ask Ada." }, { objects: [{ instance: "door", class: "Door" }] }]) {
    const content = { ...EMPTY, settings: { ...EMPTY.settings, ...more } };
    await using bench = await openToolBench(PROJECT_TOOLS, { content });
    await assertRefused(
      bench,
      ["create_state_machine", { namespace: "a", name: "b" }],
      "exists",
      "notes or objects",
    );
  }
});

Deno.test("set_project_file tells programs in words what it tells an agent", async () => {
  await using bench = await openToolBench(PROJECT_TOOLS);
  const { data } = await done(bench, "set_project_file", { path: `${bench.folder}/new.smdf.json` });
  assertEquals([data.previous, data.unchanged], [bench.path, false]);
  assertStringIncludes(String(data.summary), "No file yet");
});
