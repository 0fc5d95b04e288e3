import { oneLine } from "../../text/terminal_text.ts";

/** Words that Mermaid's state diagrams read as something else than a name, in lower case. */
const RESERVED: ReadonlySet<string> = new Set([
  "acctitle",
  "accdescr",
  "as",
  "class",
  "classdef",
  "click",
  "default",
  "direction",
  "end",
  "hide",
  "href",
  "note",
  "scale",
  "state",
  "statediagram",
  "style",
]);

/** The name Mermaid itself gives to the whole diagram; what is inside a state of that name would fall out of it. */
const DIAGRAM_ID = "root";

/** Checks whether a name needs no alias in a state diagram. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && labelText(name) === name && name !== DIAGRAM_ID &&
    !RESERVED.has(name.toLowerCase()) && !Object.hasOwn(Object.prototype, name);
}

/** Characters that end a label or mean something in it, as Mermaid writes them: `#`, a code, `;`. */
const ENTITIES: Readonly<Record<string, string>> = {
  "#": "#35;",
  ":": "#58;",
  ";": "#59;",
  '"': "#quot;",
  "<": "#lt;",
  "\\": "#92;",
  "*": "#42;",
  "`": "#96;",
};

/** Characters that mean something only in company. */
const IN_COMPANY: readonly (readonly [RegExp, string])[] = [
  [/&(?=[#\w])/g, "#amp;"],
  // Comments and directives begin with two percent signs, formulas with two dollar signs.
  [/%(?=%)/g, "#37;"],
  [/\$(?=\$)/g, "#36;"],
  // `state` lines are searched for [[fork]], [[join]] and [[choice]].
  [/\[(?=\[)/g, "#91;"],
  // A line that has these words anywhere sets the direction of the drawing.
  [/(?<=direction)\s+(?=TB|BT|RL|LR)/gi, "#32;"],
  // Mermaid's own spelling of a code, until a browser shows it.
  [/\uFB02(?=\u00B0)/g, "#64258;"],
  // Newer versions read labels as Markdown.
  [/~(?=~)/g, "#126;"],
  [/(?<=\])\(/g, "#40;"],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "#95;"],
];

/** Characters that mean something where a label begins. */
const IN_FRONT: readonly (readonly [RegExp, string])[] = [
  [/(?<=^\d+)\.(?=\s|$)/g, "#46;"],
  [/(?<=^\d+)\)(?=\s|$)/g, "#41;"],
  [/^-/g, "#45;"],
  [/^\+/g, "#43;"],
  [/^=/g, "#61;"],
  [/^>/g, "#gt;"],
];

/** Writes a text as one line of a label, escaped so that Mermaid shows it unchanged. */
export function labelText(text: string): string {
  return asLabel(phraseText(text));
}

/** Makes a label of what {@linkcode phraseText} wrote. */
export function asLabel(phrase: string): string {
  return replaced(phrase, IN_FRONT);
}

/** Writes a text as a part of a label. */
export function phraseText(text: string): string {
  const phrase = oneLine(text).replace(/[#:;"<\\*`]/g, (character) => ENTITIES[character] ?? character);
  return replaced(phrase, IN_COMPANY);
}

function replaced(text: string, rows: readonly (readonly [RegExp, string])[]): string {
  return rows.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Codes by their names, as far as state diagrams are likely to use them. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  ast: "*",
  colon: ":",
  gt: ">",
  hash: "#",
  hellip: "\u2026",
  larr: "\u2190",
  lbrace: "{",
  lbrack: "[",
  lpar: "(",
  lt: "<",
  mdash: "\u2014",
  nbsp: " ",
  ndash: "\u2013",
  num: "#",
  quot: '"',
  rarr: "\u2192",
  rbrace: "}",
  rbrack: "]",
  rpar: ")",
  semi: ";",
  times: "\u00D7",
};

/**
 * The text that Mermaid shows for a label: codes such as `#35;` and `#quot;` become their characters, line
 * breaks become spaces. It is the inverse of {@linkcode labelText} for texts of one line.
 */
export function plainText(label: string): string {
  const line = label.split(/<br\s*\/?>|\\n/i).map((part) => part.trim()).join(" ");
  return line.replace(/#(\w+);|&([a-z]\w*);/gi, (code, word, name) => characterOf(word ?? name) ?? code)
    .trim();
}

function characterOf(word: string): string | undefined {
  if (!/^\d+$/.test(word)) return Object.hasOwn(NAMED, word) ? NAMED[word] : undefined;
  const point = Number(word);
  return point > 0 && point <= 0x10FFFF ? String.fromCodePoint(point) : undefined;
}

/** Writes a note's lines; none of them can end the note. */
export function noteLines(text: string): string[] {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map(labelText).filter((line) => line !== "");
  return lines.map((line) =>
    line.replace(/^end(?=\s+note)/i, (word) => `#${word.charCodeAt(0)};${word.slice(1)}`)
  );
}
