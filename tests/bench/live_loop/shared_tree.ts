/**
 * A JSON document as shared maps and lists of Yjs, and the same changes made on those.
 *
 * @module
 */
import { equalJson, type JsonValue } from "@loom/protocol";
import * as Y from "yjs";

type Members = Readonly<Record<string, JsonValue>>;

/** Puts a document into a shared map. */
export function fill(map: Y.Map<unknown>, members: Members): void {
  for (const [key, value] of Object.entries(members)) map.set(key, shared(value));
}

/** Makes what leads from one document to another on its shared map: no more than what differs. */
export function follow(map: Y.Map<unknown>, before: Members, after: Members): void {
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) map.delete(key);
  for (const [key, value] of Object.entries(after)) {
    const known = Object.hasOwn(before, key) ? before[key] : undefined;
    if (known !== undefined && followValue(map.get(key), known, value)) continue;
    map.set(key, shared(value));
  }
}

/** Changes a shared value in its place; tells whether that can be done. */
function followValue(place: unknown, before: JsonValue, after: JsonValue): boolean {
  if (before === after || equalJson(before, after)) return true;
  if (place instanceof Y.Map && isMembers(before) && isMembers(after)) {
    follow(place, before, after);
    return true;
  }
  if (place instanceof Y.Array && Array.isArray(before) && Array.isArray(after)) {
    followList(place, before, after);
    return true;
  }
  return false;
}

function followList(list: Y.Array<unknown>, before: readonly JsonValue[], after: readonly JsonValue[]): void {
  const least = Math.min(before.length, after.length);
  const isSame = (one: JsonValue | undefined, other: JsonValue | undefined) =>
    one !== undefined && other !== undefined && equalJson(one, other);
  let start = 0;
  while (start < least && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < least - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const removed = before.length - start - end;
  const added = after.length - start - end;
  for (let at = 0; at < Math.min(removed, added); at++) {
    const [old, now] = [before[start + at], after[start + at]];
    if (old === undefined || now === undefined || followValue(list.get(start + at), old, now)) continue;
    list.delete(start + at);
    list.insert(start + at, [shared(now)]);
  }
  if (removed > added) list.delete(start + added, removed - added);
  if (added > removed) list.insert(start + removed, after.slice(start + removed, start + added).map(shared));
}

function shared(value: JsonValue): unknown {
  if (Array.isArray(value)) {
    const list = new Y.Array<unknown>();
    list.push(value.map(shared));
    return list;
  }
  if (!isMembers(value)) return value;
  const map = new Y.Map<unknown>();
  fill(map, value);
  return map;
}

function isMembers(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
