import { type Jog, TOUCH } from "../coordinates/stack_layers.ts";

/** The cost of two upright parts on one another, in crossings. */
const ON_EACH_OTHER = 100;

/**
 * Gives the jogs of a gap their tracks, from top to bottom, so that few lines cross and none lie on each other.
 *
 * The order is that of a graph of pairs with the cheaper one above, made acyclic by the heuristic of Eades, Lin and
 * Smyth, "A fast and effective heuristic for the feedback arc set problem" (1993).
 *
 * @returns the track of every jog, from 0
 */
export function assignTracks(jogs: readonly Jog[]): Int32Array {
  const count = jogs.length;
  const tracks = new Int32Array(count);
  if (count < 2) return tracks;
  const saved = savings(jogs);
  const sorted = inOrder(count, saved);
  for (const [at, jog] of sorted.entries()) {
    for (let before = 0; before < at; before++) {
      const other = sorted[before]!;
      if (isApart(jogs[jog]!, jogs[other]!)) continue;
      tracks[jog] = Math.max(tracks[jog]!, tracks[other]! + 1);
    }
  }
  return tracks;
}

/** The cost that having jog `a` above `b` saves, at `a * count + b`. */
function savings(jogs: readonly Jog[]): Float64Array {
  const count = jogs.length;
  const saved = new Float64Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (isApart(jogs[a]!, jogs[b]!)) continue;
      const value = costOf(jogs[b]!, jogs[a]!) - costOf(jogs[a]!, jogs[b]!);
      saved[a * count + b] = value;
      saved[b * count + a] = -value;
    }
  }
  return saved;
}

function isApart(a: Jog, b: Jog): boolean {
  return a.high + TOUCH < b.low || b.high + TOUCH < a.low;
}

/** The crossings when `upper` is above `lower`. */
function costOf(upper: Jog, lower: Jog): number {
  let cost = 0;
  for (const x of lower.up) if (x > upper.low && x < upper.high) cost += 1;
  for (const x of upper.down) if (x > lower.low && x < lower.high) cost += 1;
  for (const x of upper.down) {
    if (lower.up.some((other) => Math.abs(x - other) < TOUCH)) cost += ON_EACH_OTHER;
  }
  return cost;
}

/** The jogs from top to bottom: sources first, sinks last, of the others that which saves most. */
function inOrder(count: number, saved: Float64Array): number[] {
  const rest = new Set(Array.from({ length: count }, (_, jog) => jog));
  const first: number[] = [];
  const last: number[] = [];
  const out = new Float64Array(count);
  const into = new Float64Array(count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      out[a]! += Math.max(0, saved[a * count + b]!);
      into[a]! += Math.max(0, saved[b * count + a]!);
    }
  }
  const take = (jog: number, list: number[]) => {
    list.push(jog);
    rest.delete(jog);
    for (const other of rest) {
      out[other]! -= Math.max(0, saved[other * count + jog]!);
      into[other]! -= Math.max(0, saved[jog * count + other]!);
    }
  };
  while (rest.size > 0) {
    let best = -1;
    for (const jog of rest) {
      if (into[jog] === 0) {
        best = jog;
        break;
      }
      if (best < 0 || out[jog]! - into[jog]! > out[best]! - into[best]!) best = jog;
    }
    const sink = into[best] === 0 ? undefined : [...rest].find((jog) => out[jog] === 0);
    if (sink === undefined) take(best, first);
    else take(sink, last);
  }
  return [...first, ...last.reverse()];
}
