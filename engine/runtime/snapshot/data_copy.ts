/**
 * Copies the data of a context, and puts it back. Both go down with a list of what is still to do, since data may be
 * deeper than the call stack.
 *
 * @module
 */
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
  return new DataCopy().of(value);
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
      if (isMembers(known) && isMembers(value)) waiting.push([known, value]);
      else setMember(present, key, value);
    }
  }
}

/** A list or object that is being copied. */
interface Frame {
  readonly source: object;
  readonly members: Iterator<[key: string, value: unknown]>;
  put(key: string, value: unknown): void;
}

class DataCopy {
  /** The containers that are being copied, the innermost last. */
  readonly #frames: Frame[] = [];
  readonly #above = new Set<object>();
  #left = MOST_VALUES;

  of(value: unknown): unknown {
    const copy = this.#begin(value);
    for (let frame = this.#frames.at(-1); frame; frame = this.#frames.at(-1)) {
      const next = frame.members.next();
      if (next.done) {
        this.#frames.pop();
        this.#above.delete(frame.source);
      } else frame.put(next.value[0], this.#begin(next.value[1]));
    }
    return copy;
  }

  /** The copy of a value; that of a container is filled later. */
  #begin(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return isPlainValue(value) ? value : undefined;
    if (this.#above.has(value)) return undefined;
    if (Array.isArray(value)) {
      const copy: unknown[] = [];
      this.#enter(value, value.length, (_index, item) => copy.push(item ?? null));
      return copy;
    }
    if (!isMembers(value)) return undefined;
    const copy: Members = {};
    this.#enter(value, Object.keys(value).length, (key, member) => {
      if (member !== undefined) setMember(copy, key, member);
    });
    return copy;
  }

  #enter(source: object, size: number, put: Frame["put"]): void {
    this.#spend(size);
    this.#above.add(source);
    // A list is read by its length, so that holes count as items.
    const entries = Array.isArray(source) ? Array.from(source, entryOf) : Object.entries(source);
    this.#frames.push({ source, members: entries.values(), put });
  }

  /** A list that holds another many times over is written out each time: without a bound that never ends. */
  #spend(count: number): void {
    this.#left -= count;
    if (this.#left >= 0) return;
    throw new MachineRuntimeError(
      "snapshot_too_large",
      `The context holds more than ${MOST_VALUES} values: keep large data in a host object.`,
    );
  }
}

function entryOf(item: unknown): [key: string, value: unknown] {
  return ["", item];
}

function isData(value: unknown): boolean {
  return Array.isArray(value) || isMembers(value) || isPlainValue(value);
}

function isPlainValue(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
}

/** True when a value is an object that no class of a host has made. */
function isMembers(value: unknown): value is Members {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Makes a member, whatever its name: an assignment to `__proto__` would do something else. */
function setMember(owner: Members, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true });
}
