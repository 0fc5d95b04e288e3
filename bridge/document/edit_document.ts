import type { JsonObject, KindName } from "@loom/protocol";
import { LOCK_TIMEOUT, withDocumentLock } from "./document_lock.ts";
import { DocumentError } from "./document_error.ts";
import { FileMovedError } from "./replace_file.ts";
import { checkRevision, writeDefinition } from "./write_definition.ts";
import { type Document, readDocument, type ReadDocumentOptions } from "./read_document.ts";
import { resolveDocumentPath } from "./resolve_document_path.ts";

/** So often a change is made anew because another program, without the lock, has written the file meanwhile. */
const MOST_TRIES = 20;

/** Options of everything that writes a document. */
export interface WriteOptions extends ReadDocumentOptions {
  /** The revision that the change is based on; a file with another one is refused. Default: any. */
  expectedRevision?: string;
  /** Does everything except writing. Default: `false`. */
  dryRun?: boolean;
  /** How long to wait for other writers, in milliseconds. Default: 5000. */
  lockTimeout?: number;
  /** The names of the changes that the document holds and had not in its file, when it is edited live. Default: none. */
  savedChanges?: readonly string[] | undefined;
}

/** What a write did. */
export interface WriteResult {
  /** The path as it was asked for. */
  readonly path: string;
  /** The path without any symbolic link. */
  readonly realPath: string;
  /** What kind of document it is. */
  readonly kind: KindName;
  /** The definition as it is now. */
  readonly definition: JsonObject;
  /** The revision before; `undefined` for a file that was not there or was empty. */
  readonly before: string | undefined;
  /** The revision now; in a dry run, the one that the file would have. */
  readonly after: string;
  /** Whether the bytes differ. */
  readonly changed: boolean;
  /** The whole text as it is now; in a dry run, as it would be. */
  readonly text: string;
  /** When the file was last changed, in milliseconds since 1970. */
  readonly mtime: number;
}

/**
 * Changes a document: lock, read the newest, change, write so that a crash leaves the old or the new, release.
 *
 * Only the text of what changes is touched: wrapper, sibling and unknown fields, key order, whitespace and line
 * ends of the rest stay. An edit that changes nothing writes nothing.
 *
 * @typeParam Definition What the caller takes the definition to be; that is not checked here.
 * @param edit Gives the new definition from the newest one, which is frozen. It is asked again when a program that knows no lock has
 * written the file meanwhile. What it throws is passed on, and the file stays as it is.
 * @throws {DocumentError} What {@linkcode readDocument} throws, and `stale_revision`, `locked`, `not_writable`,
 * `write_failed`, `invalid_definition`; the file is then untouched.
 *
 * @example
 * ```ts
 * import { createDocument, editDocument } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const path = `${folder}/door.smdf.json`;
 * await createDocument(path, { settings: { name: "Door" }, events: [], state: { name: "Root" } });
 * const result = await editDocument(path, (door) => ({ ...door, settings: { name: "Gate" } }));
 * assertEquals(result.changed, true);
 * assertEquals(result.text.split("\n")[2], '    "name": "Gate"');
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function editDocument<Definition extends object = JsonObject>(
  path: string,
  edit: (definition: Definition, document: Document) => Definition | Promise<Definition>,
  options: WriteOptions = {},
): Promise<WriteResult> {
  // A missing file is told before a lock is asked for, which its folder may not even permit.
  if (!(await resolveDocumentPath(path, options)).exists) await readDocument(path, options);
  return await withTarget(path, options, async () => {
    const document = await readDocument(path, options);
    checkRevision(path, document.revision, options.expectedRevision);
    freeze(document.value);
    const edited = await edit(document.definition as Definition, document);
    return await writeDefinition(document, edited, options);
  });
}

/** Turns an edit that changes the definition in place, which would be taken for no change, into an error. */
function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}

/**
 * Holds the lock of the file that the path leads to; a link that is turned elsewhere meanwhile is followed again.
 * A dry run needs no lock, since a read is always of one whole version.
 */
export async function withTarget<Result>(
  path: string,
  options: WriteOptions,
  work: (realPath: string, exists: boolean) => Promise<Result>,
): Promise<Result> {
  const { realPath, exists } = await resolveDocumentPath(path, options);
  if (options.dryRun) return await work(realPath, exists);
  const turned = Symbol();
  const result = await withDocumentLock(
    realPath,
    path,
    options.lockTimeout ?? LOCK_TIMEOUT,
    () =>
      onNewest(path, async () => {
        const now = await resolveDocumentPath(path, options);
        return now.realPath === realPath ? await work(realPath, now.exists) : turned;
      }),
  );
  return result === turned ? await withTarget(path, options, work) : result as Result;
}

/** Does some work anew as long as programs that know no lock write the file meanwhile. */
async function onNewest<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileMovedError)) throw error;
    }
  }
  throw new DocumentError(
    "stale_revision",
    `"${path}" is written by another program again and again: nothing was written over it, so wait until that program is done.`,
    path,
  );
}
