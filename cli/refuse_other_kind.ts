import { DocumentError } from "@loom/bridge/document";
import { aKind, type AnyKind, type KindContent, type KindTable } from "@loom/protocol";

/**
 * Refuses a path whose ending says that another kind of document is there.
 *
 * @param wanted The kind to accept.
 * @throws {DocumentError} `wrong_kind`.
 */
export function refuseOtherKind(path: string, kinds: KindTable, wanted: AnyKind): void {
  const row = kinds.ofPath(path);
  if (row === undefined || row.kind === wanted.kind) return;
  throw new DocumentError(
    "wrong_kind",
    `"${path}" is named as another kind of document (${row.title}) and this needs ${
      aKind(wanted)
    }: choose a name that ends in ${wanted.extension}.`,
    path,
  );
}

/**
 * The content of a document's kind.
 *
 * @throws {DocumentError} `wrong_kind` for a kind of which only the name is known.
 */
export function contentOf(
  { row, path }: { readonly row: AnyKind; readonly path: string },
  kinds: KindTable,
): KindContent {
  if (row.content !== undefined) return row.content;
  const known = kinds.rows.filter(({ content }) => content !== undefined);
  const titles = known.map(aKind).join(" or ");
  const endings = known.map(({ extension }) => extension).join(" or ");
  throw new DocumentError(
    "wrong_kind",
    `"${path}" is ${aKind(row)} and this needs ${titles}: name a document that ends in ${endings}.`,
    path,
  );
}
