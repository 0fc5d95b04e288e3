import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { toolsOf } from "../mcp/table.ts";
import { openToolBench, type ToolBench } from "../mcp/testing/tool_calls.ts";
import { assertRefused, told } from "../mcp/testing/edits.ts";

const BUYING = {
  settings: { namespace: "Shop", name: "Buying" },
  participants: [{ name: "Customer", actor: "Customer" }, { name: "Shop" }, { name: "Bank" }],
  messages: [
    { from: "Customer", to: "Shop", label: "orders" },
    { from: "Shop", to: "Bank", label: "asks for the money" },
    { from: "Bank", to: "Shop", label: "pays", reply: true },
  ],
  fragments: [{
    kind: "alt",
    label: "no money",
    after: 2,
    messages: [{ from: "Bank", to: "Shop", label: "refuses" }],
  }],
};

function openBench(content: object = BUYING): Promise<ToolBench> {
  return openToolBench(toolsOf(undefined), { content, name: "buying.sqdf.json" });
}

const read = async (path: string) => JSON.parse(await Deno.readTextFile(path));

Deno.test("agents make a scenario beside the active machine, and build it", async () => {
  await using bench = await openToolBench(toolsOf(undefined), { name: "door.smdf.json" });
  const path = `${bench.folder}/Buying.sqdf.json`;
  const made = await told(bench, "create_sequence", {
    namespace: "Shop",
    name: "Buying",
    description: "A sale.",
  });
  assertStringIncludes(made, `Made "Buying" in ${path}`);
  assertEquals(bench.session.path, path);
  await told(bench, "add_participant", { name: "Customer", actor: "Customer" });
  await told(bench, "add_participant", { name: "Shop", service: "shop", holds: ["Order"] });
  await told(bench, "add_participant", { name: "Order", object: "order", at: 3 });
  await told(bench, "add_message", { from: "Customer", to: "Shop", label: "orders", event: "submit" });
  await told(bench, "add_message", { from: "Shop", to: "Customer", label: "confirms", reply: true });
  const text = await told(bench, "add_message", {
    from: "Shop",
    to: "Order",
    label: "opens",
    carries: "Order",
    state: "Open",
    optional: false,
    at: 2,
  });
  assertStringIncludes(text, 'Added message 2: Shop → Order, "opens" (carries Order, then Open).');
  await told(bench, "add_fragment", { kind: "alt", label: "sold out", after: 1 });
  await told(bench, "add_fragment_message", { fragment: 1, from: "Shop", to: "Customer", label: "regrets" });
  assertStringIncludes(await told(bench, "validate_sequence"), "is valid");
  assertEquals(await read(path), {
    settings: { namespace: "Shop", name: "Buying", description: "A sale." },
    participants: [
      { name: "Customer", actor: "Customer" },
      { name: "Shop", service: "shop", holds: ["Order"] },
      { name: "Order", object: "order" },
    ],
    messages: [
      { from: "Customer", to: "Shop", label: "orders", event: "submit" },
      { from: "Shop", to: "Order", label: "opens", carries: "Order", state: "Open" },
      { from: "Shop", to: "Customer", label: "confirms", reply: true },
    ],
    fragments: [{
      id: "alt1",
      kind: "alt",
      label: "sold out",
      after: 1,
      messages: [{ from: "Shop", to: "Customer", label: "regrets" }],
    }],
  });
});

Deno.test("create_sequence replaces what holds something only on purpose", async () => {
  // Participants without messages count too.
  await using bench = await openBench({ settings: {}, participants: [{ name: "A" }], messages: [] });
  const values = { namespace: "n", name: "New" };
  await assertRefused(bench, ["create_sequence", values], "exists", "overwrite: true");
  await assertRefused(
    bench,
    ["create_sequence", { ...values, path: "new.json" }],
    "wrong_ending",
    ".sqdf.json",
  );
  await assertRefused(bench, ["create_sequence", { ...values, path: "../out.sqdf.json" }], "outside_root");
  await using broken = await openToolBench(toolsOf(undefined), { content: "{", name: "x.sqdf.json" });
  await assertRefused(broken, ["create_sequence", { ...values, overwrite: true }], "json_syntax");
  await told(bench, "create_sequence", { ...values, overwrite: true });
  assertEquals((await read(bench.path)).participants, []);
});

Deno.test("agents change messages by address, and fragments follow", async () => {
  await using bench = await openBench();
  await told(bench, "add_fragment_message", {
    fragment: 1,
    from: "Bank",
    to: "Bank",
    label: "logs",
    optional: false,
  });
  assertStringIncludes(
    await told(bench, "update_message", { ref: "f1.2", event: "log", optional: true }),
    "f1.2",
  );
  await told(bench, "update_message", { ref: "f1.2", event: "", optional: false });
  await told(bench, "move_message", { ref: "3", to: 1 });
  const moved = await read(bench.path);
  assertEquals(moved.fragments[0].after, 3);
  assertEquals(moved.fragments[0].messages[1], { from: "Bank", to: "Bank", label: "logs" });
  await told(bench, "move_message", { ref: "f1.2", to: 1 });
  await told(bench, "remove_message", { ref: "f1.2" });
  await told(bench, "rename_participant", { name: "Bank", to: "Credit union" });
  await told(bench, "move_participant", { name: "Credit union", to: 9 });
  assertStringIncludes(
    await told(bench, "remove_participant", { name: "Credit union" }),
    "3 messages and 1 fragment",
  );
  const { messages, fragments } = await read(bench.path);
  assertEquals([messages.length, fragments], [1, undefined]);
  await told(bench, "undo");
  assertEquals((await read(bench.path)).fragments.length, 1);
  await told(bench, "remove_fragment", { fragment: 1 });
  assertEquals("fragments" in await read(bench.path), false);
});

Deno.test("agents set, read and clear the notes of a scenario and of its parts", async () => {
  await using bench = await openBench();
  const targets = [undefined, "Bank", "message 2", "f1.1", "fragment 1"];
  for (const target of targets) await told(bench, "set_notes", { target, notes: `About ${target}.` });
  const notes = await told(bench, "get_notes");
  for (const target of targets) assertStringIncludes(notes, `About ${target}.`);
  await assertRefused(bench, ["set_notes", { target: "message 9", notes: "x" }], "unknown_ref", "1 to 3");
  for (const target of targets) await told(bench, "set_notes", { target, notes: " " });
  const { fragments: [{ id: _, ...fragment }], ...rest } = await read(bench.path);
  assertEquals({ ...rest, fragments: [fragment] }, BUYING);
});

Deno.test("refusals of edits name what there is", async () => {
  await using bench = await openBench();
  await assertRefused(
    bench,
    ["add_participant", { name: "Shop" }],
    "duplicate",
    "already exists",
    "update_participant",
  );
  const message = { from: "Shop", to: "Bnk", label: "x" };
  await assertRefused(
    bench,
    ["add_message", message],
    "unknown_name",
    '"Bank"',
    'mean "Bank"',
    "add_participant",
  );
  await assertRefused(bench, ["update_message", { ref: "4", label: "x" }], "unknown_ref", "1 to 3", "f1.1");
  await assertRefused(
    bench,
    ["add_fragment", { kind: "alt", label: "x", after: 7 }],
    "out_of_range",
    "0 to 3",
  );
  await assertRefused(bench, ["add_fragment", { kind: "neg", label: "x", after: 1 }], "bad_parameter");
  await assertRefused(bench, ["add_state", { name: "Open" }], "wrong_kind", "a sequence");
  await assertRefused(
    bench,
    ["load_definition", { json: '{"state":{"name":"R"}}' }],
    "smdf_shape",
    "sequence",
  );
  await using machine = await openToolBench(toolsOf(undefined));
  await assertRefused(
    machine,
    ["add_message", { from: "A", to: "B", label: "x" }],
    "wrong_kind",
    "a state machine",
  );
});

Deno.test("agents find what is wrong, read and draw a scenario", async () => {
  const broken = { ...BUYING, messages: [{ from: "Customer", to: "Nobody", label: 7 }] };
  await using bench = await openBench(broken);
  const text = await told(bench, "validate_sequence");
  assertStringIncludes(text, "S003");
  assertStringIncludes(text, "S004");
  await told(bench, "load_definition", { json: JSON.stringify(BUYING) });
  assertEquals(JSON.parse(await told(bench, "get_definition", { path: "Bank" })), BUYING.participants[2]);
  assertEquals(
    JSON.parse(await told(bench, "get_definition", { path: "f1.1" })),
    BUYING.fragments[0]?.messages[0],
  );
  for (const format of ["svg", "png", "mermaid", "ascii"]) await told(bench, "render_diagram", { format });
  assert((await Deno.readTextFile(`${bench.folder}/buying.svg`)).includes('data-message="f1.1"'));
  assert((await Deno.readTextFile(`${bench.folder}/buying.seq.mmd`)).startsWith("sequenceDiagram\n"));
});
