import type { JsonObject } from "@loom/protocol";
import type { Change, Room, Unsaved } from "../../room/room.ts";

/** A room as Redis holds it: parts in a hash, and lists that mostly grow at their end. */
export interface RoomRecord {
  readonly head: string;
  readonly def: string;
  readonly file: string;
  readonly log: readonly string[];
  readonly named: readonly string[];
  readonly unsaved: readonly string[];
}

/** The difference between two rooms, as it is written to Redis. */
export interface RoomDelta {
  readonly parts: readonly (readonly [name: string, text: string])[];
  /** For `log`, `named` and `unsaved`, in this order. */
  readonly lists: readonly ListDelta[];
  /** The lengths of the documents that are written. */
  readonly lengths: DocumentLengths;
}

/** The lengths of the live document and the file's, in characters. */
export interface DocumentLengths {
  readonly def?: number;
  readonly file?: number;
}

/** The difference between two lists. */
export interface ListDelta {
  /** The number of items that are removed from its front; -1 for all. */
  readonly gone: number;
  /** The items that are appended. */
  readonly come: readonly string[];
}

/** A room that was read. */
export interface ReadRoom {
  readonly room: Room;
  readonly lengths: DocumentLengths;
}

/** The text of a file document that equals the live one. */
const SAME = "=";

/**
 * The difference between two rooms. Rooms share the values that did not change, so that parts are compared by identity.
 *
 * @param before the room that Redis holds; `undefined` for none
 */
export function roomDelta(before: Room | undefined, after: Room): RoomDelta {
  const parts: [string, string][] = [["head", headText(after)], ["seq", String(after.seq)]];
  if (before === undefined || before.def !== after.def) parts.push(["def", JSON.stringify(after.def)]);
  if (before === undefined || isFileNew(before, after)) parts.push(["file", fileText(after)]);
  return {
    parts,
    lists: [
      listDelta(before?.log, after.log),
      listDelta(before?.named, after.named),
      listDelta(before?.unsaved, after.unsaved),
    ],
    lengths: Object.fromEntries(parts.slice(2).map(([name, text]) => [name, text.length])),
  };
}

/** A room from what Redis holds. */
export function readRoom({ head, def, file, log, named, unsaved }: RoomRecord): ReadRoom {
  const { file: fileHead, ...rest } = JSON.parse(head) as Head;
  const live = JSON.parse(def) as JsonObject | null;
  const room: Room = {
    ...rest,
    def: live,
    file: { ...fileHead, def: file === SAME ? live : JSON.parse(file) as JsonObject | null },
    log: log.map((text) => JSON.parse(text) as Change),
    named: named.map((text) => JSON.parse(text) as Room["named"][number]),
    unsaved: unsaved.map((text) => JSON.parse(text) as Unsaved),
  };
  return { room, lengths: { def: def.length, file: file.length } };
}

/** A room without its documents and lists. */
type Head = Omit<Room, "def" | "file" | "log" | "named" | "unsaved"> & {
  readonly file: Omit<Room["file"], "def">;
};

function headText(
  { def: _def, log: _log, named: _named, unsaved: _unsaved, file: { def: _content, ...file }, ...rest }: Room,
): string {
  const head: Head = { ...rest, file };
  return JSON.stringify(head);
}

/** True when the text of the file's document is another one. */
function isFileNew(before: Room, after: Room): boolean {
  const wasSame = before.def === before.file.def;
  const isSame = after.def === after.file.def;
  return wasSame !== isSame || !isSame && before.file.def !== after.file.def;
}

function fileText({ def, file }: Room): string {
  return def === file.def ? SAME : JSON.stringify(file.def);
}

/** Lists share their items, so that items that stayed are found by identity. */
function listDelta<T>(before: readonly T[] | undefined, after: readonly T[]): ListDelta {
  if (before === after) return { gone: 0, come: [] };
  const first = before === undefined || after.length === 0 ? -1 : before.indexOf(after[0] as T);
  if (before === undefined || first === -1) return { gone: -1, come: texts(after) };
  const stayed = before.length - first;
  for (let at = 0; at < stayed; at++) {
    if (before[first + at] !== after[at]) return { gone: -1, come: texts(after) };
  }
  return { gone: first, come: texts(after.slice(stayed)) };
}

function texts(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(item));
}
