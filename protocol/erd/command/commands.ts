import type { EditCommand, NoteArguments } from "../../command.ts";
import type { ErdOp } from "../ops.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import {
  ADD_ATTRIBUTE,
  MOVE_ATTRIBUTE,
  REMOVE_ATTRIBUTE,
  RENAME_ATTRIBUTE,
  UPDATE_ATTRIBUTE,
} from "./attributes.ts";
import { ADD_ENTITY, MOVE_ENTITY, REMOVE_ENTITY, RENAME_ENTITY, UPDATE_ENTITY } from "./entities.ts";
import { ADD_ENUM, REMOVE_ENUM, RENAME_ENUM, UPDATE_ENUM } from "./enums.ts";
import { ADD_RELATIONSHIP, REMOVE_RELATIONSHIP, UPDATE_RELATIONSHIP } from "./relationships.ts";
import { planned } from "../../plan.ts";
import { entityNamed, type ErdCommand, optional, required } from "./checks.ts";

/** The edits of entity-relationship documents. */
export const ERD_COMMANDS = [
  ADD_ENTITY,
  UPDATE_ENTITY,
  RENAME_ENTITY,
  MOVE_ENTITY,
  REMOVE_ENTITY,
  ADD_ATTRIBUTE,
  UPDATE_ATTRIBUTE,
  RENAME_ATTRIBUTE,
  MOVE_ATTRIBUTE,
  REMOVE_ATTRIBUTE,
  ADD_RELATIONSHIP,
  UPDATE_RELATIONSHIP,
  REMOVE_RELATIONSHIP,
  ADD_ENUM,
  UPDATE_ENUM,
  RENAME_ENUM,
  REMOVE_ENUM,
] as readonly EditCommand<EntityRelationshipDefinition, ErdOp>[];

/** Sets the note of the diagram or of an entity. */
export const SET_NOTES: ErdCommand<NoteArguments> = planned({
  id: "notes.set",
  title: "Set notes",
  summary: "Sets the note of the diagram or of an entity.",
  effect: "set",
  arguments: [
    required("notes", "string", "The note; blank clears it."),
    optional("target", "string", "The entity; default: the diagram."),
  ],
}, (def, { target = "", notes: text }) => {
  // An empty text travels as the removal of the note.
  const patch = { notes: text.trim() === "" ? "" : text };
  const verb = patch.notes === "" ? "Cleared" : "Saved";
  if (target === "") {
    return { ops: [{ op: "settings.update", patch }], summary: `${verb} the note of the diagram.` };
  }
  const { name } = entityNamed(def, target);
  return {
    ops: [{ op: "entity.update", name, patch }],
    summary: `${verb} the note of entity '${name}'.`,
  };
});
