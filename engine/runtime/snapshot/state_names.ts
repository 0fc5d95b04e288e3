import type { StateNode } from "../chart/node.ts";
import type { ChartTables } from "../chart/tables.ts";

/** Separator of leaf names in the name of a configuration. */
const BAR = "|";

/** The most ways to read a name that are looked at. */
const MOST_READINGS = 1000;

/**
 * The ways to read the name of a configuration: the state of that name, and the states whose names are joined by `|`.
 * There is one at most, unless names of states hold a `|` themselves.
 */
export function readingsOf({ nodeByName }: ChartTables, name: string): StateNode[][] {
  const parts = name.split(BAR);
  const longest = parts.length === 1 ? 1 : Math.min(parts.length, mostParts(nodeByName.keys()));
  const nodeAt = (from: number, to: number): StateNode | undefined =>
    nodeByName.get(parts.slice(from, to).join(BAR));
  const canEnd = whereNamesEnd(parts.length, longest, nodeAt);
  const readings: StateNode[][] = [];
  const waiting: Reading[] = [{ from: 0, last: null }];
  for (let next = waiting.pop(); next && readings.length < MOST_READINGS; next = waiting.pop()) {
    const { from, last } = next;
    if (from === parts.length) readings.push(nodesOf(last));
    else {
      // The longest name is pushed last, so that the state of the whole name is the first reading.
      for (let to = from + 1; to <= Math.min(from + longest, parts.length); to++) {
        const node = canEnd[to] ? nodeAt(from, to) : undefined;
        if (node) waiting.push({ from: to, last: { node, before: last } });
      }
    }
  }
  return readings;
}

/** A part of a name that has been read. */
interface Reading {
  /** Offset of the rest. */
  readonly from: number;
  readonly last: Read | null;
}

interface Read {
  readonly node: StateNode;
  readonly before: Read | null;
}

function nodesOf(last: Read | null): StateNode[] {
  const nodes: StateNode[] = [];
  for (let at = last; at; at = at.before) nodes.push(at.node);
  return nodes.reverse();
}

/** For each place, whether what stands from there to the end can be read as names. */
function whereNamesEnd(
  count: number,
  longest: number,
  nodeAt: (from: number, to: number) => StateNode | undefined,
): boolean[] {
  const canEnd = Array<boolean>(count + 1).fill(false);
  canEnd[count] = true;
  for (let from = count - 1; from >= 0; from--) {
    for (let to = from + 1; to <= Math.min(from + longest, count) && !canEnd[from]; to++) {
      canEnd[from] = canEnd[to] === true && nodeAt(from, to) !== undefined;
    }
  }
  return canEnd;
}

/** The most parts that a `|` divides a name into. */
function mostParts(names: Iterable<string>): number {
  let most = 1;
  for (const name of names) if (name.includes(BAR)) most = Math.max(most, name.split(BAR).length);
  return most;
}
