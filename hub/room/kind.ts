import type { AnyKind, Changes, JsonObject, KindTable } from "@loom/protocol";
import type { Room } from "./room.ts";

/** The `kind` of a room whose document is of no kind in the table. */
const NO_KIND = "";

/** The kind of a document by its path, else by its content; `undefined` when neither tells. */
export function kindOf(kinds: KindTable, docId: string, def: JsonObject | null): AnyKind | undefined {
  return kinds.ofPath(docId) ?? kinds.ofDocument(def);
}

/** The operations to assume before path or content tell the kind: those of the first kind that has some. */
export function defaultChanges(kinds: KindTable): Changes | undefined {
  return kinds.rows.find(({ content }) => content !== undefined)?.content?.changes;
}

/** The room with the kind of a document that it takes in. */
export function withKind(kinds: KindTable, room: Room, def: JsonObject): Room {
  const kind = kindOf(kinds, room.docId, def)?.kind ?? NO_KIND;
  return kind === room.kind ? room : { ...room, kind };
}

/** The operations of a room's document; `undefined` for a kind without operations, whose documents are sent whole. */
export function changesOf(
  kinds: KindTable,
  { docId, kind }: Pick<Room, "docId" | "kind">,
): Changes | undefined {
  const known = kind ?? kinds.ofPath(docId)?.kind;
  return known === undefined ? defaultChanges(kinds) : kinds.named(known)?.content?.changes;
}
