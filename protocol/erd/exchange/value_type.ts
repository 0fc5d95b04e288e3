import type { ErdEnum } from "../types.ts";
import { inlineValues } from "./sql/types.ts";

/** A type of values, as far as programs tell them apart. */
export type ValueType =
  | { readonly kind: "integer" | "number" | "boolean" | "any" }
  | { readonly kind: "text"; readonly format?: string; readonly longest?: number }
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "enum"; readonly name: string }
  | { readonly kind: "list"; readonly of: ValueType };

/** Types by the first word in lower case. */
const WORDS: readonly (readonly [RegExp, ValueType])[] = [
  [/^(?:tiny|small|medium|big)?int(?:eger)?\d*\b|^(?:small|big)?serial\b|^long$/, { kind: "integer" }],
  [/^(?:decimal|numeric|number|float\d*|double|real|money)\b/, { kind: "number" }],
  [/^bool(?:ean)?$|^bit$/, { kind: "boolean" }],
  [/^date$/, { kind: "text", format: "date" }],
  [/^(?:datetime|timestamp)/, { kind: "text", format: "date-time" }],
  [/^time\b/, { kind: "text", format: "time" }],
  [/^(?:uuid|guid)$/, { kind: "text", format: "uuid" }],
  [/^(?:blob|bytes|binary|bytea)\b/, { kind: "text", format: "base64" }],
  [/^(?:string|\w*text|n?(?:var)?char|character)\b/, { kind: "text" }],
];

/** The type of the values of an attribute; `undefined` for a word that is not known. */
export function valueTypeOf(type: string, enums: readonly ErdEnum[]): ValueType | undefined {
  const trimmed = type.trim();
  if (enums.some(({ name }) => name === trimmed)) return { kind: "enum", name: trimmed };
  const values = inlineValues(trimmed);
  if (values !== undefined) return { kind: "values", values };
  const [, base] = /^(.*?)\s*\[\]$/s.exec(trimmed) ?? [];
  if (base !== undefined) return { kind: "list", of: valueTypeOf(base, enums) ?? { kind: "any" } };
  const lower = trimmed.toLowerCase();
  if (/^jsonb?$/.test(lower)) return { kind: "any" };
  const found = WORDS.find(([pattern]) => pattern.test(lower))?.[1];
  const [, longest] = /char\w*\s*\((\d+)\)$|^string\s*\((\d+)\)$/.exec(lower) ?? [];
  return found?.kind === "text" && longest !== undefined ? { ...found, longest: Number(longest) } : found;
}

/** A default value as a value; `undefined` for an expression. */
export function constantOf(text: string): string | number | boolean | undefined {
  if (/^(?:true|false)$/i.test(text)) return /^true$/i.test(text);
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return Number(text);
  const [, quoted] = /^'((?:[^']|'')*)'$/s.exec(text) ?? [];
  return quoted?.replaceAll("''", "'");
}
