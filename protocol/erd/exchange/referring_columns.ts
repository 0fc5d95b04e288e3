import type { DraftTable } from "./draft_tables.ts";
import { primaryOf } from "./schema.ts";

/** Adds columns that refer to the primary key of another table, and returns their names. */
export function addColumns(table: DraftTable, target: DraftTable, role: string, nullable: boolean): string[] {
  return primaryOf(target).map((key) => {
    const prefix = wordOf(role);
    const isTold = prefix === "" || wordOf(key).startsWith(`${prefix}_`);
    const name = freeName(isTold ? key : `${prefix}_${key}`, table.columns.map((column) => column.name));
    const type = target.columns.find((column) => column.name === key)?.type ?? "int";
    table.columns.push(
      { name, type: type.replace(/^(big)?serial\b/i, "$1int"), nullable },
    );
    return name;
  });
}

function wordOf(name: string): string {
  return name.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2").replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .toLowerCase();
}

/** A name that is not taken: the wanted one, or with a number. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted}_${number}`;
  return name;
}
