import {
  DocumentError,
  parseDocument,
  readDocumentText,
  resolveDocumentPath,
  savedChanges,
  watchDocument,
} from "@loom/bridge/document";
import { DocumentReadError, type DocumentSource, type FileContent, type ResolvedDocument } from "@loom/hub";
import { type AnyKind, DOCUMENT_KINDS } from "@loom/protocol";
import { resolve } from "@std/path";

/** Options for {@linkcode documentSource}. */
export interface DocumentSourceOptions {
  /** The folder that documents may not lie outside of, where relative ids begin. Default: anywhere, and the present folder. */
  readonly root?: string;
}

/**
 * The documents on disk, for a hub.
 *
 * An id is a path. Its document is the file that the path leads to, links followed, so that all who mean one file meet in one room.
 * Only documents are opened: a file with another ending is refused, and a plain `.json` that holds none cannot be read.
 *
 * @example
 * ```ts
 * import { documentSource } from "@loom/cli/hub";
 * import { assertEquals } from "@std/assert";
 *
 * const root = await Deno.realPath(await Deno.makeTempDir());
 * const source = documentSource({ root });
 * assertEquals(await source.resolve("door.smdf.json"), { ok: true, docId: `${root}/door.smdf.json` });
 * assertEquals((await source.resolve("../door.smdf.json")).ok, false);
 * assertEquals(await source.read(`${root}/door.smdf.json`), null);
 * await Deno.remove(root);
 * ```
 */
export function documentSource({ root }: DocumentSourceOptions = {}): DocumentSource {
  const within = root === undefined ? {} : { root };
  return {
    resolve: (docId) => resolved(docId, root),
    read: (docId) => read(docId, within),
    watch: (docId, onChange) => watchDocument(docId, onChange, within),
  };
}

async function resolved(docId: string, root: string | undefined): Promise<ResolvedDocument> {
  const path = resolve(root ?? ".", docId);
  const shown = JSON.stringify(docId);
  if (!path.toLowerCase().endsWith(".json")) {
    const message = `${shown} is no document of the loom: name a file that ends in ${endings()} or .json.`;
    return { ok: false, code: "forbidden_path", message };
  }
  try {
    const { realPath } = await resolveDocumentPath(path, root === undefined ? {} : { root });
    if (realPath.toLowerCase().endsWith(".json")) return { ok: true, docId: realPath };
    return {
      ok: false,
      code: "forbidden_path",
      message: `${shown} leads to a file that is no document of the loom.`,
    };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    // What lies outside the root is nobody's business: whatever is wrong there, the answer is the same.
    if (root !== undefined) return { ok: false, code: "forbidden_path", message: outside(shown) };
    return {
      ok: false,
      code: error.code === "unsafe_path" ? "forbidden_path" : "read_failed",
      message: error.message,
    };
  }
}

function outside(shown: string): string {
  return `${shown} is no document inside the hub's root: name one by its path from there.`;
}

async function read(docId: string, within: { root?: string }): Promise<FileContent | null> {
  let isEmpty = false;
  try {
    const source = await readDocumentText(docId, within);
    isEmpty = source.text.trim() === "";
    const { definition, revision, mtime } = parseDocument(source);
    return { revision, def: definition, mtime, saved: await savedChanges(source.realPath, revision) };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.code === "not_found" || error.code === "no_folder") return null;
    throw new DocumentReadError(sentenceOf(error), { cause: error, isEmpty });
  }
}

/** What is wrong with the file; what stands in it is not for those who cannot open it as a document. */
function sentenceOf({ line, column, path, message }: DocumentError): string {
  if (line === undefined || column === undefined) return message;
  return `"${path}" cannot be read: its JSON breaks off at line ${line}, column ${column}.`;
}

function endings(): string {
  return DOCUMENT_KINDS.map(({ extension }: AnyKind) => extension).join(", ");
}
