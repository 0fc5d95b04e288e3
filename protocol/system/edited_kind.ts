import { changesOf } from "../change/changes.ts";
import type { DocumentElement, EditedContent, EditedKind } from "../kind.ts";
import { systemPlaceables } from "./draw/arrange_map.ts";
import { SET_NOTES, SYSTEM_COMMANDS } from "./command/commands.ts";
import { actorsOf, membersOf, systemName } from "./lookup.ts";
import { SYSTEM_MODEL } from "./model.ts";
import { SYSTEM_OP_ROWS } from "./op_rows.ts";
import type { SystemOp } from "./ops.ts";
import { SYSTEM_SHAPE } from "./shape.ts";
import { emptySystem, SYSTEM_TEMPLATES } from "./templates.ts";
import type { SystemDefinition } from "./types.ts";

/** Systems as far as editing needs them. */
export const EDITED_SYSTEM_KIND: EditedKind<SystemDefinition, SystemOp> & {
  readonly content: EditedContent<SystemDefinition, SystemOp>;
} = {
  kind: "system",
  title: "system",
  shellWord: "sys",
  extension: ".sysdf.json",
  otherExtensions: [],
  wrapperKeys: [],
  keys: ["members"],
  lists: ["members"],
  without: ["state", "entities", "participants"],
  content: {
    shape: { table: SYSTEM_SHAPE, root: "SystemDefinition" },
    changes: changesOf<SystemDefinition, SystemOp>({
      model: SYSTEM_MODEL,
      rows: SYSTEM_OP_ROWS,
      shapes: SYSTEM_SHAPE,
      empty: (def) => emptySystem(systemName(def)),
    }),
    pictures: { placeables: systemPlaceables },
    isNewToOps: true,
    hasMembers: true,
    commands: SYSTEM_COMMANDS,
    setNotes: SET_NOTES,
    templates: SYSTEM_TEMPLATES,
    nameOf: (def) => systemName(def) || undefined,
    empty: (name) => emptySystem(name),
    elements,
    parts: "members, actors, notes or a description",
  },
};

/** Members and actors, in document order. */
function elements(def: SystemDefinition): DocumentElement[] {
  return [
    ...membersOf(def).map(({ name, at }) => ({ type: "member", name, path: at, text: `member ${name}` })),
    ...actorsOf(def).map(({ name, at }) => ({ type: "actor", name, path: at, text: `actor ${name}` })),
  ];
}
