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

/** The types of a word of the format; `undefined` when it is the name of a class. */
export function builtInType(word: string): Spelling | undefined {
  return TYPES.get(word);
}
