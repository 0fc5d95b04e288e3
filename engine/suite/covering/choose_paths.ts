import type { Arc, Exploration, Goal, Position } from "./explore.ts";

/** A path is not made longer when it has this many steps, so that its test stays readable. */
const LONG = 15;

/** More than the goals of any step. */
const STAYS = 1e6;

/**
 * Chooses paths from the start that reach every goal that the search has reached: each goes on to the nearest goal that is
 * still open, on plain steps where possible, and ends where none can be reached or when it is long.
 */
export function choosePaths({ root, start }: Exploration): Arc[][] {
  const open = openGoals(root);
  for (const goal of start.goals) open.delete(goal);
  const paths: Arc[][] = [];
  let path: Arc[] = [];
  while (open.size > 0) {
    const here = path.at(-1)?.to ?? root;
    const way = path.length < LONG ? wayToGoal(here, open) : undefined;
    if (way === undefined) {
      if (path.length === 0) break;
      path = [];
      continue;
    }
    if (path.length === 0) paths.push(path);
    path.push(...way);
    for (const { goals } of way) for (const goal of goals) open.delete(goal);
  }
  return withoutSpare(paths, start.goals);
}

/** All goals on arcs that can be reached from the root. */
function openGoals(root: Position): Set<Goal> {
  const goals = new Set<Goal>();
  const seen = new Set([root]);
  for (const { arcs } of seen) {
    for (const arc of arcs) {
      for (const goal of arc.goals) goals.add(goal);
      seen.add(arc.to);
    }
  }
  return goals;
}

function wayToGoal(from: Position, open: ReadonlySet<Goal>): Arc[] | undefined {
  for (const rank of [0, 1, 2]) {
    const way = shortestWay(from, open, rank);
    if (way !== undefined) return way;
  }
  return undefined;
}

/** The shortest way whose last step reaches open goals, of several one that stays, else that which reaches most. */
function shortestWay(from: Position, open: ReadonlySet<Goal>, rank: number): Arc[] | undefined {
  const before = new Map<Position, { readonly position: Position; readonly arc: Arc } | undefined>([[
    from,
    undefined,
  ]]);
  let level = [from];
  while (level.length > 0) {
    const next: Position[] = [];
    let best: { readonly position: Position; readonly arc: Arc; readonly worth: number } | undefined;
    for (const position of level) {
      for (const arc of position.arcs) {
        if (arc.rank > rank) continue;
        const count = arc.goals.reduce((sum, goal) => sum + Number(open.has(goal)), 0);
        // A step that stays is taken before one that may lead away for good.
        const worth = count === 0 || arc.to !== position ? count : count + STAYS;
        if (worth > (best?.worth ?? 0)) best = { position, arc, worth };
        if (before.has(arc.to)) continue;
        before.set(arc.to, { position, arc });
        next.push(arc.to);
      }
    }
    if (best !== undefined) return wayBack(best, before);
    level = next;
  }
  return undefined;
}

function wayBack(
  last: { readonly position: Position; readonly arc: Arc },
  before: ReadonlyMap<Position, { readonly position: Position; readonly arc: Arc } | undefined>,
): Arc[] {
  const way = [last.arc];
  for (let step = before.get(last.position); step !== undefined; step = before.get(step.position)) {
    way.push(step.arc);
  }
  return way.reverse();
}

/** The paths without those whose goals the others reach too, looked at from the first. */
function withoutSpare(paths: readonly Arc[][], start: readonly Goal[]): Arc[][] {
  const counts = new Map<Goal, number>();
  const goalsOf = (path: readonly Arc[]) => new Set(path.flatMap(({ goals }) => goals));
  for (const path of paths) for (const goal of goalsOf(path)) counts.set(goal, (counts.get(goal) ?? 0) + 1);
  return paths.filter((path) => {
    const goals = [...goalsOf(path)];
    const isSpare = goals.every((goal) => start.includes(goal) || (counts.get(goal) ?? 0) > 1);
    if (isSpare) { for (const goal of goals) counts.set(goal, (counts.get(goal) ?? 1) - 1); }
    return !isSpare;
  });
}
