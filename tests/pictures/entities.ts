/**
 * Entity-relationship diagrams that are hard to draw.
 *
 * @module
 */
import type { Attribute, Entity, EntityRelationshipDefinition, Relationship } from "@loom/protocol";
import { generatedErd } from "../layout/graphs/erd.ts";

const ID: Attribute = { name: "id", type: "int", key: "pk" };

function diagram(
  name: string,
  entities: Entity[],
  relationships: Relationship[],
): EntityRelationshipDefinition {
  return { settings: { namespace: "Gallery", name }, entities, relationships };
}

function reference(entity: string): Attribute {
  return { name: `${entity.toLowerCase().replaceAll(" ", "_")}_id`, type: "int", references: `${entity}.id` };
}

/** Weak entities, identifying relationships, composite keys, total participation, roles and attributes of relationships. */
const NOTATION = diagram("All of the notation", [
  {
    name: "Building",
    attributes: [ID, { name: "address", type: "varchar(120)" }],
    notes: "Owned or rented.",
  },
  {
    name: "Room",
    weak: true,
    attributes: [
      { name: "building_id", type: "int", references: "Building.id" },
      { name: "number", type: "varchar(8)", key: "pk" },
      { name: "seats", type: "int", nullable: true },
    ],
    keys: [{ attributes: ["building_id", "number"], primary: true }],
  },
  {
    name: "Booking",
    attributes: [
      ID,
      { name: "building_id", type: "int" },
      { name: "room_number", type: "varchar(8)" },
      reference("Person"),
      { name: "status", type: "string", stateOf: ["Booking", "Payment"] },
      { name: "during", type: "tstzrange" },
    ],
    keys: [{ attributes: ["building_id", "room_number", "during"] }],
    foreignKeys: [{ attributes: ["building_id", "room_number"], entity: "Room" }],
  },
  {
    name: "Person",
    attributes: [ID, { name: "email", type: "citext", key: "uk" }, {
      name: "manager_id",
      type: "int",
      references: "Person.id",
      nullable: true,
    }],
  },
  { name: "Student", extends: "Person", attributes: [{ name: "matriculation", type: "char(9)", key: "uk" }] },
  { name: "Teacher", extends: "Person", attributes: [{ name: "office", type: "varchar(8)" }] },
  { name: "Course", attributes: [ID, { name: "title", type: "text" }] },
], [
  {
    from: "Building",
    to: "Room",
    cardinality: "1:N",
    label: "contains",
    identifying: true,
    fromParticipation: "total",
    toParticipation: "total",
  },
  { from: "Room", to: "Booking", cardinality: "1:N", label: "is booked in", toParticipation: "total" },
  { from: "Person", to: "Booking", cardinality: "1:N", label: "makes", fromRole: "organiser" },
  {
    from: "Person",
    to: "Person",
    cardinality: "1:N",
    label: "manages",
    fromRole: "manager",
    toRole: "report",
  },
  {
    from: "Student",
    to: "Course",
    cardinality: "N:M",
    label: "attends",
    attributes: [{ name: "grade", type: "decimal(2,1)" }, { name: "since", type: "date" }],
  },
  { from: "Teacher", to: "Course", cardinality: "1:N", label: "teaches", toParticipation: "total" },
  { from: "Teacher", to: "Room", cardinality: "1:1", label: "has the key of", fromParticipation: "partial" },
]);

const LONG_NAMES = diagram(
  "A diagram whose name is so long that the heading has to be shortened ".repeat(3),
  [
    {
      name: "CustomerLoyaltyProgrammeMembershipCancellationRequest",
      attributes: [ID, {
        name: "reason_that_the_customer_gave_when_asked_by_the_support_agent",
        type: "character varying(4000) collate de_DE",
      }],
    },
    {
      name: "CustomerLoyaltyProgramme",
      attributes: [ID, { name: "x", type: "map<string, list<tuple<int, decimal(10,5)>>>" }],
    },
  ],
  [{
    from: "CustomerLoyaltyProgramme",
    to: "CustomerLoyaltyProgrammeMembershipCancellationRequest",
    cardinality: "1:N",
    label: "has received, in the course of the last calendar year and before the deadline,",
    fromRole: "the programme that is left",
    toRole: "the request to leave it",
  }],
);

const SCRIPTS = diagram("図書館 · مكتبة", [
  { name: "会員", attributes: [ID, { name: "氏名", type: "文字列" }, { name: "住所", type: "文字列" }] },
  { name: "貸出", attributes: [ID, { name: "会員番号", type: "int", references: "会員.id" }] },
  { name: "كتاب", attributes: [ID, { name: "عنوان", type: "نص" }] },
  { name: "Größe & Maß <b>", attributes: [ID, { name: "naïve_café", type: "straße" }] },
], [
  { from: "会員", to: "貸出", cardinality: "1:N", label: "借りる" },
  { from: "كتاب", to: "貸出", cardinality: "1:N", label: "يُعار" },
  { from: "Größe & Maß <b>", to: "كتاب", cardinality: "N:M", label: "hat “Maß”" },
]);

/** Several lines between two entities, and loops with roles. */
const PARALLEL = diagram("Parallel lines", [
  {
    name: "Account",
    attributes: [ID, { name: "owner", type: "text" }, {
      name: "parent_id",
      type: "int",
      references: "Account.id",
    }],
  },
  {
    name: "Transfer",
    attributes: [ID, { name: "source_id", type: "int", references: "Account.id" }, {
      name: "target_id",
      type: "int",
      references: "Account.id",
    }],
  },
], [
  { from: "Account", to: "Transfer", cardinality: "1:N", label: "sends", fromRole: "source" },
  { from: "Account", to: "Transfer", cardinality: "1:N", label: "receives", fromRole: "target" },
  { from: "Transfer", to: "Account", cardinality: "N:M", label: "is watched by" },
  {
    from: "Account",
    to: "Account",
    cardinality: "1:N",
    label: "contains",
    fromRole: "parent",
    toRole: "child",
  },
  { from: "Account", to: "Account", cardinality: "1:1", label: "is the successor of" },
]);

/** One entity that all others refer to. */
const STAR = diagram("A star", [
  { name: "User", attributes: [ID, { name: "name", type: "text" }] },
  ...Array.from({ length: 40 }, (_, at) => ({ name: `Detail ${at}`, attributes: [ID, reference("User")] })),
], Array.from({ length: 40 }, (_, at) => ({ from: "User", to: `Detail ${at}`, cardinality: "1:N" })));

/** A chain, the longest that a drawing in layers can get. */
const CHAIN = diagram(
  "A chain",
  Array.from({ length: 24 }, (_, at) => ({
    name: `Link ${at}`,
    attributes: at === 0 ? [ID] : [ID, reference(`Link ${at - 1}`)],
  })),
  Array.from({ length: 23 }, (_, at) => ({ from: `Link ${at}`, to: `Link ${at + 1}`, cardinality: "1:N" })),
);

const UNRELATED = diagram(
  "Unrelated entities",
  Array.from({ length: 30 }, (_, at) => ({
    name: `Table ${at}`,
    attributes: Array.from(
      { length: 1 + (at * 7) % 9 },
      (_, row) => ({ name: `column_${row}`, type: "text" }),
    ),
  })),
  [],
);

/** The diagrams, by name. */
export const ERD_SAMPLES: Readonly<Record<string, EntityRelationshipDefinition>> = {
  "erd, all of the notation": NOTATION,
  "erd, parallel lines and loops": PARALLEL,
  "erd, long names": LONG_NAMES,
  "erd, other scripts": SCRIPTS,
  "erd, empty": diagram("Empty", [], []),
  "erd, one entity": diagram("One", [{ name: "Only" }], []),
  "erd, star": STAR,
  "erd, chain": CHAIN,
  "erd, unrelated": UNRELATED,
  "erd, 40 generated": generatedErd(40, 1),
  "erd, 200 generated": generatedErd(200, 1),
};
