import type { WireErrorCode } from "./error_code.ts";

/** The position of a value in a payload; it is put into words only for a refusal. */
export interface Place {
  /** The position around it; `undefined` for the payload itself. */
  readonly above: Place | undefined;
  /** Its key or index there. */
  readonly step: string | number;
}

/** The place of the payload itself. */
export const PAYLOAD: Place = { above: undefined, step: "" };

const WORD = /^[\p{L}_$][\p{L}\p{N}_$]{0,39}$/u;
const LONGEST_KEY = 40;
const LONGEST_PATH = 160;
const LONGEST_TEXT = 60;

/** A payload that is refused; thrown and caught within a parser. */
export class Refusal extends Error {
  readonly #isRefusal: true = true;
  /** The stable code. */
  readonly code: WireErrorCode;
  /** The member at fault, such as `ops[3].op`; `""` for the payload itself. */
  readonly member: string;

  /**
   * Makes a refusal.
   *
   * @param code Why.
   * @param at Which value.
   * @param predicate The rest of a sentence whose subject is the value.
   */
  constructor(code: WireErrorCode, at: Place, predicate: string) {
    const member = pathText(at);
    super(`${member === "" ? "the payload" : `"${member}"`} ${predicate}`);
    this.name = "Refusal";
    this.code = code;
    this.member = member;
  }

  /** True when something that was thrown is a refusal; asking does not run code of what was thrown. */
  static is(thrown: unknown): thrown is Refusal {
    return typeof thrown === "object" && thrown !== null && #isRefusal in thrown;
  }
}

/** Refuses a value that is not what it must be. */
export function mustBe(expected: string, value: unknown, at: Place): never {
  throw new Refusal("bad_request", at, `must be ${expected}, but it is ${valueText(value)}.`);
}

/** A path as a program writes it, such as `presence[2].name`; its end when it is long. */
function pathText(at: Place): string {
  let path = "";
  for (let place = at; place.above; place = place.above) {
    path = stepText(place) + path;
    if (path.length > LONGEST_PATH) return "…" + path.slice(-LONGEST_PATH);
  }
  return path;
}

function stepText({ above, step }: Place): string {
  if (typeof step === "number") return `[${step}]`;
  if (!WORD.test(step)) return `[${quoted(step, LONGEST_KEY)}]`;
  return above?.above ? `.${step}` : step;
}

/** A value in a few harmless words, whatever it is. */
export function valueText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length > LONGEST_TEXT ? `text of ${value.length} characters` : quoted(value, LONGEST_TEXT);
    case "number":
      return `the number ${value}`;
    case "boolean":
    case "undefined":
      return String(value);
    case "object":
      return objectText(value);
    default:
      return `a ${typeof value}`;
  }
}

function objectText(value: object | null): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return "bytes";
  return isPlainObject(value) ? "an object" : "an object that is no plain JSON object";
}

function quoted(text: string, longest: number): string {
  return JSON.stringify(text.length > longest ? text.slice(0, longest - 1) + "…" : text);
}

/** True when a value is an object as `JSON.parse` makes them, of this or of another realm. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
