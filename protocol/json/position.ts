/** A place in a text as people count it. */
export interface TextPosition {
  /** The line, from 1. */
  line: number;
  /** The column in UTF-16 units, from 1; a byte order mark is not counted. */
  column: number;
}

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The line and column of an offset in a text. Lines end at `\n`, `\r\n` or a lone `\r`.
 *
 * @param text The whole text.
 * @param offset The offset in UTF-16 units; beyond the end it counts as the end.
 *
 * @example
 * ```ts
 * import { positionAt } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(positionAt("{\n  x", 4), { line: 2, column: 3 });
 * ```
 */
export function positionAt(text: string, offset: number): TextPosition {
  const end = Math.min(offset, text.length);
  let line = 1;
  let lineStart = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  for (let i = lineStart; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== 0x0a && !(unit === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) continue;
    line++;
    lineStart = i + 1;
  }
  return { line, column: Math.max(end - lineStart, 0) + 1 };
}

/** The text without the byte order mark that some editors write in front. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** A `positionAt` for growing offsets that reads the text once. */
export function positionsInOrder(text: string): (offset: number) => TextPosition {
  let readTo = 0;
  let line = 1;
  let column = 1;
  return (offset) => {
    const ahead = positionAt(text.slice(readTo, offset), offset - readTo);
    column = ahead.line === 1 ? column + ahead.column - 1 : ahead.column;
    line += ahead.line - 1;
    readTo = offset;
    return { line, column };
  };
}
