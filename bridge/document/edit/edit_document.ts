import type { JsonObject } from "@loom/protocol";
import { withTarget } from "../lock/with_target.ts";
import { followLayout } from "../arrangement/follow_layout.ts";
import { checkRevision } from "../disk/revision.ts";
import { writeDefinition, type WriteOptions, type WriteResult } from "./write_definition.ts";
import { type Document, readDocument } from "../document.ts";
import { resolveDocumentPath } from "../disk/resolve_path.ts";

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
    const written = await writeDefinition(document, edited, options);
    await followLayout(document, written, options);
    return written;
  });
}

/** Makes an edit that changes the definition in place throw; it would be taken for no change. */
function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}
