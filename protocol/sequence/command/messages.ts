import { planned, refuse } from "../../plan.ts";
import type { FieldShape } from "../../shape/shape.ts";
import { messagesOf } from "../lookup.ts";
import type { SequenceOp } from "../ops.ts";
import type { SequenceDefinition, SqdMessage } from "../types.ts";
import { emptiedFragments, identified, outermost, shiftAnchors } from "./anchors.ts";
import {
  AT,
  changesOf,
  changesText,
  fragmentAt,
  givenFields,
  messageAt,
  optional,
  participantNamed,
  placeOf,
  required,
  type SequenceCommand,
} from "./checks.ts";

const ENDS = [
  required("from", "string", "The sender."),
  required("to", "string", "The receiver."),
  required("label", "string", "What happens."),
];
const DETAILS = [
  optional("event", "string", "Event it raises."),
  optional("machine", "string", "Machine of the event."),
  optional("carries", "string", "Entity it carries."),
  optional("state", "string", "Machine's state after it."),
  optional("optional", "boolean", "True when it may be missing."),
  optional("reply", "boolean", "True for an answer."),
  optional("description", "string", "Its meaning."),
];
const REF = required("ref", "string", "Such as 2, or f1.2.");
/** The number of a fragment. */
export const FRAGMENT: FieldShape = required(
  "fragment",
  "integer | string",
  "From 1, or f1.f2.",
);

/** The fields of a message that an edit gives. */
export interface MessageFields extends Partial<Omit<SqdMessage, "from" | "to" | "label" | "notes">> {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** Adds a message to the main path. */
export const ADD_MESSAGE: SequenceCommand<MessageFields & { readonly at?: number }> = planned({
  id: "message.add",
  title: "Add message",
  summary: "Adds a message to the main path of a scenario.",
  effect: "add",
  arguments: [...ENDS, ...DETAILS, AT],
}, (def, { at, ...fields }) => {
  const message = newMessage(def, fields);
  const count = messagesOf(def).length;
  const index = placeOf(at, count);
  const ids = identified(def);
  const shifts = shiftAnchors(def, undefined, (point) => point > index ? point + 1 : point, ids);
  return {
    ops: [
      ...(shifts.length === 0 ? [] : ids.ops),
      { op: "message.add", message, ...(index === count ? {} : { index }) },
      ...shifts,
    ],
    summary: `Added message ${index + 1}: ${describe(message)}.`,
  };
});

/** Adds a message to a fragment. */
export const ADD_FRAGMENT_MESSAGE: SequenceCommand<
  MessageFields & { readonly fragment: number | string; readonly at?: number }
> = planned({
  id: "fragmentMessage.add",
  title: "Add fragment message",
  summary: "Adds a message to a fragment.",
  effect: "add",
  arguments: [FRAGMENT, ...ENDS, ...DETAILS, AT],
}, (def, { fragment: which, at, ...fields }) => {
  const fragment = fragmentAt(def, which);
  const message = newMessage(def, fields);
  const count = messagesOf(def, fragment).length;
  const index = placeOf(at, count);
  const ids = identified(def);
  const id = ids.idOf(fragment);
  const shifts = shiftAnchors(def, fragment, (point) => point > index ? point + 1 : point, ids);
  return {
    ops: [
      ...ids.ops,
      { op: "fragmentMessage.add", fragment: id, message, ...(index === count ? {} : { index }) },
      ...shifts,
    ],
    summary: `Added message ${fragment.ref}.${index + 1}: ${describe(message)}.`,
  };
});

/** Changes a message. */
export const UPDATE_MESSAGE: SequenceCommand<
  & Partial<MessageFields>
  & { readonly ref: string; readonly notes?: string }
> = planned({
  id: "message.update",
  title: "Update message",
  summary: 'Changes fields of a message; "" clears one.',
  effect: "set",
  arguments: [
    REF,
    ...ENDS.map((field) => ({ ...field, required: false })),
    ...DETAILS,
    optional("notes", "string", "Remarks."),
  ],
}, (def, { ref, from, to, label, ...fields }) => {
  const message = messageAt(def, ref);
  for (const end of [from, to]) if (end !== undefined) participantNamed(def, end);
  if (label !== undefined) checkLabel(label);
  const { event, machine, carries, state, optional, reply, description, notes } = fields;
  const changes = changesOf({
    from,
    to,
    label,
    event,
    machine,
    carries,
    state,
    optional,
    reply,
    description,
    notes,
  });
  const { index, fragment } = message;
  const ids = identified(def);
  return {
    ops: fragment
      ? [...ids.ops, { op: "fragmentMessage.update", fragment: ids.idOf(fragment), index, ...changes }]
      : [{ op: "message.update", index, ...changes }],
    summary: `Updated message ${message.ref}: ${changesText(changes)}.`,
  };
});

/** Removes a message. */
export const REMOVE_MESSAGE: SequenceCommand<{ readonly ref: string }> = planned({
  id: "message.remove",
  title: "Remove message",
  summary: "Removes a message, and the fragment that it leaves empty; fragments after it move up.",
  effect: "remove",
  arguments: [REF],
}, (def, { ref }) => {
  const message = messageAt(def, ref);
  const { index, fragment } = message;
  const ids = identified(def);
  const emptied = outermost(emptiedFragments(def, new Set([message.ref])))[0];
  if (emptied) {
    return {
      ops: [...ids.ops, { op: "fragment.remove", id: ids.idOf(emptied) }],
      summary: `Removed message ${message.ref}, the last of fragment ${emptied.ref}, and the fragment.`,
    };
  }
  const shifts = shiftAnchors(def, fragment, (point) => point > index ? point - 1 : point, ids);
  const removal: SequenceOp = fragment
    ? { op: "fragmentMessage.remove", fragment: ids.idOf(fragment), index }
    : { op: "message.remove", index };
  return {
    ops: [...(fragment || shifts.length > 0 ? ids.ops : []), removal, ...shifts],
    summary: `Removed message ${message.ref}.`,
  };
});

/** Moves a message within its path. */
export const MOVE_MESSAGE: SequenceCommand<{ readonly ref: string; readonly to: number }> = planned({
  id: "message.move",
  title: "Move message",
  summary: "Moves a message within its path; the fragments after it follow.",
  effect: "set",
  arguments: [REF, required("to", "integer", "Its place from 1.")],
}, (def, { ref, to }) => {
  const { index, fragment, ...message } = messageAt(def, ref);
  const count = messagesOf(def, fragment).length;
  const target = placeOf(to, count - 1);
  const ids = identified(def);
  const shifts = shiftAnchors(def, fragment, (point) => moved(point, index, target), ids);
  const move: SequenceOp = fragment
    ? { op: "fragmentMessage.move", fragment: ids.idOf(fragment), index, to: target }
    : { op: "message.move", index, to: target };
  return {
    ops: [...(fragment || shifts.length > 0 ? ids.ops : []), move, ...shifts],
    summary: `Moved message ${message.ref} to place ${target + 1} of ${count}.`,
  };
});

/** The point after the message that was before a point, when a message has moved. */
function moved(point: number, from: number, to: number): number {
  const anchor = point - 1;
  if (anchor < 0) return point;
  if (anchor === from) return to + 1;
  if (from < anchor && anchor <= to) return point - 1;
  return to <= anchor && anchor < from ? point + 1 : point;
}

/** A message from its fields, which are checked. */
export function newMessage(
  def: SequenceDefinition,
  { from, to, label, ...fields }: MessageFields,
): SqdMessage {
  participantNamed(def, from);
  participantNamed(def, to);
  checkLabel(label);
  return { from, to, label, ...givenFields({ ...fields }) };
}

function checkLabel(label: string): void {
  if (label.trim() !== "") return;
  refuse("bad_parameter", "The label of a message cannot be empty", {
    remedy: "say in a few words what happens",
  });
}

/** A message in one line, with what it does. */
function describe({ from, to, label, ...message }: SqdMessage): string {
  const parts = [
    message.event && `raises ${message.event}${message.machine ? ` of ${message.machine}` : ""}`,
    message.carries && `carries ${message.carries}`,
    message.state && `then ${message.state}`,
    message.optional && "optional",
    message.reply && "reply",
  ].filter(Boolean);
  return `${from} → ${to}, "${label}"${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}
