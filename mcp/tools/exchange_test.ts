import { readMachineText, writeXml } from "@loom/engine";
import { emptyDefinition, renderMermaid } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { DIFFERENCE_TOOLS } from "./difference.ts";
import { DRAWING_TOOLS } from "./drawing.ts";
import { EXCHANGE_TOOLS } from "./exchange.ts";
import { GENERATION_TOOLS } from "./generation.ts";

const EMPTY = { stateMachine: emptyDefinition("Root") };

for (
  const [format, text] of [
    ["json", JSON.stringify({ stateMachine: GATE }, null, 2)],
    ["xml", writeXml(GATE)],
    ["mermaid", renderMermaid(GATE)],
  ] as const
) {
  Deno.test(`export_definition gives ${format} as text and into a file`, async () => {
    await using tools = await openToolBench(EXCHANGE_TOOLS);
    assertEquals((await tools.call("export_definition", { format })).text.trimEnd(), text.trimEnd());
    const path = `${tools.folder}/copy.${format}`;
    const { data } = await tools.call("export_definition", { format, path });
    assertEquals([data.path, (await Deno.readTextFile(path)).trimEnd()], [path, text.trimEnd()]);
  });

  Deno.test(`import_definition takes ${format} into an empty document`, async () => {
    await using tools = await openToolBench(EXCHANGE_TOOLS, { content: EMPTY });
    const { isError, data, text: told } = await tools.call("import_definition", { text });
    assertEquals([isError, data.changed, data.states], [false, true, 6], told);
    assertEquals(
      (await tools.session.readMachine()).machine,
      readMachineText(text, { name: "Gate" }).definition,
    );
  });
}

Deno.test("export_definition keeps the text of numbers, and says what a format has no place for", async () => {
  const content = JSON.stringify({ ...GATE, odd: 5 }).replace('"odd":5', '"odd":12345678901234567890');
  await using tools = await openToolBench(EXCHANGE_TOOLS, { content });
  for (const format of ["json", "xml"]) {
    const { text, data } = await tools.call("export_definition", { format });
    assertStringIncludes(text, "12345678901234567890");
    assertEquals("left_out" in data, false);
  }
  const { texts, data } = await tools.call("export_definition", { format: "mermaid" });
  assertStringIncludes(texts[1] ?? "", 'has no place for "namespace"');
  assertEquals(data.left_out, texts.slice(1));
});

Deno.test("import_definition says which numbers it does not take over as they stand", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS, { content: EMPTY });
  const text = JSON.stringify({ ...GATE, odd: 5 }).replace('"odd":5', '"odd":12345678901234567890');
  const { texts } = await tools.call("import_definition", { text });
  assertStringIncludes(texts.join("\n"), "The number 12345678901234567890 became 12345678901234567000");
});

Deno.test("export_definition replaces a file on purpose only, and never the active document", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS);
  const path = `${tools.folder}/copy.smdf.json`;
  const exported = (values: object) => tools.call("export_definition", { format: "json", path, ...values });
  assertEquals((await exported({})).isError, false);
  const refused = await exported({});
  assertEquals(refused.code, "exists");
  assertStringIncludes(refused.text, "overwrite: true");
  assertEquals((await exported({ overwrite: true })).isError, false);
  const active = await exported({ path: tools.path, overwrite: true });
  assertEquals(active.code, "is_document");
});

Deno.test("export_definition makes no file whose name says another format or kind", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS);
  for (const [format, name] of [["mermaid", "a.smdf.json"], ["xml", "a.mmd"], ["json", "a.erdf.json"]]) {
    const path = `${tools.folder}/${name}`;
    assertEquals(
      (await tools.call("export_definition", { format, path, overwrite: true })).code,
      "wrong_ending",
    );
  }
});

Deno.test("export_definition stays inside the root", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS);
  const { code } = await tools.call("export_definition", {
    format: "xml",
    path: `${tools.folder}/../a.smdf.xml`,
  });
  assertEquals(code, "outside_root");
});

Deno.test("import_definition reads a file, and leaves one outside the root alone", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS, { content: undefined });
  await Deno.writeTextFile(`${tools.folder}/lamp.mmd`, "stateDiagram-v2\n  Off --> On : press\n");
  const { data, isError } = await tools.call("import_definition", { path: `${tools.folder}/lamp.mmd` });
  assertEquals([isError, data.states, data.events], [false, 3, 1]);
  assertEquals((await tools.session.readMachine()).machine.settings.name, "Lamp");
  assertEquals((await tools.call("import_definition", { path: "/etc/hostname" })).code, "outside_root");
  assert((await tools.call("import_definition", { path: `${tools.folder}/none.json` })).isError);
});

Deno.test("import_definition replaces a machine with states on purpose only", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS);
  const text = "stateDiagram-v2\n  Off --> On : press\n";
  const refused = await tools.call("import_definition", { text });
  assertEquals(refused.code, "exists");
  assertStringIncludes(refused.text, "overwrite");
  assertEquals((await tools.call("import_definition", { text, overwrite: true })).isError, false);
});

Deno.test("import_definition with dry_run writes nothing", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS, { content: EMPTY });
  const before = await Deno.readTextFile(tools.path);
  const { text, data } = await tools.call("import_definition", {
    text: "stateDiagram-v2\n  Off --> On : press\n",
    dry_run: true,
  });
  assertStringIncludes(text, "Dry run");
  assertEquals([data.dry_run, await Deno.readTextFile(tools.path)], [true, before]);
});

Deno.test("import_definition tells what it could not take over as it stands", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS, { content: EMPTY });
  const text = "stateDiagram-v2\n  Off --> On : press\n  note right of Off : dark\n  classDef x fill:#f00\n";
  const { texts, data } = await tools.call("import_definition", { text });
  const remarks = data.remarks as { line: number; column: number; message: string }[];
  const [, ...blocks] = texts;
  const findings = blocks.pop();
  assertEquals(blocks, remarks.map(({ line, column, message }) => `${line}:${column}: ${message}`));
  assertStringIncludes(findings ?? "", "It brought a finding:\n[W104]");
});

Deno.test("import_definition tells where a text breaks off, and writes nothing", async () => {
  await using tools = await openToolBench(EXCHANGE_TOOLS, { content: EMPTY });
  const before = await Deno.readTextFile(tools.path);
  for (
    const text of [
      "",
      "5",
      "{",
      "<machine>",
      '{"entities": []}',
      "stateDiagram-v2\n  Off -->\n",
      '{"state": {"states": 5}}',
    ]
  ) {
    const { isError, text: told } = await tools.call("import_definition", { text, overwrite: true });
    assert(isError, text);
    assertStringIncludes(told, "Nothing was written");
  }
  for (const values of [{}, { text: "{}", path: "a.json" }]) {
    assertEquals((await tools.call("import_definition", values)).code, "bad_parameter");
  }
  assertEquals(await Deno.readTextFile(tools.path), before);
});

Deno.test("exports and imports keep to the one document of a locked server", async () => {
  await using tools = await openToolBench([...EXCHANGE_TOOLS, ...DIFFERENCE_TOOLS], {
    content: GATE,
    isLocked: true,
  });
  const other = `${tools.folder}/other.smdf.json`;
  await Deno.writeTextFile(other, JSON.stringify(EMPTY));
  const content = await Deno.readTextFile(tools.path);
  for (
    const [name, values] of [
      ["export_definition", { format: "json", path: other, overwrite: true }],
      ["export_definition", { format: "xml", path: "new.smdf.xml" }],
      ["import_definition", { path: other, overwrite: true }],
      ["diff_definition", { path: other }],
    ] as const
  ) {
    const { code, text } = await tools.call(name, values);
    assertEquals(code, "locked_document");
    assertStringIncludes(text, `stays "${tools.path}"`);
  }
  assertEquals(JSON.parse(await Deno.readTextFile(other)), EMPTY);
  assertEquals(await Deno.readTextFile(tools.path), content);
  assertEquals((await tools.call("export_definition", { format: "json" })).isError, false);
});

Deno.test("relative paths begin at the folder of the active document", async () => {
  await using tools = await openToolBench([...EXCHANGE_TOOLS, ...GENERATION_TOOLS, ...DRAWING_TOOLS], {
    content: GATE,
  });
  await Deno.mkdir(`${tools.folder}/out`);
  for (
    const [name, values, file] of [
      ["export_definition", { format: "xml", path: "out/gate.smdf.xml" }, "out/gate.smdf.xml"],
      ["generate_code", { language: "python", path: "out" }, "out/gate_fsm.py"],
      ["render_diagram", { format: "svg", path: "gate_2.svg" }, "gate_2.svg"],
    ] as const
  ) {
    const { isError, text } = await tools.call(name, values);
    assertEquals(isError, false, text);
    assertEquals((await Deno.stat(`${tools.folder}/${file}`)).isFile, true);
  }
  const imported = await tools.call("import_definition", { path: "out/gate.smdf.xml", overwrite: true });
  assertEquals(imported.isError, false, imported.text);
});
