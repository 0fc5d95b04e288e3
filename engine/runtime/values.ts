/**
 * The operators and names of guards and actions for generated code. `EXPRESSIONS.md` says
 * it in words. All throw {@linkcode EvaluationError} where an expression has no value.
 *
 * @module
 */
import { applySign, requireOrder } from "../expression/arithmetic.ts";
import { assignMember, refusePayload } from "../expression/assign.ts";
import { isEqual, isMember } from "../expression/equality.ts";
import { EvaluationError } from "../expression/errors.ts";
import { applied, invoke } from "../expression/invoke.ts";
import { isForbidden } from "../expression/names.ts";
import { isWithinReach, reach } from "../expression/reach.ts";
import { isTruthy } from "../expression/values.ts";
import type { Payload } from "./send_result.ts";

export { add, div, mod, mul, pow, sub } from "../expression/arithmetic.ts";
export { EvaluationError };

/** The objects in which names are looked up beside the payload. */
export interface NameSource {
  /** The context. */
  readonly data: object;
  /** The functions that the host registered. */
  readonly functions: Readonly<Record<string, unknown>>;
}

/** True when a value counts as true. */
export function truthy(value: unknown): boolean {
  return isTruthy(value);
}

/** `a == b`. */
export function eq(a: unknown, b: unknown): boolean {
  return a === b || isEqual(a, b);
}

/** `a != b`. */
export function ne(a: unknown, b: unknown): boolean {
  return !eq(a, b);
}

/** `a < b`. */
export function lt(a: unknown, b: unknown): boolean {
  requireOrder("<", a, b);
  return (a as number) < (b as number); // two numbers or two strings
}

/** `a <= b`. */
export function le(a: unknown, b: unknown): boolean {
  requireOrder("<=", a, b);
  return (a as number) <= (b as number); // two numbers or two strings
}

/** `a > b`. */
export function gt(a: unknown, b: unknown): boolean {
  requireOrder(">", a, b);
  return (a as number) > (b as number); // two numbers or two strings
}

/** `a >= b`. */
export function ge(a: unknown, b: unknown): boolean {
  requireOrder(">=", a, b);
  return (a as number) >= (b as number); // two numbers or two strings
}

/** `item in container`. */
export function contains(item: unknown, container: unknown): boolean {
  return isMember(item, container);
}

/** `-a`. */
export function neg(a: unknown): number {
  return applySign("-", a);
}

/** `+a`. */
export function pos(a: unknown): number {
  return applySign("+", a);
}

/** `object.name`; null where there is none within reach. */
export function member(object: unknown, name: string): unknown {
  return reach(object, name);
}

/** `object[index]`; null where there is none within reach. */
export function item(object: unknown, index: unknown): unknown {
  return reach(object, index);
}

/**
 * Calls a function.
 *
 * @param callee What should be a function.
 * @param owner The object it was found on; null for a function of the host.
 * @param args The arguments; keyword arguments are one object, the last.
 * @param text The call as written, for the error sentence.
 */
export function call(callee: unknown, owner: unknown, args: readonly unknown[], text: string): unknown {
  return invoke(text, callee, owner, args);
}

/**
 * The value of a plain name: the payload's own member, else the context's, else the function of that name, else
 * null.
 *
 * @param payload The payload of the event.
 * @param source Where else to look.
 * @param name The name.
 * @param value The context's member as it was read natively; undefined where that is not known to be it.
 */
export function read(
  payload: Payload | undefined,
  source: NameSource,
  name: string,
  value?: unknown,
): unknown {
  if (payload !== undefined && Object.hasOwn(payload, name)) return payload[name] ?? null;
  return value !== undefined && value !== null ? value : readElsewhere(source, name);
}

/**
 * `name(args)`: a call by a plain name. The function gets what it was found on as `this`.
 *
 * @param text The call as written, for the error sentence.
 */
export function callName(
  payload: Payload | undefined,
  source: NameSource,
  name: string,
  args: readonly unknown[],
  text: string,
): unknown {
  return call(read(payload, source, name), ownerOf(payload, source, name), args, text);
}

/** `owner.name(args)`. */
export function callMember(owner: unknown, name: string, args: readonly unknown[], text: string): unknown {
  return call(reach(owner, name), owner, args, text);
}

/** An object that the context holds, by the name that the settings give it; the payload's own member comes first. */
export function held(payload: Payload | undefined, name: string, object: unknown): unknown {
  return payload !== undefined && Object.hasOwn(payload, name) ? payload[name] : object;
}

/**
 * `name.method(args)` for an object that the context holds: the language itself looks the method up.
 *
 * @param name The name that the settings give the object; the payload's own member of it comes first.
 * @param object The object.
 * @param text The call as written, for the error sentence.
 */
export function callHeld<Held>(
  payload: Payload | undefined,
  name: string,
  object: Held,
  method: keyof Held & string,
  args: readonly unknown[],
  text: string,
): unknown {
  const owner = held(payload, name, object);
  const found: unknown = owner === object && owner !== null && owner !== undefined ? object[method] : null;
  return typeof found === "function"
    ? applied(text, found, object, args)
    : callMember(owner, method, args, text);
}

/** `owner[index](args)`. */
export function callItem(owner: unknown, index: unknown, args: readonly unknown[], text: string): unknown {
  return call(reach(owner, index), owner, args, text);
}

/** The `this` of a call by a plain name: the object that has the function. */
export function ownerOf(payload: Payload | undefined, source: NameSource, name: string): unknown {
  if (payload !== undefined && Object.hasOwn(payload, name)) return payload;
  return isWithinReach(source.data, name) ? source.data : source.functions;
}

/** `first and ...`: the first operand that counts as false, else the last one; the others wait for their turn. */
export function and(first: unknown, ...others: readonly (() => unknown)[]): unknown {
  return firstThat(false, first, others);
}

/** `first or ...`: the first operand that counts as true, else the last one; the others wait for their turn. */
export function or(first: unknown, ...others: readonly (() => unknown)[]): unknown {
  return firstThat(true, first, others);
}

/**
 * `in_state(name)`: whether the named state is active.
 *
 * @param text The call as written, for the error sentence.
 */
export function inState(machine: { isActive(name: string): boolean }, name: unknown, text: string): boolean {
  if (typeof name === "string") return machine.isActive(name);
  const reason = `"in_state" takes the name of one state, for example in_state("Idle")`;
  throw new EvaluationError(reason, text);
}

/** The context's own value of a name, as `name += 1` reads it, even where the payload has that name. */
export function own(source: NameSource, name: string): unknown {
  return reach(source.data, name);
}

/** `name = value`: sets the context's member. */
export function assign(source: NameSource, name: string, value: unknown): void {
  assignMember(source.data, name, value);
}

/**
 * `owner.key = value` and `owner[key] = value`.
 *
 * @param payload The payload of the event, which cannot be assigned by any way.
 * @param root The plain name that the path starts with, where it does.
 */
export function setMember(
  payload: Payload | undefined,
  root: string | null,
  owner: unknown,
  key: unknown,
  value: unknown,
): void {
  if (root !== null && payload !== undefined && Object.hasOwn(payload, root)) {
    throw new EvaluationError(`"${root}" belongs to the event's payload, which cannot be assigned`);
  }
  refusePayload(owner, payload);
  assignMember(owner, key, value);
}

function readElsewhere({ data, functions }: NameSource, name: string): unknown {
  if (isForbidden(name)) return null;
  if (isWithinReach(data, name)) return (data as Record<string, unknown>)[name] ?? null;
  return Object.hasOwn(functions, name) ? functions[name] ?? null : null;
}

function firstThat(decides: boolean, first: unknown, others: readonly (() => unknown)[]): unknown {
  let value = first;
  for (let index = 0; index < others.length && truthy(value) !== decides; index++) value = others[index]?.();
  return value;
}
