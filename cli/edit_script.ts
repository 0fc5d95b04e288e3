/** Lines of an old text that other lines of a new text replace; the ends are exclusive. */
export interface LineRun {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Beyond so many differing lines the rest counts as one replacement, which bounds time and memory. */
const MOST_EDITS = 1000;

/**
 * The shortest way from one list of lines to another, after Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986).
 *
 * @returns The changed runs in order; none when the lists are the same.
 */
export function editScript(old: readonly string[], young: readonly string[]): LineRun[] {
  let start = 0;
  const shorter = Math.min(old.length, young.length);
  while (start < shorter && old[start] === young[start]) start++;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === young[young.length - 1 - tail]) tail++;
  const oldEnd = old.length - tail;
  const newEnd = young.length - tail;
  if (start === oldEnd && start === newEnd) return [];
  const path = shortestPath(old.slice(start, oldEnd), young.slice(start, newEnd));
  if (path === undefined) return [{ oldStart: start, oldEnd, newStart: start, newEnd }];
  return runsOf(path, start);
}

/** A corner of the edit graph: so many lines of either list are behind it. */
type Corner = readonly [x: number, y: number];

/** The corners of a shortest path, each a diagonal and one step on from the last; `undefined` when it is too long. */
function shortestPath(a: readonly string[], b: readonly string[]): Corner[] | undefined {
  const furthest = new Map<number, number>([[1, 0]]);
  const traces: Map<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(a.length + b.length, MOST_EDITS); edits++) {
    traces.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isStepDown(furthest, diagonal, edits)
        ? furthest.get(diagonal + 1) ?? 0
        : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trackBack(traces, [a.length, b.length]);
    }
  }
  return undefined;
}

/** True when a path reaches a diagonal by adding a line rather than by removing one. */
function isStepDown(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0);
}

function trackBack(traces: readonly ReadonlyMap<number, number>[], end: Corner): Corner[] {
  const corners: Corner[] = [end];
  let [x, y] = end;
  for (let edits = traces.length - 1; edits > 0; edits--) {
    const furthest = traces[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = isStepDown(furthest, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const fromX = furthest.get(from) ?? 0;
    const afterStep: Corner = from > diagonal ? [fromX, fromX - diagonal] : [fromX + 1, fromX + 1 - diagonal];
    [x, y] = [fromX, fromX - from];
    corners.push(afterStep, [x, y]);
  }
  return corners.reverse();
}

/** The steps of a path that are not diagonal, neighbours put together. */
function runsOf(corners: readonly Corner[], offset: number): LineRun[] {
  const runs: LineRun[] = [];
  for (let index = 1; index < corners.length; index++) {
    const [x, y] = corners[index - 1] ?? [0, 0];
    const [toX, toY] = corners[index] ?? [0, 0];
    if (toX - x === toY - y) continue;
    const last = runs.at(-1);
    const run = { oldStart: x + offset, oldEnd: toX + offset, newStart: y + offset, newEnd: toY + offset };
    if (last && last.oldEnd === run.oldStart && last.newEnd === run.newStart) {
      runs[runs.length - 1] = { ...last, oldEnd: run.oldEnd, newEnd: run.newEnd };
    } else {
      runs.push(run);
    }
  }
  return runs;
}
