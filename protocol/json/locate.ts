import { fromPointer } from "./pointer.ts";
import { positionsInOrder, type TextPosition, withoutByteOrderMark } from "./position.ts";
import { type JsonVisitor, walkJson } from "./scan.ts";

/** A step of the wanted pointers; `offset` is where its value begins in the text. */
interface Step {
  readonly children: Map<string, Step>;
  offset: number | undefined;
}

/** An object or array the walk is inside of; without `step` nothing in it is wanted. */
interface Frame {
  readonly step: Step | undefined;
  readonly bracket: "{" | "[";
  next: Step | undefined;
  index: number;
}

/**
 * Finds the line and column where the value of a JSON pointer begins.
 *
 * @param text A JSON text.
 * @param pointer A JSON pointer (RFC 6901) from the top of the text; `""` is the whole value.
 * @returns `undefined` when the text has no such value, or is broken before it.
 *
 * @example
 * ```ts
 * import { locate } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(locate('{\n  "state": { "name": "Root" }\n}', "/state/name"), { line: 2, column: 22 });
 * ```
 */
export function locate(text: string, pointer: string): TextPosition | undefined {
  return locateAll(text, [pointer]).get(pointer);
}

/**
 * Finds the places of many JSON pointers in one pass over the text; what {@linkcode locate} finds for each.
 *
 * @returns The places of the pointers that were found.
 */
export function locateAll(text: string, pointers: Iterable<string>): Map<string, TextPosition> {
  const json = withoutByteOrderMark(text);
  const root: Step = { children: new Map(), offset: undefined };
  const wanted = new Map<string, Step>();
  for (const pointer of pointers) wanted.set(pointer, stepTo(root, pointer));
  walkJson(json, offsetsVisitor(json, root));
  const places = new Map<string, TextPosition>();
  const position = positionsInOrder(json);
  const found = [...wanted].filter(([, step]) => step.offset !== undefined);
  found.sort(([, a], [, b]) => a.offset! - b.offset!);
  for (const [pointer, step] of found) places.set(pointer, position(step.offset!));
  return places;
}

function stepTo(root: Step, pointer: string): Step {
  let step = root;
  for (const name of fromPointer(pointer)) {
    let child = step.children.get(name);
    if (!child) step.children.set(name, child = { children: new Map(), offset: undefined });
    step = child;
  }
  return step;
}

function offsetsVisitor(json: string, root: Step): JsonVisitor {
  const frames: Frame[] = [];
  let current: Step | undefined;
  return {
    key(start, end) {
      const frame = frames.at(-1)!;
      frame.next = frame.step && frame.step.children.get(JSON.parse(json.slice(start, end)));
    },
    value(start) {
      const frame = frames.at(-1);
      if (!frame) current = root;
      else if (frame.bracket === "{") current = frame.next;
      else current = frame.step?.children.get(String(frame.index++));
      if (current) restart(current, start);
    },
    open(bracket) {
      frames.push({ step: current, bracket, next: undefined, index: 0 });
    },
    close() {
      frames.pop();
    },
  };
}

/** Of a repeated key the last one counts, as in `JSON.parse`: what was found below the earlier one is forgotten. */
function restart(step: Step, offset: number): void {
  if (step.offset !== undefined) forget(step);
  step.offset = offset;
}

function forget(step: Step): void {
  step.offset = undefined;
  for (const child of step.children.values()) forget(child);
}
