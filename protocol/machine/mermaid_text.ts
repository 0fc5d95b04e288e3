import { oneLine } from "../one_line.ts";

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

/** Whether a name can stand in a state diagram as it is. */
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
  // Newer versions read labels as Markdown.
  [/~(?=~)/g, "#126;"],
  [/(?<=\])\(/g, "#40;"],
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "#95;"],
  [/(?<=^\d+)\.(?=\s|$)/g, "#46;"],
  [/(?<=^\d+)\)(?=\s|$)/g, "#41;"],
  [/^-/g, "#45;"],
  [/^\+/g, "#43;"],
  [/^=/g, "#61;"],
  [/^>/g, "#gt;"],
];

/** Writes a text as one line of a label, so that Mermaid shows it and reads nothing into it. */
export function labelText(text: string): string {
  let label = oneLine(text).replace(/[#:;"<\\*`]/g, (character) => ENTITIES[character] ?? character);
  for (const [pattern, replacement] of IN_COMPANY) label = label.replace(pattern, replacement);
  return label;
}

/** Writes a note's lines; none of them can end the note. */
export function noteLines(text: string): string[] {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map(labelText).filter((line) => line !== "");
  return lines.map((line) =>
    line.replace(/^end(?=\s+note)/i, (word) => `#${word.charCodeAt(0)};${word.slice(1)}`)
  );
}
