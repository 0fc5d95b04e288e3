import type { Configuration } from "./configuration.ts";
import type { Plan } from "./plan.ts";
import { stepOf } from "./step.ts";
import type { ChartTables, Guard } from "./tables.ts";

/** Guarded transitions of an event from one leaf that have no other effect than the next configuration. */
export interface GuardedWays {
  /** The guards to ask in order; null passes. */
  readonly guards: readonly (Guard | null)[];
  /** The next configuration of each. */
  readonly nexts: readonly Configuration[];
}

/** The ways of a plan, or null when there is more to them: regions, actions, history, completion, a broken guard. */
export function guardedWays(tables: ChartTables, from: Configuration, plan: Plan): GuardedWays | null {
  const [candidates = [], ...others] = plan.candidates;
  if (others.length > 0 || candidates.length === 0) return null;
  const guards: (Guard | null)[] = [];
  const nexts: Configuration[] = [];
  for (const edge of candidates) {
    if (edge.target?.kind === "history" || (edge.guard !== null && edge.guard.test === null)) return null;
    const step = stepOf(tables, from, [edge], new Map());
    if (step.usedHistory || !step.isQuiet || !step.next.isSettled) return null;
    guards.push(edge.guard);
    nexts.push(step.next);
  }
  return from.isSettled ? { guards, nexts } : null;
}
