import type { AnyOp, JsonObject, LivePresence } from "@loom/protocol";

/** The origin of a change: a client, the hub, or the file, which somebody changed by other means. */
export type Party = "file" | "hub" | {
  /** The id of the connection. */
  readonly clientId: string;
  /** The role of the client, where known. */
  readonly role?: LivePresence["role"];
  /** Its name. */
  readonly name?: string;
};

/** The position of a document in its history. */
export interface Standing {
  /** The sequence number of its latest change, at a hub. */
  readonly seq?: number;
  /** The epoch of the numbers. */
  readonly epoch?: string;
  /** The revision of its file; `null` without one. */
  readonly revision?: string | null;
  /** True when it has unsaved changes. */
  readonly unsaved?: boolean;
}

/** A value that was overwritten unseen. */
export interface Lost {
  /** Its place in the document, a JSON pointer. */
  readonly path: string;
  /** The value; absent for a member that was taken away. */
  readonly was?: unknown;
  /** The one who had set it. */
  readonly by: Party;
}

/** An event of a document that is watched; in a pipe, a line of JSON. */
export type LiveEvent = { readonly at: string } & LiveEventBody;

/** An event without its time. */
export type LiveEventBody =
  /** The state of the connection to the hub. */
  | { readonly type: "status"; readonly status: LiveStatus; readonly url: string; readonly message?: string }
  /** The whole document: at first, and when the operations of a change are not known. */
  | {
    readonly type: "document";
    readonly doc: string;
    readonly from: "hub" | "file";
    readonly by?: Party;
    readonly active: readonly string[];
    readonly definition: JsonObject | null;
  } & Standing
  /** A change by operations. */
  | {
    readonly type: "patch";
    readonly by: Party;
    readonly ops: readonly AnyOp[];
    /** The values of others that it has overwritten unseen. */
    readonly overwrote?: readonly Lost[];
    /** The earlier changes that it took away, where a program wrote an older content into the file. */
    readonly rolledBack?: readonly AnyOp[];
  } & Standing
  /** A new revision of the file without a change of the document. */
  | { readonly type: "file" } & Standing
  /** A file that is gone, or cannot be read. */
  | { readonly type: "trouble"; readonly message: string }
  /** The other clients in the room. */
  | { readonly type: "presence"; readonly presence: readonly LivePresence[] }
  /** A request to the canvases to show something. */
  | {
    readonly type: "view";
    readonly by: Party | string;
    readonly member?: string;
    readonly focus?: string;
    readonly note?: string;
  };

/** The state of the connection to the hub. */
export type LiveStatus = "connecting" | "live" | "offline";
