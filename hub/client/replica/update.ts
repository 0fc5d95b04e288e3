import type { AnyOp, ChangeStep, FullEnvelope, JsonObject, Overwrite, PatchEnvelope } from "@loom/protocol";
import type { BridgeErrorCode } from "../bridge_error.ts";
import type { EditMessage, Replica } from "./replica.ts";

/** The result of an input: the new state, and the effects to carry out. */
export interface Update {
  /** The state from now on. */
  readonly replica: Replica;
  /** The effects, in order. */
  readonly effects: readonly Effect[];
}

/** Something to do or to report after an input of a replica. */
export type Effect =
  /** Send a change; the hub's answer goes to `acknowledged`. */
  | { readonly type: "send"; readonly opId: string; readonly message: EditMessage }
  /** Ask the hub for the messages that are missing. */
  | { readonly type: "request"; readonly sinceSeq: number; readonly epoch: string }
  /** A message arrived before one that has to come first: call `gapLasted` after a while. */
  | { readonly type: "gap" }
  /** The hub takes nothing just now: call `retry` after a while. */
  | { readonly type: "retry"; readonly afterMs: number }
  /** Other clients may restore the rest of a partial change: call `graceOver` after a while. */
  | { readonly type: "yield" }
  /** The hub does not have this client in the room, or its state is not known: join again. `isWhole` asks for the document. */
  | { readonly type: "rejoin"; readonly isWhole?: true }
  /** A change that the hub confirmed, in order and once each. */
  | { readonly type: "patch"; readonly envelope: PatchEnvelope }
  /** A whole document from the hub, in order. */
  | { readonly type: "full"; readonly envelope: FullEnvelope }
  | Overwrote
  | Settled
  | Lost
  | ViewChange;

/** A change in the document has overwritten values that its maker had not seen. */
export interface Overwrote {
  /** The type of effect. */
  readonly type: "overwrote";
  /** The values. */
  readonly overwrote: readonly Overwrite[];
  /** The maker of the change: the id of a client, `file` or `hub`. */
  readonly origin: string;
  /** The document after the change. */
  readonly after: JsonObject;
}

/** Pending changes are in the document. */
export interface Settled {
  /** The type of effect. */
  readonly type: "settled";
  /** The names of the changes. */
  readonly opIds: readonly string[];
  /** The number of the last change. */
  readonly seq: number;
  /** The epoch of the number. */
  readonly epoch: string;
  /** The hub had them already. */
  readonly duplicate?: true;
  /** They were rebased over changes that came before. */
  readonly rebased?: true;
}

/** A pending change is given up. */
export interface Lost {
  /** The type of effect. */
  readonly type: "lost";
  /** The name of the change. */
  readonly opId: string;
  /** The stable code of the reason. */
  readonly code: BridgeErrorCode;
  /** The reason, in a sentence. */
  readonly reason: string;
  /** The operations; `null` when the document was replaced. */
  readonly ops: readonly AnyOp[] | null;
  /** The document with it, as it was seen last. */
  readonly mine: JsonObject | null;
  /** The document without it. */
  readonly theirs: JsonObject | null;
}

/** The view changed, and not by a change of the person who sees it. */
export interface ViewChange {
  /** The type of effect. */
  readonly type: "view";
  /** The view before. */
  readonly before: JsonObject | null;
  /** The view afterwards. */
  readonly after: JsonObject | null;
  /** The steps from one to the other; `null` when only the two are known. */
  readonly steps: readonly ChangeStep[] | null;
}
