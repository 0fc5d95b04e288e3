import { assertEquals, assertStringIncludes } from "@std/assert";
import { renderMermaidEr } from "./mermaid.ts";
import { LIBRARY } from "./testing.ts";
import type { EntityRelationshipDefinition } from "./types.ts";

const NONE: EntityRelationshipDefinition = {
  settings: { namespace: "", name: "" },
  entities: [],
  relationships: [],
};

Deno.test("renderMermaidEr() writes relationships, attributes and bare entities", () => {
  assertEquals(
    renderMermaidEr(LIBRARY),
    `erDiagram
    Member ||--o{ Loan : "takes out"
    Member {
        int member_id PK
        string email UK
    }
    Loan {
        int loan_id PK
        int member_id FK
        string status "stateOf LoanLifecycle"
        int renewal_count
        int max_renewals
    }
    Shelf`,
  );
});

Deno.test("renderMermaidEr() quotes names and folds types to words", () => {
  const text = renderMermaidEr({
    ...NONE,
    entities: [
      {
        name: "A",
        attributes: [{ name: "pk fk", type: "dict[str, int]", key: "pk", references: "B" }, {
          name: "größe",
          type: "1st",
          description: 'a\n"b"',
        }],
      },
      { name: "B" },
      { name: "Order Line" },
    ],
    relationships: [
      { from: "A", to: "B", cardinality: "1:1" },
      { from: "A", to: "B", cardinality: "N:1", label: 'has "one"' },
      { from: "A", to: "Order Line", cardinality: "N:M" },
    ],
  });
  assertStringIncludes(text, 'A ||--|| B : ""');
  assertStringIncludes(text, `A }o--|| B : "has 'one'"`);
  assertStringIncludes(text, 'A }o--o{ "Order Line" : ""');
  assertStringIncludes(text, "dict[str_int] pk_fk PK, FK");
  assertStringIncludes(text, `_1st gr_e "a 'b'"`);
});

Deno.test("renderMermaidEr() writes participation and identification", () => {
  const text = renderMermaidEr({
    ...NONE,
    relationships: [
      { from: "A", to: "B", cardinality: "1:N", fromParticipation: "total", toParticipation: "partial" },
      { from: "A", to: "B", cardinality: "1:N", identifying: false },
    ],
  });
  assertStringIncludes(text, 'A |o--|{ B : ""');
  assertStringIncludes(text, 'A ||..o{ B : ""');
});

Deno.test("renderMermaidEr() takes a definition of settings only", () => {
  assertEquals(renderMermaidEr({ settings: NONE.settings } as EntityRelationshipDefinition), "erDiagram");
});
