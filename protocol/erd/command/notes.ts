import type { NoteArguments } from "../../command.ts";
import { planned } from "../../plan.ts";
import { entityNamed, type ErdCommand, optional, required } from "./checks.ts";

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
