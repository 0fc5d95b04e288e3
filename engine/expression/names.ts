/** The words that stand for a value, in either language's spelling. */
export const VALUE_WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
  ["undefined", null],
]);

const OPERATOR_WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "in", "is"]);
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** True when `word` is spelled like a name; keywords are. */
export function isWord(word: string): boolean {
  return NAME.test(word);
}

/** True when `word` means something else than a name. */
export function isReserved(word: string): boolean {
  return VALUE_WORDS.has(word) || OPERATOR_WORDS.has(word);
}

/**
 * True when a member of this name is out of reach on every value: the doors from data to the language itself,
 * in JavaScript (`constructor`, `prototype`, `__proto__`) and in Python (`__class__` and its kin).
 */
export function isForbidden(name: string): boolean {
  return name === "constructor" || name === "prototype" || (name.startsWith("__") && name.endsWith("__"));
}
