import type { Document } from "../document.ts";
import { DocumentError } from "../disk/document_error.ts";
import { withTarget } from "../lock/with_target.ts";
import { followLayout } from "../arrangement/follow_layout.ts";
import { checkRevision } from "../disk/revision.ts";
import { parseDocument } from "../document.ts";
import { type DocumentText, readDocumentText } from "../disk/read_text.ts";
import { writeDefinition, writeNewText, type WriteOptions, type WriteResult } from "./write_definition.ts";

/** Options for {@linkcode createDocument}. */
export interface CreateOptions extends WriteOptions {
  /** Replaces a document that is there, of the same kind and readable. Default: `false`. */
  overwrite?: boolean;
}

/**
 * Makes a document where there is none, or an empty file: two-space indent, one final newline.
 *
 * With `overwrite` an existing one is replaced as {@linkcode writeDocument} does. A file that cannot be parsed
 * is never replaced.
 *
 * @param definition What to write: a definition, or one in its wrapper.
 * @throws {DocumentError} `exists` when something is there, and what {@linkcode writeDocument} throws.
 *
 * @example
 * ```ts
 * import { createDocument, DocumentError } from "@loom/bridge/document";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const path = `${folder}/door.smdf.json`;
 * const door = { settings: { name: "Door" }, events: [], state: { name: "Root" } };
 * await createDocument(path, door);
 * const error = await assertRejects(() => createDocument(path, door), DocumentError);
 * assertEquals(error.code, "exists");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function createDocument(
  path: string,
  definition: object,
  options: CreateOptions = {},
): Promise<WriteResult> {
  return await replaceOrCreate(path, definition, options, options.overwrite ?? false);
}

/**
 * Writes a whole definition: over the one that is there, touching only the text of what differs, or into a new
 * file.
 *
 * @throws {DocumentError} What `editDocument` throws.
 *
 * @example
 * ```ts
 * import { readDocument, writeDocument } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const path = `${folder}/door.smdf.json`;
 * const { after } = await writeDocument(path, { settings: {}, events: [], state: { name: "Root" } });
 * assertEquals((await readDocument(path)).revision, after);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeDocument(
  path: string,
  definition: object,
  options: WriteOptions = {},
): Promise<WriteResult> {
  return await replaceOrCreate(path, definition, options, true);
}

async function replaceOrCreate(
  path: string,
  definition: object,
  options: WriteOptions,
  overwrite: boolean,
): Promise<WriteResult> {
  return await withTarget(path, options, async (realPath, exists) => {
    const present = exists ? await readDocumentText(path, options) : undefined;
    checkRevision(path, present?.revision, options.expectedRevision);
    if (present === undefined || isBlank(present)) {
      const target = { path, realPath, before: present?.revision, mtime: present?.mtime ?? 0 };
      return await writeNewText(target, definition, options);
    }
    if (!overwrite) throw alreadyThere(path);
    const document: Document = parseDocument(present, options);
    const written = await writeDefinition(document, definition, options);
    await followLayout(document, written, options);
    return written;
  });
}

function isBlank(source: DocumentText): boolean {
  return source.text.trim() === "";
}

function alreadyThere(path: string): DocumentError {
  return new DocumentError(
    "exists",
    `"${path}" exists and is not empty: choose another name, or overwrite it on purpose.`,
    path,
  );
}
