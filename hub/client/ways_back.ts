import type { JsonObject, MachineOp } from "@loom/protocol";
import { behind, type Fork, pass, type Step } from "./transform.ts";

/** A way that can be taken from a document, such as the undoing of a change. */
export interface Way {
  /** The operations. */
  readonly ops: readonly MachineOp[];
  /** What the operations were made for. */
  readonly from: JsonObject;
  /** What they lead to there. */
  readonly to: JsonObject;
  /** What has happened since: it leads from `from` to `now`; `null` when only the ends are known. */
  readonly since: readonly Step[] | null;
  /** The document as it is. */
  readonly now: JsonObject;
}

/**
 * Ways that can be taken one after the other, the last that was added first; each begins where the one before it ends. What
 * happens to the document meanwhile is kept beside them, and they are adapted to it when they are taken.
 */
export type WaysBack = readonly Way[];

/** The way that was taken from a pile. */
export interface Taken {
  /** The operations to apply now; `undefined` when someone has taken the ground from them. */
  readonly ops: readonly MachineOp[] | undefined;
  /** Why they cannot be applied. */
  readonly reason: string | undefined;
  /** The ways that are left. */
  readonly rest: WaysBack;
}

/** How many ways are kept; then the oldest goes. */
const MOST_WAYS = 200;
/** How many steps are kept beside a way; then only where they lead. */
const MOST_STEPS = 64;

/** Adds a way that leads from the document as it is now. */
export function withWay(
  ways: WaysBack,
  ops: readonly MachineOp[],
  from: JsonObject,
  to: JsonObject,
): WaysBack {
  return [...ways, { ops, from, to, since: [], now: from }].slice(-MOST_WAYS);
}

/** The ways after the document was changed by something that is not one of them. */
export function afterChange(ways: WaysBack, to: JsonObject | null, steps: readonly Step[] | null): WaysBack {
  const last = ways.at(-1);
  if (!last || to === null) return [];
  if (to === last.now) return ways;
  return [...ways.slice(0, -1), heard(last, to, steps)];
}

/** Takes the way that was added last. */
export function takeWay(ways: WaysBack): Taken | undefined {
  const way = ways.at(-1);
  if (!way) return undefined;
  const fork: Fork = { under: way.from, def: way.now, across: way.since };
  const passage = pass(way.ops, way.to, fork);
  // Where it cannot be taken, the next one has to do with the document as it is.
  const next: Fork = passage.ok
    ? behind(way.ops, way.to, fork, passage.after)
    : { under: way.to, def: way.now, across: null };
  const below = ways.at(-2);
  const rest = below ? [...ways.slice(0, -2), heard(below, next.def, next.across)] : [];
  return passage.ok
    ? { ops: passage.ops, reason: undefined, rest }
    : { ops: undefined, reason: passage.reason, rest };
}

function heard(way: Way, now: JsonObject, steps: readonly Step[] | null): Way {
  if (steps?.length === 0) return { ...way, now };
  const since = way.since && steps && way.since.length + steps.length <= MOST_STEPS
    ? [...way.since, ...steps]
    : null;
  return { ...way, since, now };
}
