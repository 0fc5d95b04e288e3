import { counted } from "../../text/plural.ts";
import { textOf } from "../../located.ts";
import { planned, refuse } from "../../plan.ts";
import { allFragments, allMessages, messagesOf, participantsOf } from "../lookup.ts";
import type { SequenceOp } from "../ops.ts";
import type { SequenceDefinition, SqdParticipant } from "../types.ts";
import { emptiedFragments, identified, outermost, shiftAnchors } from "./anchors.ts";
import {
  AT,
  changesOf,
  changesText,
  checkNewParticipant,
  givenFields,
  optional,
  participantNamed,
  placeOf,
  required,
  type SequenceCommand,
} from "./checks.ts";

const NAME = required("name", "string", "The participant.");
const FIELDS = [
  optional("actor", "string", "Actor of the system."),
  optional("service", "string", "Running service."),
  optional("object", "string", "Object of a machine."),
  optional("holds", "string[]", "Entities it keeps."),
  optional("description", "string", "Its purpose."),
];

type ParticipantFields = Partial<Omit<SqdParticipant, "name" | "notes">>;

/** Adds a participant. */
export const ADD_PARTICIPANT: SequenceCommand<
  ParticipantFields & { readonly name: string; readonly at?: number }
> = planned({
  id: "participant.add",
  title: "Add participant",
  summary: "Adds a participant to a scenario.",
  effect: "add",
  arguments: [NAME, ...FIELDS, AT],
}, (def, { name, at, ...fields }) => {
  checkNewParticipant(def, name);
  checkOneKind(fields);
  const count = participantsOf(def).length;
  const index = placeOf(at, count);
  const participant: SqdParticipant = { name, ...givenFields({ ...fields }) };
  return {
    ops: [{ op: "participant.add", participant, ...(index === count ? {} : { index }) }],
    summary: `Added participant "${name}" as ${index + 1} of ${count + 1}.`,
  };
});

/** Changes a participant. */
export const UPDATE_PARTICIPANT: SequenceCommand<
  ParticipantFields & { readonly name: string; readonly notes?: string }
> = planned({
  id: "participant.update",
  title: "Update participant",
  summary: 'Changes fields of a participant; "" clears one.',
  effect: "set",
  arguments: [NAME, ...FIELDS, optional("notes", "string", "Remarks.")],
}, (def, { name, actor, service, object, holds, description, notes }) => {
  const { value } = participantNamed(def, name);
  const changes = changesOf({ actor, service, object, holds, description, notes });
  checkOneKind({
    actor: actor ?? textOf(value.actor),
    service: service ?? textOf(value.service),
    object: object ?? textOf(value.object),
  });
  return {
    ops: [{ op: "participant.update", name, ...changes }],
    summary: `Updated participant "${name}": ${changesText(changes)}.`,
  };
});

/** Renames a participant. */
export const RENAME_PARTICIPANT: SequenceCommand<{ readonly name: string; readonly to: string }> = planned({
  id: "participant.rename",
  title: "Rename participant",
  summary: "Renames a participant and both ends of its messages.",
  effect: "set",
  arguments: [NAME, required("to", "string", "The name it gets.")],
}, (def, { name, to }) => {
  participantNamed(def, name);
  if (to === name) return { ops: [], summary: `The participant is called "${name}" already.` };
  checkNewParticipant(def, to);
  const touched = messagesWith(def, name).length;
  return {
    ops: [{ op: "participant.rename", name, to }],
    summary: `Renamed participant "${name}" to "${to}" in ${counted(touched, "message")}.`,
  };
});

/** Moves a participant to another column. */
export const MOVE_PARTICIPANT: SequenceCommand<{ readonly name: string; readonly to: number }> = planned({
  id: "participant.move",
  title: "Move participant",
  summary: "Moves a participant to another column.",
  effect: "set",
  arguments: [NAME, required("to", "integer", "Its column, from 1.")],
}, (def, { name, to }) => {
  participantNamed(def, name);
  const count = participantsOf(def).length;
  const index = placeOf(to, count - 1);
  return {
    ops: [{ op: "participant.move", name, index }],
    summary: `Moved participant "${name}" to column ${index + 1} of ${count}.`,
  };
});

/** Removes a participant with its messages. */
export const REMOVE_PARTICIPANT: SequenceCommand<{ readonly name: string }> = planned({
  id: "participant.remove",
  title: "Remove participant",
  summary: "Removes a participant with the messages that it sends and receives.",
  effect: "remove",
  arguments: [NAME],
}, (def, { name }) => {
  participantNamed(def, name);
  const gone = new Set(messagesWith(def, name).map(({ ref }) => ref));
  const ids = identified(def);
  const emptied = emptiedFragments(def, gone);
  const refs = new Set(emptied.map(({ ref }) => ref));
  const goneIds = new Set(emptied.map(ids.idOf));
  const paths = [undefined, ...allFragments(def).filter(({ ref }) => !refs.has(ref))];
  const ops: SequenceOp[] = [
    ...(gone.size === 0 ? [] : ids.ops),
    ...paths.flatMap((path) => {
      const places = messagesOf(def, path).filter(({ ref }) => gone.has(ref)).map(({ index }) => index);
      if (places.length === 0) return [];
      const before = (point: number) => point - places.filter((place) => place < point).length;
      const removals = places.toReversed().map((index): SequenceOp =>
        path
          ? { op: "fragmentMessage.remove", fragment: ids.idOf(path), index }
          : { op: "message.remove", index }
      );
      const shifts = shiftAnchors(def, path, before, ids);
      return [...removals, ...shifts.filter((op) => op.op !== "fragment.update" || !goneIds.has(op.id))];
    }),
    ...outermost(emptied).map((fragment): SequenceOp => ({ op: "fragment.remove", id: ids.idOf(fragment) })),
    { op: "participant.remove", name },
  ];
  const lost = emptied.length === 0 ? "" : ` and ${counted(emptied.length, "fragment")}`;
  return {
    ops,
    summary: `Removed participant "${name}" with ${counted(gone.size, "message")}${lost}.`,
  };
});

function messagesWith(def: SequenceDefinition, name: string) {
  return allMessages(def).filter(({ value }) => value?.from === name || value?.to === name);
}

function checkOneKind({ actor, service, object }: ParticipantFields): void {
  const kinds = Object.entries({ actor, service, object }).filter(([, value]) => value).map(([kind]) => kind);
  if (kinds.length < 2) return;
  refuse("bad_parameter", `A participant cannot be ${kinds.join(" and ")} at once`, {
    remedy: 'keep one of them, and clear the others with ""',
  });
}
