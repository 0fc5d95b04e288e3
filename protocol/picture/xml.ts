/** Characters that XML 1.0 cannot hold, even escaped: most control characters, lone surrogates, U+FFFE, U+FFFF. */
// deno-lint-ignore no-control-regex -- they are what must go
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** The text without the characters that XML cannot hold. */
export function xmlCharacters(text: string): string {
  return text.replace(FORBIDDEN, "");
}

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

/** A number as pictures print it: rounded to 2 decimals, never `-0`, never in exponential form. */
export function decimal(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isFinite(rounded) && rounded !== 0 ? String(rounded) : "0";
}

/** The attributes of an element; those that are `undefined` are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Writes an XML element.
 *
 * @param name The name.
 * @param attributes The attributes; texts are escaped, numbers rounded to 2 decimals.
 * @param content What is inside, as XML: escape texts with {@linkcode xmlText}.
 */
export function element(name: string, attributes: Attributes, content: string = ""): string {
  let head = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    head += ` ${key}="${typeof value === "number" ? decimal(value) : xmlText(value)}"`;
  }
  return content === "" ? `${head}/>` : `${head}>${content}</${name}>`;
}
