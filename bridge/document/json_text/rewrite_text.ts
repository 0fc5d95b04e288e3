import { endOf, type JsonItem } from "./json_items.ts";
import { type Entry, type ItemsPlan, placeOf, type Plan } from "./plan_change.ts";
import { indented } from "./print_value.ts";
import { applyEdits, type TextEdit } from "./text_edit.ts";
import { colonOf, layoutOf } from "./text_style.ts";
import type { Layout, LayoutTraits } from "./layout.ts";
import type { Workshop } from "./workshop.ts";

/**
 * The edits that carry out a plan, in ascending order.
 *
 * @param outer The plan of the container around, when its own items stay where they are.
 */
export function editsFor(plan: Plan, shop: Workshop, outer?: ItemsPlan): TextEdit[] {
  const { node } = plan;
  if (plan.kind === "replace") {
    return [{ offset: node.offset, length: node.length, text: newText(plan, plan.value, shop, outer) }];
  }
  if (!plan.restructured) {
    return plan.entries.flatMap((entry) => entry.plan ? editsFor(entry.plan, shop, plan) : []);
  }
  const whole = wholeText(plan, shop, outer);
  if (whole !== undefined) return [{ offset: node.offset, length: node.length, text: whole }];
  return new ItemsRewriter(plan, shop).edits();
}

/** The new text of a container that is not patched item by item; `undefined` when it is. */
function wholeText(plan: ItemsPlan, shop: Workshop, outer: ItemsPlan | undefined): string | undefined {
  const { node, items, entries, after } = plan;
  if (items.length === 0 || entries.length === 0) return newText(plan, after, shop, outer);
  const layout = relayout(plan, shop);
  if (!layout) return undefined;
  const indent = shop.indents.at(node.offset);
  const inner = layout === "multi" ? indent + shop.style.unit : indent;
  const texts = entries.map((entry) => entryText(entry, plan, shop, inner, shop.style.colon[layout]));
  return shop.printer.enclose(node.type === "array" ? "array" : "object", texts, layout, indent);
}

function newText(plan: Plan, value: unknown, shop: Workshop, outer: ItemsPlan | undefined): string {
  const oneLine = typeof value === "object" && outer !== undefined && isOneLine(outer, shop);
  return shop.printer.print(value, plan.place, shop.indents.at(plan.node.offset), oneLine);
}

/** True when a container stands on one line with all that is in it; new values in it must not break that line. */
function isOneLine({ node }: ItemsPlan, shop: Workshop): boolean {
  return !shop.text.slice(node.offset, endOf(node)).includes("\n");
}

function insideEdits(entry: Entry, shop: Workshop): TextEdit[] {
  return entry.plan ? editsFor(entry.plan, shop) : [];
}

/** The text of an item for a line of that indentation: its own, edited, or a new one. */
function entryText(entry: Entry, plan: ItemsPlan, shop: Workshop, indent: string, colon: string): string {
  const item = plan.items[entry.from];
  if (item) {
    const text = applyEdits(shop.text, insideEdits(entry, shop), item.start, item.end);
    return indented({ text, indent: shop.indents.at(item.start) }, indent);
  }
  const key = entry.key === undefined ? "" : shop.printer.key(entry.key) + colon;
  return key + shop.printer.print(entry.value, placeOf(entry, plan.place, key.length), indent);
}

/** Changes the items of a container one by one, so that those that stay keep what stands between them. */
class ItemsRewriter {
  readonly #plan: ItemsPlan;
  readonly #shop: Workshop;
  readonly #edits: TextEdit[] = [];
  readonly #indent: string;
  readonly #colon: string;
  readonly #separator: string;

  constructor(plan: ItemsPlan, shop: Workshop) {
    const { items, node } = plan;
    const first = items[0];
    if (!first) throw new TypeError("A container without items has none to rewrite.");
    this.#plan = plan;
    this.#shop = shop;
    const layout: Layout = layoutOf(shop.text, node, items) ?? "multi";
    this.#indent = shop.indents.at(first.start);
    this.#colon = node.type === "object" ? colonOf(shop.text, first) : shop.style.colon[layout];
    this.#separator = this.#usualSeparator(first, layout);
  }

  edits(): TextEdit[] {
    const { entries, items } = this.#plan;
    let arrived: Entry[] = [];
    let previous = -1;
    for (const entry of entries) {
      if (!entry.stays) {
        arrived.push(entry);
        continue;
      }
      this.#rewriteRun(previous, entry.from, arrived);
      this.#edits.push(...insideEdits(entry, this.#shop));
      previous = entry.from;
      arrived = [];
    }
    this.#rewriteRun(previous, items.length, arrived);
    return this.#edits;
  }

  /** Puts the arrivals in the place of the items between two that stay. */
  #rewriteRun(previous: number, next: number, arrived: readonly Entry[]): void {
    const texts = arrived.map((entry) => {
      return entryText(entry, this.#plan, this.#shop, this.#indent, this.#colon);
    });
    const slots = this.#plan.items.slice(previous + 1, next);
    const common = Math.min(texts.length, slots.length);
    for (let index = 0; index < common; index++) {
      const slot = slots[index];
      if (slot) this.#replace(slot.start, slot.end, texts[index] ?? "");
    }
    if (slots.length > common) this.#remove(slots.slice(common), previous + common, next);
    else if (texts.length > common) this.#insert(texts.slice(common), previous + common, next);
  }

  #remove(slots: readonly JsonItem[], previous: number, next: number): void {
    const before = this.#plan.items[previous];
    const after = this.#plan.items[next];
    const last = slots.at(-1);
    if (before && last) this.#replace(before.end, last.end, "");
    else if (after && slots[0]) this.#replace(slots[0].start, after.start, "");
  }

  #insert(texts: readonly string[], previous: number, next: number): void {
    const before = this.#plan.items[previous];
    const after = this.#plan.items[next];
    const separator = this.#separator;
    if (before) this.#replace(before.end, before.end, texts.map((text) => separator + text).join(""));
    else if (after) this.#replace(after.start, after.start, texts.map((text) => text + separator).join(""));
  }

  #replace(start: number, end: number, text: string): void {
    this.#edits.push({ offset: start, length: end - start, text });
  }

  /** The usual separator of two items of this container. */
  #usualSeparator(first: JsonItem, layout: Layout): string {
    const { text, style } = this.#shop;
    const { items, node } = this.#plan;
    const counts = new Map<string, number>();
    for (let index = 1; index < items.length; index++) {
      const between = text.slice(items[index - 1]?.end ?? endOf(node), items[index]?.start ?? endOf(node));
      counts.set(between, (counts.get(between) ?? 0) + 1);
    }
    const usual = [...counts].reduce(
      (best, next) => next[1] > best[1] ? next : best,
      ["", 0] as [string, number],
    );
    if (usual[1] > 0) return usual[0];
    return layout === "multi" ? "," + text.slice(node.offset + 1, first.start) : style.comma;
  }
}

/**
 * The other layout, when a container that stands as others like it do would stand otherwise with its new items:
 * a state on one line that gets children. `undefined` when the layout stays.
 *
 * The rule is the same in both directions, so that taking the new items away again leads back.
 */
export function relayout(plan: ItemsPlan, shop: Workshop): Layout | undefined {
  const { layouts, traits } = shop.style;
  const current = layoutOf(shop.text, plan.node, plan.items);
  const before = traits.get(plan.node);
  const after = newTraits(plan, shop);
  if (!current || !before || !after) return undefined;
  const then = layouts.guess(before);
  const now = layouts.guess(after);
  if (then.layout !== current || now.layout === current) return undefined;
  if (before.tall !== after.tall) return now.layout;
  // The others must speak for both layouts, or there would be no way back.
  const others = layouts.guess(before, current);
  return others.sure && others.layout === current && now.sure ? now.layout : undefined;
}

/** As for a new value, but items that stay are as tall as they stand. */
function newTraits(plan: ItemsPlan, shop: Workshop): LayoutTraits | undefined {
  const { traits } = shop.printer.draft(plan.after, plan.place);
  const tall = plan.entries.some((entry) => isTall(entry, plan, shop));
  return traits && { ...traits, tall };
}

function isTall(entry: Entry, plan: ItemsPlan, shop: Workshop): boolean {
  const item = plan.items[entry.from];
  if (item) return shop.text.slice(item.start, item.end).includes("\n");
  return shop.printer.draft(entry.value, placeOf(entry, plan.place, 0)).tall;
}
