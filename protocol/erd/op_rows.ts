import { DOCUMENT_ROWS, elementRows, settingsRow } from "../change/element_rows.ts";
import { named } from "../change/line.ts";
import { required } from "../change/op_fields.ts";
import type { OpRow } from "../change/row.ts";
import { attributeText, relationshipText } from "./text.ts";
import type { Attribute, Entity, ErdEnum, Relationship } from "./types.ts";

/** The operations that change an entity-relationship document, one row an operation. */
export const ERD_OP_ROWS: readonly OpRow[] = [
  settingsRow("ErdSettings"),
  ...elementRows<Entity>({
    op: "entity",
    shape: "Entity",
    list: "entities",
    name: required("name", "string", "The entity's name."),
    hasNotes: true,
    docs: {
      add: "Inserts an entity with its attributes",
      update: "Merges keys into an entity",
      remove: "Removes an entity with its attributes; relationships and references to it stay",
      rename: "Renames an entity and every relationship and reference to it",
      move: "Moves an entity to a place among the others",
    },
    text: ({ name }) => named(name),
  }),
  ...elementRows<Attribute>({
    op: "attribute",
    shape: "Attribute",
    list: "attributes",
    owner: required("entity", "string", "The entity's name."),
    hasNotes: true,
    docs: {
      add: "Inserts an attribute",
      update: "Merges keys into an attribute",
      remove: "Removes an attribute; references to it stay",
      move: "Moves an attribute within its entity or to another",
    },
    text: (attribute, { entity }) => `${named(entity)}.${attributeText(attribute)}`,
  }),
  ...elementRows<Relationship>({
    op: "relationship",
    shape: "Relationship",
    list: "relationships",
    hasNotes: true,
    docs: {
      add: "Inserts a relationship",
      update: "Merges keys into a relationship",
      remove: "Removes a relationship",
      move: "Moves a relationship to a place among the others",
    },
    text: relationshipText,
  }),
  ...elementRows<ErdEnum>({
    op: "enum",
    shape: "ErdEnum",
    list: "enums",
    name: required("name", "string", "The enum's name."),
    docs: {
      add: "Inserts an enum",
      update: "Merges keys into an enum",
      remove: "Removes an enum",
      rename: "Renames an enum and the type of every attribute that has it",
      move: "Moves an enum to a place among the others",
    },
    text: ({ name }) => named(name),
  }),
  ...DOCUMENT_ROWS,
];
