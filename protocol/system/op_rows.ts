import { DOCUMENT_ROWS, elementRows, settingsRow } from "../change/element_rows.ts";
import { named } from "../change/line.ts";
import { required } from "../change/op_fields.ts";
import type { OpRow } from "../change/row.ts";
import type { SystemActor, SystemMember } from "./types.ts";

/** The operations that change a system document, one row an operation. */
export const SYSTEM_OP_ROWS: readonly OpRow[] = [
  settingsRow("SystemSettings"),
  ...elementRows<SystemMember>({
    op: "member",
    shape: "SystemMember",
    list: "members",
    name: required("path", "string", "The member's path, as the system writes it."),
    hasNotes: true,
    docs: {
      add: "Inserts a member",
      update: "Merges keys into a member",
      remove: "Removes a member; its file stays",
      move: "Moves a member to a place among the others",
    },
    text: ({ path }) => named(path),
  }),
  ...elementRows<SystemActor>({
    op: "actor",
    shape: "SystemActor",
    list: "actors",
    name: required("name", "string", "The actor's name."),
    docs: {
      add: "Inserts an actor",
      update: "Merges keys into an actor",
      remove: "Removes an actor; participants of scenarios that name it stay",
      rename: "Renames an actor; participants of scenarios that name it stay",
      move: "Moves an actor to a place among the others",
    },
    text: ({ name }) => named(name),
  }),
  ...DOCUMENT_ROWS,
];
