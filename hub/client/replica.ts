import {
  type FileNotice,
  type JsonObject,
  kindOfPath,
  type MachineOp,
  type PatchEnvelope,
  WIRE_LIMITS,
} from "@loom/protocol";
import type { Effect } from "./effect.ts";

/** A change of one's own that is not in the confirmed document yet. */
export interface Entry {
  /** Its name at the hub, which makes a second sending harmless. */
  readonly id: string;
  /** The change, made on what the entries before it lead to; `null` when operations do not tell it. */
  readonly ops: readonly MachineOp[] | null;
  /** The document after it; `null` while there is none. */
  readonly after: JsonObject | null;
  /** Whether it goes out as the whole document. */
  readonly whole?: boolean;
  /** The message that it is on its way in. */
  readonly flight?: string;
  /** The message that it was sent in during an earlier epoch: it goes out again under that name, with nothing else. */
  readonly sentAs?: string;
  /** Whether the hub had confirmed it then. */
  readonly isOffered?: boolean;
  /** What it was, when a part of it has no ground any more: who knows more may make it whole, or give it ground. */
  readonly original?: Original;
  /** Whether those who know more have had their time: it goes out as it is. */
  readonly isRipe?: boolean;
  /** Whether it was told how much of it is lost. */
  readonly isTold?: boolean;
  /** How often it was refused and adapted. */
  readonly tries: number;
}

/** A change as it was made. */
export interface Original {
  /** The operations. */
  readonly ops: readonly MachineOp[];
  /** The document that they were made on. */
  readonly under: JsonObject;
}

/** A message on its way to the hub. There is one at a time, so that the hub never adapts a change to what it was made on. */
export interface Flight {
  /** Its name: that of its first change. */
  readonly id: string;
  /** The changes in it, those included that were given up meanwhile. */
  readonly entries: readonly string[];
  /** The message as it was sent, for sending it again. */
  readonly message: FlightMessage;
  /** The number of the change at the hub, once it is known. */
  readonly ackedAt?: number;
  /** What the hub said about it besides. */
  readonly marks?: { readonly duplicate?: true; readonly rebased?: true };
}

/** What a flight carries. */
export type FlightMessage =
  | { readonly ops: readonly MachineOp[]; readonly baseSeq: number }
  | { readonly def: JsonObject; readonly baseSeq: number };

/** A confirmed change that may not be in the file. */
export interface TrailChange {
  /** The name of the step. */
  readonly id: string;
  /** What changed; `null` when the document was replaced. */
  readonly ops: readonly MachineOp[];
  /** The document afterwards. */
  readonly after: JsonObject;
  /** Whether the file has it. */
  readonly isInFile: boolean;
}

/** The confirmed changes since the file and the document were last known to be the same, or since this client has been there. */
export interface Trail {
  /** The document before them; `null` when they cannot be told. */
  readonly base: JsonObject | null;
  /** The changes, oldest first. */
  readonly changes: readonly TrailChange[];
}

/**
 * What one client knows of a document: what the hub has confirmed, and its own changes that are on their way. A plain
 * value; every input makes a new one.
 */
export interface Replica {
  /** The document. */
  readonly docId: string;
  /** Whether documents of this kind have patch operations. */
  readonly patchable: boolean;
  /** Whether the hub has this client in the room. */
  readonly isJoined: boolean;
  /** By what the hub tells of this client's changes: the ids of its connections, the latest last. */
  readonly selfIds: readonly string[];
  /** The epoch of `seq`; `null` before the first join. */
  readonly epoch: string | null;
  /** The number of the last change. */
  readonly seq: number;
  /** The document as the hub has it at `seq`. */
  readonly confirmed: JsonObject | null;
  /** The states that are active in the running machine, as far as it is confirmed. */
  readonly active: readonly string[];
  /** The file's revision as the hub knows it. */
  readonly fileRevision: string | null;
  /** When the file was changed, in milliseconds since 1970; 0 without a file. */
  readonly fileTime: number;
  /** Whether the confirmed document holds changes that the file does not have. */
  readonly unsaved: boolean;
  /** The names of the confirmed changes that the file does not have. */
  readonly unsavedIds: readonly string[];
  /** What is confirmed and not in the file yet. */
  readonly trail: Trail;
  /** The changes on their way, oldest first. */
  readonly pending: readonly Entry[];
  /** The message that is on its way; `null` when there is none. */
  readonly flight: Flight | null;
  /** Messages that came before one that has to come first. */
  readonly ahead: readonly PatchEnvelope[];
  /** What the hub said of the file and a document that has not come yet. */
  readonly notice: FileNotice | null;
  /** What the hub was asked for and has not sent yet. */
  readonly asked: "missed" | "whole" | null;
  /** Nothing is sent before the confirmed document has this number. */
  readonly holdUntil: number;
  /** Whether sending waits for {@linkcode retry}. */
  readonly isPaused: boolean;
  /** Whether a change of an earlier epoch that is not whole waits for {@linkcode yielded}. */
  readonly isYielding: boolean;
}

/** What came of an input: the new state, and what has to be done. */
export interface Turn {
  /** The state from now on. */
  readonly replica: Replica;
  /** What has to be done, in order. */
  readonly effects: readonly Effect[];
}

/** Bounds of what a replica remembers. */
export const REPLICA_LIMITS = {
  /** Changes that wait for the hub; what is added then pushes the oldest out. */
  pending: 1_000,
  /** Operations that go out in one message. */
  flightOps: 200,
  /** Unsaved changes that can be made again when a hub has forgotten them. */
  trail: 2_000,
  /** Messages that wait for one before them. */
  ahead: 1_000,
  /** How often a change is adapted and sent again when the hub refuses it. */
  tries: 5,
} as const;

/** A replica before anything happened. */
export function emptyReplica(docId: string): Replica {
  const kind = kindOfPath(docId);
  return {
    docId,
    patchable: kind === undefined || kind === "machine",
    isJoined: false,
    selfIds: [],
    epoch: null,
    seq: 0,
    confirmed: null,
    active: [],
    fileRevision: null,
    fileTime: 0,
    unsaved: false,
    unsavedIds: [],
    trail: { base: null, changes: [] },
    pending: [],
    flight: null,
    ahead: [],
    notice: null,
    asked: null,
    holdUntil: 0,
    isPaused: false,
    isYielding: false,
  };
}

/** The document with one's own changes made on it: what a person sees. */
export function viewOf({ pending, confirmed }: Replica): JsonObject | null {
  return pending.at(-1)?.after ?? confirmed;
}

/** The names of the changes that would be made again if the hub had forgotten them. */
export function heldIds({ trail, pending }: Replica): string[] {
  const sent = pending.flatMap(({ flight, sentAs }) => flight ?? sentAs ?? []);
  return [...new Set([...trail.changes.map(({ id }) => id), ...sent])].slice(-WIRE_LIMITS.heldOpIds);
}

/** The active states, with what one's own changes on their way say about them. */
export function activeOf({ active, pending }: Replica): readonly string[] {
  return pending.reduce((now, { ops }) => activeAfter(now, ops ?? []), active);
}

/** Whether something is missing between the confirmed document and a message that came. */
export function isBehind({ isJoined, ahead, notice, asked }: Replica): boolean {
  return isJoined && (ahead.length > 0 || notice !== null || asked !== null);
}

/** Whether operations only tell what a running machine does: the document stays the same then. */
export function isOfRun(ops: readonly MachineOp[]): boolean {
  return ops.every(({ op }) => op.startsWith("runtime."));
}

/** The active states after operations. */
export function activeAfter(active: readonly string[], ops: readonly MachineOp[]): readonly string[] {
  if (!ops.some(({ op }) => op.startsWith("runtime."))) return active;
  const now = new Set(active);
  for (const op of ops) {
    if (op.op === "runtime.enter") now.add(op.state);
    if (op.op === "runtime.exit") now.delete(op.state);
  }
  return [...now];
}
