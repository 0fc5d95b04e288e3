import { DocumentError, editLayout, type LayoutFile, readDocument, readLayout } from "@loom/bridge/document";
import {
  type ArrangementPatch,
  parseArrangementPatch,
  patchArrangement,
  readArrangement,
} from "@loom/protocol";
import { documentRefusal, findDocument, holdsNothing } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { pagePicture } from "../page_picture.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";
import { documentIn } from "./exchange.ts";

/** Answers the arrangement of a document; the empty one where none is kept. It says so when there is no document yet. */
export const readArrangementFile: Route["run"] = async ({ url }, deps) => {
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  const isMissing = await readDocument(path, { ...(root === undefined ? {} : { root }), kinds: deps.kinds })
    .then(() => false, (error) => holdsNothing(path, root, error));
  const answer = layoutAnswer(await readLayout(path, { root }));
  return json(200, isMissing ? { ...answer, hasDocument: false } : answer);
};

/** Changes the arrangement of a document that is there, on the newest one, so that nothing of others is lost. */
export const patchArrangementFile: Route["run"] = async ({ request, url }, deps) => {
  const { revision, ...body } = await readJsonBody(request, DOCUMENT_LIMITS);
  if (revision !== undefined && revision !== null && typeof revision !== "string") {
    throw new HttpError(
      400,
      "bad_body",
      "revision is no text: send the one that /api/layout gave, or leave it out.",
    );
  }
  const patch = parseArrangementPatch(body);
  if (!patch.ok) throw new HttpError(400, "bad_body", patch.refusal.message);
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  try {
    const { row } = await readDocument(path, { ...(root === undefined ? {} : { root }), kinds: deps.kinds });
    const change = inNotationOf(patch.value, row.content?.pictures.notations);
    const edit = (now: LayoutFile["arrangement"]) => patchArrangement(now, change);
    return json(
      200,
      layoutAnswer(await editLayout(path, edit, { root, expectedRevision: revision ?? undefined })),
    );
  } catch (error) {
    if (error instanceof DocumentError && error.code === "stale_revision") {
      const now = layoutAnswer(await readLayout(path, { root }));
      return json(409, { error: error.message, code: error.code, conflict: true, ...now });
    }
    throw documentRefusal(error);
  }
};

/**
 * Arranges the document of a request, of a kind that its content need not tell: what the arrangement in the request has stays, and
 * the rest finds its place around that.
 */
export const arrangeDocument: Route["run"] = async ({ request }) => {
  const { definition, kind, arrangement } = await readJsonBody(request, DOCUMENT_LIMITS);
  const document = documentIn(definition, kind);
  const style = { arrangement: readArrangement(arrangement) };
  const arranged = await pagePicture(document.row, document.definition, style, "arranged");
  return json(200, { arrangement: arranged.arrangement ?? style.arrangement });
};

/** The change with a notation that the document has; the first one needs no name. */
function inNotationOf(patch: ArrangementPatch, notations: readonly string[] = []): ArrangementPatch {
  const { notation, ...rest } = patch;
  if (notation === undefined || notation === notations[0]) return rest;
  if (notations.includes(notation)) return patch;
  throw new HttpError(
    400,
    "bad_notation",
    `${JSON.stringify(notation)} is no notation of this document: ${
      notations.length === 0 ? "leave it out" : `choose ${notations.join(" or ")}`
    }.`,
  );
}

/** The arrangement of a document, as answers tell it. */
export function layoutAnswer({ path, arrangement, revision, mtime, problem }: LayoutFile) {
  const exists = revision !== undefined;
  return { path, arrangement, revision: revision ?? null, mtime, exists, ...(problem ? { problem } : {}) };
}
