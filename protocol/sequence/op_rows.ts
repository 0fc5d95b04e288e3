import { DOCUMENT_ROWS, elementRows, settingsRow } from "../change/element_rows.ts";
import { named } from "../change/line.ts";
import { INSERTION_INDEX, required } from "../change/op_fields.ts";
import type { AnyOp, OpRow } from "../change/row.ts";
import { fragmentText, messageText } from "./text.ts";
import type { SqdFragment, SqdMessage, SqdParticipant } from "./types.ts";

const PARENT = required("parent", "string", "The id of the fragment around it.");
const FRAGMENT_ID = required("id", "string", "The fragment's id.");
const INSIDE = { list: "innerFragments", owner: ["parent"], index: "index" };

/** The operations that change a sequence document, one row an operation. */
export const SEQUENCE_OP_ROWS: readonly OpRow[] = [
  settingsRow("SqdSettings"),
  ...elementRows<SqdParticipant>({
    op: "participant",
    shape: "SqdParticipant",
    list: "participants",
    name: required("name", "string", "The participant's name."),
    hasNotes: true,
    docs: {
      add: "Inserts a participant",
      update: "Merges keys into a participant",
      remove: "Removes a participant; its messages stay",
      rename: "Renames a participant and both ends of its messages",
      move: "Moves a participant to another column",
    },
    text: ({ name }) => named(name),
    at: counted,
  }),
  ...elementRows<SqdMessage>({
    op: "message",
    shape: "SqdMessage",
    list: "messages",
    hasNotes: true,
    docs: {
      add: "Inserts a message into the main path",
      update: "Merges keys into a message of the main path",
      remove: "Removes a message of the main path",
      move: "Moves a message within the main path",
    },
    text: messageText,
    at: counted,
  }),
  ...elementRows<SqdFragment>({
    op: "fragment",
    shape: "SqdFragment",
    list: "fragments",
    name: FRAGMENT_ID,
    hasNotes: true,
    docs: {
      add: "Inserts a fragment, with an id, into the main path",
      update: "Merges keys into a fragment",
      remove: "Removes a fragment with all that is in it",
      move: "Moves a fragment to the main path, or within it",
    },
    text: fragmentText,
    at: counted,
  }),
  {
    op: "innerFragment.add",
    doc: "Inserts a fragment, with an id, into another one.",
    fields: [PARENT, required("fragment", "SqdFragment", "The new fragment."), INSERTION_INDEX],
    verb: "add",
    place: INSIDE,
    payload: { field: "fragment", as: "fragment" },
    text: (op) => `fragment ${fragmentText(op.fragment as SqdFragment)} in ${insideText(op)}`,
  },
  {
    op: "innerFragment.move",
    doc: "Moves a fragment into another one, or within it.",
    fields: [FRAGMENT_ID, PARENT, INSERTION_INDEX],
    verb: "move",
    target: { by: "name", of: "fragment", field: "id" },
    place: INSIDE,
    text: (op) => `fragment ${named(op.id)} into ${insideText(op)}`,
  },
  ...elementRows<SqdMessage>({
    op: "fragmentMessage",
    noun: "message",
    shape: "SqdMessage",
    list: "fragmentMessages",
    owner: required("fragment", "string", "The fragment's id."),
    hasNotes: true,
    docs: {
      add: "Inserts a message into a fragment",
      update: "Merges keys into a message of a fragment",
      remove: "Removes a message of a fragment",
      move: "Moves a message within its fragment or to another",
    },
    text: (message, { fragment }) => `${messageText(message)} in ${named(fragment)}`,
    at: counted,
  }),
  ...DOCUMENT_ROWS,
];

/** A place as people count it, from 1. */
function counted(index: unknown): string {
  return String(Number(index) + 1);
}

function insideText({ parent, index }: AnyOp): string {
  return `${named(parent)}${index === undefined ? "" : ` at ${counted(index)}`}`;
}
