// Made by `deno task generate` from the tables beside it; edit those.

import type { AnyOp } from "../kind.ts";
import type { WireErrorCode } from "./error_code.ts";
import type { Role } from "./role.ts";

/** Asks to join a document. */
export type JoinRequest = {
  /** The role of the client. */
  role: Role;
  /** The name that others see. */
  name?: string;
  /** The document, a path at the hub; default: the hub's own document. */
  docId?: string;
  /** The last sequence number that the client has seen; with `epoch`, only what is newer comes back. */
  sinceSeq?: number;
  /** The epoch that `sinceSeq` belongs to. */
  epoch?: string;
  /** The ids of changes that the client sends again if the hub has forgotten them. */
  heldOpIds?: string[];
  /** True when the client applies the operations of every kind of document. Others get the documents of kinds that once had no operations whole. */
  takesOps?: boolean;
};

/** Leaves the joined document. */
export type LeaveRequest = {
  /** The document; default: the joined one. */
  docId?: string;
};

/** Changes a document by operations. */
export type PatchIn = {
  /** The document; default: the joined one. */
  docId?: string;
  /** The operations, all of them or none. */
  ops: AnyOp[];
  /** The sender's id; the hub replaces it by the right one. */
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
  /** The values of others that the change has overwritten: its maker had not seen them. */
  overwrote?: Overwrite[];
};

/** Replaces a document. */
export type FullIn = {
  /** The document; default: the joined one. */
  docId?: string;
  /** The document, unwrapped. */
  def: object;
  /** The sender's id; the hub replaces it by the right one. */
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
  /** The document; default: the joined one. */
  docId?: string;
  /** The last sequence number that the client has seen; with `epoch`, only what is newer comes back. */
  sinceSeq?: number;
  /** The epoch that `sinceSeq` belongs to. */
  epoch?: string;
};

/** The cursor and the selection of the sender. What it leaves out stays as it was. */
export type PresenceUpdate = {
  /** The position of the pointer, as the canvases agree; null removes it. */
  cursor?: unknown;
  /** The selection, as the canvases agree; null removes it. */
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
  /** The name of the client that asks; default: the sender's id. */
  origin?: string;
};

/** The client has joined. */
export type JoinAccepted = {
  /** The id of the client's connection. */
  selfId: string;
  /** The document. */
  snapshot: DocSnapshot;
  /** The members, the newcomer included. */
  presence: LivePresence[];
  /** The answer has only the changes after `sinceSeq`, in `patches`. */
  resumed?: true;
  /** The missed changes, in order. */
  patches?: PatchEnvelope[];
  /** The states that are active in the running machine. */
  active?: string[];
  /** Those of `heldOpIds` that the document or its file has; left out when none were asked about. */
  knownOpIds?: string[];
};

/** The join is refused. */
export type JoinRefused = {
  /** The reason. */
  error: WireError;
};

/** The change is in the document. */
export type EditAccepted = {
  /** True: it is accepted. */
  ok: true;
  /** The number of changes of the document in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
  /** The document had it already: nothing was applied again. */
  duplicate?: true;
  /** It was applied after changes that the sender had not seen. */
  rebased?: true;
  /** The values of others that the change has overwritten: its maker had not seen them. */
  overwrote?: Overwrite[];
};

/** The change is refused and the document is as it was. */
export type EditRefused = {
  /** False: it is refused. */
  ok: false;
  /** The reason. */
  error: WireError;
  /** The number of the last change. */
  seq?: number;
  /** The epoch of `seq`. */
  epoch?: string;
  /** The changes that the sender has not seen, in order. */
  missed?: PatchEnvelope[];
};

/** The request was passed on. */
export type ViewAccepted = {
  /** True: it is accepted. */
  ok: true;
  /** The number of clients that show it; left out by hubs that do not count them. */
  shown?: number;
};

/** A document at the moment of a join. */
export type DocSnapshot = {
  /** The document's id from now on. */
  docId: string;
  /** The document; null when there is none, or when the join resumes. */
  def: object | null;
  /** The number of changes of the document in this epoch. */
  seq: number;
  /** The file's modification time in ms; 0 without a file. */
  mtime: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The file's revision; null without a file. */
  revision: string | null;
  /** True when the document holds changes that are not in its file. */
  unsaved: boolean;
  /** Why the file cannot be read now, a sentence: the document is what it held before. Left out when it can be read. */
  fileProblem?: string;
  /** The ids of the changes that are not in the file; a change without an id has `<epoch>.<seq>`. */
  unsavedOpIds?: string[];
};

/** A change to a document, by operations. */
export type PatchEnvelope = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The number of changes of the document in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The sequence number that the change was made on. */
  baseSeq?: number;
  /** The operations, all of them or none. */
  ops: AnyOp[];
  /** Author of the change: the id of a client, "file" or "hub". */
  origin: string;
  /** The file's modification time in ms, when the sender has written the change to the file. */
  mtime?: number;
  /** The revision of the file that the sender has just written with this change. */
  revision?: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
  /** The revision of the file as the hub knows it now. */
  fileRevision?: string;
  /** True when the document holds changes that are not in its file. */
  unsaved?: boolean;
  /** Why the file cannot be read now, a sentence: the document is what it held before. Left out when it can be read. */
  fileProblem?: string;
  /** The ids of unsaved changes that are lost, at least in part, to a change of the file. */
  lostOpIds?: string[];
  /** The values of others that the change has overwritten: its maker had not seen them. */
  overwrote?: Overwrite[];
};

/** A whole document, which replaces the one before. */
export type FullEnvelope = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The number of changes of the document in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The document, unwrapped; null when there is none. */
  def: object | null;
  /** Author of the change: the id of a client, "file" or "hub". */
  origin: string;
  /** The file's modification time in ms, when the sender has written the change to the file. */
  mtime?: number;
  /** The revision of the file that the sender has just written with this change. */
  revision?: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
  /** The revision of the file as the hub knows it now. */
  fileRevision?: string;
  /** True when the document holds changes that are not in its file. */
  unsaved?: boolean;
  /** Why the file cannot be read now, a sentence: the document is what it held before. Left out when it can be read. */
  fileProblem?: string;
  /** The reason for sending it whole, as a code. */
  reason?: string;
  /** The ids of the changes that are not in the file; a change without an id has `<epoch>.<seq>`. */
  unsavedOpIds?: string[];
};

/** Confirms to the sender that its change is in the document. */
export type DefAck = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The sequence number that the change was made on. */
  baseSeq?: number;
  /** The number of changes of the document in this epoch. */
  seq: number;
  /** The life of the sequence numbers: numbers of two epochs cannot be compared. */
  epoch: string;
  /** The sender's id for this change: a change that is sent again under its id is not applied again. */
  opId?: string;
};

/** The file has another revision, or cannot be read, and the document has not changed. */
export type FileNotice = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The revision of the file; null without a file. */
  revision: string | null;
  /** The number of changes of the document in this epoch. */
  seq: number;
  /** True when the document holds changes that are not in its file. */
  unsaved: boolean;
  /** Why the file cannot be read now, a sentence: the document is what it held before. Left out when it can be read. */
  fileProblem?: string;
};

/** The arrangement of the pictures of a document. */
export type LayoutEnvelope = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The arrangement, see `readArrangement`. */
  arrangement: object;
  /** The revision of the file that keeps it; null without one. */
  revision: string | null;
};

/** A client that has joined a document. */
export type Presence = {
  /** The id of the connection. */
  clientId: string;
  /** The role of the client. */
  role: Role;
  /** The name that others see. */
  name?: string;
  /** A CSS colour; default: the one that `colorFor` gives the id. */
  color?: string;
  /** Time of the join, ISO 8601. */
  joinedAt: string;
};

/** A client that has joined a document, with cursor and selection. */
export type LivePresence = {
  /** The id of the connection. */
  clientId: string;
  /** The role of the client. */
  role: Role;
  /** The name that others see. */
  name?: string;
  /** A CSS colour; default: the one that `colorFor` gives the id. */
  color?: string;
  /** Time of the join, ISO 8601. */
  joinedAt: string;
  /** The position of the pointer, as the canvases agree; null removes it. */
  cursor?: unknown;
  /** The selection, as the canvases agree; null removes it. */
  selection?: unknown;
};

/** A client has left. */
export type PresenceLeave = {
  /** The id of the connection. */
  clientId: string;
};

/** A change of cursor or selection. What it leaves out stays as it was. */
export type PresenceChange = {
  /** The id of the connection. */
  clientId: string;
  /** The position of the pointer, as the canvases agree; null removes it. */
  cursor?: unknown;
  /** The selection, as the canvases agree; null removes it. */
  selection?: unknown;
};

/** A request to the canvases of a document to show something. */
export type ViewEnvelope = {
  /** The document, by the id that the snapshot gave it. */
  docId: string;
  /** The member file to open, as the system names it or absolute; default: the system's own map. */
  member?: string;
  /** The element to select, `<kind>:<name>`, such as `entity:Order`. */
  focus?: string;
  /** A sentence to show. */
  note?: string;
  /** The client that asks: a label or an id. */
  origin: string;
};

/** The refusal of a message. */
export type WireError = {
  /** A stable code. An unknown one reads as `internal`. */
  code: WireErrorCode;
  /** A sentence: what is wrong and what to do. */
  message: string;
  /** The document it is about. */
  docId?: string;
  /** The event that is refused. */
  event?: string;
  /** The member of the payload that is wrong, such as `ops[3].op`. */
  member?: string;
  /** The id of the change that is refused. */
  opId?: string;
  /** Time to wait before the next try, in ms. */
  retryAfterMs?: number;
  /** The ids of unsaved changes that are lost, at least in part, to a change of the file. */
  lostOpIds?: string[];
};

/** A value that somebody had set, and that the maker of a change has overwritten without having seen it. */
export type Overwrite = {
  /** The place in the document, a JSON pointer. */
  path: string;
  /** The lost value; left out for a member that was taken away. */
  was?: unknown;
  /** Its setter: the id of a client, "file" or "hub". */
  by: string;
};

/** The messages of clients, by event. */
export type InboundPayloads = {
  /** Joins a document, and leaves the one that was joined before. */
  "bridge:join": JoinRequest;
  /** Leaves the joined document, whatever the payload says. */
  "bridge:leave": LeaveRequest;
  /** Changes the document by operations. Also answered by `def:ack` or `bridge:error`. */
  "def:patch": PatchIn;
  /** Replaces the document. Also answered by `def:ack` or `bridge:error`. */
  "def:full": FullIn;
  /** Asks for the document. Answered by `def:full`, or by the missed `def:patch` messages. */
  "def:request": DefRequest;
  /** Sets cursor and selection of the sender. Other members are ignored. */
  "presence:update": PresenceUpdate;
  /** Asks the canvases of a document to show a member of it. The sender need not have joined. */
  "view:show": ViewRequest;
};

/** The messages of the hub, by event. */
export type OutboundPayloads = {
  /** Reserved; it is never sent. */
  "bridge:welcome": never;
  /** The document has changed by operations. */
  "def:patch": PatchEnvelope;
  /** The whole document. */
  "def:full": FullEnvelope;
  /** The change is in the document. */
  "def:ack": DefAck;
  /** The file has another revision, or cannot be read, and the document has not changed. */
  "def:file": FileNotice;
  /** The arrangement of the document's pictures, as the file beside it keeps it. */
  "def:layout": LayoutEnvelope;
  /** A client has joined. */
  "presence:join": LivePresence;
  /** A client has left. */
  "presence:leave": PresenceLeave;
  /** The members of the document. */
  "presence:list": LivePresence[];
  /** The cursor or the selection of a client has changed. */
  "presence:update": PresenceChange;
  /** A request to a canvas to show something. A client that does so answers true. */
  "view:show": ViewEnvelope;
  /** Something is refused; nothing was changed. */
  "bridge:error": WireError;
};
