import { DocumentError, resolveDocumentPath } from "@loom/bridge/document";
import { isAbsolute } from "@std/path";
import { type DesignerDeps, Refusal } from "./route.ts";

/** The statuses of answers about documents that cannot be read, by the word of the error. */
const STATUSES: Readonly<Record<string, number>> = {
  not_found: 404,
  no_folder: 404,
  outside_root: 403,
  unsafe_path: 403,
  symlink_loop: 403,
  unreadable: 500,
};

/**
 * The real path of the document that a request is about.
 *
 * @param doc As the request names it; nothing for the server's own.
 * @returns The path, and the root that it lies in.
 * @throws {Refusal} When it lies outside the roots, or is no path of a document.
 */
export async function findDocument(
  doc: string | null,
  { doc: own, roots }: DesignerDeps,
): Promise<{ path: string; root: string | undefined }> {
  if (doc === null || doc === "") return { path: own, root: undefined };
  if (!isAbsolute(doc)) {
    throw new Refusal(
      403,
      "unsafe_path",
      `doc is ${JSON.stringify(doc)}: give the document's absolute path.`,
    );
  }
  if (!doc.toLowerCase().endsWith(".json")) {
    throw new Refusal(
      403,
      "unsafe_path",
      `doc is ${JSON.stringify(doc)}, which does not end with .json: name a document.`,
    );
  }
  for (const root of roots) {
    try {
      const { realPath } = await resolveDocumentPath(doc, { root });
      return { path: realPath, root };
    } catch (error) {
      if (!(error instanceof DocumentError) || error.code !== "outside_root") throw documentRefusal(error);
    }
  }
  throw new Refusal(
    403,
    "outside_root",
    `${JSON.stringify(doc)} lies outside what is served: name a document in ${roots.join(" or ")}.`,
  );
}

/** What went wrong with a document, as an answer; other errors pass. */
export function documentRefusal(error: unknown): unknown {
  if (!(error instanceof DocumentError)) return error;
  return new Refusal(STATUSES[error.code] ?? 422, error.code, error.message);
}
