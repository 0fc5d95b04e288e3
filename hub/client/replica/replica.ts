import {
  type AnyOp,
  type Changes,
  type EditedKind,
  type FileNotice,
  type JsonObject,
  type KindTable,
  type Overwrite,
  type PatchEnvelope,
  WIRE_LIMITS,
} from "@loom/protocol";
import { activeAfter, defaultChanges, kindOf } from "../../room/room.ts";

/** A change that is not in the confirmed document yet. */
export interface PendingChange {
  /** Its name at the hub: sending it twice is harmless. */
  readonly id: string;
  /** The operations, on the document after the change before; `null` when the document is replaced. */
  readonly ops: readonly AnyOp[] | null;
  /** The document after it; `null` while there is none. */
  readonly after: JsonObject | null;
  /** True when it is sent as the whole document. */
  readonly whole?: boolean;
  /** The name of the message in flight that holds it. */
  readonly sentIn?: string;
  /** The name of the message that held it in an earlier epoch: it is sent again under that name, with nothing else. */
  readonly earlierName?: string;
  /** True when the hub confirmed it in an earlier epoch; the change may be of another client. */
  readonly isOffered?: boolean;
  /** The change as it was, when only a part of it applies now. */
  readonly partial?: PartialChange;
  /** The values of others that it overwrites, and the value that stands there now. */
  readonly overwrote?: readonly PendingOverwrite[];
  /** The number of times that it was refused and rebased. */
  readonly tries: number;
}

/** A value of others that a pending change overwrites, as it was rebased over the value. */
export interface PendingOverwrite extends Overwrite {
  /** The value that the change has put there. */
  readonly stands: unknown;
}

/** A change of an earlier epoch of which only a part applies, because the document lacks what the rest builds on. */
export interface PartialChange {
  /** All its operations. */
  readonly ops: readonly AnyOp[];
  /** The document that they were made on. */
  readonly under: JsonObject;
  /**
   * `waiting`: other clients may restore the rest; `due`: their time is over; `final`: the loss of the rest is reported, the part is sent
   * when it is the next change.
   */
  readonly stage: "waiting" | "due" | "final";
}

/** The message on its way to the hub. There is one at a time: the hub never rebases a change over one that it was made on. */
export interface InFlight {
  /** The name of its first change. */
  readonly id: string;
  /** The changes in it, also those that were given up meanwhile. */
  readonly entries: readonly string[];
  /** The message as it was sent, to send it again. */
  readonly message: EditMessage;
  /** The number of the change at the hub, once acknowledged. */
  readonly ackedAt?: number;
  /** The marks of the acknowledgement. */
  readonly marks?: { readonly duplicate?: true; readonly rebased?: true };
}

/** An edit as it is sent. */
export type EditMessage =
  | { readonly ops: readonly AnyOp[]; readonly baseSeq: number; readonly overwrote?: readonly Overwrite[] }
  | { readonly def: JsonObject; readonly baseSeq: number };

/** A confirmed change that may not be in the file. */
export interface LoggedChange {
  /** The name of the change. */
  readonly id: string;
  /** The operations. */
  readonly ops: readonly AnyOp[];
  /** The document afterwards. */
  readonly after: JsonObject;
  /** True when the file has it. */
  readonly isInFile: boolean;
}

/** The confirmed changes since the document was last known to equal the file, or since this client joined. */
export interface UnsavedLog {
  /** The document before them; `null` when it is not known. */
  readonly base: JsonObject | null;
  /** The changes, oldest first. */
  readonly changes: readonly LoggedChange[];
}

/**
 * One client's knowledge of a document: what the hub has confirmed, and the changes that are pending. A value; every input makes a
 * new one.
 */
export interface Replica {
  /** The document. */
  readonly docId: string;
  /** The kinds of documents. */
  readonly kinds: KindTable<EditedKind>;
  /** The operations of the document's kind; `undefined` for a kind without operations. */
  readonly changes: Changes | undefined;
  /** True when the hub has this client in the room. */
  readonly isJoined: boolean;
  /** The ids of this client's connections, the latest last. */
  readonly selfIds: readonly string[];
  /** The epoch of `seq`; `null` before the first join. */
  readonly epoch: string | null;
  /** The number of the last change. */
  readonly seq: number;
  /** The document as the hub has it at `seq`. */
  readonly confirmed: JsonObject | null;
  /** The states that are active in the running machine, as confirmed. */
  readonly active: readonly string[];
  /** The file's revision as the hub knows it. */
  readonly fileRevision: string | null;
  /** When the file was changed, in milliseconds since 1970; 0 without a file. */
  readonly fileTime: number;
  /** Why the file cannot be read, a sentence; `null` when it can. */
  readonly fileProblem: string | null;
  /** True when the confirmed document holds changes that the file does not have. */
  readonly unsaved: boolean;
  /** The names of the confirmed changes that the file does not have. */
  readonly unsavedIds: readonly string[];
  /** The confirmed changes that are not in the file. */
  readonly unsavedLog: UnsavedLog;
  /** The changes that are not confirmed, oldest first. */
  readonly pending: readonly PendingChange[];
  /** The message on its way to the hub; `null` when there is none. */
  readonly inFlight: InFlight | null;
  /** Messages that arrived before one that has to come first. */
  readonly ahead: readonly PatchEnvelope[];
  /** A notice about the file and a document that has not arrived yet. */
  readonly notice: FileNotice | null;
  /** True when the hub was asked for missing messages and has not sent them yet. */
  readonly isAsking: boolean;
  /** Nothing is sent before the confirmed document has this number. */
  readonly holdUntil: number;
  /** True when sending waits for {@linkcode retry}. */
  readonly isPaused: boolean;
  /** True when a partial change waits for {@linkcode graceOver}. */
  readonly isYielding: boolean;
}

/** Bounds of what a replica remembers. */
export const REPLICA_LIMITS = {
  /** Pending changes; beyond that the oldest is given up. */
  pending: 1_000,
  /** Operations in one message. */
  messageOps: 200,
  /** Unsaved changes that can be offered to a hub that has forgotten them. */
  unsavedLog: 2_000,
  /** Messages that wait for one before them. */
  ahead: 1_000,
  /** The most times that a refused change is rebased and sent again. */
  tries: 5,
} as const;

/** The replica of a document of these kinds before anything arrived. */
export function emptyReplicaOf(kinds: KindTable<EditedKind>, docId: string): Replica {
  return {
    docId,
    kinds,
    changes: changesFor(kinds, docId, null),
    isJoined: false,
    selfIds: [],
    epoch: null,
    seq: 0,
    confirmed: null,
    active: [],
    fileRevision: null,
    fileTime: 0,
    fileProblem: null,
    unsaved: false,
    unsavedIds: [],
    unsavedLog: { base: null, changes: [] },
    pending: [],
    inFlight: null,
    ahead: [],
    notice: null,
    isAsking: false,
    holdUntil: 0,
    isPaused: false,
    isYielding: false,
  };
}

/** The operations of a document as far as path and content tell. */
export function changesFor(
  kinds: KindTable<EditedKind>,
  docId: string,
  def: JsonObject | null,
): Changes | undefined {
  const kind = kindOf(kinds, docId, def);
  return kind === undefined ? defaultChanges(kinds) : kind.content?.changes;
}

/** The document with the pending changes: what a person sees. */
export function viewOf({ pending, confirmed }: Replica): JsonObject | null {
  return pending.at(-1)?.after ?? confirmed;
}

/** The names of the changes that would be sent again if the hub had forgotten them. */
export function heldIds({ unsavedLog, pending }: Replica): string[] {
  const sent = pending.flatMap(({ sentIn, earlierName }) => sentIn ?? earlierName ?? []);
  return [...new Set([...unsavedLog.changes.map(({ id }) => id), ...sent])].slice(-WIRE_LIMITS.heldOpIds);
}

/** The active states, with the pending changes. */
export function activeOf({ active, pending }: Replica): readonly string[] {
  return pending.reduce((now, { ops }) => activeAfter(now, ops ?? []), active);
}

/** True when something is missing between the confirmed document and a message that arrived. */
export function isBehind({ isJoined, ahead, notice, isAsking }: Replica): boolean {
  return isJoined && (ahead.length > 0 || notice !== null || isAsking);
}
