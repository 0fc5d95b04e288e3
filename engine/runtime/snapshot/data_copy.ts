/**
 * Copies the data of a context, and puts it back. Both go down with a list of what is still to do, since data may be
 * deeper than the call stack.
 *
 * @module
 */
import { defineMember } from "../../expression/assign.ts";
import { isPlainObject } from "../../expression/values.ts";
import { MachineRuntimeError } from "../problem.ts";

/** The most values of the context that a snapshot holds. */
const MOST_VALUES = 1_000_000;

type Members = Record<string, unknown>;

/**
 * Copies what JSON can write; functions, host objects and circles are left out. Gives undefined for what is nothing
 * of that.
 *
 * @throws {MachineRuntimeError} With code `snapshot_too_large`.
 */
export function dataOf(value: unknown): unknown {
  const above = new Set<unknown>();
  const waiting: (() => void)[] = [];
  let left = MOST_VALUES;
  let whole: unknown;
  /** Copies a value; the members of a container are copied later, in their order and before what follows it. */
  const copy = (value: unknown, put: (copy: unknown) => void): void => {
    if (!isData(value) || above.has(value)) return put(undefined);
    if (typeof value !== "object" || value === null) return put(value);
    const isList = Array.isArray(value);
    const container = isList ? [] : {};
    // A list is read by its length, so that holes count as items.
    const keys: PropertyKey[] = isList ? [...value.keys()] : Object.keys(value);
    left -= keys.length;
    // A list that holds another many times over is written out each time: without a bound that never ends.
    if (left < 0) {
      throw new MachineRuntimeError(
        "snapshot_too_large",
        `The context holds more than ${MOST_VALUES} values: keep large data in a host object.`,
      );
    }
    above.add(value);
    put(container);
    waiting.push(() => above.delete(value));
    for (const key of keys.reverse()) {
      const putMember = (one: unknown = isList ? null : undefined): void => {
        if (one !== undefined) defineMember(container, key, one);
      };
      waiting.push(() => copy(Reflect.get(value, key), putMember));
    }
  };
  copy(value, (one) => whole = one);
  for (let next = waiting.pop(); next; next = waiting.pop()) next();
  return whole;
}

/** Makes the data in `context` that of the snapshot; functions and host objects stay. */
export function restoreData(context: Members, data: Members): void {
  const waiting: [present: Members, source: Members][] = [[context, dataOf(data) as Members]]; // a copy of an object
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [present, source] = next;
    for (const key of Object.keys(present)) {
      if (!Object.hasOwn(source, key) && isData(present[key])) delete present[key];
    }
    for (const [key, value] of Object.entries(source)) {
      const known = Object.hasOwn(present, key) ? present[key] : undefined;
      if (isPlainObject(known) && isPlainObject(value)) waiting.push([known, value]);
      else defineMember(present, key, value);
    }
  }
}

/** True when JSON has a word for a value itself. */
function isData(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" ||
    Number.isFinite(value) || Array.isArray(value) || isPlainObject(value);
}
