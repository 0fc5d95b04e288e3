import type { Model } from "../change/model.ts";

/** The parts of a system document, one row a part. */
export const SYSTEM_MODEL: Model = {
  spaces: { member: { noun: "path" }, actor: { noun: "name" } },
  parts: {
    document: {
      noun: "document",
      members: {
        settings: { is: "part", of: "settings" },
        members: {
          is: "list",
          list: "members",
          of: "member",
          plural: "members",
          whenEmpty: "keep",
          appends: true,
        },
        actors: {
          is: "list",
          list: "actors",
          of: "actor",
          plural: "actors",
          whenEmpty: "keep",
          appends: true,
        },
      },
    },
    settings: { noun: "settings", erasesNotes: true },
    member: { noun: "member", key: { member: "path", space: "member" }, erasesNotes: true },
    actor: { noun: "actor", key: { member: "name", space: "actor" } },
  },
};
