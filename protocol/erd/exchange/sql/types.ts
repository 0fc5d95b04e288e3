import type { ErdEnum } from "../../types.ts";
import type { DialectRow } from "./dialect.ts";

/** A type as SQL has it. */
export interface SqlType {
  /** The type. */
  readonly text: string;
  /** The only values, where the type does not say them. */
  readonly values?: readonly string[];
  /** True when the column counts by itself. */
  readonly isCounting?: boolean;
  /** True when the document's type has no place and a text replaces it. */
  readonly isReplaced?: boolean;
}

/** Values of an enum in a type's own text: `enum(a, b)`. */
export function inlineValues(type: string): string[] | undefined {
  const [, list] = /^enum\s*\((.*)\)$/is.exec(type.trim()) ?? [];
  if (list === undefined) return undefined;
  const values = Array.from(
    list.matchAll(/\s*(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([^,]+))\s*(?:,|$)/g),
    ([, single, double, bare]) =>
      single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? bare?.trim() ?? "",
  );
  return values.filter((value) => value !== "");
}

/** The type of a column in a dialect. */
export function sqlTypeOf(type: string, dialect: DialectRow, enums: readonly ErdEnum[]): SqlType {
  const named = enums.find(({ name }) => name === type);
  const values = named?.values ?? inlineValues(type);
  if (values !== undefined) return { text: textType(dialect), values };
  const [, base = type, list = ""] = /^(.*?)((?:\s*\[\])*)$/s.exec(type) ?? [];
  if (list !== "") {
    const inner = sqlTypeOf(base.trim(), dialect, []);
    if (dialect.title === "PostgreSQL" && !inner.values) return { ...inner, text: inner.text + list.trim() };
    return { text: known("json", "", dialect) };
  }
  if (/\sunsigned$/i.test(base)) {
    const plain = sqlTypeOf(base.replace(/\s+unsigned$/i, ""), dialect, []);
    return dialect.title === "MySQL"
      ? { ...plain, text: `${plain.text} unsigned` }
      : { ...plain, isReplaced: true };
  }
  const [, word = base, size = "", rest = ""] = /^([^()]*?)\s*(\([^()]*\))?(\s+[\w\s]+)?$/s.exec(base) ?? [];
  if (!/^[\w.]+(?:\s+\w+)*$/.test(word.trim()) || !/^(?:\([\w\s,-]*\))?$/.test(size)) {
    return { text: known("string", "", dialect), isReplaced: true };
  }
  const text = known(word.trim(), size, dialect) + rest;
  return { text, ...(/^(?:big)?serial$/i.test(base) ? { isCounting: true } : {}) };
}

/** The type of a text that a key can have. */
export function textType(dialect: DialectRow): string {
  return known("string", "", dialect);
}

/** A type of one word, mapped where the dialect has its own; its size follows the `$`. */
function known(word: string, size: string, { types }: DialectRow): string {
  const lower = word.toLowerCase();
  const mapped = Object.hasOwn(types, lower) ? types[lower] : undefined;
  if (mapped === undefined) return word + size;
  const [name = "", given] = mapped.split("$");
  if (given === undefined) return mapped;
  return name + (size !== "" ? size : given === "" ? "" : `(${given})`);
}
