import { assertEquals, assertStringIncludes } from "@std/assert";
import { renderMermaidSequence } from "./mermaid.ts";
import { LENDING } from "./testing.ts";
import type { SequenceDefinition } from "./types.ts";

Deno.test("renderMermaidSequence() writes fragments where they branch, and the rest as an alternative", () => {
  assertEquals(
    renderMermaidSequence(LENDING),
    `sequenceDiagram
  actor p1 as Member
  participant p2 as Desk
  participant p3 as Shelf
  loop for each other book
    p1->>p3: f2.1 browses
  end
  p1->>p2: 1 asks for a book · request
  p2->>p3: 2 looks for a copy
  Note over p2,p3: carries Copy
  alt no copy is there
    p3-->>p2: f1.1 has none
    p2->>p1: f1.2 offers to wait · queue
    opt the member waits
      p1->>p2: f1.f1.1 waits
    end
  else as written
    p3-->>p2: 3 has one
    Note over p2: → Reserved
    opt optional
      p2->>p2: 4 notes the loan
    end
    p2-->>p1: 5 hands it over
  end`,
  );
});

Deno.test("renderMermaidSequence() writes what the document has, and nothing that is a syntax error", () => {
  const def: SequenceDefinition = JSON.parse(`{
    "participants": [null, { "name": "A" }, { "name": "A" }],
    "messages": [null, { "from": "A", "to": "end", "label": "a;b\\n#c" }, { "label": 7 }],
    "fragments": [null, { "kind": "neg", "after": 99, "messages": [{ "from": "A", "to": "A", "label": "x" }] }]
  }`);
  const text = renderMermaidSequence(def);
  for (const line of ["participant p1 as A", "participant p2 as end", "p1->>p2: 2 a#59;b #35;c", "opt"]) {
    assertStringIncludes(text, `\n  ${line}\n`);
  }
  assertEquals(text.includes("neg"), false);
});
