import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  type JsonObject,
  type KindName,
  type KindTable,
  LoomError,
  type ReadFile,
  type TextFormat,
  type TextPart,
  type TextRemark,
} from "@loom/protocol";
import { dirname, join } from "@std/path";
import { DocumentError } from "./disk/document_error.ts";
import { type DocumentText, readDocumentText } from "./disk/read_text.ts";
import { parseDocument } from "./document.ts";

/** The name of the JSON format, which every kind has. */
export const JSON_FORMAT = "json";

/** A document that was read from a text in any format. */
export interface ParsedText {
  /** The kind of document. */
  readonly row: AnyKind;
  /** The definition, unwrapped. */
  readonly definition: JsonObject;
  /** The name of the format. */
  readonly format: string;
  /** The key that wraps the definition in JSON, if one does. */
  readonly envelope: string | undefined;
  /** The parts of the text that could not be taken over as they are. */
  readonly remarks: readonly TextRemark[];
  /** The documents that the text holds inside this one. Default: none. */
  readonly parts?: readonly TextPart[];
}

/** Options for {@linkcode parseTextOf}. */
export interface ParseTextOptions {
  /** The name of the format. Default: by the ending of the path, else by the text. */
  readonly format?: string | undefined;
  /** The only kind to accept. Default: every kind. */
  readonly kind?: KindName | undefined;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The document's name where the text has none. */
  readonly name?: string | undefined;
}

/**
 * Reads a document from a text in any format of its kind.
 *
 * @throws {DocumentError} When its JSON is broken or of another kind.
 * @throws {LoomError} When the text cannot be opened as a document of its kind.
 *
 * @example
 * ```ts
 * import { parseTextOf } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 * const text = "stateDiagram-v2\n  Off --> On : press\n";
 * const { row, format } = await parseTextOf({ path: "lamp.mmd", realPath: "", text, revision: "", mtime: 0 });
 * assertEquals([row.kind, format], ["machine", "mermaid"]);
 * ```
 */
export async function parseTextOf(source: DocumentText, options: ParseTextOptions = {}): Promise<ParsedText> {
  const { kind, kinds = LOOM_KINDS, name } = options;
  const found = formatIn(source, options, kinds);
  if (found !== undefined) {
    const { row, format } = found;
    const read = await format.read(source.text, name, filesBeside(source.realPath));
    return { row, format: format.name, envelope: undefined, ...read };
  }
  const { row, value, definition, envelope } = parseDocument(source, { kind, kinds });
  const fault = row.content?.fault?.(value, source.text);
  if (fault !== undefined) throw fault;
  return { row, definition, format: JSON_FORMAT, envelope, remarks: [] };
}

/** Reads the files that a text names, from the folder of its own file and those inside; none for a text without a file. */
export function filesBeside(realPath: string): ReadFile | undefined {
  if (realPath === "") return undefined;
  const root = dirname(realPath);
  return async (path) => {
    try {
      return (await readDocumentText(join(root, path), { root })).text;
    } catch (error) {
      if (error instanceof DocumentError) return undefined;
      throw error;
    }
  };
}

type ReadableFormat = TextFormat & Required<Pick<TextFormat, "read">>;

function isReadable(format: TextFormat): format is ReadableFormat {
  return format.read !== undefined;
}

/** The format of a text that is not a JSON document. */
function formatIn(
  { text, path }: DocumentText,
  { format: wanted, kind }: ParseTextOptions,
  kinds: KindTable,
): { row: AnyKind; format: ReadableFormat } | undefined {
  if (wanted === JSON_FORMAT) return undefined;
  const isJson = wanted === undefined && /\.json$/i.test(path);
  const readable = kinds.rows.filter((row) => kind === undefined || row.kind === kind)
    .flatMap((row) => row.content?.formats?.filter(isReadable).map((format) => ({ row, format })) ?? []);
  if (wanted !== undefined) return readable.find(({ format }) => format.name === wanted);
  if (isJson) return readable.find(({ format }) => format.isJson && format.matches(text, path));
  // By the ending alone, so that the reader of the format says what is wrong with the text.
  return readable.find(({ format }) => format.matches(text, path)) ??
    readable.find(({ format }) => format.endings.some((ending) => path.toLowerCase().endsWith(ending)));
}

/**
 * Writes a document as text in a format of its kind; the last line is ended.
 *
 * @param isBare Whether JSON has the definition alone, without its wrapper.
 * @throws {LoomError} `unknown_format`, or `too_deep` when it nests deeper than the format can be written.
 */
export async function textOf(
  row: AnyKind,
  definition: JsonObject,
  format: string,
  isBare = false,
): Promise<string> {
  const found = row.content?.formats?.find(({ name }) => name === format);
  if (found?.write !== undefined) return (await found.write(definition)).text;
  if (format !== JSON_FORMAT) {
    throw new LoomError("unknown_format", `A ${row.title} has no text format "${format}".`);
  }
  const [wrapper] = row.wrapperKeys;
  try {
    return JSON.stringify(isBare || wrapper === undefined ? definition : { [wrapper]: definition }, null, 2) +
      "\n";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message =
      `The ${row.title} nests too deep, or is too large, to be written as JSON: make it flatter or split it.`;
    throw new LoomError("too_deep", message, { cause: error });
  }
}
