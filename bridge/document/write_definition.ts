import {
  isObject,
  type JsonObject,
  type JsonValue,
  type KindName,
  kindOfPath,
  LoomError,
} from "@loom/protocol";
import { definitionFault } from "./definition_fault.ts";
import { DocumentError } from "./document_error.ts";
import { memoryOf } from "./document_memory.ts";
import type { WriteOptions, WriteResult } from "./edit_document.ts";
import { editJsonText } from "./json_text/edit_json_text.ts";
import { type Document, parseDocument } from "./read_document.ts";
import { MAX_BYTES } from "./read_document_text.ts";
import { replaceFile } from "./replace_file.ts";
import { noteSave, unnoteSave } from "./saved_changes.ts";
import { revisionNow, revisionOf } from "./revision.ts";

/** As deep as `parseJsonText` reads. */
const MAX_DEPTH = 1000;

/** Where new text goes. */
interface Target {
  readonly path: string;
  readonly realPath: string;
  /** The revision of what is there; `undefined` for nothing. */
  readonly before: string | undefined;
  readonly mtime: number;
}

/**
 * Refuses a change that is based on another revision than the file has.
 *
 * @param actual The file's revision; `undefined` when there is no file.
 */
export function checkRevision(path: string, actual: string | undefined, expected: string | undefined): void {
  if (expected === undefined || expected === actual) return;
  const now = actual === undefined ? "and is gone now" : `and is at ${actual} now`;
  throw new DocumentError(
    "stale_revision",
    `"${path}" was at revision ${expected} when this change was made ${now}: read it again and repeat the change.`,
    path,
    { expectedRevision: expected, ...(actual === undefined ? {} : { actualRevision: actual }) },
  );
}

/** Writes a definition in the place of the one a document has; the caller holds the lock. */
export async function writeDefinition(
  document: Document,
  definition: unknown,
  options: WriteOptions,
): Promise<WriteResult> {
  if (!isObject(definition)) throw notAnObject(document.path);
  checkDepth(definition, document.path);
  const value = document.envelope === undefined
    ? definition
    : withMember(document.value as JsonObject, document.envelope, definition);
  const text = editJsonText(
    document.text,
    document.value,
    value as JsonObject,
    memoryOf(document.realPath),
  );
  const target = { ...document, before: document.revision };
  return await writeText(target, text, document.kind, options, document);
}

/** Writes a document where there was none: two-space indent, one final newline. */
export async function writeNewText(
  target: Target,
  definition: unknown,
  options: WriteOptions,
): Promise<WriteResult> {
  if (!isObject(definition)) throw notAnObject(target.path);
  checkDepth(definition, target.path);
  const text = JSON.stringify(definition, null, 2) + "\n";
  return await writeText(target, text, options.kind ?? kindOfPath(target.path), options);
}

function notAnObject(path: string): DocumentError {
  return new DocumentError(
    "invalid_definition",
    `"${path}" cannot be written: the new definition is not an object, so the change must give one.`,
    path,
  );
}

/** Refuses what could not be read again, before anything walks it; a value that holds itself is endless too. */
function checkDepth(definition: object, path: string): void {
  if (!nestsDeeper(definition, MAX_DEPTH)) return;
  throw new DocumentError(
    "invalid_definition",
    `"${path}" cannot be written: the new definition nests more than ${MAX_DEPTH} levels deep, so make it flatter.`,
    path,
  );
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => nestsDeeper(item, levels - 1));
}

/** A copy with another value for one member, in the same place. */
function withMember(value: JsonObject, key: string, member: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, old]) => [name, name === key ? member as JsonValue : old]),
  );
}

async function writeText(
  target: Target,
  text: string,
  kind: KindName | undefined,
  options: WriteOptions,
  old?: Document,
): Promise<WriteResult> {
  const { path, realPath, before } = target;
  const bytes = new TextEncoder().encode(text);
  const after = await revisionOf(bytes);
  const written = readable(
    { path, realPath, text, revision: after, mtime: target.mtime },
    kind,
    bytes.length,
    options,
  );
  checkDefinition(written, old);
  const changed = before !== after;
  let mtime = target.mtime;
  if (changed && !options.dryRun) {
    const { savedChanges: opIds = [] } = options;
    if (opIds.length > 0) {
      await noteSave(realPath, { base: before ?? "", revision: after, at: Date.now(), opIds });
    }
    try {
      await replaceFile(realPath, bytes, path, () => revisionNow(realPath) === before);
    } catch (error) {
      if (opIds.length > 0) await unnoteSave(realPath, after);
      throw error;
    }
    mtime = (await Deno.stat(realPath)).mtime?.getTime() ?? 0;
  }
  const { definition } = written;
  return { path, realPath, kind: written.kind, definition, before, after, changed, text, mtime };
}

/** What is written can be read again: the same bounds and kind hold. */
function readable(
  source: { path: string; realPath: string; text: string; revision: string; mtime: number },
  kind: KindName | undefined,
  size: number,
  options: WriteOptions,
): Document {
  const most = options.maxBytes ?? MAX_BYTES;
  if (size > most) {
    throw new DocumentError(
      "too_large",
      `"${source.path}" would have ${size} bytes and at most ${most} are read: make the change smaller.`,
      source.path,
    );
  }
  try {
    return parseDocument(source, kind);
  } catch (cause) {
    if (!(cause instanceof LoomError)) throw cause;
    throw new DocumentError(
      cause instanceof DocumentError && cause.code === "wrong_kind" ? "wrong_kind" : "invalid_definition",
      `The change is refused since it could not be read back: ${cause.message}`,
      source.path,
      { cause },
    );
  }
}

/** What is written can be opened again; only what could not be opened before may be mended in several steps. */
function checkDefinition(written: Document, old: Document | undefined): void {
  const cause = definitionFault(written);
  if (cause === undefined || (old !== undefined && definitionFault(old) !== undefined)) return;
  const sentence = cause.message.charAt(0).toLowerCase() + cause.message.slice(1);
  throw new DocumentError(
    "invalid_definition",
    `The change is refused since "${written.path}" could not be opened again: ${sentence}`,
    written.path,
    { cause },
  );
}
