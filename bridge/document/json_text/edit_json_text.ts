import type { JsonValue } from "@loom/protocol";
import { type Node, parseTree } from "jsonc-parser";
import { isContainer } from "./json_items.ts";
import { LineIndents } from "./line_indents.ts";
import type { JsonTextMemory } from "./memory.ts";
import { ChangePlanner, visitContainers } from "./plan_change.ts";
import type { Fragment } from "./print_value.ts";
import { editsFor } from "./rewrite_text.ts";
import { applyEdits, type TextEdit } from "./text_edit.ts";
import { sameJson, ValueIds } from "./value_ids.ts";
import { Workshop } from "./workshop.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Changes a JSON text so that it holds another value, and touches only the text of what differs.
 *
 * Key order, whitespace, line ends, escapes and number spellings of the rest stay. New parts are written the way
 * similar parts of the text are; parts that move take their text along. The result parses to exactly `after`, the
 * order of keys included.
 *
 * @param text A JSON text, with or without a byte order mark.
 * @param before Its value, as `JSON.parse` gives it.
 * @param after The value it is to have.
 * @param memory What was remembered of earlier edits of this document; with it an edit and its undo give the same
 * text again, whatever the formatting.
 * @returns The new text.
 *
 * @example
 * ```ts
 * import { editJsonText } from "@loom/bridge/document";
 * import { assertEquals } from "@std/assert";
 *
 * const text = '[\n  { "id": "Open" },\n  { "id": "Close" }\n]\n';
 * const before = JSON.parse(text);
 * assertEquals(
 *   editJsonText(text, before, [before[0], { id: "Lock" }, before[1]]),
 *   '[\n  { "id": "Open" },\n  { "id": "Lock" },\n  { "id": "Close" }\n]\n',
 * );
 * ```
 */
export function editJsonText(
  text: string,
  before: JsonValue,
  after: JsonValue,
  memory?: JsonTextMemory,
): string {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    return BYTE_ORDER_MARK + editJsonText(text.slice(1), before, after, memory);
  }
  const edits = rememberedEdits(text, after, memory) ?? plannedEdits(text, before, after, memory);
  if (edits.length === 0) return text;
  const result = applyEdits(text, edits);
  memory?.rememberStep(text, edits, result);
  return result;
}

/** The step back to an earlier text, if it held the wanted value. */
function rememberedEdits(
  text: string,
  after: JsonValue,
  memory: JsonTextMemory | undefined,
): readonly TextEdit[] | undefined {
  const edits = memory?.stepBack(text);
  return edits && sameJson(parsed(applyEdits(text, edits)), after) ? edits : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function plannedEdits(
  text: string,
  before: JsonValue,
  after: JsonValue,
  memory: JsonTextMemory | undefined,
): TextEdit[] {
  const root = parseTree(text);
  if (!root) throw new TypeError("The text to edit is empty and holds no JSON.");
  const ids = new ValueIds();
  const indents = new LineIndents(text);
  const removed = new RemovedParts(text, indents, ids, memory);
  const planner = new ChangePlanner(ids, (node, value) => removed.add(node, value));
  const plan = planner.plan(root, before, after, { role: "", depth: 0, keyLength: 0 });
  if (!plan) return [];
  return editsFor(plan, new Workshop(text, root, indents, (value) => removed.find(value)));
}

/** The texts of objects and arrays that leave their places, to be used where the same value arrives. */
class RemovedParts {
  readonly #text: string;
  readonly #indents: LineIndents;
  readonly #ids: ValueIds;
  readonly #memory: JsonTextMemory | undefined;
  readonly #earlier: readonly Fragment[];
  #remembered: Map<number, Fragment> | undefined;
  readonly #nodes = new Map<number, Node>();

  constructor(text: string, indents: LineIndents, ids: ValueIds, memory: JsonTextMemory | undefined) {
    this.#text = text;
    this.#indents = indents;
    this.#ids = ids;
    this.#memory = memory;
    this.#earlier = memory?.fragmentsFor(text) ?? [];
  }

  add(node: Node, value: unknown): void {
    if (!isContainer(node)) return;
    this.#memory?.rememberFragment(this.#text, this.#fragment(node));
    visitContainers(node, value, (part, held) => {
      if (part.children?.length) this.#nodes.set(this.#ids.of(held), part);
    });
  }

  find(value: object): Fragment | undefined {
    const remembered = this.#remembered ??= this.#byValue();
    if (this.#nodes.size + remembered.size === 0) return undefined;
    const id = this.#ids.of(value);
    const node = this.#nodes.get(id);
    return node ? this.#fragment(node) : remembered.get(id);
  }

  #byValue(): Map<number, Fragment> {
    return new Map(this.#earlier.map((fragment) => [this.#ids.of(parsed(fragment.text)), fragment]));
  }

  #fragment(node: Node): Fragment {
    const text = this.#text.slice(node.offset, node.offset + node.length);
    return { text, indent: this.#indents.at(node.offset) };
  }
}
