import type { PictureLink } from "@loom/protocol";
import type { SystemLink } from "./links.ts";

/** The words for links, by the rule that checks them and the kind of element that they lead to. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "L001 entity": ["class", "classes"],
  "L002 attribute": ["read field", "read fields"],
  "L003 machine": ["stored state", "stored states"],
  "L005 event": ["event", "events"],
  "L006 object": ["object", "objects"],
  "L006 entity": ["held entity", "held entities"],
  "L007 entity": ["carried entity", "carried entities"],
  "L008 state": ["state", "states"],
};

/**
 * Counts the links of each pair of members, for the map of a system.
 *
 * @returns One for each pair that has links: `2 events, 1 state`.
 */
export function linkCounts(links: readonly SystemLink[]): PictureLink[] {
  const pairs = Map.groupBy(links, ({ from, to }) => JSON.stringify([from.member, to.member].sort()));
  return Array.from(pairs.values(), (all) => {
    const rules = Map.groupBy(all, ({ rule, to }) => `${rule} ${to.kind}`);
    const counts = Array.from(rules, ([rule, { length }]) => {
      const [one, many] = WORDS[rule] ?? ["link", "links"];
      return `${length} ${length === 1 ? one : many}`;
    });
    const { from, to } = all[0] as SystemLink;
    return { from: from.member, to: to.member, text: counts.join(", ") };
  });
}
