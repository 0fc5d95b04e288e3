import { DIAGRAM_FORMATS, type DiagramFormat } from "@loom/protocol";
import type { AnyKind, JsonObject, KindName, TextDocument, TextRemark, WrittenText } from "@loom/protocol";

/** A format that documents of a kind are read from, written in, or both. */
export interface ExchangeFormat {
  /** The word for it in programs. */
  readonly name: string;
  /** The endings of its files, that of new files first. */
  readonly endings: readonly [string, ...string[]];
  /** True for the format of documents themselves. */
  readonly isDocument?: true;
  /** The dialects that it has, the default first. Default: it has none. */
  readonly dialects?: readonly string[];
  /** True for a text that looks like this format. Default: none does. */
  matches?(text: string): boolean;
  /**
   * Reads a document. Default: the format is only written.
   *
   * @throws {LoomError} When the text cannot be read.
   */
  read?(text: string, options: ExchangeReadOptions): Promise<TextDocument>;
  /** Writes a document; the last line is ended. Default: the format is only read. */
  write?(definition: JsonObject, options: ExchangeWriteOptions): WrittenText;
}

/** Options of {@linkcode ExchangeFormat.read}. */
export interface ExchangeReadOptions {
  /** The name of the document where the text has none. */
  readonly name: string;
  /** The path of the text, for messages. */
  readonly path: string;
  /** The dialect. Default: what the text looks like. */
  readonly dialect?: string | undefined;
}

/** Options of {@linkcode ExchangeFormat.write}. */
export interface ExchangeWriteOptions {
  /** The dialect. Default: the first. */
  readonly dialect?: string | undefined;
}

/** The formats of a kind of document. */
export interface Exchange {
  /** The kind. */
  readonly row: AnyKind;
  /** The formats. */
  readonly formats: readonly ExchangeFormat[];
}

/** A document that was read from one of the formats of its kind. */
export interface ReadText {
  /** The kind of document. */
  readonly kind: KindName;
  /** The name of the format. */
  readonly format: string;
  /** The document. */
  readonly definition: JsonObject;
  /** Parts that could not be taken over as they are. */
  readonly remarks: readonly TextRemark[];
}

/** The formats of other drawing programs that documents of a kind are written in. */
export function diagramFormats({ content }: AnyKind): ExchangeFormat[] {
  const writers = content?.pictures.diagrams ?? {};
  return (Object.keys(writers) as DiagramFormat[]).flatMap((name) => {
    const writer = writers[name];
    return writer === undefined ? [] : [{
      name,
      endings: [`.${DIAGRAM_FORMATS[name].extension}`],
      write: (definition: JsonObject) => writer.write(definition),
    }];
  });
}
