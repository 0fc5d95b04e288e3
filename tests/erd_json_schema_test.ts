import { assertEquals, assertStringIncludes } from "@std/assert";
import Ajv from "ajv/dist/2020.js";
import { type EntityRelationshipDefinition, writeErdJsonSchema, writeErdTypeScript } from "@loom/protocol";

const SHOP: EntityRelationshipDefinition = {
  settings: { namespace: "Default", name: "Shop" },
  entities: [
    { name: "Person", attributes: [{ name: "id", type: "int", key: "pk" }] },
    {
      name: "Order Line",
      description: "One product. */",
      extends: "Person",
      attributes: [
        { name: "stage", type: "Stage", nullable: true },
        { name: "price in €", type: "decimal(10,2)", default: "1.5" },
        { name: "code", type: "varchar(3)", default: "'a'" },
        { name: "tags", type: "enum(a, b)[]" },
        { name: "extra", type: "json", nullable: true },
        { name: "odd", type: "polygon", default: "now()" },
      ],
    },
  ],
  relationships: [],
  enums: [{ name: "Stage", values: ["new", "it's"] }],
};

Deno.test("writeErdJsonSchema() writes a schema that tells good values from bad ones", () => {
  const { text, leftOut } = writeErdJsonSchema(SHOP);
  const schema = JSON.parse(text);
  const ajv = new Ajv.default({ strict: false });
  ajv.addSchema(schema, "shop");
  const check = ajv.compile({ $ref: "shop#/$defs/Order%20Line" });
  const good = { id: 1, stage: null, "price in €": 2.5, code: "abc", tags: ["a"], extra: {}, odd: 5 };
  assertEquals(check(good), true, JSON.stringify(check.errors));
  for (
    const wrong of [{ id: "1" }, { stage: "old" }, { code: "abcd" }, { tags: ["c"] }, { "price in €": "2" }, {
      id: undefined,
    }]
  ) {
    assertEquals(check(JSON.parse(JSON.stringify({ ...good, ...wrong }))), false, JSON.stringify(wrong));
  }
  assertEquals(leftOut.map(({ members }) => members.join()), ["key", "type", "default"]);
});

Deno.test("writeErdTypeScript() writes interfaces and unions", () => {
  const { text } = writeErdTypeScript(SHOP);
  assertStringIncludes(text, 'export type Stage = "new" | "it\'s";');
  assertStringIncludes(
    text,
    `/** One product. * / */
export interface OrderLine extends Person {
  stage: Stage | null;
  "price in €": number;
  code: string;
  tags: ("a" | "b")[];
  extra: unknown;
  odd: unknown;
}
`,
  );
});
