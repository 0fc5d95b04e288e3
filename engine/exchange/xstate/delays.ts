import type { Transition } from "@loom/protocol";
import { conditionOf } from "../../members.ts";

/** Tells whether a transition ends the delays of its state. */
type LeavesState = (transition: Transition) => boolean;

/**
 * The transitions after one delay, of which XState takes one. Each of a machine has a timer of its own: behind one that does
 * not leave its state, the others say that its guard has not passed.
 */
export function oneAfterDelay(ways: readonly Transition[], leaves: LeavesState): Transition[] {
  let refused = "";
  return ways.flatMap((way, at): Transition[] => {
    const own = conditionOf(way);
    if (refused === "false") return [];
    const condition = refused === "" ? own : own === undefined ? refused : `(${own}) and ${refused}`;
    if (!leaves(way) && at < ways.length - 1) {
      const isRefused = own === undefined ? "false" : `not (${own})`;
      refused = refused === "" || isRefused === "false" ? isRefused : `${refused} and ${isRefused}`;
    }
    return [condition === undefined ? way : { ...way, condition }];
  });
}

/** The transitions of which {@linkcode oneAfterDelay} makes these; none when they are not made by it. */
export function beforeDelays(ways: readonly Transition[], leaves: LeavesState): Transition[] | undefined {
  const found: Transition[] = [];
  for (const way of ways) {
    const { condition: _condition, ...rest } = way;
    const condition = conditionOf(way);
    const inner = /^\((.+?)\) and not \(/.exec(condition ?? "")?.[1];
    const candidates: Transition[] = [
      way,
      rest,
      ...(inner === undefined ? [] : [{ ...rest, condition: inner }]),
    ];
    const next = candidates.find((one) => {
      const made = oneAfterDelay([...found, one], leaves);
      return made.length === found.length + 1 && conditionOf(made[made.length - 1] ?? {}) === condition;
    });
    if (next === undefined) return undefined;
    found.push(next);
  }
  return found;
}
