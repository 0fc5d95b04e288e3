import type { EV } from "./event_names.ts";
import * as clients from "./parse_inbound.ts";
import * as hub from "./parse_outbound.ts";
import type { WireParser } from "./parser.ts";

/** An event of the protocol. */
export interface WireEvent {
  /** Its name in {@linkcode EV}. */
  readonly constant: keyof typeof EV;
  /** Its name on the wire. */
  readonly name: string;
  /** `in`: a client sends it to the hub; `out`: the hub sends it. */
  readonly direction: "in" | "out";
  /** The type of its payload. */
  readonly payload: string;
  /** The type of what the ack callback gets, for events that have one. */
  readonly ack?: string;
  /** Its purpose, in a sentence or two. */
  readonly doc: string;
  /** The receivers of an event of the hub. */
  readonly to?: string;
  /** Reads its payload; an event that is never sent has none. */
  readonly parse?: WireParser<unknown>;
  /** Reads what its ack callback gets. */
  readonly parseAck?: WireParser<unknown>;
}

/** The events that clients send and those that the hub sends, one row an event. */
export const WIRE_EVENTS: readonly WireEvent[] = [
  {
    constant: "JOIN",
    name: "bridge:join",
    direction: "in",
    payload: "JoinRequest",
    ack: "JoinAck",
    doc: "Joins a document, and leaves the one that was joined before.",
    parse: clients.parseJoinRequest,
    parseAck: hub.parseJoinAck,
  },
  {
    constant: "LEAVE",
    name: "bridge:leave",
    direction: "in",
    payload: "LeaveRequest",
    doc: "Leaves the joined document, whatever the payload says.",
    parse: clients.parseLeaveRequest,
  },
  {
    constant: "PATCH_IN",
    name: "def:patch",
    direction: "in",
    payload: "PatchIn",
    ack: "EditAck",
    doc: "Changes the document by operations. Also answered by `def:ack` or `bridge:error`.",
    parse: clients.parsePatchIn,
    parseAck: hub.parseEditAck,
  },
  {
    constant: "FULL_IN",
    name: "def:full",
    direction: "in",
    payload: "FullIn",
    ack: "EditAck",
    doc: "Replaces the document. Also answered by `def:ack` or `bridge:error`.",
    parse: clients.parseFullIn,
    parseAck: hub.parseEditAck,
  },
  {
    constant: "REQUEST",
    name: "def:request",
    direction: "in",
    payload: "DefRequest",
    doc: "Asks for the document. Answered by `def:full`, or by the missed `def:patch` messages.",
    parse: clients.parseDefRequest,
  },
  {
    constant: "PRESENCE_IN",
    name: "presence:update",
    direction: "in",
    payload: "PresenceUpdate",
    doc: "Sets cursor and selection of the sender. Other members are ignored.",
    parse: clients.parsePresenceUpdate,
  },
  {
    constant: "VIEW_IN",
    name: "view:show",
    direction: "in",
    payload: "ViewRequest",
    ack: "ViewAccepted",
    doc: "Asks the canvases of a document to show a member of it. The sender need not have joined.",
    parse: clients.parseViewRequest,
    parseAck: hub.parseViewAccepted,
  },
  {
    constant: "WELCOME",
    name: "bridge:welcome",
    direction: "out",
    payload: "never",
    to: "nobody",
    doc: "Reserved; it is never sent.",
  },
  {
    constant: "PATCH_OUT",
    name: "def:patch",
    direction: "out",
    payload: "PatchEnvelope",
    to: "the room, the sender included",
    doc: "The document has changed by operations.",
    parse: hub.parsePatchEnvelope,
  },
  {
    constant: "FULL_OUT",
    name: "def:full",
    direction: "out",
    payload: "FullEnvelope",
    to: "the room, the sender included; after `def:request` the client that asked",
    doc: "The whole document.",
    parse: hub.parseFullEnvelope,
  },
  {
    constant: "ACK",
    name: "def:ack",
    direction: "out",
    payload: "DefAck",
    to: "the sender of a change",
    doc: "The change is in the document.",
    parse: hub.parseDefAck,
  },
  {
    constant: "FILE",
    name: "def:file",
    direction: "out",
    payload: "FileNotice",
    to: "the room",
    doc: "The file has another revision, or cannot be read, and the document has not changed.",
    parse: hub.parseFileNotice,
  },
  {
    constant: "LAYOUT",
    name: "def:layout",
    direction: "out",
    payload: "LayoutEnvelope",
    to: "the room; after a join the newcomer, where an arrangement is kept",
    doc: "The arrangement of the document's pictures, as the file beside it keeps it.",
    parse: hub.parseLayoutEnvelope,
  },
  {
    constant: "PRESENCE_JOIN",
    name: "presence:join",
    direction: "out",
    payload: "LivePresence",
    to: "the room, the newcomer included",
    doc: "A client has joined.",
    parse: hub.parseLivePresence,
  },
  {
    constant: "PRESENCE_LEAVE",
    name: "presence:leave",
    direction: "out",
    payload: "PresenceLeave",
    to: "the room",
    doc: "A client has left.",
    parse: hub.parsePresenceLeave,
  },
  {
    constant: "PRESENCE_LIST",
    name: "presence:list",
    direction: "out",
    payload: "LivePresence[]",
    to: "the room, after a client has joined or left; with more than 50 members, the newcomer only",
    doc: "The members of the document.",
    parse: hub.parsePresenceList,
  },
  {
    constant: "PRESENCE_UPDATE",
    name: "presence:update",
    direction: "out",
    payload: "PresenceChange",
    to: "the room, the sender included",
    doc: "The cursor or the selection of a client has changed.",
    parse: hub.parsePresenceChange,
  },
  {
    constant: "VIEW_OUT",
    name: "view:show",
    direction: "out",
    payload: "ViewEnvelope",
    to: "the room of `docId`, and those in that of the member who joined with `takesOps`",
    doc: "A request to a canvas to show something. A client that does so answers true.",
    parse: hub.parseViewEnvelope,
  },
  {
    constant: "ERROR",
    name: "bridge:error",
    direction: "out",
    payload: "WireError",
    to: "the sender of what is refused",
    doc: "Something is refused; nothing was changed.",
    parse: hub.parseWireError,
  },
];
