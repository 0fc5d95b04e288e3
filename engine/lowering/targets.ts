import type { State, Transition } from "@loom/protocol";
import { childrenOf, furtherTargetsOf, regionsOf, targetOf } from "../members.ts";

/** A state on the way from the root to another. */
interface Place {
  readonly parent: State | undefined;
  readonly isRegion: boolean;
}

/**
 * Takes from a transition the targets that cannot be active together with one before them: all have to be in different
 * regions.
 */
export function targetsApart(root: State): (transition: Transition) => Transition {
  let places: ReadonlyMap<State, Place> | undefined;
  const byName = new Map<string, State>();
  return (transition) => {
    const further = furtherTargetsOf(transition);
    if (further.length === 0) return transition;
    places ??= placesIn(root, byName);
    const fitting = [targetOf(transition) ?? ""];
    for (const name of further) {
      // An unknown name stays: it is an error where it is looked up.
      const isApart = fitting.every((other) => areApart(byName.get(name), byName.get(other), places));
      if (isApart) fitting.push(name);
    }
    const [nextState = "", ...nextStates] = fitting;
    return { ...transition, nextState, nextStates };
  };
}

function placesIn(root: State, byName: Map<string, State>): Map<State, Place> {
  const places = new Map<State, Place>([[root, { parent: undefined, isRegion: false }]]);
  const waiting = [root];
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    byName.set(state.name, state);
    const regions = regionsOf(state);
    for (const inner of [...childrenOf(state), ...regions]) {
      places.set(inner, { parent: state, isRegion: regions.includes(inner) });
      waiting.push(inner);
    }
  }
  return places;
}

/** True when two states stand in different regions of one parallel state, or one of them is nowhere. */
function areApart(
  a: State | undefined,
  b: State | undefined,
  places: ReadonlyMap<State, Place> = new Map(),
): boolean {
  if (a === undefined || b === undefined) return true;
  const [one, other] = [pathTo(a, places), pathTo(b, places)];
  const at = one.findIndex((state, index) => state !== other[index]);
  const [left, right] = [one[at], other[at]];
  if (left === undefined || right === undefined) return false;
  return places.get(left)?.isRegion === true && places.get(right)?.isRegion === true;
}

/** The states from the root to a state. */
function pathTo(state: State, places: ReadonlyMap<State, Place>): State[] {
  const path: State[] = [];
  for (let at: State | undefined = state; at; at = places.get(at)?.parent) path.push(at);
  return path.reverse();
}
