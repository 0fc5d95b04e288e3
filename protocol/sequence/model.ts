import { type Model, sameMembers } from "../change/model.ts";

/** The parts of a sequence document, one row a part. */
export const SEQUENCE_MODEL: Model = {
  spaces: { participant: { noun: "name" }, fragment: { noun: "id" } },
  parts: {
    document: {
      noun: "document",
      members: {
        settings: { is: "part", of: "settings" },
        participants: {
          is: "list",
          list: "participants",
          of: "participant",
          plural: "participants",
          whenEmpty: "keep",
          appends: true,
        },
        messages: {
          is: "list",
          list: "messages",
          of: "message",
          plural: "messages",
          whenEmpty: "keep",
          appends: true,
        },
        fragments: { is: "list", list: "fragments", of: "fragment", plural: "fragments", appends: true },
      },
    },
    settings: { noun: "settings", erasesNotes: true },
    participant: { noun: "participant", key: { member: "name", space: "participant" }, erasesNotes: true },
    message: {
      noun: "message",
      erasesNotes: true,
      traits: [
        sameMembers("from", "to", "label"),
        sameMembers("label"),
        sameMembers("from", "to", "event"),
        sameMembers("from", "to"),
      ],
      members: {
        from: { is: "name", space: "participant" },
        to: { is: "name", space: "participant" },
      },
    },
    fragment: {
      noun: "fragment",
      key: { member: "id", space: "fragment" },
      erasesNotes: true,
      members: {
        messages: {
          is: "list",
          list: "fragmentMessages",
          of: "message",
          plural: "messages",
          whenEmpty: "keep",
          appends: true,
        },
        fragments: {
          is: "list",
          list: "innerFragments",
          of: "fragment",
          plural: "fragments",
          appends: true,
        },
      },
    },
  },
};
