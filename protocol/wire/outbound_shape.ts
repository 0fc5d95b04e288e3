import { WIRE_ERROR_CODES } from "./error_code.ts";
import {
  BASE_SEQ,
  CURSOR,
  EPOCH,
  FILE_PROBLEM,
  FILE_STATE,
  LOST_OP_IDS,
  NAME,
  OP_ID,
  ORIGIN,
  OVERWROTE,
  ROOM,
  SELECTION,
  SEQ,
  UNSAVED,
  UNSAVED_OP_IDS,
  VIEW_FIELDS,
} from "./members.ts";
import { ROLES } from "./role.ts";
import {
  anyText,
  document,
  exactly,
  flag,
  list,
  nullable,
  number,
  operation,
  text,
  whole,
  word,
} from "./rule.ts";
import { optional, part, required, type WireField, type WireShape } from "./wire_shape.ts";

const CLIENT_ID: WireField = required("clientId", text(), "The id of the connection.");

/** A refusal. */
export const WIRE_ERROR: WireShape = {
  name: "WireError",
  doc: "The refusal of a message.",
  fields: [
    required(
      "code",
      word("WireErrorCode", WIRE_ERROR_CODES.keys(), "internal"),
      "A stable code. An unknown one reads as `internal`.",
    ),
    required("message", anyText(), "A sentence: what is wrong and what to do."),
    optional("docId", text(), "The document it is about."),
    optional("event", text(), "The event that is refused."),
    optional("member", text(), "The member of the payload that is wrong, such as `ops[3].op`."),
    optional("opId", text(), "The id of the change that is refused."),
    optional("retryAfterMs", whole(), "Time to wait before the next try, in ms."),
    LOST_OP_IDS,
  ],
};

/** A member. */
export const PRESENCE: WireShape = {
  name: "Presence",
  doc: "A client that has joined a document.",
  fields: [
    CLIENT_ID,
    required("role", word("Role", ROLES), "The role of the client."),
    optional("name", NAME, "The name that others see."),
    optional("color", text(), "A CSS colour; default: the one that `colorFor` gives the id."),
    required("joinedAt", text(), "Time of the join, ISO 8601."),
  ],
};

/** A member with cursor and selection. */
export const LIVE_PRESENCE: WireShape = {
  name: "LivePresence",
  doc: "A client that has joined a document, with cursor and selection.",
  fields: [...PRESENCE.fields, CURSOR, SELECTION],
};

/** The document at the time of a join. */
export const DOC_SNAPSHOT: WireShape = {
  name: "DocSnapshot",
  doc: "A document at the moment of a join.",
  fields: [
    required("docId", text(), "The document's id from now on."),
    required("def", nullable(document()), "The document; null when there is none, or when the join resumes."),
    SEQ,
    required("mtime", number(), "The file's modification time in ms; 0 without a file."),
    EPOCH,
    required("revision", nullable(text()), "The file's revision; null without a file."),
    required("unsaved", flag(), UNSAVED),
    FILE_PROBLEM,
    UNSAVED_OP_IDS,
  ],
};

/** The payload of `def:patch` from the hub. */
export const PATCH_ENVELOPE: WireShape = {
  name: "PatchEnvelope",
  doc: "A change to a document, by operations.",
  fields: [
    ROOM,
    SEQ,
    EPOCH,
    BASE_SEQ,
    required("ops", list(operation()), "The operations, all of them or none."),
    ORIGIN,
    ...FILE_STATE,
    LOST_OP_IDS,
    OVERWROTE,
  ],
};

/** The payload of `def:full` from the hub. */
export const FULL_ENVELOPE: WireShape = {
  name: "FullEnvelope",
  doc: "A whole document, which replaces the one before.",
  fields: [
    ROOM,
    SEQ,
    EPOCH,
    required("def", nullable(document()), "The document, unwrapped; null when there is none."),
    ORIGIN,
    ...FILE_STATE,
    optional("reason", text(), "The reason for sending it whole, as a code."),
    UNSAVED_OP_IDS,
  ],
};

/** The payload of `def:ack`. */
export const DEF_ACK: WireShape = {
  name: "DefAck",
  doc: "Confirms to the sender that its change is in the document.",
  fields: [ROOM, BASE_SEQ, SEQ, EPOCH, OP_ID],
};

/** The payload of `def:file`. */
export const FILE_NOTICE: WireShape = {
  name: "FileNotice",
  doc: "The file has another revision, or cannot be read, and the document has not changed.",
  fields: [
    ROOM,
    required("revision", nullable(text()), "The revision of the file; null without a file."),
    SEQ,
    required("unsaved", flag(), UNSAVED),
    FILE_PROBLEM,
  ],
};

/** The payload of `def:layout`. */
export const LAYOUT_ENVELOPE: WireShape = {
  name: "LayoutEnvelope",
  doc: "The arrangement of the pictures of a document.",
  fields: [
    ROOM,
    required("arrangement", document(), "The arrangement, see `readArrangement`."),
    required("revision", nullable(text()), "The revision of the file that keeps it; null without one."),
  ],
};

/** The payload of `presence:leave`. */
export const PRESENCE_LEAVE: WireShape = {
  name: "PresenceLeave",
  doc: "A client has left.",
  fields: [CLIENT_ID],
};

/** The payload of `presence:update` from the hub. */
export const PRESENCE_CHANGE: WireShape = {
  name: "PresenceChange",
  doc: "A change of cursor or selection. What it leaves out stays as it was.",
  fields: [CLIENT_ID, CURSOR, SELECTION],
};

/** The payload of `view:show` from the hub. */
export const VIEW_ENVELOPE: WireShape = {
  name: "ViewEnvelope",
  doc: "A request to the canvases of a document to show something.",
  fields: [ROOM, ...VIEW_FIELDS, required("origin", text(), "The client that asks: a label or an id.")],
};

/** The ack of `bridge:join` when it worked. */
export const JOIN_ACCEPTED: WireShape = {
  name: "JoinAccepted",
  doc: "The client has joined.",
  fields: [
    required("selfId", text(), "The id of the client's connection."),
    required("snapshot", part(DOC_SNAPSHOT), "The document."),
    required("presence", list(part(LIVE_PRESENCE)), "The members, the newcomer included."),
    optional("resumed", exactly(true), "The answer has only the changes after `sinceSeq`, in `patches`."),
    optional("patches", list(part(PATCH_ENVELOPE)), "The missed changes, in order."),
    optional("active", list(anyText()), "The states that are active in the running machine."),
    optional(
      "knownOpIds",
      list(text()),
      "Those of `heldOpIds` that the document or its file has; left out when none were asked about.",
    ),
  ],
};

/** The ack of `bridge:join` when it did not work. */
export const JOIN_REFUSED: WireShape = {
  name: "JoinRefused",
  doc: "The join is refused.",
  fields: [required("error", part(WIRE_ERROR), "The reason.")],
};

/** The ack of a change that is in the document. */
export const EDIT_ACCEPTED: WireShape = {
  name: "EditAccepted",
  doc: "The change is in the document.",
  fields: [
    required("ok", exactly(true), "True: it is accepted."),
    SEQ,
    EPOCH,
    OP_ID,
    optional("duplicate", exactly(true), "The document had it already: nothing was applied again."),
    optional("rebased", exactly(true), "It was applied after changes that the sender had not seen."),
    OVERWROTE,
  ],
};

/** The ack of a change that is refused. */
export const EDIT_REFUSED: WireShape = {
  name: "EditRefused",
  doc: "The change is refused and the document is as it was.",
  fields: [
    required("ok", exactly(false), "False: it is refused."),
    required("error", part(WIRE_ERROR), "The reason."),
    optional("seq", whole(), "The number of the last change."),
    optional("epoch", text(), "The epoch of `seq`."),
    optional("missed", list(part(PATCH_ENVELOPE)), "The changes that the sender has not seen, in order."),
  ],
};

/** The ack of a request to show something. */
export const VIEW_ACCEPTED: WireShape = {
  name: "ViewAccepted",
  doc: "The request was passed on.",
  fields: [
    required("ok", exactly(true), "True: it is accepted."),
    optional(
      "shown",
      whole(),
      "The number of clients that show it; left out by hubs that do not count them.",
    ),
  ],
};

/** The messages and acknowledgements of the hub. */
export const OUTBOUND_SHAPES: readonly WireShape[] = [
  JOIN_ACCEPTED,
  JOIN_REFUSED,
  EDIT_ACCEPTED,
  EDIT_REFUSED,
  VIEW_ACCEPTED,
  DOC_SNAPSHOT,
  PATCH_ENVELOPE,
  FULL_ENVELOPE,
  DEF_ACK,
  FILE_NOTICE,
  LAYOUT_ENVELOPE,
  PRESENCE,
  LIVE_PRESENCE,
  PRESENCE_LEAVE,
  PRESENCE_CHANGE,
  VIEW_ENVELOPE,
  WIRE_ERROR,
];
