/**
 * Spellings of ECMAScript that the language of machines has by other words.
 *
 * @module
 */

/** Words that ECMAScript keeps for itself and the language of machines reads as names. */
const RESERVED = new Set(
  ("break case catch class const continue debugger default delete do enum export extends finally for function if import " +
    "instanceof new return super switch this throw try typeof var void while with yield").split(" "),
);

/** True for a word that no variable of ECMAScript can have as its name. */
export function isReservedWord(name: string): boolean {
  return RESERVED.has(name);
}

/** The longest text that is looked into. */
const MOST_CHARACTERS = 10_000;

/** Objects and functions of ECMAScript, which here only the host can give. */
const GLOBALS = new Set(
  "Array Boolean Date Math Number Object String console isFinite isNaN parseFloat parseInt".split(" "),
);

/** True for an object or a function that ECMAScript brings along. */
export function isGlobal(name: string): boolean {
  return GLOBALS.has(name);
}

/** The parts of `condition ? then : otherwise`; `undefined` for any other text. */
export function choiceIn(
  text: string,
): { readonly condition: string; readonly then: string; readonly otherwise: string } | undefined {
  // Longer texts do not parse anyway.
  if (text.length > MOST_CHARACTERS || !text.includes("?")) return undefined;
  const isChoice = (piece: string, rest: string) => piece === "?" && !/^[?.]/.test(rest);
  let depth = 0;
  let waiting = 0;
  let first: number | undefined;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (/^[([{]$/.test(piece)) depth++;
    else if (/^[)\]}]$/.test(piece)) depth--;
    if (depth !== 0) continue;
    if (isChoice(piece, text.slice(index + 1, index + 2)) && text[index - 1] !== "?") {
      first ??= index;
      waiting++;
    } else if (piece === ":" && first !== undefined && --waiting === 0) {
      return {
        condition: text.slice(0, first).trim(),
        then: text.slice(first + 1, index).trim(),
        otherwise: text.slice(index + 1).trim(),
      };
    }
  }
  return undefined;
}

/** The expressions that a text may give: one, or those of its choices. */
export function valuesIn(text: string): string[] {
  const choice = choiceIn(text);
  return choice === undefined ? [text] : [...valuesIn(choice.then), ...valuesIn(choice.otherwise)];
}

/** A condition without `a ? b : c`. */
export function normalCondition(text: string): string {
  const choice = choiceIn(text);
  if (choice === undefined) return text;
  const [first, second] = [normalCondition(choice.then), normalCondition(choice.otherwise)];
  return `(${choice.condition}) && (${first}) || !(${choice.condition}) && (${second})`;
}

/** An expression with `typeof x === 'undefined'` as a comparison with null. */
export function normalExpression(text: string): string {
  return text.replace(
    /\btypeof\s*\(?\s*([\w$.[\]]+)\s*\)?\s*([!=])==?\s*(['"])undefined\3/g,
    (_, name: string, sign: string) => `${name} ${sign}= null`,
  );
}

/** Statements without comments, `var` and `++`, one a line. */
export function normalScript(text: string): string {
  return split(text, (piece, before) => piece === ";" || (piece === "\n" && !CONTINUES.test(before)))
    .flatMap((statement) => statementsOf(statement.trim())).filter((one) => one !== "").join("\n");
}

/** A text, a comment, or a character. */
const PIECE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;
/** The end of a line that the next one continues. */
const CONTINUES = /(?:^|[^+-])[-,=+*/%&|<>!?:.]\s*$/;

function statementsOf(statement: string): string[] {
  const declared = /^(?:var|let|const)\s+([\s\S]+)$/.exec(statement)?.[1];
  if (declared !== undefined) {
    const parts = split(declared, (piece) => piece === ",").map((part) => part.trim());
    return parts.filter((part) => /[^=!<>]=[^=]/.test(part));
  }
  const [, before, name, after] = /^(\+\+|--)?\s*([\w$.[\]]+?)\s*(\+\+|--)?$/.exec(statement) ?? [];
  const step = before ?? after;
  return [step === undefined || name === undefined ? statement : `${name} ${step[0]}= 1`];
}

/** The parts of a text between pieces that stand in no brackets; comments are left out. */
function split(text: string, isBorder: (piece: string, before: string) => boolean): string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if (/^\/[/*]/.test(piece)) continue;
    if (/^[([{]$/.test(piece)) depth++;
    else if (/^[)\]}]$/.test(piece)) depth--;
    const last = parts.length - 1;
    if (depth === 0 && isBorder(piece, parts[last] ?? "")) parts.push("");
    else parts[last] += piece;
  }
  return parts;
}
