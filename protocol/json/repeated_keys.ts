import type { Finding } from "../finding.ts";
import type { RuleInfo } from "../rule_settings.ts";
import { toPointer } from "./pointer.ts";
import { positionsInOrder, type TextPosition, withoutByteOrderMark } from "./position.ts";
import { walkJson } from "./scan.ts";

/** A key that one object of a JSON text has more than once; the last value counts. */
export interface RepeatedKey {
  /** The key. */
  readonly key: string;
  /** JSON pointer to the member. */
  readonly pointer: string;
  /** The number of its members. */
  readonly count: number;
  /** The place of the first one. */
  readonly first: TextPosition;
  /** The place of the last one, which counts. */
  readonly last: TextPosition;
}

/** The rule about keys that repeat, the same for every kind of document. */
export const REPEATED_KEY_RULE: RuleInfo = {
  id: "W116",
  severity: "warning",
  title: "Key repeated in JSON",
  explanation:
    "An object in the JSON text has a key more than once. The last value counts, and the others are lost when the " +
    "document is written. Checked where the text is at hand: in documents of every kind, not in XML or diagrams.",
};

/** An object or array around a place in the walk. */
interface Frame {
  readonly isObject: boolean;
  readonly members: Map<string, Members>;
  key: string;
  index: number;
}

/** The members of one key. */
interface Members {
  count: number;
  readonly first: number;
  last: number;
}

/**
 * Finds the keys that an object of a JSON text has more than once. `JSON.parse` takes the last value.
 *
 * @param text A JSON text; what follows a fault is not looked at.
 * @returns One entry a key and object, in the order of their last members.
 *
 * @example
 * ```ts
 * import { repeatedKeys } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const [repeated] = repeatedKeys('{"state": {"name": "A", "name": "B"}}');
 * assertEquals([repeated?.pointer, repeated?.last.column], ["/state/name", 25]);
 * ```
 */
export function repeatedKeys(text: string): RepeatedKey[] {
  const json = withoutByteOrderMark(text);
  const found: { pointer: string; key: string; members: Members }[] = [];
  const frames: Frame[] = [];
  walkJson(json, {
    key(start, end) {
      const frame = frames.at(-1);
      if (frame === undefined) return;
      frame.key = JSON.parse(json.slice(start, end));
      const members = frame.members.get(frame.key);
      if (members === undefined) frame.members.set(frame.key, { count: 1, first: start, last: start });
      else {
        members.last = start;
        if (++members.count === 2) found.push({ pointer: pointerOf(frames), key: frame.key, members });
      }
    },
    value() {
      const frame = frames.at(-1);
      if (frame !== undefined && !frame.isObject) frame.index++;
    },
    open: (bracket) =>
      void frames.push({ isObject: bracket === "{", members: new Map(), key: "", index: -1 }),
    close: () => void frames.pop(),
  });
  const offsets = found.flatMap(({ members }) => [members.first, members.last]).sort((a, b) => a - b);
  const position = positionsInOrder(json);
  const places = new Map<number, TextPosition>();
  for (const offset of offsets) places.set(offset, places.get(offset) ?? position(offset));
  const placeOf = (offset: number) => places.get(offset) ?? { line: 1, column: 1 };
  return found.sort((a, b) => a.members.last - b.members.last).map(({ pointer, key, members }) => ({
    pointer,
    key,
    count: members.count,
    first: placeOf(members.first),
    last: placeOf(members.last),
  }));
}

/**
 * The findings about keys that repeat.
 *
 * @param text A JSON text.
 * @param envelope The key that wraps the definition. Default: none.
 */
export function repeatedKeyFindings(text: string, envelope?: string): Finding[] {
  const prefix = envelope === undefined ? "" : toPointer([envelope]);
  return repeatedKeys(text).map(({ pointer, key, count, first, last }) => ({
    ruleId: REPEATED_KEY_RULE.id,
    severity: REPEATED_KEY_RULE.severity,
    message:
      `The key ${JSON.stringify(key)} is in one object ${count} times, first at line ${first.line}, column ` +
      `${first.column}: only the last value, at line ${last.line}, column ${last.column}, counts. Remove the others.`,
    path: pointer.startsWith(`${prefix}/`) ? pointer.slice(prefix.length) : "",
    ...last,
  }));
}

function pointerOf(frames: readonly Frame[]): string {
  return toPointer(frames.map(({ isObject, key, index }) => isObject ? key : index));
}
