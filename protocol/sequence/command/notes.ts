import type { NoteArguments } from "../../command.ts";
import { byName } from "../../located.ts";
import { planned } from "../../plan.ts";
import { participantsOf } from "../lookup.ts";
import { identified } from "./anchors.ts";
import { fragmentAt, messageAt, optional, required, type SequenceCommand } from "./checks.ts";

/** Sets the note of the scenario or of a part of it. */
export const SET_NOTES: SequenceCommand<NoteArguments> = planned({
  id: "notes.set",
  title: "Set notes",
  summary: "Sets the note of the scenario, a participant, a message or a fragment.",
  effect: "set",
  arguments: [
    required("notes", "string", "The note; blank clears it."),
    optional("target", "string", 'A participant, "message 2" or "fragment 1"; default: the scenario.'),
  ],
}, (def, { target = "", notes: text }) => {
  // An empty text travels as the removal of the note.
  const patch = { notes: text.trim() === "" ? "" : text };
  const verb = patch.notes === "" ? "Cleared" : "Saved";
  if (target === "") {
    return { ops: [{ op: "settings.update", patch }], summary: `${verb} the note of the scenario.` };
  }
  const participant = byName(participantsOf(def)).get(target);
  if (participant) {
    return {
      ops: [{ op: "participant.update", name: participant.name, patch }],
      summary: `${verb} the note of participant '${participant.name}'.`,
    };
  }
  const ids = identified(def);
  const [, which] = /^(?:fragment\s+(?=.)|(?=f\d+(?:\.f\d+)*$))(.+)$/i.exec(target.trim()) ?? [];
  if (which !== undefined) {
    const fragment = fragmentAt(def, which);
    return {
      ops: [...ids.ops, { op: "fragment.update", id: ids.idOf(fragment), patch }],
      summary: `${verb} the note of fragment ${fragment.ref}.`,
    };
  }
  const { ref, index, fragment } = messageAt(def, target.trim().replace(/^message\s+/i, ""));
  return {
    ops: fragment
      ? [...ids.ops, { op: "fragmentMessage.update", fragment: ids.idOf(fragment), index, patch }]
      : [{ op: "message.update", index, patch }],
    summary: `${verb} the note of message ${ref}.`,
  };
});
