import { CROSSING, CROSSING_OF_LONG } from "./crossings.ts";

/** The segments between a layer and the next, from left to right by their upper ends. */
export interface Gap {
  /** The places of the upper ends, slots included. */
  readonly from: Int32Array;
  /** The places of the lower ends. */
  readonly to: Int32Array;
  /** 1 for a segment between two vertices of a long edge. */
  readonly isLong: Uint8Array;
  /** The cost of all crossings. */
  readonly cost: number;
}

/** So few segments are compared in pairs. */
const FEW = 24;

function costOfPairs(from: Int32Array, to: Int32Array, isLong: Uint8Array): number {
  let cost = 0;
  for (let at = 1; at < from.length; at++) {
    const [begin, end] = [from[at]!, to[at]!];
    for (let other = 0; other < at; other++) {
      if (to[other]! <= end || from[other] === begin) continue;
      cost += isLong[at]! & isLong[other]! ? CROSSING_OF_LONG : CROSSING;
    }
  }
  return cost;
}

/**
 * The cost of the crossings among segments that are sorted by their upper ends.
 *
 * Compare Barth, Jünger and Mutzel, "Simple and efficient bilayer cross counting" (2002).
 */
export function costOf({ from, to, isLong }: Omit<Gap, "cost">, size: number): number {
  if (from.length <= FEW) return costOfPairs(from, to, isLong);
  const count = (sums: Int32Array, end: number): number => {
    let sum = 0;
    for (let at = end + 1; at > 0; at -= at & -at) sum += sums[at]!;
    return sum;
  };
  const add = (sums: Int32Array, end: number) => {
    for (let at = end + 1; at <= size; at += at & -at) sums[at]!++;
  };
  const [all, long] = [new Int32Array(size + 1), new Int32Array(size + 1)];
  let [cost, longSeen] = [0, 0];
  for (let begin = 0, end = 0; begin < from.length; begin = end) {
    for (; end < from.length && from[end] === from[begin]; end++) {
      cost += CROSSING * (begin - count(all, to[end]!));
      if (isLong[end] === 1) cost += (CROSSING_OF_LONG - CROSSING) * (longSeen - count(long, to[end]!));
    }
    for (let at = begin; at < end; at++) {
      add(all, to[at]!);
      if (isLong[at] === 1) {
        add(long, to[at]!);
        longSeen++;
      }
    }
  }
  return cost;
}
