import { displayWidth, elide } from "@loom/protocol";

/** How far apart columns stand. */
const GAP = "  ";

/**
 * Sets rows in columns that are as wide as their widest cell; a column without any text takes no room.
 *
 * @param rows The cells, row by row; a missing one is empty.
 * @param options `width`: the columns of the terminal, to which the last cell of a row is shortened; `paints`: how
 * the cells of each column are painted.
 * @returns The lines, without blanks at their ends.
 */
export function textColumns(
  rows: readonly (readonly string[])[],
  { width, paints = [] }: {
    readonly width?: number | undefined;
    readonly paints?: readonly (((text: string) => string) | undefined)[];
  } = {},
): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell)));
  }
  return rows.map((row) => lineOf(row, widths, width, paints));
}

function lineOf(
  row: readonly string[],
  widths: readonly number[],
  width: number | undefined,
  paints: readonly (((text: string) => string) | undefined)[],
): string {
  const last = row.findLastIndex((cell) => cell !== "");
  let line = "";
  let used = 0;
  for (let index = 0; index <= last; index++) {
    const columns = widths[index] ?? 0;
    if (columns === 0) continue;
    const room = width === undefined ? Infinity : Math.max(width - used, 1);
    const cell = room === Infinity ? row[index] ?? "" : elide(row[index] ?? "", room);
    const painted = paints[index]?.(cell) ?? cell;
    line += index === last ? painted : painted + " ".repeat(columns - displayWidth(cell)) + GAP;
    used += columns + GAP.length;
    if (used >= (width ?? Infinity)) break;
  }
  return line.trimEnd();
}

/**
 * Breaks a text into lines of at most `width` columns, between words.
 *
 * @param text Words with blanks between them.
 * @param width The columns; a longer word stands alone.
 */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
