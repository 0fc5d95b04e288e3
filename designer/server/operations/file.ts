import {
  createDocument,
  DocumentError,
  editDocument,
  OpenDocument,
  readDocumentText,
  saveDocumentText,
  type WriteResult,
} from "@loom/bridge/document";
import { type AnyOp, isObject, type JsonObject, LoomError } from "@loom/protocol";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { json } from "../respond.ts";
import type { DesignerDeps, Route } from "../route.ts";

/** The codes of errors about a file that is not there. */
const NOT_THERE: ReadonlySet<string> = new Set(["not_found"]);

/** Answers the text of a document; one that is not there yet has none. */
export const readFile: Route["run"] = async ({ url }, deps) => {
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  try {
    const { realPath, text, mtime, revision } = await readDocumentText(path, rootOf(root));
    return json(200, { path: realPath, content: text, mtime, revision, exists: true });
  } catch (error) {
    if (!(error instanceof DocumentError) || !NOT_THERE.has(error.code)) throw documentRefusal(error);
    return json(200, { path, content: null, mtime: 0, exists: false });
  }
};

/** Writes the text of a document: all of it or nothing, and over no change that the sender has not seen. */
export const writeFile: Route["run"] = async ({ request, url }, deps) => {
  const { content, mtime } = await readJsonBody(request, DOCUMENT_LIMITS);
  if (typeof content !== "string") {
    throw new HttpError(400, "bad_body", "content is no text: send the whole text of the document.");
  }
  if (mtime !== undefined && typeof mtime !== "number") {
    throw new HttpError(
      400,
      "bad_body",
      "mtime is no number: send the one that /api/file gave, or leave it out.",
    );
  }
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  return await written(
    path,
    root,
    () => saveDocumentText(path, content, { ...rootOf(root), kinds: deps.kinds, expectedMtime: mtime }),
  );
};

/** Changes a document by operations: all or none, on the revision that the sender has seen. */
export const patchFile: Route["run"] = async ({ request, url }, deps) => {
  const { ops, definition, revision, saved } = await readJsonBody(request, DOCUMENT_LIMITS);
  if (definition === undefined && !isOps(ops)) {
    throw new HttpError(400, "bad_body", "ops is no list of operations: send [{ op: ... }, ...].");
  }
  if (revision !== undefined && revision !== null && typeof revision !== "string") {
    throw new HttpError(
      400,
      "bad_body",
      "revision is no text: send the one that /api/file gave, or leave it out.",
    );
  }
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  if (definition !== undefined) {
    return await written(path, root, () => writeWhole(path, definition, { root, revision, saved, deps }));
  }
  const document = new OpenDocument(path, { ...rootOf(root), kinds: deps.kinds, keepsHistory: false });
  return await written(path, root, async () => {
    const { result } = await document.edit(() => isOps(ops) ? ops : [], {
      expectedRevision: revision ?? undefined,
    });
    return result;
  });
};

interface WholeOptions {
  readonly root: string | undefined;
  /** The revision that the sender has seen; `null` for a file that is not there yet. */
  readonly revision: string | null | undefined;
  /** The names of the changes at the hub that go into the file. */
  readonly saved: unknown;
  readonly deps: DesignerDeps;
}

/** Gives a document another content; the text of what stays the same is not touched. */
async function writeWhole(
  path: string,
  definition: unknown,
  { root, revision, saved, deps: { kinds } }: WholeOptions,
): Promise<WriteResult> {
  if (!isObject(definition)) {
    throw new HttpError(400, "bad_body", "definition is no object: send the document.");
  }
  const names = Array.isArray(saved) ? saved.filter((one) => typeof one === "string") : [];
  const options = { ...rootOf(root), kinds, savedChanges: names };
  const whole = definition as JsonObject;
  if (revision === null) return await createDocument(path, whole, options);
  return await editDocument(path, () => whole, {
    ...options,
    ...(revision === undefined ? {} : { expectedRevision: revision }),
  });
}

/** Answers a write: the new state of the file, or 409 with the present one where the sender has not seen it. */
async function written(
  path: string,
  root: string | undefined,
  write: () => Promise<WriteResult>,
): Promise<Response> {
  try {
    const { realPath, mtime, before, after, changed } = await write();
    return json(200, { path: realPath, mtime, before, revision: after, changed, ok: true });
  } catch (error) {
    if (error instanceof DocumentError && error.code === "stale_revision") {
      const now = await readDocumentText(path, rootOf(root)).catch(() => undefined);
      const { mtime = 0, revision } = now ?? {};
      return json(409, { error: error.message, code: error.code, conflict: true, mtime, revision });
    }
    if (error instanceof LoomError && !(error instanceof DocumentError) && !(error instanceof HttpError)) {
      throw new HttpError(422, error.code, error.message);
    }
    throw documentRefusal(error);
  }
}

function rootOf(root: string | undefined): { readonly root?: string } {
  return root === undefined ? {} : { root };
}

function isOps(value: unknown): value is AnyOp[] {
  return Array.isArray(value) && value.every((op) => isObject(op) && typeof op.op === "string");
}
