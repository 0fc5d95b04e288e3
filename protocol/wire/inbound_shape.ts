import { WIRE_LIMITS } from "./limits.ts";
import {
  BASE_SEQ,
  CHANGE_ID,
  CURSOR,
  DOC_ID,
  MTIME,
  NAME,
  OP_ID,
  OVERWROTE,
  REVISION,
  SELECTION,
  TOKEN,
  VIEW_FIELDS,
} from "./members.ts";
import { ROLES } from "./role.ts";
import { document, flag, list, operation, whole, word } from "./rule.ts";
import { optional, required, type WireField, type WireShape } from "./wire_shape.ts";

const JOINED_DOC: WireField = optional("docId", DOC_ID, "The document; default: the joined one.");
const SENDER: WireField = optional(
  "origin",
  NAME,
  "The sender's id; the hub replaces it by the right one.",
);
const BASE_REVISION: WireField = optional(
  "baseRevision",
  TOKEN,
  "The revision of the file that `revision` replaced.",
);
const SINCE =
  "The last sequence number that the client has seen; with `epoch`, only what is newer comes back.";
const SINCE_EPOCH = "The epoch that `sinceSeq` belongs to.";

/** The payload of `bridge:join`. */
export const JOIN_REQUEST: WireShape = {
  name: "JoinRequest",
  doc: "Asks to join a document.",
  fields: [
    required("role", word("Role", ROLES), "The role of the client."),
    optional("name", NAME, "The name that others see."),
    optional("docId", DOC_ID, "The document, a path at the hub; default: the hub's own document."),
    optional("sinceSeq", whole(), SINCE),
    optional("epoch", TOKEN, SINCE_EPOCH),
    optional(
      "heldOpIds",
      list(CHANGE_ID, WIRE_LIMITS.heldOpIds),
      "The ids of changes that the client sends again if the hub has forgotten them.",
    ),
    optional(
      "takesOps",
      flag(),
      "True when the client applies the operations of every kind of document. Others get the documents of kinds that " +
        "once had no operations whole.",
    ),
  ],
};

/** The payload of `bridge:leave`. */
export const LEAVE_REQUEST: WireShape = {
  name: "LeaveRequest",
  doc: "Leaves the joined document.",
  fields: [JOINED_DOC],
};

/** The payload of `def:patch` from a client. */
export const PATCH_IN: WireShape = {
  name: "PatchIn",
  doc: "Changes a document by operations.",
  fields: [
    JOINED_DOC,
    required("ops", list(operation(), WIRE_LIMITS.ops), "The operations, all of them or none."),
    SENDER,
    BASE_SEQ,
    MTIME,
    REVISION,
    BASE_REVISION,
    optional(
      "savedSeq",
      whole(),
      "Everything up to this sequence number is in the file now: a save. There may be no operations.",
    ),
    OP_ID,
    OVERWROTE,
  ],
};

/** The payload of `def:full` from a client. */
export const FULL_IN: WireShape = {
  name: "FullIn",
  doc: "Replaces a document.",
  fields: [
    JOINED_DOC,
    required("def", document(), "The document, unwrapped."),
    SENDER,
    BASE_SEQ,
    MTIME,
    REVISION,
    BASE_REVISION,
    OP_ID,
  ],
};

/** The payload of `def:request`. */
export const DEF_REQUEST: WireShape = {
  name: "DefRequest",
  doc: "Asks for a document.",
  fields: [
    JOINED_DOC,
    optional("sinceSeq", whole(), SINCE),
    optional("epoch", TOKEN, SINCE_EPOCH),
  ],
};

/** The payload of `presence:update` from a client. */
export const PRESENCE_UPDATE: WireShape = {
  name: "PresenceUpdate",
  doc: "The cursor and the selection of the sender. What it leaves out stays as it was.",
  fields: [CURSOR, SELECTION],
};

/** The payload of `view:show` from a client. */
export const VIEW_REQUEST: WireShape = {
  name: "ViewRequest",
  doc: "Asks the canvases of a document to show something.",
  fields: [
    required("docId", DOC_ID, "The system document whose canvases are addressed."),
    ...VIEW_FIELDS,
    optional("origin", NAME, "The name of the client that asks; default: the sender's id."),
  ],
};

/** The payloads that clients send. */
export const INBOUND_SHAPES: readonly WireShape[] = [
  JOIN_REQUEST,
  LEAVE_REQUEST,
  PATCH_IN,
  FULL_IN,
  DEF_REQUEST,
  PRESENCE_UPDATE,
  VIEW_REQUEST,
];
