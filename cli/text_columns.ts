import { displayWidth, elide } from "@loom/protocol/words";

/** Gap between columns. */
const GAP = "  ";
/** The widest column, without a terminal to fit: a longer cell pushes the rest of its row aside. */
const WIDEST = 60;
/** A second cell is not shortened below this, and of further ones less is not shown. */
const LEAST_ROOM = 8;

/**
 * Sets rows in columns that are as wide as their widest cell; a column without any text takes no room. A cell that
 * would take more than half of the terminal pushes the rest of its row aside.
 *
 * @param rows The cells, row by row; a missing one is empty.
 * @param options `width`: the columns of the terminal, to which all cells but the first are shortened, or left out
 * where no room is; `paints`: how the cells of each column are painted.
 * @returns The lines, without blanks at their ends.
 */
export function textColumns(
  rows: readonly (readonly string[])[],
  { width, paints = [] }: {
    readonly width?: number | undefined;
    readonly paints?: readonly (((text: string) => string) | undefined)[];
  } = {},
): string[] {
  const widest = width === undefined ? WIDEST : Math.floor(width / 2);
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      const columns = displayWidth(cell);
      widths[index] = Math.max(widths[index] ?? 0, columns > widest ? 1 : columns);
    });
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
    const whole = row[index] ?? "";
    const room = width === undefined ? Infinity : width - used;
    if (index > 1 && room < LEAST_ROOM) break;
    const cell = index === 0 || room === Infinity ? whole : elide(whole, Math.max(room, LEAST_ROOM));
    const blanks = index === last ? "" : " ".repeat(Math.max(columns - displayWidth(cell), 0)) + GAP;
    line += (paints[index]?.(cell) ?? cell) + blanks;
    used += displayWidth(cell) + blanks.length;
  }
  return line.trimEnd();
}
