import { DocumentError } from "../disk/document_error.ts";
import { type Document, parseDocument } from "../document.ts";
import { type DocumentText, readDocumentText } from "../disk/read_text.ts";
import { withTarget } from "../lock/with_target.ts";
import { followLayout } from "../arrangement/follow_layout.ts";
import { checkRevision } from "../disk/revision.ts";
import { type WriteOptions, type WriteResult, writeWholeText } from "./write_definition.ts";

/** Options for {@linkcode saveDocumentText}. */
export interface SaveTextOptions extends WriteOptions {
  /** The time of the last change that the file must have, in milliseconds since 1970; 0 for no file. Default: any. */
  expectedMtime?: number | undefined;
}

/**
 * Writes the whole text of a document, as an editor of texts does: the bytes are those of the text. A text that cannot be
 * read back as a document is refused.
 *
 * @throws {DocumentError} What `editDocument` throws, `stale_revision` also for another time of the last change.
 *
 * @example
 * ```ts
 * import { saveDocumentText } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const text = '{"settings": {}, "events": [], "state": {"name": "Root"}}';
 * await saveDocumentText(`${folder}/door.smdf.json`, text, { expectedMtime: 0 });
 * assertEquals(await Deno.readTextFile(`${folder}/door.smdf.json`), text);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function saveDocumentText(
  path: string,
  text: string,
  options: SaveTextOptions = {},
): Promise<WriteResult> {
  return await withTarget(path, options, async (realPath, exists) => {
    const present = exists ? await readDocumentText(path, options) : undefined;
    checkRevision(path, present?.revision, options.expectedRevision);
    checkMtime(path, present, options.expectedMtime);
    const target = { path, realPath, before: present?.revision, mtime: present?.mtime ?? 0 };
    const before = present && readable(present, options);
    const written = await writeWholeText(target, text, options);
    if (before) await followLayout(before, written, options);
    return written;
  });
}

function checkMtime(path: string, present: DocumentText | undefined, expected: number | undefined): void {
  if (expected === undefined || expected === (present?.mtime ?? 0)) return;
  const now = present === undefined ? "is not there" : "was changed since";
  throw new DocumentError(
    "stale_revision",
    `"${path}" ${now}: nothing was written; read it again and repeat the change.`,
    path,
    present === undefined ? {} : { actualRevision: present.revision },
  );
}

/** The document in a text; `undefined` where it holds none. */
function readable(source: DocumentText, options: WriteOptions): Document | undefined {
  try {
    return parseDocument(source, options);
  } catch {
    return undefined;
  }
}
