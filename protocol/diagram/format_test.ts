import { assertEquals, assertStringIncludes } from "@std/assert";
import { ERD_DIAGRAMS } from "../erd/diagram.ts";
import type { EntityRelationshipDefinition } from "../erd/types.ts";
import { SEQUENCE_DIAGRAMS } from "../sequence/diagram.ts";
import { readSequencePlantUml } from "../sequence/exchange/read_plantuml.ts";
import type { SequenceDefinition } from "../sequence/types.ts";
import { SYSTEM_DIAGRAMS } from "../system/diagram.ts";

const LENDING: EntityRelationshipDefinition = {
  settings: { namespace: "Library", name: 'The "best" library' },
  entities: [
    { name: "Member", attributes: [{ name: "id", type: "int", key: "pk" }] },
    {
      name: "Loan",
      attributes: [{ name: "member_id", type: "int", references: "Member.id", nullable: true }],
    },
    { name: "Guest <1>", extends: "Member" },
  ],
  relationships: [{ from: "Member", to: "Loan", cardinality: "1:N", label: "takes out" }],
};

Deno.test("ERD_DIAGRAMS writes tables and crow's feet in D2", () => {
  assertEquals(
    ERD_DIAGRAMS.d2?.write(LENDING).text,
    `e0: "Member" {
  shape: sql_table
  "id": "int" { constraint: primary_key }
}
e1: "Loan" {
  shape: sql_table
  "member_id": "int ?" { constraint: foreign_key }
}
e2: "Guest <1>" {
  shape: sql_table
}
e0 <-> e1: "takes out" { source-arrowhead: { shape: cf-one-required }; target-arrowhead: { shape: cf-many } }
e0 <-> e2: { source-arrowhead: { shape: triangle }; target-arrowhead: { shape: none } }
`,
  );
});

Deno.test("ERD_DIAGRAMS writes entities of PlantUML", () => {
  assertEquals(
    ERD_DIAGRAMS.plantuml?.write(LENDING).text,
    `@startuml
title The "best" library
hide circle
hide methods
hide stereotypes
entity "Member" as e0 {
  * id : int <<PK>>
}
entity "Loan" as e1 {
  member_id : int ? <<FK>>
}
entity "Guest <1>" as e2 {
}
e0 ||--o{ e1 : takes out
e0 <|-- e2
@enduml
`,
  );
});

Deno.test("ERD_DIAGRAMS escapes names in DOT and draw.io, and keeps the places of the picture", () => {
  const dot = ERD_DIAGRAMS.dot?.write(LENDING).text ?? "";
  assertStringIncludes(dot, String.raw`digraph "The \"best\" library" {`);
  assertStringIncludes(dot, "<B>Guest &lt;1&gt;</B>");
  assertStringIncludes(dot, 'e0 -> e1 [dir=both, arrowtail=teetee, arrowhead=crowodot, label="takes out"];');
  const drawio = ERD_DIAGRAMS.drawio?.write(LENDING).text ?? "";
  assertStringIncludes(drawio, 'value="Guest &lt;1&gt;"');
  assertStringIncludes(drawio, 'value="PK id: int"');
  assertStringIncludes(drawio, "startArrow=ERmandOne;endArrow=ERzeroToMany;");
});

Deno.test("ERD_DIAGRAMS lists what a format has no place for", () => {
  const { leftOut = [] } = ERD_DIAGRAMS.d2?.write(LENDING) ?? {};
  assertEquals(leftOut.map(({ message }) => message), [
    'A D2 diagram has no place for "namespace" of the settings: it was left out.',
  ]);
});

const BUYING: SequenceDefinition = {
  settings: { namespace: "Shop", name: "Buying" },
  participants: [{ name: "Buyer", actor: "Buyer" }, { name: "Shop" }],
  messages: [
    { from: "Buyer", to: "Shop", label: "orders", event: "order" },
    { from: "Shop", to: "Buyer", label: "confirms", reply: true },
  ],
  fragments: [{
    kind: "opt",
    label: "on a whim",
    after: 1,
    messages: [{ from: "Buyer", to: "Shop", label: "adds" }],
  }],
};

Deno.test("SEQUENCE_DIAGRAMS writes groups and replies in D2", () => {
  assertEquals(
    SEQUENCE_DIAGRAMS.d2?.write(BUYING).text,
    `shape: sequence_diagram
p1: "Buyer" { shape: person }
p2: "Shop"
p1 -> p2: "1 orders · order"
g0: "opt on a whim" {
  p1 -> p2: "f1.1 adds"
}
p2 -> p1: "2 confirms" { style.stroke-dash: 3 }
`,
  );
});

Deno.test("SEQUENCE_DIAGRAMS writes PlantUML that is read back as the same messages", () => {
  const { text = "" } = SEQUENCE_DIAGRAMS.plantuml?.write(BUYING) ?? {};
  const { definition } = readSequencePlantUml(text, "Buying");
  const ends = ({ from, to, reply = false }: SequenceDefinition["messages"][number]) => [from, to, reply];
  assertEquals(definition.messages.map(ends), BUYING.messages.map(ends));
  assertEquals(definition.fragments?.map(({ kind, label, after }) => ({ kind, label, after })), [
    { kind: "opt", label: "on a whim", after: 1 },
  ]);
});

Deno.test("SEQUENCE_DIAGRAMS writes lifelines and messages between their points in draw.io", () => {
  const { text = "" } = SEQUENCE_DIAGRAMS.drawio?.write(BUYING) ?? {};
  assertEquals(text.match(/shape=umlLifeline/g)?.length, 2);
  assertEquals(text.match(/as="sourcePoint"/g)?.length, 3);
  assertStringIncludes(text, 'value="opt&#10;[on a whim]"');
});

Deno.test("SYSTEM_DIAGRAMS writes members by kind, actors and links", () => {
  const shop = {
    settings: { namespace: "Shop", name: "Shop" },
    members: [{ path: "order.smdf.json" }, { path: "shop.erdf.json" }],
    actors: [{ name: "Ann", kind: "person" as const }],
  };
  const links = [{ from: "order.smdf.json", to: "shop.erdf.json", text: "1 class" }];
  assertEquals(
    SYSTEM_DIAGRAMS.d2?.write(shop, links).text,
    String.raw`g0: "data" {
  m0: "shop\nentities"
}
g1: "machines" {
  m1: "order\nmachine"
}
g2: "actors" {
  a0: "Ann\nperson" { shape: person }
}
g0.m0 -- g1.m1: "1 class"
`,
  );
  assertStringIncludes(SYSTEM_DIAGRAMS.plantuml?.write(shop, links).text ?? "", "m0 -- m1 : 1 class");
  assertStringIncludes(SYSTEM_DIAGRAMS.dot?.write(shop, links).text ?? "", "subgraph cluster_1 {");
});
