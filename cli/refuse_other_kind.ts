import { DocumentError } from "@loom/bridge/document";
import { aKind, type AnyKind, type KindContent, type KindTable, orList } from "@loom/protocol";

/**
 * Refuses a path whose ending says that another kind of document is there.
 *
 * @param wanted The kinds to accept. Default: every kind with content.
 * @throws {DocumentError} `wrong_kind`.
 */
export function refuseOtherKind(path: string, kinds: KindTable, wanted = withContent(kinds)): void {
  const row = kinds.ofPath(path);
  if (row === undefined || wanted.includes(row)) return;
  const { titles, endings } = namesOf(wanted);
  throw new DocumentError(
    "wrong_kind",
    `"${path}" is named as another kind of document (${row.title}) and this needs ${titles}: choose a name that ends in ${endings}.`,
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
  const { titles, endings } = namesOf(withContent(kinds));
  throw new DocumentError(
    "wrong_kind",
    `"${path}" is ${aKind(row)} and this needs ${titles}: name a document that ends in ${endings}.`,
    path,
  );
}

function withContent({ rows }: KindTable): readonly AnyKind[] {
  return rows.filter(({ content }) => content !== undefined);
}

function namesOf(rows: readonly AnyKind[]): { readonly titles: string; readonly endings: string } {
  return {
    titles: orList(rows.map(aKind)),
    endings: orList(rows.map(({ extension }) => extension)),
  };
}
