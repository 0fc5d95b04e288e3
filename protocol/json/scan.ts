/** The callbacks of {@linkcode walkJson}; offsets are in UTF-16 units. */
export interface JsonVisitor {
  /** A value begins at `start`. */
  value?(start: number): void;
  /** The value that has just begun is an object or an array. */
  open?(bracket: "{" | "["): void;
  /** The innermost object or array ends. */
  close?(): void;
  /** A member's key, quotes included. */
  key?(start: number, end: number): void;
}

/** The first fault of a text that is not JSON. */
export interface JsonFault {
  /** The offset at which the text stops being JSON. */
  offset: number;
  /** The expected text. */
  expected: string;
  /** A remedy for a common mistake. */
  hint?: string;
}

/** The next expected token, as in the error message. */
const VALUE = "a value";
const KEY = "a key in double quotes";
const FIRST_KEY = `${KEY} or "}"`;
const FIRST_ITEM = 'a value or "]"';
const COLON = '":"';
const AFTER_MEMBER = '"," or "}"';
const AFTER_ITEM = '"," or "]"';
const END = "the end of the text";

const LITERAL = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** All but quotes, backslashes and control characters. */
const STRING_PART = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Walks a JSON text from its first to its last character without recursion.
 *
 * @param text The text, without a byte order mark.
 * @param visitor Told about keys, values and brackets in their order.
 * @returns The first fault, or `undefined` when the whole text is JSON.
 */
export function walkJson(text: string, visitor: JsonVisitor = {}): JsonFault | undefined {
  const walk: Walk = { text, visitor, open: [], at: skipSpace(text, 0), expected: VALUE };
  while (walk.at < text.length) {
    const fault = step(walk);
    if (fault) return fault;
    walk.at = skipSpace(text, walk.at);
  }
  return walk.expected === END ? undefined : { offset: walk.at, expected: walk.expected };
}

/** The state of a walk. */
interface Walk {
  readonly text: string;
  readonly visitor: JsonVisitor;
  /** The objects and arrays around the place, the innermost last. */
  readonly open: ("{" | "[")[];
  at: number;
  expected: string;
}

/** Takes the next token; the walk is not at the end of its text. */
function step(walk: Walk): JsonFault | undefined {
  const char = walk.text[walk.at]!;
  switch (walk.expected) {
    case AFTER_MEMBER:
    case AFTER_ITEM:
      if (char !== ",") return stepOut(walk);
      walk.at++;
      walk.expected = walk.expected === AFTER_MEMBER ? KEY : VALUE;
      return undefined;
    case COLON:
      if (char !== ":") return faultAt(walk);
      walk.at++;
      walk.expected = VALUE;
      return undefined;
    case FIRST_KEY:
      return char === "}" ? stepOut(walk) : stepOverKey(walk);
    case KEY:
      return stepOverKey(walk);
    case FIRST_ITEM:
      return char === "]" ? stepOut(walk) : stepIntoValue(walk);
    case VALUE:
      return stepIntoValue(walk);
    default:
      return faultAt(walk);
  }
}

function stepOut(walk: Walk): JsonFault | undefined {
  if (walk.text[walk.at] !== closing(walk.open.at(-1))) return faultAt(walk);
  walk.open.pop();
  walk.visitor.close?.();
  walk.at++;
  walk.expected = afterValue(walk);
  return undefined;
}

function stepOverKey(walk: Walk): JsonFault | undefined {
  if (walk.text[walk.at] !== '"') return faultAt(walk);
  const end = stringEnd(walk);
  if (typeof end !== "number") return end;
  walk.visitor.key?.(walk.at, end);
  walk.at = end;
  walk.expected = COLON;
  return undefined;
}

function stepIntoValue(walk: Walk): JsonFault | undefined {
  const char = walk.text[walk.at];
  if (char === "{" || char === "[") {
    walk.visitor.value?.(walk.at);
    walk.visitor.open?.(char);
    walk.open.push(char);
    walk.at++;
    walk.expected = char === "{" ? FIRST_KEY : FIRST_ITEM;
    return undefined;
  }
  const end = scalarEnd(walk);
  if (typeof end !== "number") return end;
  walk.visitor.value?.(walk.at);
  walk.at = end;
  walk.expected = afterValue(walk);
  return undefined;
}

function closing(bracket: "{" | "[" | undefined): "}" | "]" {
  return bracket === "{" ? "}" : "]";
}

function afterValue(walk: Walk): string {
  const innermost = walk.open.at(-1);
  if (innermost === undefined) return END;
  return innermost === "{" ? AFTER_MEMBER : AFTER_ITEM;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function scalarEnd(walk: Walk): number | JsonFault {
  const { text, at } = walk;
  if (text[at] === '"') return stringEnd(walk);
  return matchEnd(LITERAL, text, at) ?? matchEnd(NUMBER, text, at) ?? faultAt(walk);
}

function stringEnd(walk: Walk): number | JsonFault {
  const { text } = walk;
  let at = walk.at + 1;
  for (;;) {
    at = matchEnd(STRING_PART, text, at) ?? at;
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === undefined) return { offset: at, expected: "the closing quote of a string" };
    if (char !== "\\") {
      const hint = "write line ends and other control characters in a string as escapes such as \\n";
      return { offset: at, expected: "the closing quote of a string", hint };
    }
    const end = matchEnd(ESCAPE, text, at);
    if (end === undefined) {
      return {
        offset: at,
        expected: "an escape such as \\n or \\u00e9",
        hint: "write a backslash itself as \\\\",
      };
    }
    at = end;
  }
}

function faultAt(walk: Walk): JsonFault {
  const { at, expected } = walk;
  const hint = slip(walk);
  return hint === undefined ? { offset: at, expected } : { offset: at, expected, hint };
}

/** The remedy for a common mistake. */
function slip({ text, at, expected, open }: Walk): string | undefined {
  const char = text[at];
  if (char === "/" || char === "#") return "JSON has no comments";
  if (char === "'") return "JSON strings take double quotes";
  if (expected === KEY && char === "}") return "remove the comma before it";
  if (expected === VALUE && char === "]" && open.at(-1) === "[") return "remove the comma before it";
  if (expected === END) return "one text holds one value";
  if (/^(?:True|False|None|NaN|-?Infinity|undefined)\b/.test(text.slice(at, at + 10))) {
    return "JSON knows true, false, null and finite numbers";
  }
  if ((expected === AFTER_MEMBER || expected === AFTER_ITEM) && char === '"') return "a comma is missing";
  return undefined;
}
