// Made by `deno task generate` from the tables beside it; edit those.

import type { AnyOp } from "../kind.ts";
import type { WireErrorCode } from "./error_code.ts";
import type { Role } from "./role.ts";

/** Asks to take part in a document. */
export type JoinRequest = {
  /** What kind of party it is. */
  role: Role;
  /** What the others see. */
  name?: string;
  /** The document, a path at the hub; default: the hub's own document. */
  docId?: string;
  /** The last sequence number that the client has seen; with `epoch`, only what is newer comes back. */
  sinceSeq?: number;
  /** The epoch that `sinceSeq` belongs to. */
  epoch?: string;
  /** The ids of changes that the client would make again if the hub has forgotten them. */
  heldOpIds?: string[];
};

/** Leaves the document that was joined. */
export type LeaveRequest = {
  /** The document; default: the one that was joined. */
  docId?: string;
};

/** Changes a document by operations. */
export type PatchIn = {
  /** The document; default: the one that was joined. */
  docId?: string;
  /** The operations, all of them or none. */
  ops: AnyOp[];
  /** What the sender takes for its id; the hub puts the right one. */
  origin?: string;
  /** The sequence number that the change was made on. */
  baseSeq?: number;
  /** The file's modification time in ms, when the sender has written the change to the file. */
  mtime?: number;
  /** The revision of the file that the sender has just written with this change. */
  revision?: string;
  /** The revision of the file that `revision` replaced. */
  baseRevision?: string;
  /** Everything up to this sequence number is in the file now: a save. There may be no operations. */
  savedSeq?: number;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
};

/** Replaces a document. */
export type FullIn = {
  /** The document; default: the one that was joined. */
  docId?: string;
  /** The document, unwrapped. */
  def: object;
  /** What the sender takes for its id; the hub puts the right one. */
  origin?: string;
  /** The sequence number that the change was made on. */
  baseSeq?: number;
  /** The file's modification time in ms, when the sender has written the change to the file. */
  mtime?: number;
  /** The revision of the file that the sender has just written with this change. */
  revision?: string;
  /** The revision of the file that `revision` replaced. */
  baseRevision?: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
};

/** Asks for a document. */
export type DefRequest = {
  /** The document; default: the one that was joined. */
  docId?: string;
  /** The last sequence number that the client has seen; with `epoch`, only what is newer comes back. */
  sinceSeq?: number;
  /** The epoch that `sinceSeq` belongs to. */
  epoch?: string;
};

/** Tells where the sender is. What it leaves out stays as it was. */
export type PresenceUpdate = {
  /** Where the pointer is, as the canvases agree; null takes it away. */
  cursor?: unknown;
  /** What is selected, as the canvases agree; null takes it away. */
  selection?: unknown;
};

/** Asks the canvases of a document to show something. */
export type ViewRequest = {
  /** The system document whose canvases are addressed. */
  docId: string;
  /** The member file to open, as the system names it or absolute; default: the system's own map. */
  member?: string;
  /** The element to select, `<kind>:<name>`, such as `entity:Order`. */
  focus?: string;
  /** A sentence to show. */
  note?: string;
  /** Who asks, in words; default: the sender's id. */
  origin?: string;
};

/** The client takes part. */
export type JoinAccepted = {
  /** The id of the client's connection. */
  selfId: string;
  /** The document. */
  snapshot: DocSnapshot;
  /** Who takes part, the newcomer included. */
  presence: LivePresence[];
  /** Only what is newer than `sinceSeq` comes, in `patches`. */
  resumed?: true;
  /** What the client has missed, in order. */
  patches?: PatchEnvelope[];
  /** The states that are active in the running machine. */
  active?: string[];
  /** Those of `heldOpIds` that the document or its file has; left out when none were asked about. */
  knownOpIds?: string[];
};

/** The client does not take part. */
export type JoinRefused = {
  /** Why. */
  error: WireError;
};

/** The change is in the document. */
export type EditAccepted = {
  /** It worked. */
  ok: true;
  /** How many changes the document has had in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
  /** It was there already: nothing was applied again. */
  duplicate?: true;
  /** It was applied after changes that the sender had not seen. */
  rebased?: true;
};

/** The change is refused and the document is as it was. */
export type EditRefused = {
  /** It did not work. */
  ok: false;
  /** Why. */
  error: WireError;
  /** Where the document is. */
  seq?: number;
  /** The epoch of `seq`. */
  epoch?: string;
  /** What the sender has not seen, in order. */
  missed?: PatchEnvelope[];
};

/** A document as it stands when a client joins. */
export type DocSnapshot = {
  /** The document's id from now on. */
  docId: string;
  /** The document; null when there is none, or when the join resumes. */
  def: object | null;
  /** How many changes the document has had in this epoch. */
  seq: number;
  /** The file's modification time in ms; 0 without a file. */
  mtime: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The file's revision; null without a file. */
  revision: string | null;
  /** Whether the document holds changes that are not in its file. */
  unsaved: boolean;
  /** The ids of the changes that are not in the file; one that came without an id has `<epoch>.<seq>`. */
  unsavedOpIds?: string[];
};

/** A change to a document, by operations. */
export type PatchEnvelope = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** How many changes the document has had in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The sequence number that the change was made on. */
  baseSeq?: number;
  /** The operations, all of them or none. */
  ops: AnyOp[];
  /** Who made the change: the id of a client, "file" or "hub". */
  origin: string;
  /** The file's modification time in ms, when the sender has written the change to the file. */
  mtime?: number;
  /** The revision of the file that the sender has just written with this change. */
  revision?: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
  /** The revision of the file as the hub knows it now. */
  fileRevision?: string;
  /** Whether the document holds changes that are not in its file. */
  unsaved?: boolean;
  /** The ids of unsaved changes that are gone, at least in part, since the file changed what they were about. */
  lostOpIds?: string[];
};

/** A whole document, in the place of what was there. */
export type FullEnvelope = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** How many changes the document has had in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The document, unwrapped; null when there is none. */
  def: object | null;
  /** Who made the change: the id of a client, "file" or "hub". */
  origin: string;
  /** The file's modification time in ms, when the sender has written the change to the file. */
  mtime?: number;
  /** The revision of the file that the sender has just written with this change. */
  revision?: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
  /** The revision of the file as the hub knows it now. */
  fileRevision?: string;
  /** Whether the document holds changes that are not in its file. */
  unsaved?: boolean;
  /** Why it comes whole, as a word. */
  reason?: string;
  /** The ids of the changes that are not in the file; one that came without an id has `<epoch>.<seq>`. */
  unsavedOpIds?: string[];
};

/** Tells the sender that its change is in the document. */
export type DefAck = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The sequence number that the change was made on. */
  baseSeq?: number;
  /** How many changes the document has had in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
};

/** The file has moved on and the document has not changed. */
export type FileNotice = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The revision that the file has now; null when it is gone. */
  revision: string | null;
  /** How many changes the document has had in this epoch. */
  seq: number;
  /** Whether the document holds changes that are not in its file. */
  unsaved: boolean;
};

/** Who takes part in a document. */
export type Presence = {
  /** The id of the connection. */
  clientId: string;
  /** What kind of party it is. */
  role: Role;
  /** What the others see. */
  name?: string;
  /** A CSS colour; default: the one that `colorFor` gives the id. */
  color?: string;
  /** When it joined, ISO 8601. */
  joinedAt: string;
};

/** Who takes part in a document, and where they are. */
export type LivePresence = {
  /** The id of the connection. */
  clientId: string;
  /** What kind of party it is. */
  role: Role;
  /** What the others see. */
  name?: string;
  /** A CSS colour; default: the one that `colorFor` gives the id. */
  color?: string;
  /** When it joined, ISO 8601. */
  joinedAt: string;
  /** Where the pointer is, as the canvases agree; null takes it away. */
  cursor?: unknown;
  /** What is selected, as the canvases agree; null takes it away. */
  selection?: unknown;
};

/** Somebody has left. */
export type PresenceLeave = {
  /** The id of the connection. */
  clientId: string;
};

/** Somebody has moved. What it leaves out stays as it was. */
export type PresenceChange = {
  /** The id of the connection. */
  clientId: string;
  /** Where the pointer is, as the canvases agree; null takes it away. */
  cursor?: unknown;
  /** What is selected, as the canvases agree; null takes it away. */
  selection?: unknown;
};

/** What the canvases of a document are asked to show. */
export type ViewEnvelope = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The member file to open, as the system names it or absolute; default: the system's own map. */
  member?: string;
  /** The element to select, `<kind>:<name>`, such as `entity:Order`. */
  focus?: string;
  /** A sentence to show. */
  note?: string;
  /** Who asks: a label, or the id of a client. */
  origin: string;
};

/** Why the hub refuses something. */
export type WireError = {
  /** A word that stays the same. A code that is not known reads as `internal`. */
  code: WireErrorCode;
  /** What is wrong and what to do, in a sentence. */
  message: string;
  /** The document it is about. */
  docId?: string;
  /** The event that is refused. */
  event?: string;
  /** The member of the payload that is at fault, such as `ops[3].op`. */
  member?: string;
  /** The id of the change that is refused. */
  opId?: string;
  /** How long to wait before the next try. */
  retryAfterMs?: number;
  /** The ids of unsaved changes that are gone, at least in part, since the file changed what they were about. */
  lostOpIds?: string[];
};

/** What clients send, by event. */
export type InboundPayloads = {
  /** Takes part in a document; another one that was joined before is left. */
  "bridge:join": JoinRequest;
  /** Leaves the document that was joined, whatever the payload says. */
  "bridge:leave": LeaveRequest;
  /** Changes the document by operations. `def:ack` or `bridge:error` answers too. */
  "def:patch": PatchIn;
  /** Replaces the document. `def:ack` or `bridge:error` answers too. */
  "def:full": FullIn;
  /** Asks for the document; `def:full` answers, or the `def:patch` messages that were missed. */
  "def:request": DefRequest;
  /** Tells where the sender's cursor is and what is selected. Other members count for nothing. */
  "presence:update": PresenceUpdate;
  /** Asks the canvases of a document to show a member of it. The sender need not have joined. */
  "view:show": ViewRequest;
};

/** What the hub sends, by event. */
export type OutboundPayloads = {
  /** Reserved; it is never sent. */
  "bridge:welcome": never;
  /** The document has changed by operations. */
  "def:patch": PatchEnvelope;
  /** The document comes whole. */
  "def:full": FullEnvelope;
  /** The change is in the document. */
  "def:ack": DefAck;
  /** The file has another revision and the document has not changed. */
  "def:file": FileNotice;
  /** Somebody has come. */
  "presence:join": LivePresence;
  /** Somebody has left. */
  "presence:leave": PresenceLeave;
  /** Everybody who takes part. */
  "presence:list": LivePresence[];
  /** Somebody's cursor or selection has changed. */
  "presence:update": PresenceChange;
  /** A canvas is asked to show something. */
  "view:show": ViewEnvelope;
  /** Something is refused; nothing was changed. */
  "bridge:error": WireError;
};
