import { type Model, sameMembers } from "../change/model.ts";
import { parseReference } from "./lookup.ts";

/** The parts of an entity-relationship document, one row a part. */
export const ERD_MODEL: Model = {
  spaces: {
    entity: {
      noun: "name",
      inText(text, from, to) {
        const { entity, attribute } = parseReference(text);
        if (entity !== from) return text;
        return attribute === undefined ? to : `${to}.${attribute}`;
      },
    },
    enum: { noun: "name" },
  },
  parts: {
    document: {
      noun: "document",
      members: {
        settings: { is: "part", of: "settings" },
        entities: {
          is: "list",
          list: "entities",
          of: "entity",
          plural: "entities",
          whenEmpty: "keep",
          appends: true,
        },
        relationships: {
          is: "list",
          list: "relationships",
          of: "relationship",
          plural: "relationships",
          whenEmpty: "keep",
          appends: true,
        },
        enums: { is: "list", list: "enums", of: "enum", plural: "enums", appends: true },
      },
    },
    settings: { noun: "settings", erasesNotes: true },
    entity: {
      noun: "entity",
      key: { member: "name", space: "entity" },
      erasesNotes: true,
      members: {
        attributes: {
          is: "list",
          list: "attributes",
          of: "attribute",
          plural: "attributes",
          whenEmpty: "keep",
          appends: true,
        },
        foreignKeys: { is: "parts", of: "foreignKey" },
        extends: { is: "name", space: "entity" },
      },
    },
    attribute: {
      noun: "attribute",
      erasesNotes: true,
      traits: [sameMembers("name"), sameMembers("type", "key", "references")],
      members: {
        references: { is: "text" },
        type: { is: "name", space: "enum" },
      },
    },
    foreignKey: { noun: "foreign key", members: { entity: { is: "name", space: "entity" } } },
    relationship: {
      noun: "relationship",
      erasesNotes: true,
      traits: [sameMembers("from", "to", "label"), sameMembers("from", "to"), sameMembers("label")],
      members: {
        from: { is: "name", space: "entity" },
        to: { is: "name", space: "entity" },
        attributes: { is: "parts", of: "attribute" },
      },
    },
    enum: { noun: "enum", key: { member: "name", space: "enum" } },
  },
};
