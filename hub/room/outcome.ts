import type { JsonObject, Overwrite, WireErrorCode } from "@loom/protocol";
import type { Change, Room } from "./room.ts";

/** A message to the members of the room. */
export type Broadcast =
  /** A change by operations: a `def:patch`. */
  | { readonly type: "patch"; readonly change: Change }
  /** The document, whole: a `def:full`. */
  | {
    readonly type: "full";
    readonly change: Change;
    readonly def: JsonObject;
    readonly reason?: "remote-changed";
  }
  /** The file moved on, the live document did not change: a `def:file`. */
  | { readonly type: "file" }
  /** Unsaved changes are lost to a change of the file: a `bridge:error` to their makers. */
  | {
    readonly type: "lost";
    readonly origins: readonly string[];
    readonly ids: readonly string[];
    readonly message: string;
  };

/** The sentence for clients whose unsaved changes are lost to a change of the file. */
export const LOST_TO_FILE =
  "The file changed what some of your unsaved changes were about: those are gone, look at the document as it is now.";

/** The outcome of an input. */
export type Outcome = Accepted | Refused;

/** The input is accepted. */
export interface Accepted {
  /** True: it is taken. */
  readonly ok: true;
  /** The room as it is now. */
  readonly room: Room;
  /** The number of the change; the current one when nothing changed. */
  readonly seq: number;
  /** The messages to the members of the room. */
  readonly broadcasts: readonly Broadcast[];
  /** The room had the change already, by its name or from the file. */
  readonly duplicate?: true;
  /** The change was rebased over others. */
  readonly rebased?: true;
  /** The values of others that it has overwritten. */
  readonly overwrote?: readonly Overwrite[];
}

/** The input is refused; the room is as it was. */
export interface Refused {
  /** False: it is not taken. */
  readonly ok: false;
  /** The stable code of the reason. */
  readonly code: WireErrorCode;
  /** The reason, in a sentence. */
  readonly message: string;
  /** The changes that the sender had not seen, if the log has them. */
  readonly missed?: readonly Change[];
}

/** The outcome of an input that changes nothing. */
export function unchanged(room: Room, seq: number = room.seq): Accepted {
  return { ok: true, room, seq, broadcasts: [] };
}
