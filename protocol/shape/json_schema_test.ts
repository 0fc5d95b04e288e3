import { assertEquals, assertThrows } from "@std/assert";
import { MACHINE_SHAPE } from "../machine/shape.ts";
import { toJsonSchema } from "./json_schema.ts";
import type { ShapeTable } from "./shape.ts";

const OPTIONS = { id: "https://example.org/schema", title: "Tree", description: "A tree." };

function propertiesOf(type: string): unknown {
  const table: ShapeTable = [
    { name: "Tree", doc: "A tree.", fields: [{ name: "field", type, doc: "It." }] },
    { name: "Leaf", doc: "A leaf.", fields: [] },
  ];
  const schema = toJsonSchema(table, "Tree", OPTIONS) as {
    $defs: { Tree: { properties: { field: unknown } } };
  };
  return schema.$defs.Tree.properties.field;
}

Deno.test("toJsonSchema() writes one definition for each shape that is needed", () => {
  const table: ShapeTable = [
    {
      name: "Tree",
      doc: "A tree.",
      fields: [{ name: "leaves", type: "Leaf[]", required: true, doc: "Its leaves." }],
    },
    { name: "Leaf", doc: "A leaf.", fields: [] },
    { name: "Stone", doc: "A stone.", fields: [] },
  ];
  assertEquals(toJsonSchema(table, "Tree", OPTIONS), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://example.org/schema",
    title: "Tree",
    description: "A tree.",
    $ref: "#/$defs/Tree",
    $defs: {
      Tree: {
        type: "object",
        description: "A tree.",
        properties: {
          leaves: { description: "Its leaves.", type: "array", items: { $ref: "#/$defs/Leaf" } },
        },
        required: ["leaves"],
      },
      Leaf: { type: "object", description: "A leaf.", properties: {} },
    },
  });
});

Deno.test("toJsonSchema() writes every kind of type expression", async (t) => {
  const cases: [type: string, schema: Record<string, unknown>][] = [
    ["string", { type: "string" }],
    ["integer", { type: "integer" }],
    ["unknown", {}],
    ['"a"', { const: "a" }],
    ['"a" | "b"', { enum: ["a", "b"] }],
    ["string | null", { type: ["string", "null"] }],
    ["Leaf | null", { anyOf: [{ $ref: "#/$defs/Leaf" }, { type: "null" }] }],
    ["number[]", { type: "array", items: { type: "number" } }],
    ["Partial<Tree>", { $ref: "#/$defs/PartialTree" }],
  ];
  for (const [type, schema] of cases) {
    await t.step(type, () => assertEquals(propertiesOf(type), { description: "It.", ...schema }));
  }
});

Deno.test("toJsonSchema() asks for nothing in a partial shape", () => {
  const table: ShapeTable = [
    {
      name: "Tree",
      doc: "A tree.",
      fields: [
        { name: "name", type: "string", required: true, doc: "Its name." },
        { name: "patch", type: "Partial<Tree>", doc: "Its changes." },
      ],
    },
  ];
  const { $defs } = toJsonSchema(table, "Tree", OPTIONS) as {
    $defs: Record<string, { required?: string[] }>;
  };
  assertEquals($defs.Tree?.required, ["name"]);
  assertEquals($defs.PartialTree?.required, undefined);
});

Deno.test("toJsonSchema() defines every shape that the machine's schema refers to", () => {
  const schema = toJsonSchema(MACHINE_SHAPE, "StateMachineDefinition", OPTIONS);
  const referred = new Set(JSON.stringify(schema).match(/(?<=#\/\$defs\/)\w+/g));
  assertEquals(Object.keys(schema.$defs as object).sort(), [...referred].sort());
});

Deno.test("toJsonSchema() refuses a shape that its table does not have", () => {
  assertThrows(() => toJsonSchema([], "Tree", OPTIONS), TypeError, "Tree");
});

Deno.test("toJsonSchema() names the word that a missing field stands for", () => {
  const field = { name: "kind", type: '"oak" | "ash"', default: "oak", doc: "Its kind." };
  const { $defs } = toJsonSchema([{ name: "Tree", doc: "A tree.", fields: [field] }], "Tree", OPTIONS) as {
    $defs: { Tree: { properties: object } };
  };
  assertEquals($defs.Tree.properties, {
    kind: { description: "Its kind.", enum: ["oak", "ash"], default: "oak" },
  });
});
