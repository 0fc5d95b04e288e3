import {
  type Arrangement,
  arrangementText,
  LoomError,
  NO_ARRANGEMENT,
  parseJsonText,
  readArrangement,
} from "@loom/protocol";
import { DocumentError } from "../disk/document_error.ts";
import { type DocumentText, readDocumentText } from "../disk/read_text.ts";
import { replaceFile } from "../disk/replace_file.ts";
import { resolveDocumentPath } from "../disk/resolve_path.ts";
import { checkRevision, revisionOf, revisionReader } from "../disk/revision.ts";
import { withTarget } from "../lock/with_target.ts";

/** The ending of the files that keep the arrangement of a document. */
const ENDING = ".layout.json";

/** The largest layout file that is read, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The arrangement of a document, with the file that keeps it. */
export interface LayoutFile {
  /** The path of the file, whether or not it is there. */
  readonly path: string;
  /** Its content; the empty arrangement where it is missing or cannot be read. */
  readonly arrangement: Arrangement;
  /** The revision of the file; `undefined` where there is none. */
  readonly revision: string | undefined;
  /** The time of its last change, in milliseconds since 1970; 0 where there is none. */
  readonly mtime: number;
  /** The reason why a file that is there cannot be read. */
  readonly problem?: string;
}

/** Options of reads of layout files. */
export interface LayoutReading {
  /** The folder that neither the document nor its layout file may lie outside of. Default: anywhere. */
  readonly root?: string | undefined;
}

/** Options of writes of layout files. */
export interface EditLayoutOptions extends LayoutReading {
  /** The revision that the file must have. Default: any. */
  readonly expectedRevision?: string | undefined;
  /** Does everything except writing. Default: `false`. */
  readonly dryRun?: boolean | undefined;
}

/**
 * The path of the file that keeps the arrangement of a document: `door.smdf.layout.json` beside `door.smdf.json`.
 *
 * @param realPath The document, symbolic links resolved, so that every name of it leads to the same file.
 */
export function layoutPathOf(realPath: string): string {
  return realPath.replace(/\.json$/i, "") + ENDING;
}

/** True for the name of a file that keeps an arrangement and is no document. */
export function isLayoutPath(path: string): boolean {
  return path.toLowerCase().endsWith(ENDING);
}

/**
 * Reads the arrangement of a document. A file that is missing, broken or outside the root is no error: the arrangement is empty then.
 *
 * @param path The document.
 *
 * @example
 * ```ts
 * import { readLayout } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/door.smdf.layout.json`, '{"places": {"Open": {"x": 0, "y": 40}}}');
 * const { arrangement } = await readLayout(`${folder}/door.smdf.json`);
 * assertEquals(arrangement.places, { Open: { x: 0, y: 40 } });
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function readLayout(path: string, options: LayoutReading = {}): Promise<LayoutFile> {
  try {
    const { realPath } = await resolveDocumentPath(path, bounds(options));
    return await readLayoutOf(realPath, options);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { path: layoutPathOf(path), ...NO_FILE, problem: error.message };
  }
}

/** The arrangement in the text of a layout file; the empty one where there is none. */
export function layoutIn(path: string, source: DocumentText | undefined): LayoutFile {
  if (source === undefined) return { path, ...NO_FILE };
  return { path, revision: source.revision, mtime: source.mtime, ...parsed(source) };
}

const NO_FILE = { arrangement: NO_ARRANGEMENT, revision: undefined, mtime: 0 } as const;

/** Reads the arrangement of a document whose links are resolved. */
export async function readLayoutOf(realPath: string, options: LayoutReading): Promise<LayoutFile> {
  const path = layoutPathOf(realPath);
  try {
    const source = await readDocumentText(path, { ...bounds(options), maxBytes: MAX_BYTES });
    return layoutIn(path, source);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const isMissing = error.code === "not_found" || error.code === "no_folder";
    return { path, ...NO_FILE, ...(isMissing ? {} : { problem: error.message }) };
  }
}

function parsed({ text }: DocumentText): Pick<LayoutFile, "arrangement" | "problem"> {
  try {
    return { arrangement: readArrangement(parseJsonText(text)) };
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    return { arrangement: NO_ARRANGEMENT, problem: error.message };
  }
}

/**
 * Changes the arrangement of a document: under the document's lock, on the newest content, so that nothing of others is lost.
 *
 * @param path The document.
 * @param edit Returns the new arrangement; called again when a program that ignores the lock has written the file meanwhile.
 * @throws {DocumentError} As `editDocument` does.
 */
export async function editLayout(
  path: string,
  edit: (arrangement: Arrangement) => Arrangement,
  options: EditLayoutOptions = {},
): Promise<LayoutFile> {
  const { expectedRevision, dryRun = false } = options;
  return await withTarget(path, { ...bounds(options), dryRun }, async (realPath) => {
    const now = await readLayoutOf(realPath, options);
    checkRevision(now.path, now.revision, expectedRevision);
    return await writeLayoutOf(realPath, now, edit(now.arrangement), options);
  });
}

/** Writes an arrangement in the place of what was read; the caller holds the document's lock. */
export async function writeLayoutOf(
  realPath: string,
  now: LayoutFile,
  arrangement: Arrangement,
  { dryRun = false, ...options }: EditLayoutOptions,
): Promise<LayoutFile> {
  const path = layoutPathOf(realPath);
  const target = await resolveDocumentPath(path, bounds(options));
  const bytes = new TextEncoder().encode(arrangementText(arrangement));
  const revision = await revisionOf(bytes);
  if (dryRun || revision === now.revision) return { ...now, path, arrangement, revision };
  const revisionNow = await revisionReader();
  await replaceFile(target.realPath, bytes, path, () => revisionNow(target.realPath) === now.revision);
  const { mtime } = await Deno.stat(target.realPath);
  return { path, arrangement, revision, mtime: mtime?.getTime() ?? 0 };
}

/**
 * Removes the layout file of a document.
 *
 * @returns The path of the file, if one was there.
 */
export async function removeLayout(
  path: string,
  options: EditLayoutOptions = {},
): Promise<string | undefined> {
  return await withTarget(path, { ...bounds(options), dryRun: options.dryRun ?? false }, async (realPath) => {
    const layoutPath = layoutPathOf(realPath);
    const { realPath: target, exists } = await resolveDocumentPath(layoutPath, bounds(options));
    if (!exists) return undefined;
    if (!(await Deno.lstat(target)).isFile) {
      throw new DocumentError(
        "not_a_file",
        `"${layoutPath}" is not a plain file: remove it yourself.`,
        layoutPath,
      );
    }
    if (!options.dryRun) await Deno.remove(layoutPath);
    return layoutPath;
  });
}

function bounds({ root }: LayoutReading): { readonly root?: string } {
  return root === undefined ? {} : { root };
}
