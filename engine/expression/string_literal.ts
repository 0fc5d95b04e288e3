import { ExpressionError } from "./errors.ts";

/** A string literal that was read, and where the text goes on. */
export interface StringLiteral {
  readonly value: string;
  readonly end: number;
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["0", "\0"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["/", "/"],
]);
const NUMERIC_ESCAPE = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,8})\}/y;
const PLAIN_TEXT = /[^"'\\\r\n]+/y;

/**
 * Reads the string literal whose opening quote stands at `start`.
 *
 * @throws {ExpressionError} when it does not end on its line or has an unknown escape
 */
export function readString(text: string, start: number): StringLiteral {
  const quote = text[start];
  let value = "";
  let at = start + 1;
  while (at < text.length) {
    const character = text[at];
    if (character === quote) return { value, end: at + 1 };
    if (character === "\n" || character === "\r") break;
    if (character === "\\") {
      const escape = readEscape(text, at);
      value += escape.value;
      at = escape.end;
      continue;
    }
    PLAIN_TEXT.lastIndex = at;
    const plain = PLAIN_TEXT.exec(text)?.[0] ?? text.charAt(at);
    value += plain;
    at += plain.length;
  }
  throw new ExpressionError("Unfinished string", start, `close it with ${quote} on the same line`);
}

function readEscape(text: string, start: number): StringLiteral {
  const character = text.charAt(start + 1);
  const isOctal = character === "0" && /\d/.test(text.charAt(start + 2));
  const simple = isOctal ? undefined : SIMPLE_ESCAPES.get(character);
  if (simple !== undefined) return { value: simple, end: start + 2 };
  NUMERIC_ESCAPE.lastIndex = start + 1;
  const numeric = NUMERIC_ESCAPE.exec(text);
  const code = Number.parseInt(numeric?.[1] ?? numeric?.[2] ?? numeric?.[3] ?? "", 16);
  if (numeric && code <= 0x10ffff) {
    // Two \uXXXX of a surrogate pair meet in the joined string and form one character there.
    return { value: String.fromCodePoint(code), end: start + 1 + numeric[0].length };
  }
  throw new ExpressionError("Unknown escape in a string", start, "write a backslash itself twice");
}
