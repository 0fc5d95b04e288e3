import { type Glyph, GLYPH_VOCABULARY, SIGNAL_GLYPH } from "./glyph.ts";

/** The least length of a word that is looked for in compounds: shorter ones occur in other words by chance. */
const COMPOUND_WORD = 5;
/** The least length of the other part of a compound (`restart`, `autoconfirm`), before or after the word. */
const LEAST_BEFORE = 2;
const LEAST_BEHIND = 4;
/** Words that negate the next word. */
const NEGATING_WORDS = new Set(["not", "no", "non", "never", "cannot", "dont"]);
/** Prefixes that change the meaning of the word. */
const TURNING_SYLLABLES = new Set(["un", "in", "dis", "non", "not", "mis", "en"]);
/**
 * Endings of word forms: after the word, after the word without its last letter, and after it with the letter
 * doubled.
 */
const ENDINGS = ["s", "es", "ed", "ing", "ation", "ance", "ment"];
const ENDINGS_FOR_E = ["ed", "es", "ing", "al", "ion", "ation", "y", "ure"];
const ENDINGS_FOR_Y = ["ies", "ied", "ying", "ication"];
const ENDINGS_DOUBLED = ["ed", "ing"];

interface Row {
  readonly glyph: Glyph;
  readonly forms: ReadonlySet<string>;
  /** The forms that are looked for in compounds. */
  readonly parts: readonly string[];
}

const ROWS: readonly Row[] = GLYPH_VOCABULARY.map(({ glyph, words }) => ({
  glyph,
  forms: new Set(words.flatMap(formsOf)),
  parts: words.filter((word) => word.length >= COMPOUND_WORD).flatMap(formsOf),
}));

/**
 * The glyph that suits an event, by the words of its id: `orderConfirmed` and `confirm_order` are marked with a
 * check.
 *
 * An id is read as words, divided at capitals and at all that is no letter; two words are also read as one
 * (`time_out`). A word fits a row of {@linkcode GLYPH_VOCABULARY} when it is one of its words or a form of one
 * (`approved`, `expiry`); when no word of the id does, compounds count (`orderconfirmed`). A word that is
 * negated does not count.
 *
 * @param eventId The id; upper and lower case are the same.
 * @returns The glyph of the first row that fits, else the signal.
 *
 * @example
 * ```ts
 * import { eventGlyph } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const ids = ["confirm_order", "timeoutExpired", "RESET", "payment.accepted"];
 * assertEquals(ids.map((id) => eventGlyph(id).id), ["confirm", "clock", "signal", "confirm"]);
 * ```
 */
export function eventGlyph(eventId: string): Glyph {
  const words = wordsOf(eventId);
  const counting = words.filter((_, i) => !NEGATING_WORDS.has(words[i - 1] ?? ""));
  const pairs = words.slice(1).map((word, i) => words[i] + word);
  const row = ROWS.find(({ forms }) => [...counting, ...pairs].some((word) => forms.has(word))) ??
    ROWS.find(({ parts }) => counting.some((word) => parts.some((part) => isCompound(word, part))));
  return row?.glyph ?? SIGNAL_GLYPH;
}

function wordsOf(eventId: string): string[] {
  const words = eventId.match(/\p{Lu}?[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{L}/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

function isCompound(word: string, part: string): boolean {
  const rest = word.length - part.length;
  if (rest >= LEAST_BEHIND && word.startsWith(part)) return true;
  return rest >= LEAST_BEFORE && word.endsWith(part) && !TURNING_SYLLABLES.has(word.slice(0, rest));
}

function formsOf(word: string): string[] {
  const shorter = word.slice(0, -1);
  const last = word.slice(-1);
  const forms = [word, ...ENDINGS.map((ending) => word + ending)];
  if (last === "e") forms.push(...ENDINGS_FOR_E.map((ending) => shorter + ending));
  if (last === "y") forms.push(...ENDINGS_FOR_Y.map((ending) => shorter + ending));
  forms.push(...ENDINGS_DOUBLED.map((ending) => word + last + ending));
  return forms;
}
