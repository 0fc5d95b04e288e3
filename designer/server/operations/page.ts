import { readDocument, readLayout } from "@loom/bridge/document";
import { LOOM_KINDS } from "@loom/engine/kinds";
import { aKind, type AnyKind, type KindTable, MACHINE_KIND, orList } from "@loom/protocol";
import { basename } from "@std/path";
import { editPage } from "../../pages/edit_page.tsx";
import { picturePage } from "../../pages/picture_page.tsx";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { html } from "../respond.ts";
import { pictureValuesOf } from "../picture_values.ts";
import type { PageOfKind, Route } from "../route.ts";
import { machinePage } from "./machine_page.ts";

/** Pages with scripts, by the kinds that have one; other kinds are shown as a picture. */
const PAGES: Readonly<Record<string, PageOfKind>> = { [MACHINE_KIND.kind]: machinePage };

/** Shows a document; with `live=1` and where its kind has such a page, what happens in it beside it. */
export const page: Route["run"] = async ({ url }, deps) => {
  const { kinds = LOOM_KINDS } = deps;
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  const { realPath, row, definition } = await readDocument(path, {
    kinds,
    ...(root === undefined ? {} : { root }),
  }).catch((error) => {
    throw documentRefusal(error);
  });
  const { content } = row;
  if (content === undefined) throw noPicture(path, row, kinds);
  const { arrangement } = await readLayout(realPath, { root });
  const document = { docId: realPath, definition, arrangement };
  if (url.searchParams.get("edit") === "1") {
    const name = content.nameOf(definition)?.trim() || basename(realPath);
    const props = { docId: realPath, definition, kind: row.kind, focus: url.searchParams.get("focus") ?? "" };
    return html(200, editPage(props, name));
  }
  const pageOfKind = PAGES[row.kind];
  if (pageOfKind !== undefined) return pageOfKind(document, url, deps);
  const focus = url.searchParams.get("focus") ?? "";
  return html(200, picturePage(document, content, focus, pictureValuesOf(url)));
};

function noPicture(path: string, kind: AnyKind, { rows }: KindTable): HttpError {
  const shown = rows.filter(({ content }) => content !== undefined);
  const needed = orList(shown.map(aKind));
  const endings = orList(shown.map(({ extension }) => extension));
  return new HttpError(
    422,
    "wrong_kind",
    `"${path}" is ${aKind(kind)} and this needs ${needed}: name a document that ends in ${endings}.`,
  );
}
