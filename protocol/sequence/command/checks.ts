import type { EditCommand } from "../../command.ts";
import { optional } from "../../field_changes.ts";
import { byName, type Located } from "../../located.ts";
import { checkName, refuse, refuseUnknown } from "../../plan.ts";
import type { FieldShape } from "../../shape/shape.ts";
import {
  allFragments,
  allMessages,
  type LocatedFragment,
  type LocatedMessage,
  messagesOf,
  participantsOf,
} from "../lookup.ts";
import type { SequenceOp } from "../ops.ts";
import type { SequenceDefinition } from "../types.ts";

export { changesOf, changesText, givenFields, optional, required } from "../../field_changes.ts";

/** An edit of a sequence document. */
export type SequenceCommand<Arguments extends object> = EditCommand<
  SequenceDefinition,
  SequenceOp,
  Arguments
>;

/** A place among the items of a list. */
export const AT: FieldShape = optional("at", "integer", "From 1; default: last.");

/** The participant of a name. */
export function participantNamed(def: SequenceDefinition, name: string): Located {
  const participants = byName(participantsOf(def));
  return participants.get(name) ??
    refuseUnknown("participant", name, [...participants.keys()], [
      { command: "participant.add", words: "add it" },
      " first",
    ]);
}

/** Refuses the name of a new participant that is none, or taken. */
export function checkNewParticipant(def: SequenceDefinition, name: string): void {
  checkName("participant", name);
  const taken = byName(participantsOf(def)).get(name);
  if (taken === undefined) return;
  refuse("duplicate", `The participant "${name}" already exists`, {
    path: taken.path,
    remedy: ["choose another name, or use ", { command: "participant.update" }],
  });
}

/** The message at an address. */
export function messageAt(def: SequenceDefinition, ref: string): LocatedMessage {
  const messages = allMessages(def);
  const found = messages.find((message) => message.ref === ref.trim());
  if (found) return found;
  const count = messagesOf(def).length;
  const others = messages.filter(({ fragment }) => fragment !== undefined).map((message) => message.ref);
  const main = count === 0 ? "The scenario has no message on the main path" : `Give 1 to ${count}`;
  const inner = others.length === 0 ? "" : `, or ${others.slice(0, 8).join(", ")} in a fragment`;
  return refuse("unknown_ref", `There is no message ${JSON.stringify(ref)}.`, {
    remedy: `${main}${inner}`,
    alternatives: messages.map((message) => message.ref),
  });
}

/** The fragment of a number, an address such as `f1.f2`, or an id. */
export function fragmentAt(def: SequenceDefinition, fragment: number | string): LocatedFragment {
  const text = String(fragment).trim();
  const ref = /^\d+$/.test(text) ? `f${text}` : text;
  const fragments = allFragments(def);
  const found = fragments.find((one) => one.ref === ref) ?? fragments.find(({ value }) => value.id === text);
  return found ?? refuse("unknown_ref", `There is no fragment ${JSON.stringify(fragment)}.`, {
    remedy: fragments.length === 0
      ? [{ command: "fragment.add", words: "Add one" }, " first"]
      : `Give one of ${fragments.slice(0, 8).map((one) => one.ref).join(", ")}`,
    alternatives: fragments.map((one) => one.ref),
  });
}

/** The place, from 0, that a person counts from 1; one that is too large or too small is the nearest. */
export function placeOf(at: number | undefined, last: number): number {
  return at === undefined ? last : Math.min(last, Math.max(0, at - 1));
}
