import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  aKind,
  type AnyKind,
  isObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  type KindName,
  type KindTable,
  parseJsonText,
} from "@loom/protocol";
import { DocumentError } from "./disk/document_error.ts";
import { type DocumentText, readDocumentText, type ReadTextOptions } from "./disk/read_text.ts";

/** A document on disk. */
export interface Document extends DocumentText {
  /** The kind of document, by its name, else by its content. */
  readonly kind: KindName;
  /** The row of the kind. */
  readonly row: AnyKind;
  /** The whole JSON value, with wrapper and sibling fields. */
  readonly value: JsonValue;
  /** The definition inside; the same as {@linkcode Document.value} when nothing wraps it. */
  readonly definition: JsonObject;
  /** The key that wraps the definition; `undefined` for a bare document. */
  readonly envelope: string | undefined;
}

/** Options for {@linkcode parseDocument}. */
export interface ParseDocumentOptions {
  /** The only kind to accept. Default: every kind. */
  kind?: KindName | undefined;
  /** The kinds of documents. Default: those of the loom. */
  kinds?: KindTable | undefined;
}

/** Options for {@linkcode readDocument}. */
export interface ReadDocumentOptions extends ReadTextOptions, ParseDocumentOptions {}

/**
 * Reads a document: the one reader of the loom.
 *
 * @param path A path of a JSON document; symbolic links are followed.
 * @returns The document with its text, its value, its definition and its revision.
 * @throws {DocumentError} One sentence that says what is wrong with the path, the file or its JSON.
 *
 * @example
 * ```ts
 * import { createDocument, readDocument } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * await createDocument(`${folder}/door.smdf.json`, { settings: {}, events: [], state: { name: "Root" } });
 * const document = await readDocument(`${folder}/door.smdf.json`);
 * assertEquals(document.kind, "machine");
 * assertEquals(document.definition.state, { name: "Root" });
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function readDocument(path: string, options: ReadDocumentOptions = {}): Promise<Document> {
  return parseDocument(await readDocumentText(path, options), options);
}

/**
 * The document in a text that was read: the half of {@linkcode readDocument} that does not touch the disk.
 *
 * @throws {DocumentError} As {@linkcode readDocument} does.
 */
export function parseDocument(source: DocumentText, options: ParseDocumentOptions = {}): Document {
  const value = parsed(source);
  if (!isObject(value)) throw notADefinition(source.path);
  const kinds = options.kinds ?? LOOM_KINDS;
  const row = kindOf(source.path, value, options.kind, kinds);
  const key = kinds.envelope(value);
  // A field of that name in another kind wraps nothing.
  const envelope = key !== undefined && row.wrapperKeys.includes(key) ? key : undefined;
  const definition = (envelope === undefined ? value : value[envelope]) as JsonObject;
  return { ...source, kind: row.kind, row, value: value as JsonObject, definition, envelope };
}

function parsed({ path, text }: DocumentText): unknown {
  if (!path.toLowerCase().endsWith(".json") && text.trimStart().startsWith("<")) {
    throw new DocumentError("not_json", `"${path}" is XML and this needs JSON: convert it first.`, path);
  }
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { code, line, column } = error;
    const sentence = error.message.charAt(0).toLowerCase() + error.message.slice(1);
    const details = { line, column, cause: error };
    throw new DocumentError(code, `"${path}" cannot be read: ${sentence}`, path, details);
  }
}

function notADefinition(path: string): DocumentError {
  return new DocumentError(
    "unknown_kind",
    `"${path}" holds no document, since its JSON is not an object: name another file.`,
    path,
  );
}

/** The kind of a document; refuses a name that disagrees with the content, and a kind that was not asked for. */
function kindOf(path: string, value: unknown, wanted: KindName | undefined, kinds: KindTable): AnyKind {
  const named = kinds.ofPath(path);
  const held = kinds.ofDocument(value);
  const asked = wanted === undefined ? undefined : kinds.named(wanted);
  if (named !== undefined && held !== undefined && named !== held) {
    throw new DocumentError(
      "wrong_kind",
      `"${path}" is named as ${aKind(named)} but holds ${
        aKind(held)
      }: rename it to end in ${held.extension}.`,
      path,
    );
  }
  const kind = named ?? held ?? asked;
  if (kind === undefined) {
    throw new DocumentError(
      "unknown_kind",
      `Neither its name nor its content tells what kind of document "${path}" is: rename it to end in ${kinds.endings}.`,
      path,
    );
  }
  if (asked !== undefined && kind !== asked) {
    throw new DocumentError(
      "wrong_kind",
      `"${path}" is ${aKind(kind)} and this needs ${
        aKind(asked)
      }: name a document that ends in ${asked.extension}.`,
      path,
    );
  }
  return kind;
}
