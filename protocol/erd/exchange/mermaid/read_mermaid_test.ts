import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LoomError } from "../../../error.ts";
import type { Attribute, EntityRelationshipDefinition, Relationship } from "../../types.ts";
import { readErdMermaid } from "./read_mermaid.ts";
import { writeErdMermaid } from "./write_mermaid.ts";

const NAMES = ["Member", "Order Line", "Größe", "loan"];
const TEXT = fc.constantFrom("takes out", "is in: here", "a [b] {c}");

const ATTRIBUTE: fc.Arbitrary<Omit<Attribute, "name">> = fc.record({
  type: fc.constantFrom("int", "decimal(10,2)", "string[]"),
  key: fc.constantFrom("pk", "uk"),
  stateOf: fc.constantFrom<string | string[]>("Lifecycle", ["One", "Two"]),
  description: TEXT,
}, { requiredKeys: ["type"] });

const RELATIONSHIP: fc.Arbitrary<Omit<Relationship, "from" | "to">> = fc.record({
  cardinality: fc.constantFrom("1:1", "1:N", "N:1", "N:M"),
  label: TEXT,
  identifying: fc.constant(false),
  isFromBound: fc.boolean(),
  isToBound: fc.boolean(),
}, { requiredKeys: ["cardinality"] }).map(({ isFromBound, isToBound, ...relationship }) => {
  const { cardinality } = relationship;
  const manyTo = cardinality === "1:N" || cardinality === "N:M";
  const manyFrom = cardinality === "N:1" || cardinality === "N:M";
  return {
    ...relationship,
    ...(isFromBound ? { fromParticipation: manyTo ? "total" : "partial" } as const : {}),
    ...(isToBound ? { toParticipation: manyFrom ? "total" : "partial" } as const : {}),
  };
});

const ERD: fc.Arbitrary<EntityRelationshipDefinition> = fc.record({
  entities: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }),
  attributes: fc.array(ATTRIBUTE, { minLength: 1, maxLength: 3 }),
  relationships: fc.array(fc.tuple(fc.nat(), fc.nat(), RELATIONSHIP), { maxLength: 4 }),
}).map(({ entities, attributes, relationships }) => ({
  settings: { namespace: "Default", name: "Law" },
  entities: entities.map((name) => ({
    name,
    attributes: attributes.map((attribute, index) => ({ name: `a${index}`, ...attribute })),
  })),
  relationships: relationships.map(([from, to, relationship]) => ({
    from: entities[from % entities.length] ?? "",
    to: entities[to % entities.length] ?? "",
    ...relationship,
  })),
}));

Deno.test("readErdMermaid() gives back what writeErdMermaid() wrote", () => {
  fc.assert(
    fc.property(ERD, (erd) => {
      const { text, leftOut } = writeErdMermaid(erd);
      const { definition, remarks } = readErdMermaid(text, "Law");
      assertEquals(definition, erd, text);
      assertEquals([remarks, leftOut.map(({ part }) => part)], [[], ["settings"]]);
    }),
    { seed: 5 },
  );
});

Deno.test("readErdMermaid() reads what people write", () => {
  const text = `# Shop

\`\`\`mermaid
---
title: Shop
---
erDiagram
  %% a comment
  direction LR
  CUSTOMER ||--o{ ORDER : places
  ORDER one or more to only one ADDRESS : "goes to"
  p[Person] {
    string(20) name PK "the name"
  }
  CUSTOMER {
    int id PK
  }
  ORDER {
    int id PK
    int customer_id FK
    int odd_id FK
  }
\`\`\`

More text.
`;
  const { definition, remarks } = readErdMermaid(text, "Shop");
  assertEquals(definition.relationships, [
    { from: "CUSTOMER", to: "ORDER", cardinality: "1:N", label: "places" },
    { from: "ORDER", to: "ADDRESS", cardinality: "N:1", label: "goes to", toParticipation: "total" },
  ]);
  assertEquals(definition.entities.map(({ name }) => name), ["Person", "CUSTOMER", "ORDER", "ADDRESS"]);
  assertEquals(definition.entities[2]?.attributes?.map(({ references }) => references), [
    undefined,
    "CUSTOMER.id",
    "CUSTOMER.id",
  ]);
  assertEquals(remarks.map(({ line, message }) => [line, message]), [[9, "Passed over: direction."]]);
});

Deno.test("readErdMermaid() says where a diagram breaks off", () => {
  for (
    const [text, code, words] of [
      ["stateDiagram-v2\n", "mermaid_kind", "erDiagram"],
      ["erDiagram\n  A ||--o{ \n", "mermaid_syntax", "Line 2, column 3"],
      ["erDiagram\n  A {\n    int\n  }\n", "mermaid_syntax", "Line 3, column 5"],
      ["erDiagram\n  A {\n    int id\n", "mermaid_syntax", "no }"],
    ] as const
  ) {
    const error = assertThrows(() => readErdMermaid(text, "A"), LoomError, words);
    assertEquals(error.code, code);
  }
});
