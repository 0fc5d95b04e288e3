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

const WORD = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const NAME =
  /^(?!(?:[tT]rue|[fF]alse|null|None|undefined|and|or|not|in|is)$)[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** True when `word` is spelled like a name; keywords are. */
export function isWord(word: string): boolean {
  return WORD.test(word);
}

/** True when `word` is a name. */
export function isName(word: string): boolean {
  return NAME.test(word);
}

/** True when `word` is spelled like a name and means something else. */
export function isReserved(word: string): boolean {
  return isWord(word) && !isName(word);
}

/**
 * True when a member of this name is out of reach on every value: the doors from data to the language itself,
 * in JavaScript (`constructor`, `prototype`, `__proto__`) and in Python (`__class__` and its kin).
 */
export function isForbidden(name: string): boolean {
  return name === "constructor" || name === "prototype" || (name.startsWith("__") && name.endsWith("__"));
}
