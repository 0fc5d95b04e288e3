import type { StateNode } from "../chart/node.ts";
import type { ChartTables } from "../chart/tables.ts";

/** Separator of leaf names in the name of a configuration. */
const BAR = "|";

/** The most ways to read a name that are looked at. */
const MOST_READINGS = 1000;

/** A state and how the name goes on behind it; null at the end. */
type Reading = { readonly node: StateNode; readonly rest: Reading } | null;

/**
 * The ways to read the name of a configuration: the state of that name, and the states whose names are joined by `|`.
 * There is one at most, unless names of states hold a `|` themselves.
 */
export function readingsOf({ nodeByName }: ChartTables, name: string): StateNode[][] {
  const parts = name.split(BAR);
  const count = parts.length;
  let longest = 1;
  if (count > 1) {
    for (const known of nodeByName.keys()) {
      longest = Math.max(longest, known.split(BAR).length);
    }
  }
  /** For each place, the readings of what stands from there to the end. */
  const readings: Reading[][] = [];
  readings[count] = [null];
  for (let from = count - 1; from >= 0; from--) {
    const found: Reading[] = readings[from] = [];
    // The longest name comes first, so that the state of the whole name is the first reading.
    for (let to = Math.min(from + longest, count); to > from; to--) {
      const node = nodeByName.get(parts.slice(from, to).join(BAR));
      const rests = node ? readings[to]!.slice(0, MOST_READINGS - found.length) : []; // `to` is behind `from`
      for (const rest of rests) found.push({ node: node!, rest }); // without a node there are none
    }
  }
  return readings[0]!.map(nodesOf); // the last one filled
}

function nodesOf(reading: Reading): StateNode[] {
  const nodes: StateNode[] = [];
  for (let at = reading; at; at = at.rest) nodes.push(at.node);
  return nodes;
}
