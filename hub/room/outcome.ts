import type { JsonObject, WireErrorCode } from "@loom/protocol";
import type { Change, Room } from "./room.ts";

/** What the room has to be told. */
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
  /** Unsaved changes of someone were lost to a change of the file: a `bridge:error` to whoever made them. */
  | {
    readonly type: "lost";
    readonly origins: readonly string[];
    readonly ids: readonly string[];
    readonly message: string;
  };

/** What those are told whose unsaved changes a change of the file has cost. */
export const LOST_TO_FILE =
  "The file changed what some of your unsaved changes were about: those are gone, look at the document as it is now.";

/** What came of an input. */
export type Outcome = Accepted | Refused;

/** The input is in the document. */
export interface Accepted {
  /** Whether it was taken. */
  readonly ok: true;
  /** The room as it is now. */
  readonly room: Room;
  /** The number of the change; the present one when nothing changed. */
  readonly seq: number;
  /** What the room has to be told. */
  readonly broadcasts: readonly Broadcast[];
  /** The change was there before, by its name or by way of the file. */
  readonly duplicate?: true;
  /** The change was adapted to others that came before it. */
  readonly rebased?: true;
}

/** The input is refused; the room is as it was. */
export interface Refused {
  /** Whether it was taken. */
  readonly ok: false;
  /** Why not, as a word that stays the same. */
  readonly code: WireErrorCode;
  /** Why not, in a sentence. */
  readonly message: string;
  /** The changes that the sender had not seen, where the log reaches so far back. */
  readonly missed?: readonly Change[];
}

/** An outcome that changes nothing. */
export function unchanged(room: Room, seq: number = room.seq): Accepted {
  return { ok: true, room, seq, broadcasts: [] };
}
