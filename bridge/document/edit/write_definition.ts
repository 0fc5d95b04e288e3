import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyOp,
  isObject,
  type JsonObject,
  type JsonValue,
  type KindName,
  LoomError,
} from "@loom/protocol";
import { DocumentError } from "../disk/document_error.ts";
import { MAX_BYTES } from "../disk/read_text.ts";
import { replaceFile } from "../disk/replace_file.ts";
import { revisionOf, revisionReader } from "../disk/revision.ts";
import { type Document, parseDocument, type ReadDocumentOptions } from "../document.ts";
import { editJsonText } from "../json_text/edit_json_text.ts";
import type { TargetOptions } from "../lock/with_target.ts";
import { JsonTextMemory } from "../json_text/memory.ts";
import { noteSave, unnoteSave } from "./saved_changes.ts";

/** The depth that `parseJsonText` reads. */
const MAX_DEPTH = 1000;

/** The most documents whose earlier text is remembered. */
const MAX_MEMORIES = 64;

/** The earlier texts of documents that this process wrote, so that an edit and its undo give the same bytes. */
const memories = new Map<string, JsonTextMemory>();

/** Options of everything that writes a document. */
export interface WriteOptions extends ReadDocumentOptions, TargetOptions {
  /** The revision that the change is based on; a file with another one is refused. Default: any. */
  expectedRevision?: string;
  /** The operations of the change, for what follows it. Default: the difference. */
  ops?: (() => readonly AnyOp[]) | undefined;
  /** The ids of the live changes that are saved with this write. Default: none. */
  savedChanges?: readonly string[] | undefined;
}

/** The result of a write. */
export interface WriteResult {
  /** The path as it was asked for. */
  readonly path: string;
  /** The path without any symbolic link. */
  readonly realPath: string;
  /** The kind of document. */
  readonly kind: KindName;
  /** The definition now. */
  readonly definition: JsonObject;
  /** The revision before; `undefined` for a file that was not there or was empty. */
  readonly before: string | undefined;
  /** The revision now; in a dry run, the one that the file would have. */
  readonly after: string;
  /** True when the bytes differ. */
  readonly changed: boolean;
  /** The whole text now; in a dry run, the text that the file would have. */
  readonly text: string;
  /** When the file was last changed, in milliseconds since 1970. */
  readonly mtime: number;
}

/** The file that a text is written to. */
interface Target {
  readonly path: string;
  readonly realPath: string;
  /** The revision of what is there; `undefined` for nothing. */
  readonly before: string | undefined;
  readonly mtime: number;
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

/** Writes another text of the same definition in the place of a document's; the caller holds the lock. */
export async function writeLayout(
  document: Document,
  text: string,
  options: WriteOptions,
): Promise<WriteResult> {
  return await writeText({ ...document, before: document.revision }, text, document.kind, options, document);
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
  const kinds = options.kinds ?? LOOM_KINDS;
  return await writeText(target, text, options.kind ?? kinds.ofPath(target.path)?.kind, options);
}

/** Writes a text as it is given, in the place of whatever is there; the caller holds the lock. */
export async function writeWholeText(
  target: Target,
  text: string,
  options: WriteOptions,
): Promise<WriteResult> {
  const kinds = options.kinds ?? LOOM_KINDS;
  return await writeText(target, text, options.kind ?? kinds.ofPath(target.path)?.kind, options);
}

function notAnObject(path: string): DocumentError {
  return new DocumentError(
    "invalid_definition",
    `"${path}" cannot be written: the new definition is not an object, so the change must give one.`,
    path,
  );
}

/** Refuses a depth that could not be read again, before anything walks it; a value that contains itself is endless. */
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

/** A copy with another value for one member, at the same position. */
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
  const source = { path, realPath, text, revision: after, mtime: target.mtime };
  const written = readable(source, kind, bytes.length, options);
  checkDefinition(written, old);
  const changed = before !== after;
  const mtime = changed && !options.dryRun ? await store(target, bytes, after, options) : target.mtime;
  const { definition } = written;
  return { path, realPath, kind: written.kind, definition, before, after, changed, text, mtime };
}

/** Replaces the file; returns the time of its last change. */
async function store(
  { path, realPath, before }: Target,
  bytes: Uint8Array,
  after: string,
  { savedChanges: opIds = [] }: WriteOptions,
): Promise<number> {
  const isLive = opIds.length > 0;
  const revisionNow = await revisionReader();
  if (isLive) await noteSave(realPath, { base: before ?? "", revision: after, at: Date.now(), opIds });
  try {
    await replaceFile(realPath, bytes, path, () => revisionNow(realPath) === before);
  } catch (error) {
    if (isLive) await unnoteSave(realPath, after);
    throw error;
  }
  return (await Deno.stat(realPath)).mtime?.getTime() ?? 0;
}

function memoryOf(realPath: string): JsonTextMemory {
  const memory = memories.get(realPath) ?? new JsonTextMemory();
  memories.delete(realPath);
  memories.set(realPath, memory);
  const oldest = memories.keys().next();
  if (memories.size > MAX_MEMORIES && !oldest.done) memories.delete(oldest.value);
  return memory;
}

/** The text read back, within the same bounds and of the same kind. */
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
    return parseDocument(source, { kind, kinds: options.kinds });
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

/** Refuses a text that could not be opened again, unless the old one could not either: repairs may take several steps. */
function checkDefinition(written: Document, old: Document | undefined): void {
  const fault = written.row.content?.fault;
  const cause = fault?.(written.value);
  if (cause === undefined || (old !== undefined && fault?.(old.value) !== undefined)) return;
  const sentence = cause.message.charAt(0).toLowerCase() + cause.message.slice(1);
  throw new DocumentError(
    "invalid_definition",
    `The change is refused since "${written.path}" could not be opened again: ${sentence}`,
    written.path,
    { cause },
  );
}
