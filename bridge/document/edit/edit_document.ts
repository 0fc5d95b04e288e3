import type { JsonObject } from "@loom/protocol";
import { LOCK_TIMEOUT, withDocumentLock } from "../lock/document_lock.ts";
import { DocumentError } from "../disk/document_error.ts";
import { FileMovedError } from "../disk/replace_file.ts";
import { checkRevision, writeDefinition, type WriteOptions, type WriteResult } from "./write_definition.ts";
import { type Document, readDocument } from "../document.ts";
import { resolveDocumentPath } from "../disk/resolve_path.ts";

/** The most attempts when programs that ignore the lock write the file meanwhile. */
const MOST_TRIES = 20;

/**
 * Changes a document: lock, read the newest, change, write so that a crash leaves the old or the new, release.
 *
 * Only the text of what changes is touched: wrapper, sibling and unknown fields, key order, whitespace and line
 * ends of the rest stay. An edit that changes nothing writes nothing.
 *
 * @typeParam Definition What the caller takes the definition to be; that is not checked here.
 * @param edit Gives the new definition from the newest one, which is frozen. Called again when a program that ignores the lock has
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
  // A missing file is reported before the lock is taken, which its folder may not permit.
  if (!(await resolveDocumentPath(path, options)).exists) await readDocument(path, options);
  return await withTarget(path, options, async () => {
    const document = await readDocument(path, options);
    checkRevision(path, document.revision, options.expectedRevision);
    freeze(document.value);
    const edited = await edit(document.definition as Definition, document);
    return await writeDefinition(document, edited, options);
  });
}

/** Makes an edit that changes the definition in place throw; it would be taken for no change. */
function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}

/**
 * Does work under the lock of the file that the path leads to. If the symlink's target changes meanwhile, resolves it again.
 * A dry run needs no lock: a read always gives one whole version.
 */
export async function withTarget<Result>(
  path: string,
  options: WriteOptions,
  work: (realPath: string, exists: boolean) => Promise<Result>,
): Promise<Result> {
  const { realPath, exists } = await resolveDocumentPath(path, options);
  if (options.dryRun) return await work(realPath, exists);
  const retargeted = Symbol();
  const result = await withDocumentLock(
    realPath,
    path,
    options.lockTimeout ?? LOCK_TIMEOUT,
    () =>
      onNewest(path, async () => {
        const now = await resolveDocumentPath(path, options);
        return now.realPath === realPath ? await work(realPath, now.exists) : retargeted;
      }),
  );
  return result === retargeted ? await withTarget(path, options, work) : result as Result;
}

/** Repeats work as long as programs that ignore the lock write the file meanwhile. */
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
