import { isObject, type JsonObject, type JsonValue } from "@loom/protocol";
import { DOCUMENT_KINDS, documentEnvelope, type KindName, kindOfDocument, kindOfPath } from "@loom/protocol";
import { JsonSyntaxError, parseJsonText } from "@loom/protocol";
import { DocumentError } from "./document_error.ts";
import { type DocumentText, readDocumentText, type ReadTextOptions } from "./read_document_text.ts";

/** A document as it stands on disk. */
export interface Document extends DocumentText {
  /** What kind of document it is, by its name, else by its content. */
  readonly kind: KindName;
  /** The whole JSON value: wrapper and sibling fields included. */
  readonly value: JsonValue;
  /** The definition inside; the same as {@linkcode Document.value} when nothing wraps it. */
  readonly definition: JsonObject;
  /** The key that wraps the definition; `undefined` for a bare document. */
  readonly envelope: string | undefined;
}

/** Options for {@linkcode readDocument}. */
export interface ReadDocumentOptions extends ReadTextOptions {
  /** The only kind to accept. Default: every kind. */
  kind?: KindName;
}

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
  return parseDocument(await readDocumentText(path, options), options.kind);
}

/**
 * The document in a text that was read: the half of {@linkcode readDocument} that does not touch the disk.
 *
 * @param kind The only kind to accept. Default: every kind.
 * @throws {DocumentError} As {@linkcode readDocument} does.
 */
export function parseDocument(source: DocumentText, kind?: KindName): Document {
  const value = parsed(source);
  if (!isObject(value)) throw notADefinition(source.path);
  const actual = kindOf(source.path, value, kind);
  const envelope = envelopeOf(value, actual);
  const definition = (envelope === undefined ? value : value[envelope]) as JsonObject;
  return { ...source, kind: actual, value: value as JsonObject, definition, envelope };
}

function parsed(source: DocumentText): unknown {
  const { path, text } = source;
  if (!path.toLowerCase().endsWith(".json") && text.trimStart().startsWith("<")) {
    throw new DocumentError("not_json", `"${path}" is XML and this needs JSON: convert it first.`, path);
  }
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { code, line, column } = error;
    const sentence = error.message.charAt(0).toLowerCase() + error.message.slice(1);
    throw new DocumentError(code, `"${path}" cannot be read: ${sentence}`, path, {
      line,
      column,
      cause: error,
    });
  }
}

function notADefinition(path: string): DocumentError {
  return new DocumentError(
    "unknown_kind",
    `"${path}" holds no document, since its JSON is not an object: name another file.`,
    path,
  );
}

/** The kind of a document; a name and a content that disagree are refused, as is a kind that was not asked for. */
function kindOf(path: string, value: unknown, wanted: KindName | undefined): KindName {
  const named = kindOfPath(path);
  const held = kindOfDocument(value);
  if (named !== undefined && held !== undefined && named !== held) {
    throw new DocumentError(
      "wrong_kind",
      `"${path}" is named as ${aKind(named)} but holds ${aKind(held)}: rename it to end in ${
        extensionOf(held)
      }.`,
      path,
    );
  }
  const kind = named ?? held ?? wanted;
  if (kind === undefined) {
    throw new DocumentError(
      "unknown_kind",
      `Neither its name nor its content tells what kind of document "${path}" is: rename it to end in ${endings()}.`,
      path,
    );
  }
  if (wanted !== undefined && kind !== wanted) {
    throw new DocumentError(
      "wrong_kind",
      `"${path}" is ${aKind(kind)} and this needs ${aKind(wanted)}: name a document that ends in ${
        extensionOf(wanted)
      }.`,
      path,
    );
  }
  return kind;
}

/** The wrapper key of a document of that kind; a field of the same name in another kind wraps nothing. */
function envelopeOf(value: unknown, kind: KindName): string | undefined {
  const key = documentEnvelope(value);
  return key !== undefined && rowOf(kind)?.wrapperKeys.includes(key) ? key : undefined;
}

function aKind(kind: KindName): string {
  const title = rowOf(kind)?.title ?? kind;
  return `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;
}

function extensionOf(kind: KindName): string {
  return rowOf(kind)?.extension ?? ".json";
}

function rowOf(kind: KindName) {
  return DOCUMENT_KINDS.find((row) => row.kind === kind);
}

function endings(): string {
  const all = DOCUMENT_KINDS.map((row) => row.extension);
  return `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}
