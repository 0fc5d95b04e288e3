import {
  DEF_ACK,
  EDIT_ACCEPTED,
  EDIT_REFUSED,
  FILE_NOTICE,
  FULL_ENVELOPE,
  JOIN_ACCEPTED,
  JOIN_REFUSED,
  LAYOUT_ENVELOPE,
  LIVE_PRESENCE,
  PATCH_ENVELOPE,
  PRESENCE_CHANGE,
  PRESENCE_LEAVE,
  VIEW_ACCEPTED,
  VIEW_ENVELOPE,
  WIRE_ERROR,
} from "./outbound_shape.ts";
import { outbound, type WireParser } from "./parser.ts";
import { list } from "./rule.ts";
import type {
  DefAck,
  EditAccepted,
  EditRefused,
  FileNotice,
  FullEnvelope,
  JoinAccepted,
  JoinRefused,
  LayoutEnvelope,
  LivePresence,
  PatchEnvelope,
  PresenceChange,
  PresenceLeave,
  ViewAccepted,
  ViewEnvelope,
  WireError,
} from "./types.ts";
import { either, part } from "./wire_shape.ts";

/** Reads the ack of `bridge:join`. */
export const parseJoinAck: WireParser<JoinAck> = outbound(
  "the ack of bridge:join",
  either("JoinAck", JOIN_REFUSED, JOIN_ACCEPTED, ({ error }) => error !== undefined && error !== null),
);

/** Reads the ack of `def:patch` and of `def:full`. */
export const parseEditAck: WireParser<EditAck> = outbound(
  "the ack of a change",
  either("EditAck", EDIT_REFUSED, EDIT_ACCEPTED, ({ ok }) => ok === false),
);

/** Reads the payload of `def:patch` from the hub. */
export const parsePatchEnvelope: WireParser<PatchEnvelope> = outbound("def:patch", part(PATCH_ENVELOPE));

/** Reads the payload of `def:full` from the hub. */
export const parseFullEnvelope: WireParser<FullEnvelope> = outbound("def:full", part(FULL_ENVELOPE));

/** Reads the payload of `def:ack`. */
export const parseDefAck: WireParser<DefAck> = outbound("def:ack", part(DEF_ACK));

/** Reads the payload of `def:file`. */
export const parseFileNotice: WireParser<FileNotice> = outbound("def:file", part(FILE_NOTICE));

/** Reads the payload of `def:layout`. */
export const parseLayoutEnvelope: WireParser<LayoutEnvelope> = outbound("def:layout", part(LAYOUT_ENVELOPE));

/** Reads the payload of `presence:join`. */
export const parseLivePresence: WireParser<LivePresence> = outbound("presence:join", part(LIVE_PRESENCE));

/** Reads the payload of `presence:list`. */
export const parsePresenceList: WireParser<LivePresence[]> = outbound(
  "presence:list",
  list(part(LIVE_PRESENCE)),
);

/** Reads the payload of `presence:leave`. */
export const parsePresenceLeave: WireParser<PresenceLeave> = outbound("presence:leave", part(PRESENCE_LEAVE));

/** Reads the payload of `presence:update` from the hub. */
export const parsePresenceChange: WireParser<PresenceChange> = outbound(
  "presence:update",
  part(PRESENCE_CHANGE),
);

/** Reads the ack of `view:show`. */
export const parseViewAccepted: WireParser<ViewAccepted> = outbound(
  "the ack of view:show",
  part(VIEW_ACCEPTED),
);

/** Reads the payload of `view:show` from the hub. */
export const parseViewEnvelope: WireParser<ViewEnvelope> = outbound("view:show", part(VIEW_ENVELOPE));

/** Reads the payload of `bridge:error`. */
export const parseWireError: WireParser<WireError> = outbound("bridge:error", part(WIRE_ERROR));

/** The ack of `bridge:join`. */
export type JoinAck = JoinAccepted | JoinRefused;

/** The ack of `def:patch` and of `def:full`. */
export type EditAck = EditAccepted | EditRefused;

/** The counterpart of {@linkcode PatchIn}. */
export type PatchOut = PatchEnvelope;

/** The counterpart of {@linkcode FullIn}. */
export type FullOut = FullEnvelope;
