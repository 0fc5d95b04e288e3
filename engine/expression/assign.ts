import { isBuiltIn } from "./built_ins.ts";
import { EvaluationError } from "./errors.ts";
import { isForbidden } from "./names.ts";
import { isWithinReach } from "./reach.ts";
import { describe, isPlainObject } from "./values.ts";

/**
 * Sets a member of `owner`, which must be a list, a plain object or a host object.
 *
 * @throws {EvaluationError} when the owner has no members to set, or this one cannot be set
 */
export function assignMember(owner: unknown, key: unknown, value: unknown): void {
  if (typeof owner !== "object" || owner === null) {
    throw new EvaluationError(`${describe(owner)} has no members to assign`);
  }
  if (Array.isArray(owner)) return assignItem(owner, key, value);
  if (typeof key !== "string" && typeof key !== "number") {
    throw new EvaluationError(`a member's name is a string or a number, not ${describe(key)}`);
  }
  const name = String(key);
  if (isForbidden(name) || isPrototype(owner)) throw new EvaluationError(`"${name}" cannot be assigned`);
  if (!setMember(owner, name, value)) throw new EvaluationError(`"${name}" is read-only`);
}

/**
 * Refuses an owner that is a part of the payload's data, whatever way it was reached.
 *
 * @throws {EvaluationError} when it is one
 */
export function refusePayload(owner: unknown, payload: object | undefined): void {
  if (payload === undefined || typeof owner !== "object" || owner === null) return;
  if (isPartOf(owner, payload)) throw new EvaluationError("the event's payload cannot be assigned");
}

function assignItem(list: unknown[], key: unknown, value: unknown): void {
  if (typeof key === "number" && Number.isInteger(key) && key >= 0 && key < list.length) {
    if (Reflect.set(list, key, value)) return;
    throw new EvaluationError("the list is read-only");
  }
  throw new EvaluationError(`a list of ${list.length} items only has its items to assign`);
}

/** A name that only the language knows (`toString`) becomes an own member; a setter of a host's class runs. */
function setMember(owner: object, name: string, value: unknown): boolean {
  if (isWithinReach(owner, name)) return Reflect.set(owner, name, value);
  return defineMember(owner, name, value);
}

/** Makes a member, whatever its name: an assignment to `__proto__` would do something else. False when it cannot. */
export function defineMember(owner: object, name: PropertyKey, value: unknown): boolean {
  return Reflect.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
}

function isPrototype(owner: object): boolean {
  if (isBuiltIn(owner)) return true;
  const constructor: unknown = Object.getOwnPropertyDescriptor(owner, "constructor")?.value;
  return typeof constructor === "function" && constructor.prototype === owner;
}

/** Looks through plain data only: what a host object in the payload holds is the host's. */
function isPartOf(owner: object, payload: object): boolean {
  // A set that grows while it is walked is a queue without repetitions.
  const seen = new Set<object>([payload]);
  for (const value of seen) {
    if (value === owner) return true;
    if (value !== payload && !Array.isArray(value) && !isPlainObject(value)) continue;
    for (const member of Object.values(value)) {
      if (typeof member === "object" && member !== null) seen.add(member);
    }
  }
  return false;
}

/** Sets an own member of a new object; an inherited setter or read-only member has no say. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (!(key in object)) object[key] = value;
  else defineMember(object, key, value);
}
