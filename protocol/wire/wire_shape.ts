import type { FieldShape, ObjectShape } from "../shape/shape.ts";
import { type Budget, charge } from "./copy_json.ts";
import { isPlainObject, mustBe, type Place, Refusal } from "./refusal.ts";
import type { WireRule } from "./rule.ts";

/** One member of a message, and what it may be. */
export interface WireField extends FieldShape {
  /** The values that it may have. */
  readonly rule: WireRule;
}

/** A message, or an object within one: types, parsers and the page of the protocol come from it. */
export interface WireShape extends ObjectShape {
  /** Its members. */
  readonly fields: readonly WireField[];
}

/** A member that has to be there. */
export function required(name: string, rule: WireRule, doc: string): WireField {
  return { name, type: rule.type, required: true, doc, rule };
}

/** A member that may be left out. */
export function optional(name: string, rule: WireRule, doc: string): WireField {
  return { name, type: rule.type, doc, rule };
}

/** The rule for an object within a message. */
export function part(shape: WireShape): WireRule {
  const expected = `an object (${shape.name})`;
  return {
    type: shape.name,
    expected,
    read(value, budget, at) {
      if (!isPlainObject(value)) return mustBe(expected, value, at);
      charge("{}".length, budget, at);
      return readMembers(shape, value, budget, at);
    },
  };
}

/** The rule for an object of one of two shapes, told apart by a member that only is as wanted in the first. */
export function either(
  name: string,
  first: WireShape,
  second: WireShape,
  isFirst: (members: Readonly<Record<string, unknown>>) => boolean,
): WireRule {
  const names = new Set([...first.fields, ...second.fields].map((field) => field.name));
  const expected = `an object (${name})`;
  return {
    type: name,
    expected,
    read(value, budget, at) {
      if (!isPlainObject(value)) return mustBe(expected, value, at);
      const members = ownMembers(value, names);
      return part(isFirst(members) ? first : second).read(members, budget, at);
    },
  };
}

/** The own members of these names, each read once. */
function ownMembers(
  value: Readonly<Record<string, unknown>>,
  names: Iterable<string>,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(value, name)) members[name] = value[name];
  return members;
}

function readMembers(
  shape: WireShape,
  value: Readonly<Record<string, unknown>>,
  budget: Budget,
  at: Place,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const field of shape.fields) {
    const member = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    const given = isAbsent(field, member) ? field.rule.fallback : member;
    if (given !== undefined) {
      read[field.name] = field.rule.read(given, budget, { above: at, step: field.name });
    } else if (field.required) throw missing(field, at);
  }
  return read;
}

/**
 * True when a member counts as left out: clients write `null` or an empty text for what they do not know, such as
 * their own id before they have joined.
 */
function isAbsent({ required, rule }: WireField, member: unknown): boolean {
  if (member === undefined) return true;
  if (required) return false;
  if (member === null) return rule.type !== "unknown" && !rule.type.endsWith("| null");
  return member === "" && rule.type === "string";
}

function missing({ name, rule }: WireField, at: Place): Refusal {
  return new Refusal("bad_request", at, `needs "${name}", ${rule.expected}: add it.`);
}
