import type { FieldShape, ShapeTable } from "../shape/shape.ts";

/** The rules that settings turn off or make errors; a test compares them with those of the validator. */
const WARNING_RULES: readonly string[] = [
  "W116",
  ...Array.from({ length: 10 }, (_, at) => `W${at + 201}`),
];

/**
 * The shape of an entity-relationship document (ERDF): the one source of its types, its JSON Schema and its field
 * check.
 */
export const ERD_SHAPE: ShapeTable = [
  {
    name: "EntityRelationshipDefinition",
    doc: "Entities and how they relate: the content of an `.erdf.json` file.",
    fields: [
      required("settings", "ErdSettings", "Settings of the whole diagram."),
      required("entities", "Entity[]", "The entities, in drawing order."),
      required("relationships", "Relationship[]", "The relationships."),
      optional("enums", "ErdEnum[]", "Named lists of values that attributes have as type."),
    ],
  },
  {
    name: "ErdSettings",
    doc: "Settings of an entity-relationship diagram.",
    fields: [
      required("namespace", "string", "A dotted name; only comments show it."),
      required("name", "string", "The diagram's name."),
      optional("description", "string", "The purpose of the model."),
      optional("notes", "string", "Remarks about the whole diagram."),
      optional(
        "rules",
        "ErdRuleSettings",
        'The effect of rules of the validator, such as `{ "W201": "off" }`.',
      ),
    ],
  },
  {
    name: "ErdRuleSettings",
    doc:
      "The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off.",
    fields: WARNING_RULES.map((name) =>
      optional(name, '"off" | "warn" | "error"', `No findings, warnings or errors of rule ${name}.`)
    ),
  },
  {
    name: "Entity",
    doc: "An entity: a thing that the data is about.",
    fields: [
      required("name", "string", "Its name, unique in the diagram; spaces are allowed."),
      optional("description", "string", "The purpose of the entity."),
      optional("weak", "boolean", "True when it depends on another entity for its existence."),
      optional("extends", "string", "The entity that it is a special case of."),
      optional("notes", "string", "Remarks; generators ignore them."),
      optional("attributes", "Attribute[]", "The attributes, in drawing order."),
      optional("keys", "CompositeKey[]", "Keys of several attributes."),
      optional("foreignKeys", "ForeignKey[]", "References of several attributes."),
      optional("indexes", "ErdIndex[]", "Indexes."),
    ],
  },
  {
    name: "Attribute",
    doc: "An attribute of an entity or of a relationship.",
    fields: [
      required("name", "string", "Its name, unique in its entity."),
      required(
        "type",
        "string",
        "Its type in any words, such as `int` or `decimal(10,5)`, or the name of an enum.",
      ),
      optional("key", '"pk" | "uk"', "Primary or unique key."),
      optional("references", "string", "The target of a foreign key: `Entity` or `Entity.attribute`."),
      optional("nullable", "boolean", "True when it may be missing."),
      optional("stateOf", "string | string[]", "The machines whose current state it stores."),
      optional("default", "string", "Its default value, as SQL writes it."),
      optional("check", "string", "A condition on its values, as SQL writes it."),
      optional("description", "string", "Its meaning."),
      optional("notes", "string", "Remarks; generators ignore them."),
    ],
  },
  {
    name: "CompositeKey",
    doc: "A primary or unique key of several attributes.",
    fields: [
      optional("name", "string", "Its name."),
      required("attributes", "string[]", "The attributes, in the order of the key."),
      optional("primary", "boolean", "True for the primary key. Default: a unique key."),
    ],
  },
  {
    name: "ForeignKey",
    doc: "A reference of several attributes to those of another entity.",
    fields: [
      optional("name", "string", "Its name."),
      required("attributes", "string[]", "The attributes that refer."),
      required("entity", "string", "The entity that they refer to."),
      optional("to", "string[]", "The attributes there. Default: its primary key."),
    ],
  },
  {
    name: "ErdIndex",
    doc: "An index of an entity.",
    fields: [
      optional("name", "string", "Its name."),
      required("attributes", "string[]", "The attributes or expressions, in the order of the index."),
      optional("unique", "boolean", "True when it allows each value once."),
    ],
  },
  {
    name: "Relationship",
    doc: "A relationship between two entities, read from `from` to `to`.",
    fields: [
      required("from", "string", "An entity."),
      required("to", "string", "An entity; it may be the same."),
      required("cardinality", '"1:1" | "1:N" | "N:1" | "N:M"', "`1:N`: each `from` relates to many `to`."),
      optional("label", "string", "The verb, such as `takes out`."),
      optional("description", "string", "Its meaning."),
      optional("fromRole", "string", "The role of the `from` end."),
      optional("toRole", "string", "The role of the `to` end."),
      optional(
        "fromParticipation",
        '"total" | "partial"',
        "Total: each `from` takes part, so that it has at least one `to`.",
      ),
      optional(
        "toParticipation",
        '"total" | "partial"',
        "Total: each `to` takes part, so that it has at least one `from`.",
      ),
      optional("identifying", "boolean", "True when it identifies a weak entity."),
      optional("attributes", "Attribute[]", "Attributes of the relationship itself."),
      optional("notes", "string", "Remarks; generators ignore them."),
    ],
  },
  {
    name: "ErdEnum",
    doc: "A named list of values that attributes have as type.",
    fields: [
      required("name", "string", "Its name, unique among the enums."),
      required("values", "string[]", "The values, in order."),
      optional("description", "string", "Its meaning."),
    ],
  },
];

function required(name: string, type: string, doc: string): FieldShape {
  return { name, type, required: true, doc };
}

function optional(name: string, type: string, doc: string): FieldShape {
  return { name, type, doc };
}
