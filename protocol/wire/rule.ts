import { isObject } from "../json/value.ts";
import { type Budget, bytesText, charge, chargeText, copyJson } from "./copy_json.ts";
import { isPlainObject, mustBe, type Place, Refusal } from "./refusal.ts";

/** The values that a member of a message may have. */
export interface WireRule {
  /** Its TypeScript type. */
  readonly type: string;
  /** The values in words. */
  readonly expected: string;
  /** The value of a missing member. */
  readonly fallback?: unknown;
  /**
   * Reads a value, once.
   *
   * @returns The value or a copy of it.
   * @throws {Refusal} When it is not what it must be.
   */
  readonly read: (value: unknown, budget: Budget, at: Place) => unknown;
}

/** Bounds for {@linkcode text}. */
interface TextBounds {
  /** The greatest length, in UTF-16 units. */
  readonly max?: number;
  /** The pattern that it has to match. */
  readonly pattern?: RegExp;
  /** The pattern in words that follow "text of 1 to 80 characters". */
  readonly made?: string;
}

/** Text that is not empty. */
export function text({ max, pattern, made }: TextBounds = {}): WireRule {
  const expected = max === undefined
    ? "text that is not empty"
    : `text of 1 to ${max} characters${made ? ` ${made}` : ""}`;
  return {
    type: "string",
    expected,
    read(value, budget, at) {
      if (typeof value !== "string" || value === "") return mustBe(expected, value, at);
      if (max !== undefined && value.length > max) throw tooLong(value.length, max, at);
      if (pattern?.test(value) === false) return mustBe(expected, value, at);
      chargeText(value, budget, at);
      return value;
    },
  };
}

function tooLong(length: number, max: number, at: Place): Refusal {
  return new Refusal("too_large", at, `has ${length} characters and may have ${max}: make it shorter.`);
}

/** Text of any length that the message's own bound allows, also none. */
export function anyText(): WireRule {
  const expected = "text";
  return {
    type: "string",
    expected,
    read(value, budget, at) {
      if (typeof value !== "string") return mustBe(expected, value, at);
      chargeText(value, budget, at);
      return value;
    },
  };
}

/** One of some words. */
export function word(type: string, words: Iterable<string>, fallback?: string): WireRule {
  const known = new Set(words);
  const quoted = [...known].map((one) => JSON.stringify(one));
  const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  return {
    type,
    expected,
    ...(fallback !== undefined && { fallback }),
    read(value, budget, at) {
      if (typeof value === "string" && known.has(value)) {
        chargeText(value, budget, at);
        return value;
      }
      return typeof value === "string" && fallback !== undefined ? fallback : mustBe(expected, value, at);
    },
  };
}

/** A number of sendings, such as a sequence number. */
export function whole(): WireRule {
  return scalar(
    "number",
    "a whole number from 0",
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  );
}

/** Any number that JSON can write. */
export function number(): WireRule {
  return scalar("number", "a number", Number.isFinite);
}

/** `true` or `false`. */
export function flag(): WireRule {
  return scalar("boolean", "true or false", (value) => typeof value === "boolean");
}

/** One of the two alone. */
export function exactly(only: boolean): WireRule {
  return scalar(String(only), String(only), (value) => value === only);
}

function scalar(type: string, expected: string, fits: (value: unknown) => boolean): WireRule {
  return {
    type,
    expected,
    read(value, budget, at) {
      if (!fits(value)) return mustBe(expected, value, at);
      charge(String(value).length, budget, at);
      return value;
    },
  };
}

/** Any JSON value, `null` included, of at most so many bytes. */
export function json(bytes: number): WireRule {
  return {
    type: "unknown",
    expected: `any JSON value of at most ${bytesText(bytes)}`,
    read(value, budget, at) {
      const own: Budget = { left: bytes, bytes, depth: budget.depth };
      const copy = copyJson(value, own, at);
      charge(bytes - own.left, budget, at);
      return copy;
    },
  };
}

/** A whole document, whatever its kind. */
export function document(): WireRule {
  const expected = "an object";
  return {
    type: "object",
    expected,
    read: (value, budget, at) =>
      isPlainObject(value) ? copyJson(value, budget, at) : mustBe(expected, value, at),
  };
}

/** An operation of any vocabulary: only its name is looked at. */
export function operation(): WireRule {
  const expected = "an object with its name in `op`";
  return {
    type: "AnyOp",
    expected,
    read(value, budget, at) {
      if (!isPlainObject(value)) return mustBe(expected, value, at);
      const copy = copyJson(value, budget, at);
      // The copy is looked at, not the value: a member is read once.
      const name = isObject(copy) && Object.hasOwn(copy, "op") ? copy.op : undefined;
      if (typeof name === "string" && name !== "") return copy;
      return mustBe("the name of an operation", name, { above: at, step: "op" });
    },
  };
}

/** A value of another rule, or `null`. */
export function nullable(rule: WireRule): WireRule {
  return {
    type: `${rule.type} | null`,
    expected: `${rule.expected}, or null`,
    read(value, budget, at) {
      if (value !== null) return rule.read(value, budget, at);
      charge("null".length, budget, at);
      return null;
    },
  };
}

/** A list, of at most so many items when `max` is given. */
export function list(rule: WireRule, max?: number): WireRule {
  const expected = max === undefined ? "a list" : `a list of at most ${max} items`;
  return {
    type: `${rule.type}[]`,
    expected: `${expected}, each ${rule.expected}`,
    read(value, budget, at) {
      if (!Array.isArray(value)) return mustBe(expected, value, at);
      const { length } = value;
      if (max !== undefined && length > max) throw tooMany(length, max, at);
      // Brackets and commas, before the first item is read: a list may claim any length.
      charge(length + 1, budget, at);
      return Array.from({ length }, (_, step) => rule.read(value[step], budget, { above: at, step }));
    },
  };
}

function tooMany(length: number, max: number, at: Place): Refusal {
  return new Refusal("too_large", at, `has ${length} items and may have ${max}: send them in parts.`);
}
