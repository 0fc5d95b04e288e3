import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { ERD_RULES, validateErd } from "./rules.ts";
import { LIBRARY } from "../testing.ts";
import type { Entity, EntityRelationshipDefinition, Relationship } from "../types.ts";

/** The findings of a definition, as rule, element and pointer. */
function found(def: unknown, only = /^E/): unknown[] {
  return validateErd(def).filter(({ ruleId }) => only.test(ruleId))
    .map(({ ruleId, element, path }) => [ruleId, element, path]);
}

function withEntity(entity: unknown): EntityRelationshipDefinition {
  return { ...LIBRARY, entities: [...LIBRARY.entities, entity as Entity] };
}

function withRelationship(relationship: unknown): EntityRelationshipDefinition {
  return { ...LIBRARY, relationships: [...LIBRARY.relationships, relationship as Relationship] };
}

function withReference(references: string): EntityRelationshipDefinition {
  return withEntity({ name: "Fine", attributes: [{ name: "of", type: "int", references }] });
}

Deno.test("validateErd() finds nothing in a sound diagram", () => {
  assertEquals(validateErd(LIBRARY), []);
});

Deno.test("E001: every entity has a name of its own", () => {
  const def = { ...LIBRARY, entities: [...LIBRARY.entities, { name: "Member" }, { name: "" }, null] };
  assertEquals(found(def), [
    ["E001", "Member", "/entities/3/name"],
    ["E001", "entities[4]", "/entities/4"],
    ["E001", "entities[5]", "/entities/5"],
  ]);
});

Deno.test("E002: every attribute has a name of its own in its entity", () => {
  const attributes = [{ name: "a", type: "int" }, { name: "a", type: "int" }, { type: "int" }];
  assertEquals(found(withEntity({ name: "Fine", attributes })), [
    ["E002", "Fine.a", "/entities/3/attributes/1/name"],
    ["E002", "Fine[2]", "/entities/3/attributes/2"],
  ]);
});

Deno.test("E003 and E004: ends are entities, cardinalities are known", () => {
  assertEquals(found(withRelationship({ from: "Member", to: "Ghost", cardinality: "many" })), [
    ["E003", "relationships[1]", "/relationships/1/to"],
    ["E004", "relationships[1]", "/relationships/1/cardinality"],
  ]);
  assertEquals(found(withRelationship(null)).map((row) => (row as string[])[0]), ["E003", "E003", "E004"]);
});

Deno.test("E005: a reference names an entity, or one of its attributes", () => {
  const [entity] = validateErd(withReference("Copy.copy_id"));
  assertStringIncludes(entity?.message ?? "", 'undefined entity "Copy"');
  const [attribute] = validateErd(withReference("Member.nope"));
  assertStringIncludes(attribute?.message ?? "", 'undefined attribute "Member.nope"');
  assertEquals([entity?.ruleId, attribute?.ruleId], ["E005", "E005"]);
  for (const right of ["Member", "Member.", "Fine", ""]) assertEquals(found(withReference(right)), [], right);
});

Deno.test("a definition of settings only has no error", () => {
  assertEquals(found({ settings: { namespace: "", name: "" } }), []);
});

Deno.test("an error is not repeated by the check of fields", () => {
  const rules = validateErd(withRelationship({ from: "Member", to: "Loan", cardinality: "many" }))
    .map(({ ruleId }) => ruleId);
  assertEquals(rules.filter((rule) => rule === "W210"), []);
});

const WARNINGS: readonly [rule: string, def: unknown, path: string][] = [
  ["W201", withEntity({ name: "Fine", attributes: [{ name: "a", type: "int" }] }), "/entities/3"],
  [
    "W202",
    withEntity({ name: "Fine", attributes: [{ name: "a", type: "int", key: "pk", nullable: true }] }),
    "/entities/3/attributes/0/nullable",
  ],
  ["W203", withEntity({ name: "Fine", weak: true }), "/entities/3"],
  ["W204", withReference("Member.member_id"), "/entities/3/attributes/0/references"],
  ["W205", withRelationship({ from: "Member", to: "Shelf", cardinality: "1:N" }), "/relationships/1"],
  [
    "W206",
    withEntity({ name: "Fine", attributes: [{ name: "a", type: "text", references: "Loan.loan_id" }] }),
    "/entities/3/attributes/0/type",
  ],
  ["W207", withRelationship({ ...LIBRARY.relationships[0] }), "/relationships/1"],
  ["W208", withEntity({ name: " Fine" }), "/entities/3/name"],
  ["W209", withEntity({ name: "Fine", keys: [{ attributes: ["b"] }] }), "/entities/3/keys/0/attributes"],
  ["W209", withEntity({ name: "Fine", extends: "Debt" }), "/entities/3/extends"],
  ["W209", { ...LIBRARY, enums: [{ name: "Kind", values: [] }] }, "/enums/0/values"],
  ["W210", withEntity({ name: "Fine", wek: true }), "/entities/3/wek"],
];

for (const [rule, def, path] of WARNINGS) {
  Deno.test(`${rule} warns at ${path}`, () => {
    const findings = validateErd(def).filter((finding) => finding.ruleId === rule);
    assertEquals(findings.map((finding) => [finding.severity, finding.path]), [["warning", path]]);
  });
}

Deno.test("W206 takes a foreign key to a serial for one to an int", () => {
  const def = withEntity({
    name: "Fine",
    attributes: [{ name: "id", type: "serial", key: "pk" }, {
      name: "next",
      type: "int",
      references: "Fine.id",
    }],
  });
  assertEquals(validateErd(def).filter(({ ruleId }) => ruleId === "W206"), []);
});

Deno.test("every rule has a title, an explanation and an id of its own", () => {
  assertEquals(new Set(ERD_RULES.map(({ id }) => id)).size, ERD_RULES.length);
  for (const { title, explanation } of ERD_RULES) assert(title !== "" && explanation.endsWith("."));
});

Deno.test("validateErd() takes any value, and its findings are sentences with pointers", () => {
  fc.assert(
    fc.property(
      fc.record({
        entities: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
        relationships: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
        enums: fc.jsonValue(),
      }, { requiredKeys: [] }),
      (def) => {
        for (const { message, path } of validateErd(def)) {
          assert(/[.?]$/.test(message), message);
          assert(path === "" || path.startsWith("/"), path);
        }
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});
