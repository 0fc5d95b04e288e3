import { assertEquals, assertStringIncludes } from "@std/assert";
import { toolsOf } from "../mcp/table.ts";
import { openToolBench } from "../mcp/testing/tool_calls.ts";

Deno.test("agents make a system, and edit its members and actors", async () => {
  await using bench = await openToolBench(toolsOf(undefined), { name: "door.smdf.json" });
  const done = async (name: string, values: Record<string, unknown> = {}) => {
    const { isError, text } = await bench.call(name, values);
    assertEquals(isError, false, `${name}: ${text}`);
    return text;
  };
  const path = `${bench.folder}/Shop.sysdf.json`;
  assertStringIncludes(await done("create_system", { namespace: "Shop", name: "Shop" }), path);
  await done("add_member", { path: "shop.erdf.json", notes: "Orders" });
  await done("add_member", { path: "door.smdf.json" });
  await done("add_actor", { name: "Customer", kind: "person" });
  await done("add_actor", { name: "Bot", kind: "agent" });
  await done("remove_actor", { name: "Bot" });
  await done("remove_member", { path: "./shop.erdf.json" });
  await done("set_notes", { target: "door.smdf.json", notes: "Look here." });
  await done("set_reconcile_mode", { mode: "auto" });
  await done("validate_system");
  assertEquals(JSON.parse(await Deno.readTextFile(path)), {
    settings: { namespace: "Shop", name: "Shop", reconcile: "auto" },
    members: [{ path: "door.smdf.json", notes: "Look here." }],
    actors: [{ name: "Customer", kind: "person" }],
  });
  const refused = await bench.call("add_member", { path: "door.smdf.json" });
  assertEquals([refused.isError, refused.code], [true, "duplicate"]);
});

const SCENARIO = {
  settings: { namespace: "Home", name: "Come in" },
  participants: [{ name: "Guest" }, { name: "Gate" }],
  messages: [{ from: "Guest", to: "Gate", label: "pulls", event: "opne" }],
};

Deno.test("agents make a system of members, and check it from any of them", async () => {
  await using bench = await openToolBench(toolsOf(undefined));
  const { folder } = bench;
  await Deno.writeTextFile(`${folder}/come_in.sqdf.json`, JSON.stringify(SCENARIO));
  const members = ["gate.smdf.json", `${folder}/come_in.sqdf.json`, "later.erdf.json"];
  const made = await bench.call("create_system", { namespace: "Home", name: "Home", members });
  assertEquals(made.isError, false, made.text);
  assertStringIncludes(made.text, "There is no file yet at later.erdf.json.");
  const refused = await bench.call("create_system", { namespace: "Home", name: "X", members: ["a.md"] });
  assertEquals([refused.isError, refused.code], [true, "bad_path"]);
  await bench.call("set_project_file", { path: "gate.smdf.json" });

  const checked = await bench.call("check_system");
  assertEquals([checked.isError, checked.data.valid, checked.data.system], [
    true,
    false,
    `${folder}/Home.sysdf.json`,
  ]);
  assertStringIncludes(checked.text, "Home (");
  assertStringIncludes(checked.text, "Y003 Unreadable member");
  assertStringIncludes(checked.text, 'come_in.sqdf.json: Message 1 fires "opne"');
  assertStringIncludes(checked.text, "Come in, main: stops at 1");

  const removed = await bench.call("remove_member", { path: `${folder}/later.erdf.json` });
  assertEquals(removed.isError, false, removed.text);
  assertStringIncludes(removed.text, "Home.sysdf.json");
  const added = await bench.call("add_member", { path: "lamp.smdf.json", system: "Home.sysdf.json" });
  assertStringIncludes(added.text, "There is no file yet at lamp.smdf.json.");
  assertEquals(bench.session.path, `${folder}/gate.smdf.json`);
  const { members: listed } = JSON.parse(await Deno.readTextFile(`${folder}/Home.sysdf.json`));
  assertEquals(listed, ["gate.smdf.json", "come_in.sqdf.json", "lamp.smdf.json"].map((path) => ({ path })));
});

Deno.test("agents check a system only inside the root, and a scenario without one beside its machines", async () => {
  await using bench = await openToolBench(toolsOf(undefined));
  const { folder } = bench;
  const alone = await bench.call("check_system");
  assertEquals([alone.isError, alone.code], [true, "no_system"]);
  await Deno.writeTextFile(`${folder}/come_in.sqdf.json`, JSON.stringify(SCENARIO));
  await bench.call("set_project_file", { path: "come_in.sqdf.json" });
  const checked = await bench.call("check_system");
  assertStringIncludes(checked.text, "the documents beside it, which no system lists: 1 error");

  const outside = await bench.call("create_system", {
    namespace: "H",
    name: "H",
    members: ["../x.smdf.json"],
  });
  assertEquals([outside.isError, outside.code], [true, "outside_root"]);
});

Deno.test("agents rename in all documents of a system, or in none", async () => {
  await using bench = await openToolBench(toolsOf(undefined));
  const { folder } = bench;
  const scenario = { ...SCENARIO, messages: [{ from: "Guest", to: "Gate", label: "pulls", event: "open" }] };
  await Deno.writeTextFile(`${folder}/come_in.sqdf.json`, JSON.stringify(scenario));
  const members = ["gate.smdf.json", "come_in.sqdf.json"];
  await bench.call("create_system", { namespace: "Home", name: "Home", members });
  await bench.call("set_project_file", { path: "gate.smdf.json" });
  const texts = () => Promise.all(members.map((path) => Deno.readTextFile(`${folder}/${path}`)));
  const before = await texts();
  const tried = await bench.call("rename", { what: "event", from: "open", to: "pull", dry_run: true });
  assertEquals([tried.isError, await texts()], [false, before]);
  const done = await bench.call("rename", { what: "event", from: "open", to: "pull" });
  assertEquals(done.isError, false, done.text);
  assertStringIncludes(done.text, "come_in.sqdf.json");
  for (const text of await texts()) assertStringIncludes(text, '"pull"');
  const unknown = await bench.call("rename", { what: "event", from: "opne", to: "x" });
  assertEquals([unknown.isError, unknown.code], [true, "unknown_name"]);
  const undone = await bench.call("undo");
  assertEquals([undone.isError, await texts()], [false, before], undone.text);
  assertStringIncludes(undone.text, "come_in.sqdf.json");
  const again = await bench.call("redo");
  assertEquals(again.isError, false, again.text);
  for (const text of await texts()) assertStringIncludes(text, '"pull"');
});

Deno.test("an agent undoes a rename as one, after it looked at another document, unless that was edited since", async () => {
  await using bench = await openToolBench(toolsOf(undefined));
  const { folder } = bench;
  const scenario = { ...SCENARIO, messages: [{ from: "Guest", to: "Gate", label: "pulls", event: "open" }] };
  await Deno.writeTextFile(`${folder}/come_in.sqdf.json`, JSON.stringify(scenario));
  const members = ["gate.smdf.json", "come_in.sqdf.json"];
  await bench.call("create_system", { namespace: "Home", name: "Home", members });
  await bench.call("set_project_file", { path: "gate.smdf.json" });
  const texts = () => Promise.all(members.map((path) => Deno.readTextFile(`${folder}/${path}`)));
  const before = await texts();
  await bench.call("rename", { what: "event", from: "open", to: "pull" });
  await bench.call("set_project_file", { path: "come_in.sqdf.json" });
  await bench.call("add_participant", { name: "Cat" });
  await bench.call("set_project_file", { path: "gate.smdf.json" });
  const renamed = await texts();
  const blocked = await bench.call("undo");
  assertEquals([blocked.isError, blocked.code, await texts()], [true, "not_last", renamed], blocked.text);
  await bench.call("set_project_file", { path: "come_in.sqdf.json" });
  for (const _ of ["participant", "rename"]) {
    const undone = await bench.call("undo");
    assertEquals(undone.isError, false, undone.text);
  }
  assertEquals(await texts(), before);
});

Deno.test("an agent undoes what it did to a system that is not its active document", async () => {
  await using bench = await openToolBench(toolsOf(undefined));
  const { folder } = bench;
  await bench.call("create_system", { namespace: "Home", name: "Home", members: ["gate.smdf.json"] });
  await bench.call("set_project_file", { path: "gate.smdf.json" });
  const system = "Home.sysdf.json";
  const read = () => Deno.readTextFile(`${folder}/${system}`);
  await bench.call("add_state", { name: "Ajar" });
  const before = await read();
  const calls: [string, Record<string, unknown>][] = [
    ["add_actor", { name: "Guest", kind: "person" }],
    ["update_actor", { name: "Guest", description: "Rings first." }],
    ["rename_actor", { name: "Guest", new_name: "Visitor" }],
    ["update_member", { path: "gate.smdf.json", notes: "The way in." }],
  ];
  for (const [name, values] of calls) {
    const { isError, text } = await bench.call(name, { ...values, system });
    assertEquals(isError, false, `${name}: ${text}`);
  }
  assertStringIncludes(await read(), "Visitor");
  for (const _ of calls) {
    const { isError, text } = await bench.call("undo");
    assertEquals(isError, false, text);
    assertStringIncludes(text, system);
  }
  assertEquals(await read(), before);
  assertStringIncludes((await bench.call("undo")).text, "Ajar");
});

Deno.test("what reconcile adds to several documents is undone as one", async () => {
  await using bench = await openToolBench(toolsOf(undefined));
  const { folder } = bench;
  const scenario = {
    ...SCENARIO,
    participants: [{ name: "Guest", actor: "Guest" }, { name: "Gate" }],
    messages: [{
      from: "Guest",
      to: "Gate",
      label: "locks",
      event: "bolt",
      machine: "Gate",
      state: "Locked",
    }],
  };
  await Deno.writeTextFile(`${folder}/come_in.sqdf.json`, JSON.stringify(scenario));
  const members = ["gate.smdf.json", "come_in.sqdf.json"];
  await bench.call("create_system", { namespace: "Home", name: "Home", members });
  await bench.call("set_project_file", { path: "gate.smdf.json" });
  const texts = () =>
    Promise.all([...members, "Home.sysdf.json"].map((path) => Deno.readTextFile(`${folder}/${path}`)));
  const before = await texts();
  const applied = await bench.call("reconcile_scenario", { sequence: "come_in.sqdf.json", apply: true });
  assertEquals(applied.isError, false, applied.text);
  const after = await texts();
  assertEquals(after.filter((text, index) => text !== before[index]).length, 2, applied.text);
  assertEquals([(await bench.call("undo")).isError, await texts()], [false, before]);
  assertEquals([(await bench.call("redo")).isError, await texts()], [false, after]);
});
