import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openToolBench, type ToolBench } from "../mcp/testing/tool_calls.ts";
import { toolsOf } from "../mcp/table.ts";
import { assertRefused, told } from "../mcp/testing/edits.ts";

const SHOP = {
  settings: { namespace: "Shop", name: "Data" },
  entities: [
    { name: "Customer", attributes: [{ name: "id", type: "int", key: "pk" }] },
    { name: "Order", attributes: [{ name: "id", type: "int", key: "pk" }] },
  ],
  relationships: [{ from: "Customer", to: "Order", cardinality: "1:N", label: "places" }],
};

function openBench(content: object | undefined = SHOP, name = "shop.erdf.json"): Promise<ToolBench> {
  return openToolBench(toolsOf(undefined), { content, name });
}

const read = async (path: string) => JSON.parse(await Deno.readTextFile(path));

Deno.test("agents make a diagram beside the active machine, and build it", async () => {
  await using bench = await openToolBench(toolsOf(undefined), { name: "door.smdf.json" });
  const path = `${bench.folder}/Library_data.erdf.json`;
  const values = { namespace: "Library", name: "Library data", description: "What is lent." };
  assertStringIncludes(await told(bench, "create_erd", values), `Made "Library data" in ${path}`);
  assertEquals(bench.session.path, path);
  await told(bench, "add_entity", { name: "Member" });
  await told(bench, "add_entity", { name: "Loan", weak: true });
  await told(bench, "add_attribute", { entity: "Member", name: "id", type: "int", key: "pk" });
  const reference = { entity: "Loan", name: "member", type: "int", key: "pk", references: "Member.id" };
  await told(bench, "add_attribute", reference);
  await told(bench, "add_attribute", { entity: "Loan", name: "stage", type: "string", stateOf: ["Lending"] });
  const ends = { from: "Member", to: "Loan", cardinality: "1:N", label: "takes out" };
  assertStringIncludes(await told(bench, "add_relationship", ends), "Member 1:N Loan : takes out");
  assertEquals(await told(bench, "validate_definition"), "The erd is valid: nothing to remark.");
  assertEquals(await read(path), {
    settings: { namespace: "Library", name: "Library data", description: "What is lent." },
    entities: [
      { name: "Member", attributes: [{ name: "id", type: "int", key: "pk" }] },
      {
        name: "Loan",
        weak: true,
        attributes: [
          { name: "member", type: "int", key: "pk", references: "Member.id" },
          { name: "stage", type: "string", stateOf: ["Lending"] },
        ],
      },
    ],
    relationships: [ends],
  });
});

Deno.test("create_erd replaces what holds something only on purpose, and stays where it was when refused", async () => {
  await using bench = await openBench();
  const values = { namespace: "n", name: "New" };
  await assertRefused(bench, ["create_erd", values], "exists", "overwrite: true");
  await assertRefused(bench, ["create_erd", { ...values, path: "new.json" }], "wrong_ending", ".erdf.json");
  await assertRefused(bench, ["create_erd", { ...values, path: "../out.erdf.json" }], "outside_root");
  assertEquals(bench.session.path, bench.path);
  await told(bench, "create_erd", { ...values, path: "other.erdf.json", dry_run: true });
  assertEquals(bench.session.path, bench.path);
  await told(bench, "create_erd", { ...values, overwrite: true });
  assertEquals((await read(bench.path)).entities, []);
});

Deno.test("agents change and remove parts of a diagram", async () => {
  await using bench = await openBench();
  await told(bench, "update_entity", { name: "Order", weak: true, description: "A purchase" });
  await told(bench, "update_entity", { name: "Order", weak: false });
  await told(bench, "update_attribute", { entity: "Order", name: "id", type: "string" });
  await told(bench, "rename_entity", { name: "Customer", newName: "Buyer" });
  await told(bench, "add_relationship", { from: "Buyer", to: "Order", cardinality: "N:M" });
  // Without a label the relationship that has none is meant.
  await told(bench, "remove_relationship", { from: "Buyer", to: "Order" });
  const { entities, relationships } = await read(bench.path);
  assertEquals(entities[1], {
    name: "Order",
    attributes: [{ name: "id", type: "string", key: "pk" }],
    description: "A purchase",
  });
  assertEquals(relationships, [{ from: "Buyer", to: "Order", cardinality: "1:N", label: "places" }]);
  assertStringIncludes(await told(bench, "remove_entity", { name: "Buyer" }), "and its relationship");
  assertEquals((await read(bench.path)).relationships, []);
  await told(bench, "undo");
  assertEquals((await read(bench.path)).relationships, relationships);
});

Deno.test("agents set, read and clear the notes of a diagram and of its entities", async () => {
  await using bench = await openBench();
  assertStringIncludes(await told(bench, "set_notes", { notes: "Draft." }), "Saved the note of the diagram.");
  await told(bench, "set_notes", { target: "Order", notes: "Split it?" });
  const notes = await told(bench, "get_notes");
  assertStringIncludes(notes, "[diagram]\nDraft.\n\n[Order]\nSplit it?");
  await assertRefused(bench, ["set_notes", { target: "Ordr", notes: "x" }], "unknown_name", 'mean "Order"');
  await told(bench, "set_notes", { notes: " " });
  await told(bench, "set_notes", { target: "Order", notes: "" });
  assertEquals(await read(bench.path), SHOP);
});

Deno.test("refusals of edits name what there is", async () => {
  await using bench = await openBench();
  await assertRefused(
    bench,
    ["add_entity", { name: "Order" }],
    "duplicate",
    "already exists",
    "update_entity",
  );
  await assertRefused(bench, ["add_entity", { name: " " }], "bad_name");
  const attribute = { entity: "Ordr", name: "x", type: "int" };
  await assertRefused(
    bench,
    ["add_attribute", attribute],
    "unknown_name",
    '"Customer", "Order"',
    'mean "Order"',
  );
  const ends = { from: "Order", to: "Customer" };
  await assertRefused(bench, ["remove_relationship", ends], "unknown_name", "No relationship");
  await assertRefused(bench, ["add_relationship", { ...ends, cardinality: "many" }], "bad_parameter");
  await assertRefused(bench, ["add_state", { name: "Open" }], "wrong_kind", "entity-relationship diagram");
  await using machine = await openToolBench(toolsOf(undefined));
  await assertRefused(machine, ["add_entity", { name: "Order" }], "wrong_kind", "a state machine");
});

Deno.test("agents find broken references, read, note and draw a diagram", async () => {
  const broken = { ...SHOP, relationships: [{ from: "Customer", to: "Nobody", cardinality: "1:N" }] };
  await using bench = await openBench(broken);
  assertStringIncludes(await told(bench, "validate_definition"), "E003");
  assertStringIncludes(await told(bench, "validate_erd"), "The erd is not valid: 1 error");
  await told(bench, "load_definition", { json: JSON.stringify(SHOP) });
  assertEquals(JSON.parse(await told(bench, "get_definition", { path: "Order" })), SHOP.entities[1]);
  for (const format of ["svg", "png", "mermaid", "ascii"]) await told(bench, "render_diagram", { format });
  const plain = await Deno.readTextFile(`${bench.folder}/shop.svg`);
  await told(bench, "render_diagram", { format: "svg", notation: "chen" });
  const chen = await Deno.readTextFile(`${bench.folder}/shop.svg`);
  assert(!plain.includes("slc-erd-diamond") && chen.includes("slc-erd-diamond"));
  await assertRefused(bench, ["render_diagram", { notation: "uml" }], "bad_notation", "crowsfoot or chen");
});
