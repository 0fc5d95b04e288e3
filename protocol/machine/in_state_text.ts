/** A string literal, or a call of `in_state` up to the end of its literal argument. */
const LITERAL_OR_CALL =
  /(?:(?<![\w$.])(?<call>in_state\s*\(\s*))?(?:"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)')/gs;

/**
 * Renames a state in the `in_state("...")` calls of a guard or an action. Every other text stays as it is,
 * string literals that only look like such a call included.
 */
export function renameInStateCalls(text: string, name: string, to: string): string {
  if (!text.includes("in_state")) return text;
  return text.replace(LITERAL_OR_CALL, (whole, ...rest) => {
    const groups = rest.at(-1) as { call?: string; double?: string; single?: string };
    if (groups.call === undefined || unescaped(groups.double ?? groups.single ?? "") !== name) return whole;
    const quote = groups.double === undefined ? "'" : '"';
    return groups.call + quote + escaped(to, quote) + quote;
  });
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|(.))/gs;
const CONTROL: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["0", "\0"],
]);

function unescaped(literal: string): string {
  return literal.replace(ESCAPE, (whole, byte, unit, point, plain) => {
    if (plain !== undefined) return CONTROL.get(plain) ?? plain;
    const code = parseInt(byte ?? unit ?? point, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

function escaped(text: string, quote: string): string {
  const letters = new Map([...CONTROL].map(([letter, control]) => [control, "\\" + letter]));
  return Array.from(text, (char) => {
    if (char === quote || char === "\\") return "\\" + char;
    return letters.get(char) ?? char;
  }).join("");
}
