import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { orThrow } from "../../refusal.ts";
import { ERD_KIND } from "../kind.ts";
import { validateErd } from "../rules/rules.ts";
import { LIBRARY } from "../testing.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { ERD_COMMANDS } from "./commands.ts";

function planned(def: EntityRelationshipDefinition, id: string, values: object) {
  const command = ERD_COMMANDS.find((one) => one.id === id);
  if (command === undefined) throw new Error(`There is no command ${id}.`);
  return command.run(def, { ...values });
}

/** The document after a command. */
function after(def: EntityRelationshipDefinition, id: string, values: object): EntityRelationshipDefinition {
  const edit = orThrow(planned(def, id, values));
  const changes = ERD_KIND.content?.changes;
  assert(changes);
  return orThrow(changes.apply(def, edit.ops));
}

function refusal(id: string, values: object): string {
  const result = planned(LIBRARY, id, values);
  return result.ok ? "done" : `${result.refusal.code}: ${result.refusal.message}`;
}

Deno.test("a diagram is built by commands from nothing", () => {
  let def: EntityRelationshipDefinition = {
    settings: { namespace: "N", name: "Shop" },
    entities: [],
    relationships: [],
  };
  def = after(def, "entity.add", { name: "Customer" });
  def = after(def, "entity.add", { name: "Order", weak: false });
  def = after(def, "attribute.add", { entity: "Customer", name: "id", type: "int", key: "pk" });
  def = after(def, "attribute.add", { entity: "Order", name: "id", type: "int", key: "pk" });
  def = after(def, "attribute.add", {
    entity: "Order",
    name: "by",
    type: "int",
    references: "Customer.id",
    nullable: false,
  });
  def = after(def, "relationship.add", {
    from: "Customer",
    to: "Order",
    cardinality: "1:N",
    label: "places",
  });
  assertEquals(validateErd(def), []);
  assertEquals(def.entities[1]?.attributes?.[1], { name: "by", type: "int", references: "Customer.id" });
  assertEquals("weak" in def.entities[1]!, false);
  def = after(def, "attribute.remove", { entity: "Order", name: "by" });
  assertEquals(def.entities[1]?.attributes?.length, 1);
  def = after(def, "entity.remove", { name: "Customer" });
  assertEquals(def.relationships, []);
});

Deno.test("rename_entity renames every relationship and reference", () => {
  const def = after(LIBRARY, "entity.rename", { name: "Member", newName: "Reader" });
  assertEquals(def.relationships[0]?.from, "Reader");
  assertEquals(def.entities[1]?.attributes?.[1]?.references, "Reader.member_id");
  assertEquals(validateErd(def), []);
});

Deno.test("rename_attribute renames every reference and key", () => {
  const keyed = {
    ...LIBRARY,
    entities: LIBRARY.entities.map((entity) =>
      entity.name === "Member" ? { ...entity, keys: [{ attributes: ["member_id", "email"] }] } : entity
    ),
  };
  const def = after(keyed, "attribute.rename", { entity: "Member", name: "member_id", newName: "id" });
  assertEquals(def.entities[0]?.attributes?.[0]?.name, "id");
  assertEquals(def.entities[0]?.keys, [{ attributes: ["id", "email"] }]);
  assertEquals(def.entities[1]?.attributes?.[1]?.references, "Member.id");
  assertEquals(validateErd(def), []);
});

Deno.test("removing one of several relationships leaves the others", () => {
  let def = after(LIBRARY, "relationship.add", { from: "Member", to: "Loan", cardinality: "1:N" });
  def = after(def, "relationship.add", { from: "Member", to: "Loan", cardinality: "1:N", label: "reserves" });
  const bare = after(def, "relationship.remove", { from: "Member", to: "Loan" });
  assertEquals(bare.relationships.map(({ label }) => label), ["takes out", "reserves"]);
  const labelled = after(def, "relationship.remove", { from: "Member", to: "Loan", label: "takes out" });
  assertEquals(labelled.relationships.map(({ label }) => label), [undefined, "reserves"]);
  const twice = after(labelled, "relationship.add", { from: "Member", to: "Loan", cardinality: "1:N" });
  const refused = planned(twice, "relationship.remove", { from: "Member", to: "Loan" });
  assert(!refused.ok && refused.refusal.code === "ambiguous_name");
  const one = after(twice, "relationship.remove", { from: "Member", to: "Loan", index: 2 });
  assertEquals(one.relationships.length, 2);
});

Deno.test("update_entity sets and clears fields and keeps the attributes", () => {
  const set = after(LIBRARY, "entity.update", { name: "Loan", weak: true, description: "A loan" });
  assertEquals([set.entities[1]?.weak, set.entities[1]?.description], [true, "A loan"]);
  assertEquals(set.entities[1]?.attributes?.length, 5);
  const cleared = after(set, "entity.update", { name: "Loan", weak: false, description: " " });
  assertEquals(cleared, LIBRARY);
});

Deno.test("a removed entity says who still refers to it", () => {
  const edit = orThrow(planned(LIBRARY, "entity.remove", { name: "Member" }));
  assertEquals(edit.summary, 'Removed entity "Member" and its relationship.');
  assertEquals(edit.notes, ["It is still referred to by Loan.member_id."]);
});

Deno.test("commands refuse what cannot be meant", () => {
  assertStringIncludes(refusal("entity.add", { name: "Member" }), "already exists");
  assertStringIncludes(refusal("entity.add", { name: " " }), "bad_name");
  assertStringIncludes(
    refusal("attribute.add", { entity: "Lone", name: "a", type: "int" }),
    'no entity "Lone"',
  );
  assertStringIncludes(
    refusal("attribute.add", { entity: "Loan", name: "status", type: "int" }),
    "duplicate",
  );
  assertStringIncludes(
    refusal("relationship.add", { from: "Member", to: "X", cardinality: "1:N" }),
    "unknown_name",
  );
  assertStringIncludes(
    refusal("relationship.add", { from: "Member", to: "Loan", cardinality: "2" }),
    "is not one of",
  );
  assertStringIncludes(refusal("relationship.remove", { from: "Loan", to: "Member" }), "No relationship");
  assertStringIncludes(refusal("attribute.remove", { entity: "Loan", name: "x" }), "unknown_name");
  assertStringIncludes(refusal("entity.update", { name: "Loan" }), "nothing_given");
  assertStringIncludes(refusal("enum.remove", { name: "Kind" }), "unknown_name");
});

Deno.test("an enum is the type of attributes and is renamed with them", () => {
  let def = after(LIBRARY, "enum.add", { name: "Status", values: ["out", "back"] });
  def = after(def, "attribute.update", { entity: "Loan", name: "status", type: "Status" });
  def = after(def, "enum.rename", { name: "Status", newName: "LoanStatus" });
  assertEquals(def.entities[1]?.attributes?.[2]?.type, "LoanStatus");
  assertEquals(orThrow(planned(def, "enum.remove", { name: "LoanStatus" })).notes, [
    "It is still the type of Loan.status.",
  ]);
});
