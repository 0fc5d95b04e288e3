import type { FullEnvelope, JsonObject, MachineOp, PatchEnvelope } from "@loom/protocol";
import type { BridgeErrorCode } from "./bridge_error.ts";
import type { FlightMessage } from "./replica.ts";
import type { Step } from "./transform.ts";

/** What has to be done, or told, after an input of a replica. */
export type Effect =
  /** Send a change; the hub's ack goes to `acknowledged`. */
  | { readonly type: "send"; readonly opId: string; readonly message: FlightMessage }
  /** Ask the hub for what is missing; without `sinceSeq` for the whole document. */
  | { readonly type: "request"; readonly sinceSeq?: number; readonly epoch?: string }
  /** A message came before one that has to come first: call `gapLasted` if that is still so in a while. */
  | { readonly type: "gap" }
  /** Sending is to be tried again in a while: call `retry`. */
  | { readonly type: "retry"; readonly afterMs: number }
  /** Those who know more go first: call `yielded` in a while. */
  | { readonly type: "yield" }
  /** The hub does not have this client in the room: join again. */
  | { readonly type: "rejoin" }
  /** A change that the hub confirmed, in order and once each. */
  | { readonly type: "patch"; readonly envelope: PatchEnvelope }
  /** A whole document from the hub, in order. */
  | { readonly type: "full"; readonly envelope: FullEnvelope }
  /** Changes of one's own are in the document. */
  | Settled
  /** A change of one's own is given up. */
  | Lost
  /** What a person sees changed, and not by a change of their own. */
  | ViewChange;

/** Changes of one's own are in the document. */
export interface Settled {
  /** What kind of effect it is. */
  readonly type: "settled";
  /** The names of the changes. */
  readonly opIds: readonly string[];
  /** The number of the last change. */
  readonly seq: number;
  /** The epoch of the number. */
  readonly epoch: string;
  /** They were there before. */
  readonly duplicate?: true;
  /** They were adapted to others that came before. */
  readonly rebased?: true;
}

/** A change of one's own is given up. */
export interface Lost {
  /** What kind of effect it is. */
  readonly type: "lost";
  /** The name of the change. */
  readonly opId: string;
  /** What went wrong, as a word that stays the same. */
  readonly code: BridgeErrorCode;
  /** Why, in a sentence. */
  readonly reason: string;
  /** What changed; `null` when the document was replaced. */
  readonly ops: readonly MachineOp[] | null;
  /** The document with it, as it was seen last. */
  readonly mine: JsonObject | null;
  /** The document without it. */
  readonly theirs: JsonObject | null;
}

/** What a person sees changed, and not by a change of their own. */
export interface ViewChange {
  /** What kind of effect it is. */
  readonly type: "view";
  /** The document as it was shown. */
  readonly before: JsonObject | null;
  /** The document afterwards. */
  readonly after: JsonObject | null;
  /** The way from one to the other; `null` when only the two are known. */
  readonly steps: readonly Step[] | null;
}
