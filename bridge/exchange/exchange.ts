import { isXStateSource } from "@loom/engine";
import { aKind, LoomError, orList } from "@loom/protocol";
import { ERD_EXCHANGE } from "./erd_formats.ts";
import { SEQUENCE_EXCHANGE } from "./sequence_formats.ts";
import type { Exchange, ExchangeFormat, ExchangeReadOptions, ReadText } from "./format.ts";

/** The kinds whose formats are rows of a table; machines have their own converter. */
export const EXCHANGES: readonly Exchange[] = [ERD_EXCHANGE, SEQUENCE_EXCHANGE];

/** The request to read a text. */
export interface TextRequest extends ExchangeReadOptions {
  /** The text. */
  readonly text: string;
  /** The name of the format. Default: what the ending or the text says. */
  readonly format?: string | undefined;
}

/** The formats of the kind that a text is of; `undefined` when no row of the table fits. */
export function exchangeOf({ text, path, format }: Omit<TextRequest, "name">): Exchange | undefined {
  return EXCHANGES.find((exchange) => formatIn(exchange, { text, path, format }) !== undefined);
}

/** The format of a text: by name, else by an ending that only that format has, else by the text. */
function formatIn(
  { row, formats }: Exchange,
  { text, path, format }: Omit<TextRequest, "name">,
): ExchangeFormat | undefined {
  const readable = formats.filter(({ read }) => read !== undefined);
  const isShared = (ending: string) => /^\.(?:json|mmd|mermaid|md|puml|plantuml)$/.test(ending);
  const lower = path.toLowerCase();
  if (format !== undefined && format !== "json") {
    const named = readable.find(({ name }) => name === format);
    return named?.endings.every(isShared) && !named.matches?.(text) ? undefined : named;
  }
  if (format === undefined) {
    const byEnding = readable.find(({ endings }) =>
      endings.some((ending) => !isShared(ending) && lower.endsWith(ending))
    );
    if (byEnding !== undefined) return byEnding;
  }
  const isOther = (/\.\w+df\.(?:json|xml)$/.test(lower) && !lower.endsWith(row.extension)) ||
    isXStateSource(text, path);
  const candidates = format === "json" ? readable.filter(({ isDocument }) => isDocument) : readable;
  return isOther ? undefined : candidates.find(({ matches }) => matches?.(text));
}

/**
 * Reads a text in one of the formats of a kind.
 *
 * @throws {LoomError} `unknown_format` with the formats that there are, and what the reader throws.
 */
export async function readExchange(exchange: Exchange, request: TextRequest): Promise<ReadText> {
  const format = formatIn(exchange, request);
  if (format?.read === undefined) {
    const readable = exchange.formats.filter(({ read }) => read !== undefined);
    throw new LoomError(
      "unknown_format",
      `"${request.path}" is in no format that ${aKind(exchange.row)} is read from: give ${
        orList(readable.map(({ name }) => name))
      }, or a file that ends in ${orList(readable.map(({ endings }) => endings[0]))}.`,
    );
  }
  const { definition, remarks } = await format.read(request.text, request);
  return { kind: exchange.row.kind, format: format.name, definition, remarks };
}

/**
 * The format that is to be written: by name, else by the ending of a path.
 *
 * @throws {LoomError} `unknown_format` with the formats that there are.
 */
export function writerOf(
  { row, formats }: Exchange,
  name: string | undefined,
  path = "",
): ExchangeFormat & Required<Pick<ExchangeFormat, "write">> {
  const found = name === undefined
    ? byEnding(formats, path)
    : formats.find((format) => format.name === name || (name === "json" && format.isDocument));
  if (found?.write !== undefined) return { ...found, write: found.write };
  const writable = formats.filter(({ write }) => write !== undefined);
  throw new LoomError(
    "unknown_format",
    `${
      name !== undefined
        ? `${name} is no format`
        : path === ""
        ? "Name a format"
        : `"${path}" names no format`
    } that ${aKind(row)} is written in: give ${
      orList(writable.map((format) => format.name))
    }, or a file that ends in ${orList(writable.map(({ endings }) => endings[0]))}.`,
  );
}

/** The format with the longest ending that a path has: `.schema.json` before `.json`. */
function byEnding(formats: readonly ExchangeFormat[], path: string): ExchangeFormat | undefined {
  const lower = path.toLowerCase();
  const lengthOf = ({ endings }: ExchangeFormat) =>
    Math.max(0, ...endings.map((ending) => lower.endsWith(ending) ? ending.length : 0));
  return formats.filter((format) => lengthOf(format) > 0)
    .sort((one, other) => lengthOf(other) - lengthOf(one))[0];
}
