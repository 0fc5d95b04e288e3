import { cloneJson, setMember } from "../json/clone.ts";
import { definedKeys, equalJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import { refuse } from "./error.ts";
import type { Members } from "./model.ts";

/** The change of an object's members by an `*.update` operation. */
export interface MemberChange {
  /** The members to set. */
  patch: Members;
  /** The keys to delete first. */
  unset?: string[];
  /** The keys to put first afterwards. */
  order?: string[];
}

/**
 * Changes an object in place: deletes `unset`, then merges `patch`, then puts the keys of `order` first.
 *
 * @param target The object; it must belong to the draft alone.
 * @param change What to change, not trusted to be of its type.
 * @param erasesNotes Whether a patch of `notes: ""` deletes the note.
 */
export function mergeMembers(target: Members, change: MergeableChange, erasesNotes = false): void {
  const { patch, unset, order } = change;
  if (!isObject(patch)) refuse("wrong_type", null, "`patch` must be an object with the keys to set.");
  for (const key of unset ?? []) delete target[key];
  for (const key of definedKeys(patch)) {
    if (erasesNotes && key === "notes" && patch.notes === "") delete target.notes;
    else setMember(target, key, cloneJson(patch[key]));
  }
  if (order) putFirst(target, order);
}

/** A {@linkcode MemberChange} as an operation carries it, not trusted to be of its type. */
export interface MergeableChange {
  /** The members to set. */
  readonly patch: unknown;
  /** The keys to delete first. */
  readonly unset?: readonly string[];
  /** The keys to put first afterwards. */
  readonly order?: readonly string[];
}

function putFirst(target: Members, order: readonly string[]): void {
  const first = new Set(order.filter((key) => Object.hasOwn(target, key)));
  const keys = [...first, ...Object.keys(target).filter((key) => !first.has(key))];
  const entries = keys.map((key) => [key, target[key]] as const);
  for (const [key] of entries) delete target[key];
  for (const [key, value] of entries) setMember(target, key, value);
}

/**
 * The smallest change that makes `from` read exactly like `to`, the order of keys included.
 *
 * @param from The object as it is.
 * @param to The object as it is to be.
 * @param isSettled Whether a member that both have is somebody else's business. Default: none is.
 * @returns The change; `undefined` when there is nothing to do.
 */
export function memberChange(
  from: Members,
  to: Members,
  isSettled: (key: string) => boolean = () => false,
): MemberChange | undefined {
  const present = definedKeys(from);
  const wanted = definedKeys(to);
  const isSame = (key: string) => isSettled(key) || equalJson(from[key], to[key]);
  if (sameItems(present, wanted) && wanted.every(isSame)) return undefined;
  const kept = present.filter((key) => isDefined(to, key));
  const natural = [...kept, ...wanted.filter((key) => !isDefined(from, key))];
  const changed = wanted.filter((key) => !isDefined(from, key) || !isSame(key));
  const unset = present.filter((key) => !isDefined(to, key));
  const order = keysToPutFirst(natural, wanted);
  if (changed.length + unset.length + order.length === 0) return undefined;
  const patch: Members = {};
  for (const key of changed) setMember(patch, key, to[key]);
  return {
    patch,
    ...(unset.length > 0 && { unset }),
    ...(order.length > 0 && { order }),
  };
}

/** The shortest beginning of `wanted` after which the rest stands in the order of `natural` anyway. */
function keysToPutFirst(natural: readonly string[], wanted: readonly string[]): string[] {
  const position = new Map(natural.map((key, index) => [key, index]));
  const positions = wanted.map((key) => position.get(key) ?? -1);
  let start = Math.max(0, wanted.length - 1);
  while (start > 0 && positions[start - 1]! < positions[start]!) start--;
  return wanted.slice(0, start);
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function isDefined(object: Members, key: string): boolean {
  return Object.hasOwn(object, key) && object[key] !== undefined;
}
