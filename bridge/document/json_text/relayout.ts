import type { Layout, LayoutTraits } from "./layout.ts";
import { type Entry, type ItemsPlan, placeOf } from "./plan_change.ts";
import type { Workshop } from "./workshop.ts";
import { layoutOf } from "./text_style.ts";

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
