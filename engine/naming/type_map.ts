/** A type or a name in each language. */
export interface Spelling {
  /** In TypeScript. */
  readonly typescript: string;
  /** In Python. */
  readonly python: string;
}

/** The words of the format that stand for types of the languages. */
const TYPES: ReadonlyMap<string, Spelling> = new Map([
  ["string", { typescript: "string", python: "str" }],
  ["int", { typescript: "number", python: "int" }],
  ["float", { typescript: "number", python: "float" }],
  ["double", { typescript: "number", python: "float" }],
  ["number", { typescript: "number", python: "float" }],
  ["bool", { typescript: "boolean", python: "bool" }],
  ["boolean", { typescript: "boolean", python: "bool" }],
  ["object", { typescript: "unknown", python: "Any" }],
  ["Object", { typescript: "unknown", python: "Any" }],
]);

/** The type of what nothing is known of. */
export const UNKNOWN_TYPE: Spelling = { typescript: "unknown", python: "Any" };

/** The words for types of declared data. */
const DATA_TYPES: ReadonlyMap<string, Spelling> = new Map([
  ["text", { typescript: "string", python: "str" }],
  ["enum", { typescript: "string", python: "str" }],
  ["integer", { typescript: "number", python: "int" }],
  ["list", { typescript: "unknown[]", python: "list[Any]" }],
  ["any", UNKNOWN_TYPE],
]);

/**
 * The types of a word of the format; `undefined` when it is the name of a class.
 *
 * @param hasData True where data is declared: its words are words for parameters, too.
 */
export function builtInType(word: string, hasData = false): Spelling | undefined {
  return TYPES.get(word) ?? (hasData ? DATA_TYPES.get(word) : undefined);
}
