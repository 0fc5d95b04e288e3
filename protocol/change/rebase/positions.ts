import type { Effect } from "./effect.ts";
import { type ListRef, sameList } from "./target.ts";

/** One step of an operation in a list: something is taken out, or put in. */
export interface Step {
  /** Something is taken out, not put in. */
  readonly takesOut: boolean;
  /** The list. */
  readonly list: ListRef;
  /** The index of what is taken out, or the gap; `null` when it cannot be known. */
  readonly index: number | null;
  /** The index means the same to everybody. */
  readonly sure: boolean;
}

const NONE: readonly never[] = [];

/** Steps of an operation in lists, in order: at most one out and one in. */
export function stepsOf({ verb, target, from, place }: Effect): readonly Step[] {
  if (verb === "add") return place ? [{ takesOut: false, ...place }] : NONE;
  if (verb !== "remove" && verb !== "move") return NONE;
  const at = target?.by === "index" ? target : from;
  const steps: Step[] = [];
  if (at) steps.push({ takesOut: true, list: at.list, index: at.index, sure: true });
  if (verb === "move" && place) steps.push({ takesOut: false, ...place });
  return steps;
}

/**
 * Moves the steps of two operations over each other, both made from the same document; they take out different
 * items. Of two insertions at the same gap, that of the earlier operation comes first.
 *
 * @param later The steps of the operation that comes second.
 * @param earlier The steps of the one that comes first.
 * @returns The later steps after the earlier operation, and the earlier ones after the later operation.
 */
export function crossSteps(
  later: readonly Step[],
  earlier: readonly Step[],
  root: string | undefined,
): { later: readonly Step[]; earlier: readonly Step[] } {
  if (later.length === 0 || earlier.length === 0) return { later, earlier };
  let rest = earlier;
  const crossed: Step[] = [];
  for (const step of later) {
    let current = step;
    const passed: Step[] = [];
    for (const other of rest) {
      const [mine, theirs] = crossStep(current, other, root);
      current = mine;
      passed.push(theirs);
    }
    rest = passed;
    crossed.push(current);
  }
  return { later: crossed, earlier: rest };
}

function crossStep(later: Step, earlier: Step, root: string | undefined): [Step, Step] {
  if (!sameList(later.list, earlier.list, root)) return [later, earlier];
  return [withIndex(later, slide(later, earlier, false)), withIndex(earlier, slide(earlier, later, true))];
}

function withIndex(step: Step, index: number | null): Step {
  return index === step.index ? step : { ...step, index };
}

/** The index of a step once the other one is done. */
function slide(step: Step, over: Step, comesFirst: boolean): number | null {
  const { index } = step;
  if (index === null) return null;
  // A gap may be a little off; an item may not.
  if (over.index === null) return step.takesOut || comesFirst ? null : index;
  if (over.takesOut) return index > over.index ? index - 1 : index;
  if (step.takesOut) return index >= over.index ? index + 1 : index;
  // Where both may mean the end of a list of unknown length, only one of them knows.
  if (comesFirst) return step.sure ? index + (index > over.index ? 1 : 0) : null;
  return index >= over.index ? index + 1 : index;
}

/**
 * The index of an item of a list once an operation is done.
 *
 * @returns `taken` when the operation takes it out, `null` when it cannot be known.
 */
export function movesItem(
  list: ListRef,
  index: number,
  steps: readonly Step[],
  root: string | undefined,
): number | null | "taken" {
  let at = index;
  for (const step of steps) {
    if (!sameList(list, step.list, root)) continue;
    if (step.index === null) return null;
    if (step.takesOut && step.index === at) return "taken";
    if (step.takesOut) at -= at > step.index ? 1 : 0;
    else at += at >= step.index ? 1 : 0;
  }
  return at;
}
