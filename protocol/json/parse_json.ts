import { LoomError } from "../error.ts";
import { parseExactJson } from "./exact_numbers.ts";
import { positionAt, type TextPosition, withoutByteOrderMark } from "./position.ts";
import { type JsonFault, walkJson } from "./scan.ts";

/** Bounds for {@linkcode parseJsonText}. */
export interface ParseJsonOptions {
  /** The longest text to read, in UTF-16 units. Default: 32 Mi. */
  maxLength?: number;
  /** The deepest nesting of objects and arrays. Default: 1000. */
  maxDepth?: number;
  /** Keeps the text of numbers, for a writer of JSON; see {@linkcode isExactNumber}. Default: `false`. */
  exactNumbers?: boolean;
}

/** The stable words of a {@linkcode JsonSyntaxError}. */
export type JsonErrorCode = "json_syntax" | "too_deep" | "too_large" | "forbidden_key";

const DEFAULT_MAX_LENGTH = 32 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 1000;
const FORBIDDEN_KEY = "__proto__";
/** As long as the forbidden key gets when each of its characters is written as an escape. */
const FORBIDDEN_KEY_LONGEST = FORBIDDEN_KEY.length * 6;
/** A string before a colon is a key. */
const COLON_NEXT = /[ \t\r\n]*:/y;

/** A key that is one escape. */
const ONE_ESCAPE_KEY = /"\\u([0-9a-fA-F]{4})"(?=[ \t\r\n]*:)/g;

/** A JSON text that cannot be read, with the place where reading ended. */
export class JsonSyntaxError extends LoomError {
  /** Why the text cannot be read. */
  declare readonly code: JsonErrorCode;
  /** The line, from 1. */
  readonly line: number;
  /** The column in UTF-16 units, from 1. */
  readonly column: number;

  /** Makes an error from its code, its sentence and its place. */
  constructor(code: JsonErrorCode, message: string, position: TextPosition, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "JsonSyntaxError";
    this.line = position.line;
    this.column = position.column;
  }
}

/**
 * Reads a JSON text from outside: bounded in length and depth, without a byte order mark, without members
 * called `__proto__`.
 *
 * @param text The text of a document.
 * @param options Other bounds than the default ones.
 * @returns The value; nothing is known about its shape yet.
 * @throws {JsonSyntaxError} With the line and column where the text breaks off (`json_syntax`), where it nests
 * too deep (`too_deep`), where it passes the bound of its length (`too_large`), or where a member is called
 * `__proto__` (`forbidden_key`).
 *
 * @example
 * ```ts
 * import { JsonSyntaxError, parseJsonText } from "@loom/protocol";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(parseJsonText('{"a": 1}'), { a: 1 });
 * const error = assertThrows(() => parseJsonText('{"a": 1'), JsonSyntaxError);
 * assertEquals([error.line, error.column], [1, 8]);
 * ```
 */
export function parseJsonText(text: string, options: ParseJsonOptions = {}): unknown {
  const json = withoutByteOrderMark(text);
  checkLength(json, options.maxLength ?? DEFAULT_MAX_LENGTH);
  checkBounds(json, options.maxDepth ?? DEFAULT_MAX_DEPTH);
  const read = options.exactNumbers ? parseExactJson : JSON.parse;
  try {
    return read(withPlainKeys(json));
  } catch (cause) {
    throw syntaxError(json, cause);
  }
}

/**
 * V8 (seen in 14.5 and 15.0) reads a key that is one escape and nothing else, such as `"\u0061"`, as a backslash, where
 * an object before it had a backslash for a key in the same place. Written out, such keys are read right.
 */
function withPlainKeys(json: string): string {
  if (!json.includes("\\u")) return json;
  return json.replace(ONE_ESCAPE_KEY, (key: string, digits: string) => {
    const character = String.fromCharCode(parseInt(digits, 16));
    return character < " " || character === '"' || character === "\\" ? key : `"${character}"`;
  });
}

function checkLength(json: string, maxLength: number): void {
  if (json.length <= maxLength) return;
  throw new JsonSyntaxError(
    "too_large",
    `The JSON text is ${json.length} characters long and at most ${maxLength} are read: split the document.`,
    positionAt(json, maxLength),
  );
}

/** One pass before the native parser, so that hostile texts cost no more than their length. */
function checkBounds(json: string, maxDepth: number): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === 0x7b || unit === 0x5b) {
      if (++depth > maxDepth) throw tooDeep(json, at, maxDepth);
    } else if (unit === 0x7d || unit === 0x5d) {
      depth--;
    } else if (unit === 0x22) {
      const end = closingQuote(json, at);
      if (isForbiddenKey(json, at, end)) throw forbiddenKey(json, at);
      at = end;
    }
  }
}

/** The offset of the quote that closes the string, or the text's length. */
function closingQuote(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return quote;
  }
  return json.length;
}

function isForbiddenKey(json: string, start: number, end: number): boolean {
  const first = json.charCodeAt(start + 1);
  if (first !== 0x5f && first !== 0x5c) return false;
  if (end - start - 1 > FORBIDDEN_KEY_LONGEST) return false;
  if (decoded(json.slice(start, end + 1)) !== FORBIDDEN_KEY) return false;
  COLON_NEXT.lastIndex = end + 1;
  return COLON_NEXT.test(json);
}

function decoded(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

function tooDeep(json: string, offset: number, maxDepth: number): JsonSyntaxError {
  const position = positionAt(json, offset);
  return new JsonSyntaxError(
    "too_deep",
    `The JSON nests more than ${maxDepth} levels deep at ${placeText(position)}: make it flatter.`,
    position,
  );
}

function forbiddenKey(json: string, offset: number): JsonSyntaxError {
  const position = positionAt(json, offset);
  return new JsonSyntaxError(
    "forbidden_key",
    `The JSON has a member called "${FORBIDDEN_KEY}" at ${placeText(position)}: give it another name.`,
    position,
  );
}

function syntaxError(json: string, cause: unknown): JsonSyntaxError {
  const fault = walkJson(json) ?? { offset: json.length, expected: "JSON" };
  const position = positionAt(json, fault.offset);
  return new JsonSyntaxError("json_syntax", faultText(json, fault, position), position, { cause });
}

function faultText(json: string, fault: JsonFault, position: TextPosition): string {
  const found = fault.offset >= json.length ? "the text ends" : `found ${quotedWord(json, fault.offset)}`;
  const hint = fault.hint ? `; ${fault.hint}` : "";
  if (json.trim() === "") return "The JSON text is empty: expected a value at line 1, column 1.";
  return `The JSON breaks off at ${placeText(position)}: expected ${fault.expected} but ${found}${hint}.`;
}

function placeText(position: TextPosition): string {
  return `line ${position.line}, column ${position.column}`;
}

/** The text at the offset: a whole word, or one character; control characters escaped. */
function quotedWord(json: string, offset: number): string {
  const word = /^(?:[\p{L}\p{N}_$.+-]{1,24}|[^])/u.exec(json.slice(offset, offset + 24))?.[0] ?? "";
  return word === '"' ? "a quote" : JSON.stringify(word);
}
