import { DocumentError, resolveDocumentPath } from "@loom/bridge/document";
import { dirname, isAbsolute, resolve, SEPARATOR } from "@std/path";
import { type DesignerDeps, Refusal } from "./route.ts";

/** The statuses of answers about documents that cannot be read, by the word of the error. */
const STATUSES: Readonly<Record<string, number>> = {
  not_found: 404,
  no_folder: 404,
  outside_root: 403,
  unsafe_path: 403,
  symlink_loop: 403,
  not_a_file: 400,
  unreadable: 400,
  too_large: 413,
};

/** The longest path that is looked for; no file system here takes a longer one. */
const MAX_PATH = 4096;

/**
 * The real path of the document that a request is about.
 *
 * Of what lies outside the roots nothing is told, not even whether it is there.
 *
 * @param doc As the request names it; nothing for the server's own, which is shown wherever it lies.
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
  if (doc.length > MAX_PATH) {
    throw new Refusal(403, "unsafe_path", `doc has ${doc.length} characters: name a document that exists.`);
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
      if (!(error instanceof DocumentError) || error.code === "unsafe_path") throw documentRefusal(error);
      if (error.code !== "outside_root" && await leadsInto(doc, root)) throw documentRefusal(error);
    }
  }
  if (await isSame(doc, own)) return { path: own, root: undefined };
  throw new Refusal(
    403,
    "outside_root",
    `${JSON.stringify(doc)} lies outside what is served: name a document in ${roots.join(" or ")}.`,
  );
}

/** Whether a path leads into a folder as far as it exists. */
async function leadsInto(path: string, root: string): Promise<boolean> {
  const realRoot = await realPathOf(root);
  if (realRoot === undefined) return false;
  for (let at = resolve(path);; at = dirname(at)) {
    const real = await realPathOf(at);
    if (real !== undefined) return real === realRoot || real.startsWith(withSeparator(realRoot));
    if (at === dirname(at)) return false;
  }
}

/** Whether two paths name the same file; one that is not there goes by its name. */
async function isSame(a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  const [realA, realB] = await Promise.all([realPathOf(a), realPathOf(b)]);
  return realA !== undefined && realA === realB;
}

async function realPathOf(path: string): Promise<string | undefined> {
  return await Deno.realPath(path).catch(() => undefined);
}

function withSeparator(folder: string): string {
  return folder.endsWith(SEPARATOR) ? folder : folder + SEPARATOR;
}

/** What went wrong with a document, as an answer; other errors pass. */
export function documentRefusal(error: unknown): unknown {
  if (!(error instanceof DocumentError)) return error;
  return new Refusal(STATUSES[error.code] ?? 422, error.code, error.message);
}
