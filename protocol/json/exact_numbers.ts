import { withoutByteOrderMark } from "./position.ts";
import { walkJson } from "./scan.ts";

/** Source texts as engines know them (ECMAScript 2026) and the compiler does not yet. */
interface SourceTextAccess {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

const SOURCE_TEXT = JSON as typeof JSON & Partial<SourceTextAccess>;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Reads JSON so that `JSON.stringify` writes every number as it was spelled. A number that would be spelled in another
 * way, such as `1e999` or `1.0`, becomes an opaque object; see {@linkcode isExactNumber}. An engine that cannot do it
 * reads plain numbers.
 */
export function parseExactJson(text: string): unknown {
  const { rawJSON } = SOURCE_TEXT;
  if (rawJSON === undefined) return JSON.parse(text);
  return SOURCE_TEXT.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    return typeof value !== "number" || source === undefined || String(value) === source
      ? value
      : rawJSON(source);
  });
}

/** True for a number that {@linkcode parseExactJson} keeps as text. */
export function isExactNumber(value: unknown): boolean {
  return SOURCE_TEXT.isRawJSON?.(value) ?? false;
}

/** A number that a JSON value cannot hold as it is written. */
export interface InexactNumber {
  /** Its offset in the text, without a byte order mark. */
  readonly offset: number;
  /** Its text. */
  readonly text: string;
  /** Its new value: another number, or `null`. */
  readonly becomes: string;
}

/**
 * Finds the numbers of a JSON text that change their value when it is read: those with more digits than a 64-bit float
 * holds, or beyond its range.
 */
export function inexactNumbers(text: string): InexactNumber[] {
  const json = withoutByteOrderMark(text);
  const found: InexactNumber[] = [];
  walkJson(json, {
    value(start) {
      NUMBER.lastIndex = start;
      const text = NUMBER.exec(json)?.[0];
      if (text === undefined) return;
      const becomes = JSON.stringify(Number(text));
      if (digitsOf(text) !== digitsOf(becomes)) found.push({ offset: start, text, becomes });
    },
  });
  return found;
}

/** The significant digits and the power of ten of a number, the same for every spelling of it. */
function digitsOf(text: string): string {
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + part).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return whole === "" ? text : "0";
  const exponent = Number(power) - part.length + digits.length - significant.length;
  return `${sign}${significant}e${exponent}`;
}
