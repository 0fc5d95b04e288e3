import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";

Deno.test("loom edits a system, and each change is on disk", async () => {
  await using folder = await TempFolder.make();
  const doc = folder.at("shop.sysdf.json");
  assertEquals((await loom(["new", doc])).code, 0);
  const lines = [
    ["add-member", "shop.erdf.json", "--notes", "Orders"],
    ["add-member", "order.smdf.json", "--index", "0"],
    ["add-actor", "Customer", "person", "--description", "Buys"],
    ["add-actor", "Bot", "agent"],
    ["rename-actor", "Bot", "Buyer bot"],
    ["remove-actor", "Customer"],
    ["move-member", "./shop.erdf.json", "0"],
    ["set-reconcile-mode", "auto"],
  ];
  for (const line of lines) {
    const { code, err } = await loom(["--doc", doc, ...line]);
    assertEquals(code, 0, `${line.join(" ")}: ${err}`);
  }
  assertEquals((await loom(["notes", doc, "--set", "Draft."])).code, 0);
  const { settings, members, actors } = JSON.parse(await Deno.readTextFile(doc));
  assertEquals([settings.reconcile, settings.notes], ["auto", "Draft."]);
  assertEquals(members, [{ path: "shop.erdf.json", notes: "Orders" }, { path: "order.smdf.json" }]);
  assertEquals(actors, [{ name: "Buyer bot", kind: "agent" }]);
  assertEquals((await loom(["validate", doc])).code, 0);
});

Deno.test("loom refuses edits of a system that cannot be, and changes nothing", async () => {
  await using folder = await TempFolder.make();
  const doc = folder.at("shop.sysdf.json");
  await loom(["new", doc, "--template", "shop"]);
  const before = await Deno.readTextFile(doc);
  const cases: readonly [readonly string[], number, string][] = [
    [["add-member", "./order.smdf.json"], 3, "is a member already"],
    [["add-member", "all.sysdf.json"], 3, "cannot be a member"],
    [["remove-member", "ordr.smdf.json"], 3, 'Did you mean "order.smdf.json"?'],
    [["add-actor", "X", "robot"], 2, "person, agent, service or external"],
    [["add-state", "Open"], 3, "system"],
  ];
  for (const [line, exit, words] of cases) {
    const { code, err } = await loom(["--doc", doc, ...line]);
    assertEquals(code, exit, line.join(" "));
    assertStringIncludes(err, words);
  }
  assertEquals(await Deno.readTextFile(doc), before);
});

Deno.test("loom validate, show and render read a system", async () => {
  await using folder = await TempFolder.make();
  const broken = await folder.write("broken.sysdf.json", {
    settings: { name: "Broken" },
    members: [{ path: "a.smdf.json" }, { path: "./a.smdf.json" }],
  });
  const { code, out } = await loom(["validate", broken]);
  assertEquals(code, 1);
  assertStringIncludes(out, "Y001: The system has no namespace");
  assertStringIncludes(out, 'Y002: "./a.smdf.json" is a member already');
  const doc = folder.at("shop.sysdf.json");
  await loom(["new", doc, "--template", "shop"]);
  assertStringIncludes((await loom(["show", doc])).out, "members");
  const drawn = async (...args: string[]) => (await loom(["render", doc, "--out", "-", ...args])).out;
  assertStringIncludes(await drawn(), 'data-member="order.smdf.json"');
  assertStringIncludes(await drawn("--as", "mermaid"), "flowchart LR");
  assertStringIncludes(await drawn("--as", "ascii"), "└─ order.smdf.json");
});

Deno.test("loom convert says that a system is written in no other format", async () => {
  await using folder = await TempFolder.make();
  const system = await folder.write("home.sysdf.json", { settings: { name: "Home" }, members: [] });
  for (const to of [[], ["--to", "json"], ["--out", folder.at("home.scxml")]]) {
    const { code, err } = await loom(["convert", system, ...to]);
    assertEquals(code, 2);
    assertStringIncludes(err, "is a system, which is written in no other format: convert its members");
  }
});

Deno.test("loom convert takes sqdf by name, as the refusal without a format lists it", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("call.mmd", "sequenceDiagram\n  A->>B: hello\n");
  const sequence = folder.at("call.sqdf.json");
  assertEquals((await loom(["convert", path, "--to", "sqdf", "--out", sequence])).code, 0);
  const unnamed = await loom(["convert", sequence]);
  assertEquals(unnamed.code, 2);
  assertStringIncludes(unnamed.err, "give sqdf, mermaid, d2, plantuml or drawio");
  const { code, out } = await loom(["convert", sequence, "--from", "sqdf", "--to", "mermaid"]);
  assertEquals(code, 0);
  assertStringIncludes(out, "hello");
});
