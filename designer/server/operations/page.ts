import { readDocument, readLayout } from "@loom/bridge/document";
import { mapLinks } from "@loom/bridge/system";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  aKind,
  type AnyKind,
  type JsonObject,
  type KindName,
  type KindTable,
  MACHINE_KIND,
  orList,
  pictureStyle,
} from "@loom/protocol";
import { basename } from "@std/path";
import { editPage } from "../../pages/edit_page.tsx";
import { type PictureAdditions, picturePage } from "../../pages/picture_page.tsx";
import { documentRefusal, findDocument, holdsNothing } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { html } from "../respond.ts";
import { pagePicture } from "../page_picture.ts";
import { askedPicture } from "../picture_values.ts";
import type { DesignerDeps, PageOfKind, Route } from "../route.ts";
import { hubOf, isStory, machinePage, sourcesOf } from "./machine_page.ts";

/** Pages with scripts, by the kinds that have one; other kinds are shown as a picture. */
const PAGES: Readonly<Record<string, PageOfKind>> = { [MACHINE_KIND.kind]: machinePage };

/** Edits a document; with `live=1` and where its kind has such a page, shows what happens in it; with `edit=0`, its picture. */
export const page: Route["run"] = async ({ url }, deps) => {
  const { kinds = LOOM_KINDS } = deps;
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  const { realPath, row, definition, isNew } = await openedDocument(path, root, kinds, url);
  const { content } = row;
  if (content === undefined) throw noPicture(path, row, kinds);
  const { arrangement } = await readLayout(realPath, { root });
  const document = { docId: realPath, row, definition, arrangement };
  if (isEditor(url, row, definition)) {
    const name = content.nameOf(definition)?.trim() || basename(realPath);
    const first = await pagePicture(row, definition, { arrangement }, "arranged");
    const props = {
      docId: realPath,
      definition,
      arrangement: first.arrangement,
      kind: row.kind,
      focus: url.searchParams.get("focus") ?? "",
      hub: hubOf(deps),
      isNew,
    };
    return html(200, editPage(props, name, first.svg), { connect: sourcesOf(url, deps) });
  }
  const before = await olderVersion(url, row.kind, deps);
  const pageOfKind = PAGES[row.kind];
  if (pageOfKind !== undefined && before === undefined) return await pageOfKind(document, url, deps);
  const focus = url.searchParams.get("focus") ?? "";
  const asked = await askedPicture(url, document, deps);
  const additions = { links: await mapLinks(realPath, definition, { root }), ...before };
  const active = new Set(focus === "" ? [] : [focus.slice(focus.indexOf(":") + 1)]);
  const style = { ...pictureStyle(asked.picture), ...additions, arrangement, active, overlay: asked.overlay };
  const { svg } = await pagePicture(row, definition, style);
  return html(200, picturePage(realPath, content.nameOf(definition), svg));
};

/**
 * Reads the older version that the address of a page names.
 *
 * @throws {HttpError} When it cannot be read, or is of another kind.
 */
async function olderVersion(
  { searchParams }: URL,
  kind: KindName,
  deps: DesignerDeps,
): Promise<PictureAdditions | undefined> {
  const against = searchParams.get("against");
  if (against === null) return undefined;
  const { path, root } = await findDocument(against, deps);
  const { kinds = LOOM_KINDS } = deps;
  try {
    const bounds = root === undefined ? {} : { root };
    const { realPath, row, definition } = await readDocument(path, { kinds, ...bounds });
    if (row.kind !== kind) {
      throw new HttpError(400, "wrong_kind", `"${path}" is ${aKind(row)}: compare versions of one document.`);
    }
    const links = await mapLinks(realPath, definition, bounds);
    return { before: definition, ...(links.length > 0 ? { linksBefore: links } : {}) };
  } catch (error) {
    throw error instanceof HttpError ? error : documentRefusal(error);
  }
}

/** A document that a page shows. */
interface OpenedDocument {
  readonly realPath: string;
  readonly row: AnyKind;
  readonly definition: JsonObject;
  /** True for one that is not there yet, or empty: its first edit makes it. */
  readonly isNew: boolean;
}

/** Reads a document; for an editor, one that is not there yet, or a file without content, is a new one of the kind that its name says. */
async function openedDocument(
  path: string,
  root: string | undefined,
  kinds: KindTable,
  { searchParams }: URL,
): Promise<OpenedDocument> {
  try {
    const { realPath, row, definition } = await readDocument(path, {
      kinds,
      ...(root === undefined ? {} : { root }),
    });
    return { realPath, row, definition, isNew: false };
  } catch (error) {
    const row = kinds.ofPath(path);
    const isNew = row?.content !== undefined && EDITED.has(row.kind) && searchParams.get("live") !== "1" &&
      await holdsNothing(path, root, error);
    if (!isNew || row?.content === undefined) throw documentRefusal(error);
    const name = basename(path).slice(0, -row.extension.length) || row.title;
    return { realPath: path, row, definition: row.content.empty(name), isNew };
  }
}

/** The kinds that pages edit. */
const EDITED: ReadonlySet<string> = new Set(LOOM_KINDS.rows.map(({ kind }) => kind));

/** True for a page that edits: every one that is not asked to show a story or a picture only. */
function isEditor({ searchParams }: URL, { kind }: AnyKind, definition: JsonObject): boolean {
  const edit = searchParams.get("edit");
  if (!EDITED.has(kind) || edit === "0" || searchParams.get("live") === "1") return false;
  return edit === "1" || !isStory(definition) && [...searchParams.keys()].every((name) => PLAIN.has(name));
}

/** The parameters of an editor's address; others are about a picture. */
const PLAIN: ReadonlySet<string> = new Set(["doc", "focus", "system", "edit"]);

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
