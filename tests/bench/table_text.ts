/**
 * Tables for a terminal.
 *
 * @module
 */
import type { Cell, Table } from "./harness.ts";

/**
 * Draws a table: columns of numbers to the right, text to the left, then a line for each target.
 *
 * @returns lines, each ended by a newline
 */
export function tableText(table: Table): string {
  const rows = [table.columns, ...table.rows.map((row) => row.map(cellText))];
  const widths = table.columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const numeric = table.columns.map((_, column) => table.rows.some((row) => typeof row[column] === "number"));
  const line = (row: readonly string[]) =>
    widths.map((width, column) => {
      const text = row[column] ?? "";
      return numeric[column] ? text.padStart(width) : text.padEnd(width);
    }).join("  ").trimEnd();
  const [head = [], ...body] = rows;
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  const targets = (table.targets ?? []).map((target) =>
    `${target.met ? "met   " : "MISSED"}  ${target.text}`
  );
  return [line(head), rule, ...body.map(line), ...targets].map((text) => text + "\n").join("");
}

function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (!Number.isFinite(cell)) return "-";
  const digits = Number.isInteger(cell) || Math.abs(cell) >= 100 ? 0 : Math.abs(cell) >= 10 ? 1 : 2;
  return cell.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
