import { type EditedKind, type EntityRelationshipDefinition, ERD_KIND, orThrow } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { copiedEntities, diagramIn, pastedDiagram } from "./erd_clipboard.ts";

const KIND = ERD_KIND as unknown as EditedKind;
const SHOP: EntityRelationshipDefinition = {
  settings: { namespace: "n", name: "Shop" },
  entities: [
    { name: "Customer", attributes: [{ name: "id", type: "int", key: "pk" }] },
    {
      name: "Order",
      attributes: [
        { name: "customer", type: "int", references: "Customer.id" },
        { name: "state", type: "OrderState" },
        { name: "parcel", type: "int", references: "Parcel.id" },
      ],
    },
    { name: "Parcel", attributes: [{ name: "id", type: "int", key: "pk" }] },
  ],
  relationships: [
    { from: "Customer", to: "Order", cardinality: "1:N" },
    { from: "Order", to: "Parcel", cardinality: "1:N" },
  ],
  enums: [{ name: "OrderState", values: ["open", "paid"] }],
};

/** A diagram after entities of the shop were pasted into it. */
function pasted(into: EntityRelationshipDefinition, names: readonly string[]): EntityRelationshipDefinition {
  const diagram = diagramIn(copiedEntities(SHOP, names, {}));
  assert(diagram);
  const { ops } = pastedDiagram(KIND, into, diagram, "crowsfoot");
  return orThrow(ERD_KIND.content!.changes.apply(into, ops as never));
}

Deno.test("pastedDiagram() gives copies names of their own, with what is between them", () => {
  const { entities, relationships, enums } = pasted(SHOP, ["Customer", "Order"]);
  assertEquals(entities.slice(3).map(({ name }) => name), ["Customer1", "Order1"]);
  assertEquals(entities[4]?.attributes?.map(({ references }) => references), [
    "Customer1.id",
    undefined,
    "Parcel.id",
  ]);
  assertEquals(relationships.slice(2), [{ from: "Customer1", to: "Order1", cardinality: "1:N" }]);
  assertEquals(enums?.length, 1);
});

Deno.test("pastedDiagram() takes along the enums that entities use", () => {
  const empty = { settings: { namespace: "n", name: "Other" }, entities: [], relationships: [] };
  assertEquals(pasted(empty, ["Order"]).enums, SHOP.enums);
  assertEquals(pasted(empty, ["Customer"]).enums, undefined);
});

Deno.test("diagramIn() reads lines of names with attributes below, and no other text", () => {
  const { diagram } = diagramIn("Gift\n  code string pk\n\nCard\n") ?? {};
  assertEquals(diagram?.entities, [
    { name: "Gift", attributes: [{ name: "code", type: "string", key: "pk" }] },
    { name: "Card", attributes: [] },
  ]);
  for (const text of ["CREATE TABLE a (id INT);", "", '{"loomStates":[]}', "Table a {\n  id int\n}"]) {
    assertEquals(diagramIn(text), undefined);
  }
});
