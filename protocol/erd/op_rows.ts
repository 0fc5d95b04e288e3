import { changedText, named, placeText } from "../change/line.ts";
import {
  changeFields,
  DOCUMENT_CHANGE_FIELDS,
  INDEX_AFTERWARDS,
  INSERTION_INDEX,
  itemIndex,
  required,
} from "../change/op_fields.ts";
import type { AnyOp, OpRow, TargetSpec } from "../change/row.ts";
import { attributeText, relationshipText } from "./text.ts";
import type { ErdOp } from "./ops.ts";

const NAME = required("name", "string", "The entity's name.");
const ENTITY = required("entity", "string", "The entity's name.");
const ENUM = required("name", "string", "The enum's name.");

const ENTITY_NAME: TargetSpec = { by: "name", of: "entity", field: "name" };
const ENUM_NAME: TargetSpec = { by: "name", of: "enum", field: "name" };
const ATTRIBUTE: TargetSpec = { by: "index", list: "attributes", owner: "entity" };
const RELATIONSHIP: TargetSpec = { by: "index", list: "relationships" };

/** The operations that change an entity-relationship document, one row an operation. */
export const ERD_OP_ROWS: readonly OpRow[] = [
  row("settings.update", {
    doc: 'Merges keys into the settings; `notes: ""` deletes the note.',
    fields: changeFields("ErdSettings"),
    verb: "update",
    target: { by: "part", of: "settings" },
    text: (op) => changedText("settings", op),
  }),
  row("entity.add", {
    doc: "Inserts an entity with its attributes.",
    fields: [required("entity", "Entity", "The new entity."), INSERTION_INDEX],
    verb: "add",
    place: { list: "entities", index: "index" },
    payload: { field: "entity", as: "entity" },
    text: (op) => `entity ${named(op.entity.name)}${placeText(op)}`,
  }),
  row("entity.update", {
    doc: 'Merges keys into an entity; `notes: ""` deletes the note.',
    fields: [NAME, ...changeFields("Entity")],
    verb: "update",
    target: ENTITY_NAME,
    payload: { field: "patch", as: "entity" },
    text: (op) => changedText(`entity ${named(op.name)}`, op),
  }),
  row("entity.remove", {
    doc: "Removes an entity with its attributes; relationships and references to it stay.",
    fields: [NAME],
    verb: "remove",
    target: ENTITY_NAME,
    text: (op) => `entity ${named(op.name)}`,
  }),
  row("entity.rename", {
    doc: "Renames an entity and every relationship and reference to it.",
    fields: [NAME, required("to", "string", "The name it gets.")],
    verb: "rename",
    target: ENTITY_NAME,
    text: (op) => `entity ${named(op.name)} is now ${named(op.to)}`,
  }),
  row("entity.move", {
    doc: "Moves an entity to a place among the others.",
    fields: [NAME, INSERTION_INDEX],
    verb: "move",
    target: ENTITY_NAME,
    place: { list: "entities", index: "index" },
    text: (op) => `entity ${named(op.name)}${placeText(op)}`,
  }),
  row("attribute.add", {
    doc: "Inserts an attribute.",
    fields: [ENTITY, required("attribute", "Attribute", "The new attribute."), INSERTION_INDEX],
    verb: "add",
    place: { list: "attributes", owner: ["entity"], index: "index" },
    payload: { field: "attribute", as: "attribute" },
    text: (op) => `attribute ${named(op.entity)}.${attributeText(op.attribute)}${placeText(op)}`,
  }),
  row("attribute.update", {
    doc: 'Merges keys into an attribute; `notes: ""` deletes the note.',
    fields: [ENTITY, itemIndex("attribute"), ...changeFields("Attribute")],
    verb: "update",
    target: ATTRIBUTE,
    payload: { field: "patch", as: "attribute" },
    text: (op) => changedText(`attribute #${op.index} of ${named(op.entity)}`, op),
  }),
  row("attribute.remove", {
    doc: "Removes an attribute; references to it stay.",
    fields: [ENTITY, itemIndex("attribute")],
    verb: "remove",
    target: ATTRIBUTE,
    text: (op) => `attribute #${op.index} of ${named(op.entity)}`,
  }),
  row("attribute.move", {
    doc: "Moves an attribute within its entity or to another.",
    fields: [ENTITY, itemIndex("attribute"), INDEX_AFTERWARDS, {
      name: "toEntity",
      type: "string",
      doc: "The entity it goes to; default: the one it is in.",
    }],
    verb: "move",
    target: ATTRIBUTE,
    place: { list: "attributes", owner: ["toEntity", "entity"], index: "to" },
    text: (op) =>
      `attribute #${op.index} of ${named(op.entity)} to ${named(op.toEntity ?? op.entity)} #${op.to}`,
  }),
  row("relationship.add", {
    doc: "Inserts a relationship.",
    fields: [required("relationship", "Relationship", "The new relationship."), INSERTION_INDEX],
    verb: "add",
    place: { list: "relationships", index: "index" },
    payload: { field: "relationship", as: "relationship" },
    text: (op) => `relationship ${relationshipText(op.relationship)}${placeText(op)}`,
  }),
  row("relationship.update", {
    doc: 'Merges keys into a relationship; `notes: ""` deletes the note.',
    fields: [itemIndex("relationship"), ...changeFields("Relationship")],
    verb: "update",
    target: RELATIONSHIP,
    payload: { field: "patch", as: "relationship" },
    text: (op) => changedText(`relationship #${op.index}`, op),
  }),
  row("relationship.remove", {
    doc: "Removes a relationship.",
    fields: [itemIndex("relationship")],
    verb: "remove",
    target: RELATIONSHIP,
    text: (op) => `relationship #${op.index}`,
  }),
  row("relationship.move", {
    doc: "Moves a relationship to a place among the others.",
    fields: [itemIndex("relationship"), INDEX_AFTERWARDS],
    verb: "move",
    target: RELATIONSHIP,
    place: { list: "relationships", index: "to" },
    text: (op) => `relationship #${op.index} to #${op.to}`,
  }),
  row("enum.add", {
    doc: "Inserts an enum.",
    fields: [required("enum", "ErdEnum", "The new enum."), INSERTION_INDEX],
    verb: "add",
    place: { list: "enums", index: "index" },
    payload: { field: "enum", as: "enum" },
    text: (op) => `enum ${named(op.enum.name)}${placeText(op)}`,
  }),
  row("enum.update", {
    doc: "Merges keys into an enum.",
    fields: [ENUM, ...changeFields("ErdEnum")],
    verb: "update",
    target: ENUM_NAME,
    payload: { field: "patch", as: "enum" },
    text: (op) => changedText(`enum ${named(op.name)}`, op),
  }),
  row("enum.remove", {
    doc: "Removes an enum.",
    fields: [ENUM],
    verb: "remove",
    target: ENUM_NAME,
    text: (op) => `enum ${named(op.name)}`,
  }),
  row("enum.rename", {
    doc: "Renames an enum and the type of every attribute that has it.",
    fields: [ENUM, required("to", "string", "The name it gets.")],
    verb: "rename",
    target: ENUM_NAME,
    text: (op) => `enum ${named(op.name)} is now ${named(op.to)}`,
  }),
  row("enum.move", {
    doc: "Moves an enum to a place among the others.",
    fields: [ENUM, INSERTION_INDEX],
    verb: "move",
    target: ENUM_NAME,
    place: { list: "enums", index: "index" },
    text: (op) => `enum ${named(op.name)}${placeText(op)}`,
  }),
  row("document.update", {
    doc: "Merges keys into the definition itself.",
    fields: DOCUMENT_CHANGE_FIELDS,
    verb: "update",
    target: { by: "part", of: "document" },
    text: (op) => changedText("document", op),
  }),
  row("document.set", {
    doc: "Replaces the whole definition.",
    fields: [required("document", "unknown", "The new value.")],
    verb: "set",
    target: { by: "part", of: "document" },
    payload: { field: "document", as: "document" },
    text: () => "document: replaced as a whole",
  }),
];

type RowOf<Name extends ErdOp["op"]> = Omit<OpRow, "op" | "text"> & {
  readonly text: (op: Extract<ErdOp, { op: Name }>) => string;
};

/** A row whose text takes the operation of its own name. */
function row<Name extends ErdOp["op"]>(op: Name, { text, ...rest }: RowOf<Name>): OpRow {
  return { op, ...rest, text: (given: AnyOp) => text(given as Extract<ErdOp, { op: Name }>) };
}
