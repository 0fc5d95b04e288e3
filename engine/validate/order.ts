import { fromPointer, MACHINE_SHAPE } from "@loom/protocol";
import type { Remark } from "./rule.ts";

/** The place of every known key among the others, as the format lists them; other keys come last. */
const RANKS: ReadonlyMap<string, number> = ranks();

function ranks(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { fields } of MACHINE_SHAPE) {
    for (const { name } of fields) if (!found.has(name)) found.set(name, found.size);
  }
  return found;
}

/**
 * The remarks in document order: sources in order, then states with their children before their regions, whatever
 * the order of the keys in the file.
 */
export function inDocumentOrder(remarks: Iterable<Remark>): Remark[] {
  const placed = Array.from(remarks, (remark) => ({ remark, place: placeOf(remark.path) }));
  placed.sort((a, b) => compare(a.place, b.place));
  return placed.map(({ remark }) => remark);
}

function placeOf(path: string): readonly number[] {
  return fromPointer(path).map((step) => RANKS.get(step) ?? (/^\d+$/.test(step) ? Number(step) : RANKS.size));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const difference = a[index]! - b[index]!; // both are longer than index
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
