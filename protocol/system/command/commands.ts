import type { EditCommand, NoteArguments } from "../../command.ts";
import { planned } from "../../plan.ts";
import type { SystemOp } from "../ops.ts";
import { RECONCILE_MODES, type ReconcileMode } from "../reconcile_mode.ts";
import type { SystemDefinition } from "../types.ts";
import { ADD_ACTOR, MOVE_ACTOR, REMOVE_ACTOR, RENAME_ACTOR, UPDATE_ACTOR } from "./actors.ts";
import { memberAt, optional, required, type SystemCommand } from "./checks.ts";
import { ADD_MEMBER, MOVE_MEMBER, REMOVE_MEMBER, UPDATE_MEMBER } from "./members.ts";

/** Sets the mode of reconciling. */
const SET_RECONCILE_MODE: SystemCommand<{ readonly mode: ReconcileMode }> = planned({
  id: "reconcileMode.set",
  title: "Set reconcile mode",
  summary: "Sets whether changes that scenarios imply are proposed or applied at once.",
  effect: "set",
  arguments: [required("mode", RECONCILE_MODES.map((mode) => `"${mode}"`).join(" | "), "The mode.")],
}, (_def, { mode }) => ({
  ops: [{ op: "settings.update", patch: { reconcile: mode } }],
  summary: `Set the reconcile mode to ${mode}.`,
}));

/** Sets the note of the system or of a member. */
export const SET_NOTES: SystemCommand<NoteArguments> = planned({
  id: "notes.set",
  title: "Set notes",
  summary: "Sets the note of the system or of a member.",
  effect: "set",
  arguments: [
    required("notes", "string", "The note; blank clears it."),
    optional("target", "string", "The path of the member; default: the system."),
  ],
}, (def, { target = "", notes: text }) => {
  // An empty text travels as the removal of the note.
  const patch = { notes: text.trim() === "" ? "" : text };
  const verb = patch.notes === "" ? "Cleared" : "Saved";
  if (target === "") {
    return { ops: [{ op: "settings.update", patch }], summary: `${verb} the note of the system.` };
  }
  const { name } = memberAt(def, target);
  return {
    ops: [{ op: "member.update", path: name, patch }],
    summary: `${verb} the note of member '${name}'.`,
  };
});

/** The edits of system documents. */
export const SYSTEM_COMMANDS = [
  ADD_MEMBER,
  UPDATE_MEMBER,
  MOVE_MEMBER,
  REMOVE_MEMBER,
  ADD_ACTOR,
  UPDATE_ACTOR,
  RENAME_ACTOR,
  MOVE_ACTOR,
  REMOVE_ACTOR,
  SET_RECONCILE_MODE,
] as readonly EditCommand<SystemDefinition, SystemOp>[];
