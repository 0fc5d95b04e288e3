/**
 * Members that several messages have in common.
 *
 * @module
 */
import { WIRE_LIMITS } from "./limits.ts";
import { anyText, flag, json, list, number, text, whole, type WireRule } from "./rule.ts";
import { optional, part, required, type WireField, type WireShape } from "./wire_shape.ts";

/** An operation, as far as a message looks at it. */
export const WIRE_OP: WireShape = {
  name: "AnyOp",
  doc: "An operation of any kind of document. Its other members are passed on unread.",
  fields: [required("op", text(), "The name of the operation.")],
};

/** A document's id from a client: it becomes a path at the hub. */
export const DOC_ID: WireRule = text({
  max: WIRE_LIMITS.docId,
  pattern: /^[^\0]*$/,
  made: "without NUL",
});
/** A file's revision or a hub's epoch: a word that only has to be compared. */
export const TOKEN: WireRule = text({ max: WIRE_LIMITS.revision });
/** A participant's name, or a label like it. */
export const NAME: WireRule = text({ max: WIRE_LIMITS.name });

/** The id of a change. */
export const CHANGE_ID: WireRule = text({
  max: WIRE_LIMITS.opId,
  pattern: /^[A-Za-z0-9_:.-]+$/,
  made: "of A-Z a-z 0-9 _ : . -",
});
/** The id of one sending, which makes a second one harmless. */
export const OP_ID: WireField = optional(
  "opId",
  CHANGE_ID,
  "The sender's id for this change: a change that is sent again under its id is not applied again.",
);
/** The time of a file. */
export const MTIME: WireField = optional(
  "mtime",
  number(),
  "The file's modification time in ms, when the sender has written the change to the file.",
);
/** The revision that a change made. */
export const REVISION: WireField = optional(
  "revision",
  TOKEN,
  "The revision of the file that the sender has just written with this change.",
);
/** The state of the document that a change was made on. */
export const BASE_SEQ: WireField = optional(
  "baseSeq",
  whole(),
  "The sequence number that the change was made on.",
);
/** The position of a pointer. */
export const CURSOR: WireField = optional(
  "cursor",
  json(WIRE_LIMITS.presenceBytes),
  "The position of the pointer, as the canvases agree; null removes it.",
);
/** The selection. */
export const SELECTION: WireField = optional(
  "selection",
  json(WIRE_LIMITS.presenceBytes),
  "The selection, as the canvases agree; null removes it.",
);

/** The document of a message from the hub. */
export const ROOM: WireField = required(
  "docId",
  text(),
  "The document, by the id that the snapshot gave it.",
);
/** The count of a room's changes. */
export const SEQ: WireField = required(
  "seq",
  whole(),
  "The number of changes of the document in this epoch.",
);
/** The life of the count. */
export const EPOCH: WireField = required(
  "epoch",
  text(),
  "The life of the sequence numbers: numbers of two epochs cannot be compared.",
);
/** True when there are unsaved changes. */
export const UNSAVED = "True when the document holds changes that are not in its file.";
/** A value that a change has overwritten. */
export const OVERWRITE: WireShape = {
  name: "Overwrite",
  doc:
    "A value that somebody had set, and that the maker of a change has overwritten without having seen it.",
  fields: [
    required("path", text(), "The place in the document, a JSON pointer."),
    optional(
      "was",
      json(WIRE_LIMITS.messageBytes),
      "The lost value; left out for a member that was taken away.",
    ),
    required("by", text(), 'Its setter: the id of a client, "file" or "hub".'),
  ],
};
/** The values that a change has overwritten. */
export const OVERWROTE: WireField = optional(
  "overwrote",
  list(part(OVERWRITE), WIRE_LIMITS.overwrites),
  "The values of others that the change has overwritten: its maker had not seen them.",
);
/** The fault of a file that cannot be read. */
export const FILE_PROBLEM: WireField = optional(
  "fileProblem",
  anyText(),
  "Why the file cannot be read now, a sentence: the document is what it held before. Left out when it can be read.",
);
/** Which changes the file lags behind. */
export const UNSAVED_OP_IDS: WireField = optional(
  "unsavedOpIds",
  list(text()),
  "The ids of the changes that are not in the file; a change without an id has `<epoch>.<seq>`.",
);
/** Which unsaved changes the file took the ground from. */
export const LOST_OP_IDS: WireField = optional(
  "lostOpIds",
  list(text()),
  "The ids of unsaved changes that are lost, at least in part, to a change of the file.",
);
/** The maker of a change. */
export const ORIGIN: WireField = required(
  "origin",
  text(),
  'Author of the change: the id of a client, "file" or "hub".',
);
/** The members of a change that are about the file. */
export const FILE_STATE: readonly WireField[] = [
  MTIME,
  REVISION,
  OP_ID,
  optional("fileRevision", text(), "The revision of the file as the hub knows it now."),
  optional("unsaved", flag(), UNSAVED),
  FILE_PROBLEM,
];

/** The fields of a view. */
export const VIEW_FIELDS: readonly WireField[] = [
  optional(
    "member",
    text({ max: WIRE_LIMITS.member, pattern: /^[^\0]*$/, made: "without NUL" }),
    "The member file to open, as the system names it or absolute; default: the system's own map.",
  ),
  optional(
    "focus",
    text({ max: WIRE_LIMITS.focus }),
    "The element to select, `<kind>:<name>`, such as `entity:Order`.",
  ),
  optional("note", text({ max: WIRE_LIMITS.note }), "A sentence to show."),
];
