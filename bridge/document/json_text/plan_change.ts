import type { Node } from "jsonc-parser";
import { alignElements, ascending } from "./align.ts";
import { isContainer, itemsOf, type JsonItem } from "./json_items.ts";
import { childRole } from "./text_style.ts";
import { memberOf, presentKeys, type ValueIds } from "./value_ids.ts";

/** The change of a value of the text. */
export type Plan = ReplacePlan | ItemsPlan;

/** The path of a value in its document. */
export interface Place {
  /** See `LayoutTraits.role`. */
  readonly role: string;
  /** Number of containers are around it. */
  readonly depth: number;
  /** Number of columns its key takes before it. */
  readonly keyLength: number;
}

/** The value gives way to another one. */
export interface ReplacePlan {
  readonly kind: "replace";
  readonly place: Place;
  readonly node: Node;
  readonly value: unknown;
}

/** The container stays and some of its items change. */
export interface ItemsPlan {
  readonly kind: "items";
  readonly place: Place;
  readonly node: Node;
  readonly before: object;
  readonly after: object;
  /** The items that the text has. */
  readonly items: readonly JsonItem[];
  /** The items it is to have, in order. */
  readonly entries: readonly Entry[];
  /** True when items come, go or change places. */
  readonly restructured: boolean;
}

/** An item that a container is to have. */
export interface Entry {
  readonly key: string | undefined;
  readonly value: unknown;
  /** The index of the item that it was; -1 for a new one. */
  readonly from: number;
  /** True when it keeps its place among those that stay. */
  readonly stays: boolean;
  /** The change inside; `undefined` for none, and for a new one. */
  readonly plan: Plan | undefined;
}

/** The path of an item, from that of its container. */
export function placeOf(item: { readonly key: string | undefined }, outer: Place, keyLength: number): Place {
  return { role: childRole(outer.role, item.key), depth: outer.depth + 1, keyLength };
}

/** Told about each value that leaves its place. */
export type OnRemoved = (node: Node, value: unknown) => void;

/** Finds what must change in a text so that its value becomes another one. */
export class ChangePlanner {
  readonly #ids: ValueIds;
  readonly #onRemoved: OnRemoved;

  constructor(ids: ValueIds, onRemoved: OnRemoved) {
    this.#ids = ids;
    this.#onRemoved = onRemoved;
  }

  /** The plan for one value; `undefined` when nothing changes. */
  plan(node: Node, before: unknown, after: unknown, place: Place): Plan | undefined {
    if (before === after) return undefined;
    if (Array.isArray(before) && Array.isArray(after)) {
      return this.#planItems(node, before, after, this.#elements(node, before, after, place), place);
    }
    if (isRecord(before) && isRecord(after)) {
      return this.#planItems(node, before, after, this.#members(node, before, after, place), place);
    }
    if (this.#ids.same(before, after)) return undefined;
    this.#onRemoved(node, before);
    return { kind: "replace", node, value: after, place };
  }

  #elements(node: Node, before: readonly unknown[], after: readonly unknown[], place: Place): Entry[] {
    const items = itemsOf(node);
    const pairs = alignElements(before, after, this.#ids);
    const stays = ascending(pairs);
    const inner = placeOf({ key: undefined }, place, 0);
    return after.map((value, index) => {
      const from = pairs[index] ?? -1;
      const item = items[from];
      const plan = item && this.plan(item.node, before[from], value, inner);
      return { key: undefined, value, from, stays: stays[index] ?? false, plan };
    });
  }

  #members(node: Node, before: object, after: object, place: Place): Entry[] {
    const items = itemsOf(node);
    // Of a repeated key the last member counts, and a map keeps the last.
    const indexes = new Map(items.map((item) => [item.key, item.index]));
    const keys = presentKeys(after);
    const old = keys.map((key) => indexes.get(key) ?? -1);
    const stays = sameOrder(keys, presentKeys(before)) ? old.map(() => true) : ascending(old);
    return keys.map((key, index) => {
      const from = old[index] ?? -1;
      const item = items[from];
      const value = memberOf(after, key);
      const plan = item &&
        this.plan(
          item.node,
          memberOf(before, key),
          value,
          placeOf(item, place, item.node.offset - item.start),
        );
      return { key, value, from, stays: stays[index] ?? false, plan };
    });
  }

  #planItems(
    node: Node,
    before: object,
    after: object,
    entries: readonly Entry[],
    place: Place,
  ): ItemsPlan | undefined {
    const items = itemsOf(node);
    const used = new Set(entries.map((entry) => entry.from));
    const gone = items.filter((item, index) => !item.hidden && !used.has(index));
    const restructured = gone.length > 0 || entries.some((entry) => !entry.stays);
    if (!restructured && entries.every((entry) => entry.plan === undefined)) return undefined;
    for (const item of gone) this.#onRemoved(item.node, oldValueOf(before, item));
    return { kind: "items", node, before, after, items, entries, restructured, place };
  }
}

/** Calls back with every object and array in a value, and the node that writes it. */
export function visitContainers(
  node: Node,
  value: unknown,
  visit: (node: Node, value: object) => void,
): void {
  if (!isContainer(node) || typeof value !== "object" || value === null) return;
  visit(node, value);
  for (const item of itemsOf(node)) {
    if (!item.hidden) visitContainers(item.node, oldValueOf(value, item), visit);
  }
}

function oldValueOf(before: object, item: JsonItem): unknown {
  return item.key === undefined ? (before as unknown[])[item.index] : memberOf(before, item.key);
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
