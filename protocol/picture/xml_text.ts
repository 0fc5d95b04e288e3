import { xmlCharacters } from "./xml_characters.ts";

const SPECIAL = /[&<>"'\t\n\r]/g;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  // A parser turns these into blanks inside an attribute unless they are escaped.
  ["\t", "&#9;"],
  ["\n", "&#10;"],
  ["\r", "&#13;"],
]);

/** Escapes a text for an XML element or attribute; characters that XML cannot hold are left out. */
export function xmlText(text: string): string {
  return xmlCharacters(text).replace(SPECIAL, (character) => ESCAPES.get(character) ?? character);
}
