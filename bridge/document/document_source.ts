import { type LayoutFile, readLayout } from "./arrangement/layout_file.ts";
import { watchLayout } from "./arrangement/watch_layout.ts";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  DocumentReadError,
  type DocumentSource,
  type FileContent,
  type KindTable,
  type ResolvedDocument,
} from "@loom/protocol";
import { resolve } from "@std/path";
import { DocumentError } from "./disk/document_error.ts";
import { readDocumentText } from "./disk/read_text.ts";
import { resolveDocumentPath } from "./disk/resolve_path.ts";
import { parseDocument } from "./document.ts";
import { savedChanges } from "./edit/saved_changes.ts";
import { watchDocument } from "./watch/watch_document.ts";

/** Options for {@linkcode documentSource}. */
export interface DocumentSourceOptions {
  /** The folder that documents may not lie outside of, where relative ids begin. Default: anywhere, and the present folder. */
  readonly root?: string;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable;
}

/**
 * The documents on disk, for a hub.
 *
 * An id is a path. Its document is the file that the path leads to, links followed: all names of a file share one room.
 * Only documents are opened: a file with another ending is refused, and a plain `.json` that holds none cannot be read.
 *
 * @example
 * ```ts
 * import { documentSource } from "@loom/bridge/document";
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
export function documentSource({ root, kinds = LOOM_KINDS }: DocumentSourceOptions = {}): DocumentSource {
  const options = root === undefined ? { kinds } : { kinds, root };
  return {
    resolve: (docId) => resolved(docId, root, kinds),
    read: (docId) => read(docId, options),
    // A client may announce a write that the watch misses, when another one follows at once.
    watch: (docId, onChange) => watchDocument(docId, onChange, { ...options, tellsEveryWrite: true }),
    watchLayout: (docId, onLayout) => {
      const tell = ({ arrangement, revision }: LayoutFile) =>
        onLayout({ arrangement, revision: revision ?? null });
      const watch = watchLayout(docId, tell, { root });
      const ready = watch.ready.then(async () => {
        const layout = await readLayout(docId, { root });
        if (layout.revision !== undefined) tell(layout);
      });
      return { ready, close: () => watch.close() };
    },
  };
}

async function resolved(
  docId: string,
  root: string | undefined,
  kinds: KindTable,
): Promise<ResolvedDocument> {
  const path = resolve(root ?? ".", docId);
  const shown = JSON.stringify(docId);
  if (!path.toLowerCase().endsWith(".json")) {
    const message = `${shown} is no document of the loom: name a file that ends in ${
      extensions(kinds)
    } or .json.`;
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
    // The answer is the same for every error outside the root: it reveals nothing about files there.
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

async function read(
  docId: string,
  options: { root?: string; kinds: KindTable },
): Promise<FileContent | null> {
  let isEmpty = false;
  try {
    const source = await readDocumentText(docId, options);
    isEmpty = source.text.trim() === "";
    const { definition, revision, mtime } = parseDocument(source, options);
    return { revision, def: definition, mtime, saved: await savedChanges(source.realPath, revision) };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.code === "not_found" || error.code === "no_folder") return null;
    const message = isEmpty ? `"${error.path}" is empty and holds no document.` : sentenceOf(error);
    throw new DocumentReadError(message, { cause: error, isEmpty });
  }
}

/** The fault of the file, without its content: that is not for clients who cannot open it as a document. */
function sentenceOf({ line, column, path, message }: DocumentError): string {
  if (line === undefined || column === undefined) return message;
  return `"${path}" cannot be read: its JSON breaks off at line ${line}, column ${column}.`;
}

function extensions({ rows }: KindTable): string {
  return rows.map(({ extension }) => extension).join(", ");
}
