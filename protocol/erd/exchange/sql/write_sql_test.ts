import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { EntityRelationshipDefinition } from "../../types.ts";
import { writeDbml } from "../dbml/write_dbml.ts";
import { writeErdJsonSchema } from "../json_schema.ts";
import { writeErdTypeScript } from "../typescript.ts";
import { SQL_DIALECT_NAMES } from "./dialect.ts";
import { writeSql } from "./write_sql.ts";

const key = (name: string, type = "int") => ({ name, type, key: "pk" as const });

const SHOP: EntityRelationshipDefinition = {
  settings: { namespace: "Default", name: "Shop" },
  entities: [
    { name: "Customer", attributes: [key("id")] },
    { name: "Order", attributes: [key("id", "serial")] },
    { name: "Line", weak: true, attributes: [key("no")] },
    { name: "VIP", extends: "Customer" },
  ],
  relationships: [
    { from: "Customer", to: "Order", cardinality: "1:N", toParticipation: "partial" },
    { from: "Order", to: "Line", cardinality: "1:N", identifying: true },
    {
      from: "Order",
      to: "Customer",
      cardinality: "N:M",
      toRole: "reader",
      attributes: [{ name: "since", type: "date" }],
    },
    { from: "Customer", to: "Customer", cardinality: "1:N" },
  ],
};

Deno.test("writeSql() makes columns and tables of relationships that no attribute carries", () => {
  const { text } = writeSql(SHOP, "postgres");
  for (
    const part of [
      `CREATE TABLE "Order" (
  id serial NOT NULL,
  customer_id integer,
  PRIMARY KEY (id),
  CONSTRAINT fk_order_customer_id FOREIGN KEY (customer_id) REFERENCES "Customer" (id)
);`,
      `CREATE TABLE "Line" (
  no integer NOT NULL,
  order_id integer NOT NULL,
  PRIMARY KEY (order_id, no),`,
      `CREATE TABLE "VIP" (
  id integer NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT fk_vip_id FOREIGN KEY (id) REFERENCES "Customer" (id)
);`,
      `CREATE TABLE "Order_Customer" (
  order_id integer NOT NULL,
  reader_id integer NOT NULL,
  since date NOT NULL,
  PRIMARY KEY (order_id, reader_id),`,
      "parent_id integer,\n",
    ]
  ) assertStringIncludes(text.replaceAll('"no"', "no"), part);
});

Deno.test("writeSql() adds foreign keys of a circle at the end, except for SQLite", () => {
  const other = (name: string, target: string) => ({
    name,
    attributes: [key("id"), { name: "other", type: "int", references: `${target}.id` }],
  });
  const circle = {
    settings: { namespace: "Default", name: "Circle" },
    entities: [other("a", "b"), other("b", "a")],
    relationships: [],
  };
  const later = "ALTER TABLE a ADD CONSTRAINT fk_a_other FOREIGN KEY (other) REFERENCES b (id);";
  for (const dialect of SQL_DIALECT_NAMES) {
    const { text, leftOut } = writeSql(circle, dialect);
    assertEquals([text.includes(later), leftOut], [dialect !== "sqlite", []]);
  }
});

Deno.test("writeSql() leaves out references that no database takes, each with a line", () => {
  const { text, leftOut } = writeSql({
    settings: { namespace: "Default", name: "Odd" },
    entities: [
      { name: "a", attributes: [key("id"), { name: "plain", type: "int" }] },
      {
        name: "b",
        attributes: [
          { name: "gone", type: "int", references: "none.id" },
          { name: "plain", type: "int", references: "a.plain" },
          { name: "typed", type: "text", references: "a.id" },
        ],
      },
    ],
    relationships: [],
  }, "mysql");
  assert(!text.includes("REFERENCES"));
  assertEquals(leftOut.map(({ path, message }) => [path, message.replace(/^.*: /, "")]), [
    ["/entities/1/attributes/0", 'there is no entity "none".'],
    ["/entities/1/attributes/1", '"a.plain" is no key by itself.'],
    ["/entities/1/attributes/2", '"a.id" has another type.'],
  ]);
});

Deno.test("the writers take any value for a diagram", () => {
  const ANY = fc.record({
    settings: fc.jsonValue(),
    entities: fc.array(fc.oneof(
      fc.jsonValue(),
      fc.record({
        name: fc.string(),
        attributes: fc.array(fc.record({ name: fc.string(), type: fc.jsonValue() })),
      }),
    )),
    relationships: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    enums: fc.jsonValue(),
  });
  fc.assert(
    fc.property(ANY, (value) => {
      const def = value as EntityRelationshipDefinition;
      for (const dialect of SQL_DIALECT_NAMES) writeSql(def, dialect);
      for (const write of [writeDbml, writeErdJsonSchema, writeErdTypeScript]) write(def);
    }),
    { seed: 5 },
  );
});
