import { changedText, named } from "../change/line.ts";
import {
  changeFields,
  DOCUMENT_CHANGE_FIELDS,
  INDEX_AFTERWARDS,
  INSERTION_INDEX,
  itemIndex,
  required,
} from "../change/op_fields.ts";
import type { AnyOp, OpRow, TargetSpec } from "../change/row.ts";
import type { SequenceOp } from "./ops.ts";
import { fragmentText, messageText } from "./text.ts";

const NAME = required("name", "string", "The participant's name.");
const ID = required("id", "string", "The fragment's id.");
const FRAGMENT = required("fragment", "string", "The fragment's id.");
const NEW_FRAGMENT = required("fragment", "SqdFragment", "The new fragment, with an id.");
const NEW_MESSAGE = required("message", "SqdMessage", "The new message.");

const PARTICIPANT_NAME: TargetSpec = { by: "name", of: "participant", field: "name" };
const MESSAGE: TargetSpec = { by: "index", list: "messages" };
const FRAGMENT_MESSAGE: TargetSpec = { by: "index", list: "fragmentMessages", owner: "fragment" };
const FRAGMENT_ID: TargetSpec = { by: "name", of: "fragment", field: "id" };

/** The operations that change a sequence document, one row an operation. */
export const SEQUENCE_OP_ROWS: readonly OpRow[] = [
  row("settings.update", {
    doc: 'Merges keys into the settings; `notes: ""` deletes the note.',
    fields: changeFields("SqdSettings"),
    verb: "update",
    target: { by: "part", of: "settings" },
    text: (op) => changedText("settings", op),
  }),
  row("participant.add", {
    doc: "Inserts a participant.",
    fields: [required("participant", "SqdParticipant", "The new participant."), INSERTION_INDEX],
    verb: "add",
    place: { list: "participants", index: "index" },
    payload: { field: "participant", as: "participant" },
    text: (op) => `participant ${named(op.participant.name)}${atText(op)}`,
  }),
  row("participant.update", {
    doc: 'Merges keys into a participant; `notes: ""` deletes the note.',
    fields: [NAME, ...changeFields("SqdParticipant")],
    verb: "update",
    target: PARTICIPANT_NAME,
    payload: { field: "patch", as: "participant" },
    text: (op) => changedText(`participant ${named(op.name)}`, op),
  }),
  row("participant.remove", {
    doc: "Removes a participant; its messages stay.",
    fields: [NAME],
    verb: "remove",
    target: PARTICIPANT_NAME,
    text: (op) => `participant ${named(op.name)}`,
  }),
  row("participant.rename", {
    doc: "Renames a participant and both ends of its messages.",
    fields: [NAME, required("to", "string", "The name it gets.")],
    verb: "rename",
    target: PARTICIPANT_NAME,
    text: (op) => `participant ${named(op.name)} is now ${named(op.to)}`,
  }),
  row("participant.move", {
    doc: "Moves a participant to another column.",
    fields: [NAME, INSERTION_INDEX],
    verb: "move",
    target: PARTICIPANT_NAME,
    place: { list: "participants", index: "index" },
    text: (op) => `participant ${named(op.name)}${atText(op)}`,
  }),
  row("message.add", {
    doc: "Inserts a message into the main path.",
    fields: [NEW_MESSAGE, INSERTION_INDEX],
    verb: "add",
    place: { list: "messages", index: "index" },
    payload: { field: "message", as: "message" },
    text: (op) => `message ${messageText(op.message)}${atText(op)}`,
  }),
  row("message.update", {
    doc: 'Merges keys into a message of the main path; `notes: ""` deletes the note.',
    fields: [itemIndex("message"), ...changeFields("SqdMessage")],
    verb: "update",
    target: MESSAGE,
    payload: { field: "patch", as: "message" },
    text: (op) => changedText(`message ${op.index + 1}`, op),
  }),
  row("message.remove", {
    doc: "Removes a message of the main path.",
    fields: [itemIndex("message")],
    verb: "remove",
    target: MESSAGE,
    text: (op) => `message ${op.index + 1}`,
  }),
  row("message.move", {
    doc: "Moves a message within the main path.",
    fields: [itemIndex("message"), INDEX_AFTERWARDS],
    verb: "move",
    target: MESSAGE,
    place: { list: "messages", index: "to" },
    text: (op) => `message ${op.index + 1} to ${op.to + 1}`,
  }),
  row("fragment.add", {
    doc: "Inserts a fragment of the main path.",
    fields: [NEW_FRAGMENT, INSERTION_INDEX],
    verb: "add",
    place: { list: "fragments", index: "index" },
    payload: { field: "fragment", as: "fragment" },
    text: (op) => `fragment ${fragmentText(op.fragment)}${atText(op)}`,
  }),
  row("fragment.update", {
    doc: 'Merges keys into a fragment; `notes: ""` deletes the note.',
    fields: [ID, ...changeFields("SqdFragment")],
    verb: "update",
    target: FRAGMENT_ID,
    payload: { field: "patch", as: "fragment" },
    text: (op) => changedText(`fragment ${named(op.id)}`, op),
  }),
  row("fragment.remove", {
    doc: "Removes a fragment with all that is in it.",
    fields: [ID],
    verb: "remove",
    target: FRAGMENT_ID,
    text: (op) => `fragment ${named(op.id)}`,
  }),
  row("fragment.move", {
    doc: "Moves a fragment to the main path, or within it.",
    fields: [ID, INSERTION_INDEX],
    verb: "move",
    target: FRAGMENT_ID,
    place: { list: "fragments", index: "index" },
    text: (op) => `fragment ${named(op.id)}${atText(op)}`,
  }),
  row("innerFragment.add", {
    doc: "Inserts a fragment into another one.",
    fields: [
      required("parent", "string", "The id of the fragment around it."),
      NEW_FRAGMENT,
      INSERTION_INDEX,
    ],
    verb: "add",
    place: { list: "innerFragments", owner: ["parent"], index: "index" },
    payload: { field: "fragment", as: "fragment" },
    text: (op) => `fragment ${fragmentText(op.fragment)} in ${named(op.parent)}${atText(op)}`,
  }),
  row("innerFragment.move", {
    doc: "Moves a fragment into another one, or within it.",
    fields: [ID, required("parent", "string", "The id of the fragment around it."), INSERTION_INDEX],
    verb: "move",
    target: FRAGMENT_ID,
    place: { list: "innerFragments", owner: ["parent"], index: "index" },
    text: (op) => `fragment ${named(op.id)} into ${named(op.parent)}${atText(op)}`,
  }),
  row("fragmentMessage.add", {
    doc: "Inserts a message into a fragment.",
    fields: [FRAGMENT, NEW_MESSAGE, INSERTION_INDEX],
    verb: "add",
    place: { list: "fragmentMessages", owner: ["fragment"], index: "index" },
    payload: { field: "message", as: "message" },
    text: (op) => `message ${messageText(op.message)} in ${named(op.fragment)}${atText(op)}`,
  }),
  row("fragmentMessage.update", {
    doc: 'Merges keys into a message of a fragment; `notes: ""` deletes the note.',
    fields: [FRAGMENT, itemIndex("message"), ...changeFields("SqdMessage")],
    verb: "update",
    target: FRAGMENT_MESSAGE,
    payload: { field: "patch", as: "message" },
    text: (op) => changedText(`message ${op.index + 1} of ${named(op.fragment)}`, op),
  }),
  row("fragmentMessage.remove", {
    doc: "Removes a message of a fragment.",
    fields: [FRAGMENT, itemIndex("message")],
    verb: "remove",
    target: FRAGMENT_MESSAGE,
    text: (op) => `message ${op.index + 1} of ${named(op.fragment)}`,
  }),
  row("fragmentMessage.move", {
    doc: "Moves a message within its fragment or to another.",
    fields: [FRAGMENT, itemIndex("message"), INDEX_AFTERWARDS, {
      name: "toFragment",
      type: "string",
      doc: "The fragment it goes to; default: the one it is in.",
    }],
    verb: "move",
    target: FRAGMENT_MESSAGE,
    place: { list: "fragmentMessages", owner: ["toFragment", "fragment"], index: "to" },
    text: (op) =>
      `message ${op.index + 1} of ${named(op.fragment)} to ${named(op.toFragment ?? op.fragment)} ${
        op.to + 1
      }`,
  }),
  row("document.update", {
    doc: "Merges keys into the definition itself.",
    fields: DOCUMENT_CHANGE_FIELDS,
    verb: "update",
    target: { by: "part", of: "document" },
    text: (op) => changedText("document", op),
  }),
  row("document.set", {
    doc: "Replaces the whole definition.",
    fields: [required("document", "unknown", "The new value.")],
    verb: "set",
    target: { by: "part", of: "document" },
    payload: { field: "document", as: "document" },
    text: () => "document: replaced as a whole",
  }),
];

/** A place as people count it, from 1; nothing for the end. */
function atText({ index }: { readonly index?: number }): string {
  return index === undefined ? "" : ` at ${index + 1}`;
}

type RowOf<Name extends SequenceOp["op"]> = Omit<OpRow, "op" | "text"> & {
  readonly text: (op: Extract<SequenceOp, { op: Name }>) => string;
};

/** A row whose text takes the operation of its own name. */
function row<Name extends SequenceOp["op"]>(op: Name, { text, ...rest }: RowOf<Name>): OpRow {
  return { op, ...rest, text: (given: AnyOp) => text(given as Extract<SequenceOp, { op: Name }>) };
}
