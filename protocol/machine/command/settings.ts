import type { NoteArguments } from "../../command.ts";
import { objectsIn } from "../lookup.ts";
import type { MachineOp } from "../ops.ts";
import type { ObjectRef } from "../types.ts";
import { CHANGES } from "./arguments.ts";
import { planned, refuse } from "../../plan.ts";
import { type MachineCommand, stateNamed } from "./checks.ts";
import { changesText, type FieldChanges } from "../../field_changes.ts";

/** Declares a host object. */
export const ADD_OBJECT_COMMAND: MachineCommand<{ readonly instance: string; readonly class: string }> =
  planned({
    id: "object.add",
    title: "Add object",
    summary: "Declares a host object that guards and actions may call.",
    effect: "add",
    arguments: [
      { name: "instance", type: "string", required: true, doc: "Its name in guards and actions." },
      { name: "class", type: "string", required: true, doc: "Its type." },
    ],
  }, (machine, { instance, class: type }) => {
    if (instance.trim() === "" || type.trim() === "") {
      refuse("bad_parameter", "instance and class must not be blank", {
        remedy: "give the object's name and its type",
      });
    }
    const objects = objectsIn<ObjectRef>(machine.settings?.objects);
    const taken = objects.find((object) => object.instance === instance);
    if (taken !== undefined) {
      refuse("duplicate", `There is an object "${instance}" already (${taken.class})`, {
        remedy: ["give another instance, or use ", { command: "patch.apply" }, " to change it"],
      });
    }
    return {
      ops: [{ op: "settings.update", patch: { objects: [...objects, { instance, class: type }] } }],
      summary: `Added object "${instance}" (${type}) to "${machine.settings?.name ?? ""}".`,
    };
  });

/** Changes the settings. */
export const UPDATE_SETTINGS_COMMAND: MachineCommand<{ readonly changes: FieldChanges }> = planned({
  id: "settings.update",
  title: "Update settings",
  summary: "Changes the settings of the machine.",
  effect: "set",
  arguments: [{ ...CHANGES, required: true }],
}, (_machine, { changes }) => ({
  ops: [{ op: "settings.update", ...changes } as MachineOp],
  summary: `Updated the settings: ${changesText(changes)}.`,
}));

/** Sets the note of the diagram or of a state. */
export const SET_NOTES_COMMAND: MachineCommand<NoteArguments> = planned({
  id: "notes.set",
  title: "Set notes",
  summary: "Sets the note of the diagram or of a state.",
  effect: "set",
  arguments: [
    { name: "notes", type: "string", required: true, doc: "The note; blank clears it." },
    { name: "target", type: "string", doc: "The state; default: the diagram." },
  ],
}, (machine, { target, notes: text }) => {
  // An empty text travels as the removal of the note.
  const notes = text.trim() === "" ? "" : text;
  const verb = notes === "" ? "Cleared" : "Saved";
  if (target === undefined || target === "") {
    return {
      ops: [{ op: "settings.update", patch: { notes } }],
      summary: `${verb} the note of the diagram.`,
    };
  }
  stateNamed(machine, target);
  return {
    ops: [{ op: "state.update", name: target, patch: { notes } }],
    summary: `${verb} the note of "${target}".`,
  };
});
