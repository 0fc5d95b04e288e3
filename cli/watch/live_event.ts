import type { LivePresence, MachineOp, StateMachineDefinition } from "@loom/protocol";

/** Who did something: someone who takes part, or the file, which someone changed by other means, or the hub. */
export type Party = "file" | "hub" | {
  /** The id of the connection. */
  readonly clientId: string;
  /** What kind of party it is, where that is known. */
  readonly role?: LivePresence["role"];
  /** The name that it goes by. */
  readonly name?: string;
};

/** Where a document stands. */
export interface Standing {
  /** The number of its latest change, at a hub. */
  readonly seq?: number;
  /** The life of the numbers. */
  readonly epoch?: string;
  /** The revision of its file; `null` without one. */
  readonly revision?: string | null;
  /** Whether it holds changes that are not in its file. */
  readonly unsaved?: boolean;
}

/** Something that happens to a document while it is watched. In a pipe each of them is a line of JSON. */
export type LiveEvent = { readonly at: string } & LiveEventBody;

/** What happens, without its time. */
export type LiveEventBody =
  /** The hub is looked for, is there, or is not. */
  | { readonly type: "status"; readonly status: LiveStatus; readonly url: string; readonly message?: string }
  /** The document comes whole: at first, and when operations do not tell what changed. */
  | {
    readonly type: "document";
    readonly doc: string;
    readonly from: "hub" | "file";
    readonly by?: Party;
    readonly active: readonly string[];
    readonly definition: StateMachineDefinition | null;
  } & Standing
  /** It changed by operations. */
  | { readonly type: "patch"; readonly by: Party; readonly ops: readonly MachineOp[] } & Standing
  /** Its file has another revision, and it did not change itself. */
  | { readonly type: "file" } & Standing
  /** Its file is gone, or cannot be read. */
  | { readonly type: "trouble"; readonly message: string }
  /** Who takes part beside the one who watches. */
  | { readonly type: "presence"; readonly presence: readonly LivePresence[] }
  /** The canvases are asked to show something. */
  | {
    readonly type: "view";
    readonly by: Party | string;
    readonly member?: string;
    readonly focus?: string;
    readonly note?: string;
  };

/** Whether there is a hub. */
export type LiveStatus = "connecting" | "live" | "offline";
