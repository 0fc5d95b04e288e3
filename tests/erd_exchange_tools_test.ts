import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../cli/testing/loom.ts";
import { openToolBench } from "../mcp/testing/tool_calls.ts";
import { toolsOf } from "../mcp/table.ts";

const SHOP = {
  settings: { namespace: "Default", name: "Shop" },
  entities: [
    { name: "customer", attributes: [{ name: "id", type: "int", key: "pk" }] },
    {
      name: "order",
      attributes: [
        { name: "id", type: "int", key: "pk" },
        { name: "customer_id", type: "int", references: "customer.id" },
        { name: "stage", type: "string", stateOf: "Checkout" },
      ],
    },
  ],
  relationships: [{ from: "customer", to: "order", cardinality: "1:N" }],
};
const TEXT = JSON.stringify(SHOP, null, 2) + "\n";
/** What comes back of it. */
const READ = JSON.parse(TEXT.replace(/,\s*"stateOf": "Checkout"/, ""));

Deno.test("loom convert takes a diagram to SQL and back", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("shop.erdf.json", TEXT);
  for (const dialect of ["postgres", "sqlite", "mysql", "tsql"]) {
    const sql = folder.at(`${dialect}.sql`);
    const made = await loom(["convert", path, "--to", "sql", "--dialect", dialect, "--out", sql]);
    assertEquals(made.code, 0, made.err);
    assertStringIncludes(made.err, 'no place for "stateOf" of the attribute at /entities/1/attributes/2');
    const { code, out } = await loom(["convert", sql, "--to", "erdf"]);
    assertEquals([code, JSON.parse(out).entities], [0, READ.entities]);
  }
});

Deno.test("loom convert takes a diagram to DBML and back, by the endings alone", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("shop.erdf.json", TEXT);
  const dbml = folder.at("shop.dbml");
  assertEquals((await loom(["convert", path, "--out", dbml])).code, 0);
  const back = folder.at("again.erdf.json");
  assertEquals((await loom(["convert", dbml, "--out", back])).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(back)), READ);
});

Deno.test("loom convert --check says whether a made file is current", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("shop.erdf.json", TEXT);
  const sql = folder.at("shop.sql");
  const line = ["convert", path, "--out", sql];
  assertEquals((await loom([...line, "--check"])).code, 1);
  assertEquals((await loom(line)).code, 0);
  assertEquals((await loom([...line, "--check"])).code, 0);
  await Deno.writeTextFile(sql, "-- my own\n");
  assertEquals((await loom([...line, "--check"])).code, 1);
  const refused = await loom(line);
  assertEquals([refused.code === 0, refused.err.includes("--overwrite")], [false, true]);
  assertEquals(await Deno.readTextFile(sql), "-- my own\n");
});

Deno.test("loom convert refuses formats and endings that do not fit, and names those that do", async () => {
  await using folder = await TempFolder.make();
  const erd = await folder.write("shop.erdf.json", TEXT);
  const machine = await folder.write("door.mmd", "stateDiagram-v2\n  Open --> Closed : close\n");
  for (
    const [line, words] of [
      [[erd, "--to", "xml"], "erdf, sql, dbml"],
      [[erd, "--to", "sql", "--out", folder.at("shop.dbml")], ".sql"],
      [[erd, "--out", folder.at("shop.smdf.json")], ".erdf.json"],
      [[erd, "--to", "dbml", "--dialect", "mysql"], "--dialect is for SQL"],
      [
        [machine, "--to", "sql"],
        "give json, xstate, xstate-json, mermaid, scxml, xml, plantuml, asl, dot, d2 or drawio",
      ],
      [[erd, "--out", erd], "the document itself"],
    ] as const
  ) {
    const { code, err } = await loom(["convert", ...line]);
    assertEquals(code !== 0, true, line.join(" "));
    assertStringIncludes(err, words);
  }
});

Deno.test("export_definition and import_definition take the formats of the active diagram", async () => {
  await using tools = await openToolBench(toolsOf(undefined), { content: SHOP, name: "shop.erdf.json" });
  const { data, texts } = await tools.call("export_definition", { format: "sql", dialect: "sqlite" });
  assertStringIncludes(texts.join("\n"), 'no place for "stateOf"');
  for (const [format, text] of [["sql", data.text], ["dbml", undefined]] as const) {
    const given = text ?? (await tools.call("export_definition", { format })).data.text;
    const { isError, data: done, text: told } = await tools.call("import_definition", {
      text: given,
      format,
      overwrite: true,
    });
    assertEquals([isError, done.entities, done.relationships], [false, 2, 1], told);
    assertEquals(JSON.parse(await Deno.readTextFile(tools.path)).entities, READ.entities);
  }
  for (
    const [values, code] of [
      [{ format: "xml" }, "unknown_format"],
      [{ format: "dbml", dialect: "mysql" }, "bad_parameter"],
      [{ format: "sql", path: "shop.dbml" }, "wrong_ending"],
      [{ format: "json", path: "shop.smdf.json" }, "wrong_ending"],
    ] as const
  ) {
    assertEquals((await tools.call("export_definition", values)).code, code);
  }
  const before = await Deno.readTextFile(tools.path);
  const broken = await tools.call("import_definition", { text: "Table a {", overwrite: true });
  assertEquals([broken.isError, broken.code], [true, "invalid_dbml"]);
  assertStringIncludes(broken.text, "Nothing was written");
  assertEquals(await Deno.readTextFile(tools.path), before);
});

Deno.test("import_definition runs no SQL that reaches out of its database", async () => {
  await using tools = await openToolBench(toolsOf(undefined), { content: undefined, name: "shop.erdf.json" });
  const target = `${tools.folder}/stolen.db`;
  for (
    const [sql, code] of [
      [`ATTACH DATABASE '${target}' AS other;`, "refused_sql"],
      ["SELECT load_extension('/tmp/x.so');", "refused_sql"],
      ["PRAGMA writable_schema = ON;", "refused_sql"],
      [`VACUUM INTO '${target}';`, "refused_sql"],
      ["CREATE TABLE b (id int, id int);", "invalid_sql"],
      ["CREATE TABLE b (id int;", "invalid_sql"],
    ] as const
  ) {
    const text = `CREATE TABLE a (id integer PRIMARY KEY);\n${sql}\n`;
    const called = await tools.call("import_definition", { text, format: "sql", dialect: "sqlite" });
    assertEquals([called.isError, called.code], [true, code], sql);
    assertStringIncludes(called.text, "Line 2");
  }
  assertEquals(await Deno.stat(target).catch(() => undefined), undefined);
});

Deno.test("import_definition passes over what runs a query in SQLite", async () => {
  await using tools = await openToolBench(toolsOf(undefined), { content: undefined, name: "shop.erdf.json" });
  const text = `PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE a (id integer PRIMARY KEY, CHECK (id > 0));
INSERT INTO a VALUES (1); INSERT INTO a VALUES (2);
CREATE TABLE endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
CREATE VIEW v AS SELECT 1;
CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END;
COMMIT;
`;
  const { isError, data, texts } = await tools.call("import_definition", {
    text,
    format: "sql",
    dialect: "sqlite",
  });
  assertEquals([isError, data.entities], [false, 1], texts.join("\n"));
  assertEquals(texts.filter((line) => /^\d+:/.test(line)), [
    "4:1: Passed over: INSERT INTO a (2 times).",
    "5:1: Passed over: CREATE TABLE endless.",
    "6:1: Passed over: CREATE VIEW v.",
    "7:1: Passed over: CREATE TRIGGER t.",
  ]);
});

Deno.test("loom convert reads an erDiagram, and writes JSON Schema and TypeScript", async () => {
  await using folder = await TempFolder.make();
  const diagram = await folder.write("shop.mmd", "erDiagram\n  Customer {\n    int id PK\n  }\n");
  const erdf = folder.at("shop.erdf.json");
  assertEquals((await loom(["convert", diagram, "--out", erdf])).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(erdf)).entities[0].name, "Customer");
  for (
    const [file, words] of [["shop.schema.json", '"$defs"'], [
      "shop.ts",
      "export interface Customer",
    ]] as const
  ) {
    const made = await loom(["convert", erdf, "--out", folder.at(file)]);
    assertEquals(made.code, 0, made.err);
    assertStringIncludes(await Deno.readTextFile(folder.at(file)), words);
  }
  const refused = await loom(["convert", folder.at("shop.ts"), "--from", "typescript", "--to", "erdf"]);
  assertEquals(refused.code, 2);
});
