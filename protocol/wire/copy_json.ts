import { setMember } from "../json/clone.ts";
import { isPlainObject, mustBe, type Place, Refusal } from "./refusal.ts";

/** The remaining size of a message. */
export interface Budget {
  /** The bytes of JSON that may still come. */
  left: number;
  /** The bytes that there were at the start, for the words of a refusal. */
  readonly bytes: number;
  /** Levels of a value; an object or a list without members has 1, another value 0. */
  readonly depth: number;
}

/** Printable ASCII that JSON writes as it is. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;
const FORBIDDEN_KEY = "__proto__";

/**
 * Copies a JSON value that came from elsewhere, and takes its bytes out of a budget. Each member is read once,
 * so that what was checked is what is used; members that are `undefined` are left out, as in JSON text. The
 * copy ends at the first bound that is passed, and costs no stack.
 *
 * @param value Anything.
 * @param budget The room that is left; exactly the bytes that the value has as JSON in UTF-8 are taken.
 * @param at Where the value stands.
 * @returns A copy of plain objects and lists.
 * @throws {Refusal} When it is too large or too deep, when it holds what JSON cannot write, or a member called
 * `__proto__`.
 */
export function copyJson(value: unknown, budget: Budget, at: Place): unknown {
  const copying: Copying = { budget, at, open: [] };
  const copy = copyOf(copying, value);
  for (let frame = copying.open.at(-1); frame; frame = copying.open.at(-1)) {
    if (frame.next === frame.length) copying.open.pop();
    else if (frame.keys) copyMember(copying, frame, frame.keys[frame.next]!);
    else copyItem(copying, frame);
  }
  return copy;
}

/** Takes the bytes of a text, as JSON writes it, out of a budget. */
export function chargeText(text: string, budget: Budget, at: Place): void {
  // Every unit takes a byte at least: a text that is hopelessly long is not looked at.
  const bytes = text.length > budget.left ? text.length : textBytes(text);
  charge(bytes, budget, at);
}

/** Takes bytes out of a budget. */
export function charge(bytes: number, budget: Budget, at: Place): void {
  budget.left -= bytes;
  if (budget.left >= 0) return;
  const allowed = bytesText(budget.bytes);
  throw new Refusal("too_large", at, `takes more than the ${allowed} that are allowed: send less at once.`);
}

/** A number of bytes for a person to read, such as `8 MiB`. */
export function bytesText(bytes: number): string {
  const kibibytes = bytes / 1024;
  if (!Number.isInteger(kibibytes)) return `${bytes} bytes`;
  const mebibytes = kibibytes / 1024;
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${kibibytes} KiB`;
}

/** The number of bytes that JSON in UTF-8 takes for a text, quotes included. */
function textBytes(text: string): number {
  if (PLAIN_TEXT.test(text)) return text.length + 2;
  let bytes = 2;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit < 0x80) bytes += unit === 0x22 || unit === 0x5c ? 2 : 1;
    else if (unit < 0x20) bytes += SHORT_ESCAPES.has(unit) ? 2 : 6;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else if (isPair(text, at)) {
      bytes += 4;
      at++;
    } else bytes += 6;
  }
  return bytes;
}

/** Backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

/** True when the surrogate there begins a pair; one that stands alone is written as an escape. */
function isPair(text: string, at: number): boolean {
  const [high, low] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return high < 0xdc00 && low >= 0xdc00 && low <= 0xdfff;
}

/** An object or a list that is being copied. */
interface Frame {
  readonly source: Readonly<Record<string | number, unknown>>;
  readonly copy: Record<string, unknown> | unknown[];
  /** The keys of an object; a list has none. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  /** The index of the member or item that comes next. */
  next: number;
  /** True when a member is written: a comma comes before the next one. */
  isBegun: boolean;
}

interface Copying {
  readonly budget: Budget;
  readonly at: Place;
  /** The open objects and lists, the innermost last. */
  readonly open: Frame[];
}

function copyItem(copying: Copying, frame: Frame): void {
  const item = frame.source[frame.next++];
  (frame.copy as unknown[]).push(copyOf(copying, item));
}

function copyMember(copying: Copying, frame: Frame, key: string): void {
  frame.next++;
  if (key === FORBIDDEN_KEY) {
    throw new Refusal("bad_request", placeOf(copying), "is a name that no member may have: give it another.");
  }
  const value = frame.source[key];
  if (value === undefined) return;
  charge(frame.isBegun ? 2 : 1, copying.budget, copying.at);
  frame.isBegun = true;
  chargeText(key, copying.budget, copying.at);
  setMember(frame.copy as Record<string, unknown>, key, copyOf(copying, value));
}

/** A scalar itself; of an object or a list an empty copy, which is filled next. */
function copyOf(copying: Copying, value: unknown): unknown {
  const { budget, at } = copying;
  if (typeof value === "string") chargeText(value, budget, at);
  else if (typeof value === "number" && Number.isFinite(value)) charge(String(value).length, budget, at);
  else if (typeof value === "boolean") charge(value ? 4 : 5, budget, at);
  else if (value === null) charge(4, budget, at);
  else if (Array.isArray(value)) return openList(copying, value);
  else if (isPlainObject(value)) return openObject(copying, value);
  else mustBe("a JSON value", value, placeOf(copying));
  return value;
}

function openList(copying: Copying, source: readonly unknown[]): unknown[] {
  const { length } = source;
  // Brackets and commas, before the first item is read: a list may claim any length.
  charge(length === 0 ? 2 : length + 1, copying.budget, copying.at);
  const copy: unknown[] = [];
  // A list is read by its indices alone.
  open(copying, { source: source as unknown as Frame["source"], copy, keys: undefined, length });
  return copy;
}

function openObject(copying: Copying, source: Readonly<Record<string, unknown>>): Record<string, unknown> {
  charge(2, copying.budget, copying.at);
  const keys = Object.keys(source);
  const copy: Record<string, unknown> = {};
  open(copying, { source, copy, keys, length: keys.length });
  return copy;
}

function open({ open, budget, at }: Copying, frame: Omit<Frame, "next" | "isBegun">): void {
  open.push({ ...frame, next: 0, isBegun: false });
  if (open.length <= budget.depth) return;
  throw new Refusal("too_large", at, `nests more than ${budget.depth} levels deep: make it flatter.`);
}

/** The place of the member or item that is being copied. */
function placeOf({ open, at }: Copying): Place {
  let place = at;
  for (const { keys, next } of open) place = { above: place, step: keys ? keys[next - 1]! : next - 1 };
  return place;
}
