import { isReserved, isWord } from "../expression/names.ts";

/** True when a guard's text is a plain name and nothing else. */
export function isPlainName(text: string): boolean {
  const word = text.trim();
  return isWord(word) && !isReserved(word);
}
