/**
 * Differences of parallel states: XState leaves them less often than machines do.
 *
 * @module
 */
import type { State, Transition } from "@loom/protocol";
import { childrenOf, conditionOf, eventsOf, regionsOf, targetOf, transitionsOf } from "../../members.ts";
import { isWildcard, matchesEvent } from "../../runtime/chart/wildcard.ts";
import { type ConfigNode, isWithin } from "./nodes.ts";

/** True when transitions lead from a region to itself or to its inside. */
export function beginsRegionAgain(node: ConfigNode, targets: readonly ConfigNode[]): boolean {
  return isParallel(node.parent) && leadsInside(node, targets);
}

/** The members of a state by which can be seen that it is left and entered. */
const SEEN = ["entry", "exit", "onEntry", "onExit", "after", "invoke", "activities"];

/** True for a state of which can be seen that it is left and entered. */
export function isSeenToBegin({ config }: ConfigNode): boolean {
  return SEEN.some((member) => config[member] !== undefined);
}

/**
 * True for a transition of a parallel state to its inside that makes a difference: XState does not leave the state, a machine
 * leaves it, and what is beside it.
 */
export function isLeftByMachine(node: ConfigNode, targets: readonly ConfigNode[]): boolean {
  if (!isParallel(node) || !leadsInside(node, targets)) return false;
  if (isSeenToBegin(node)) return true;
  for (let at = node.parent; at !== undefined; at = at.parent) if (isParallel(at)) return true;
  return false;
}

/** True when a state around it, or in another region, has delays. */
export function meetsDelays(node: ConfigNode): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (parent.config["after"] !== undefined) return true;
    if (isParallel(parent) && parent.children.some((child) => child !== at && hasDelays(child))) return true;
  }
  return false;
}

function hasDelays({ config, children }: ConfigNode): boolean {
  return config["after"] !== undefined || children.some(hasDelays);
}

function isParallel(node: ConfigNode | undefined): boolean {
  return node?.config["type"] === "parallel";
}

function leadsInside(node: ConfigNode, targets: readonly ConfigNode[]): boolean {
  return targets.length > 0 && targets.every((target) => isWithin(target, node));
}

/**
 * XState asks a parallel state, and what is around it, about an event only when none of its regions takes it. A machine does
 * so too where both transitions would leave something, but takes both where one stays. Such a transition of a region
 * therefore also stands at the parallel state, where it does nothing and ends the search.
 */
export function regionsFirst(root: State): State {
  return mapTransitions(root, [], (own, stops) => [...stops, ...own]);
}

/**
 * The machine without what {@linkcode regionsFirst} adds.
 *
 * @param note Gets the events on which a region, and a state around it, both have a transition that the machine takes.
 */
export function withoutRegionsFirst(root: State, note: (state: string, event: string) => void): State {
  return mapTransitions(root, [], (own, stops, state) => {
    const texts = new Set(own.map((one) => JSON.stringify(one)));
    const added = new Set(stops.map((one) => JSON.stringify(one)));
    for (const one of stops) if (!texts.has(JSON.stringify(one))) note(state.name, one.event ?? "");
    return own.filter((one) => !added.has(JSON.stringify(one)));
  });
}

type Change = (
  own: readonly Transition[],
  stops: readonly Transition[],
  state: State,
) => readonly Transition[];

function mapTransitions(state: State, around: readonly Transition[], change: Change): State {
  const own = transitionsOf(state);
  const outer = [...own, ...around];
  const regions = regionsOf(state);
  const stops = regions.length < 2 ? [] : regions.flatMap((region) => [...stopsFor(region, outer)]);
  const distinct = [...new Map(stops.map((one) => [JSON.stringify(one), one])).values()];
  const inside = (inner: State): State => mapTransitions(inner, outer, change);
  return {
    ...state,
    ...(distinct.length > 0 ? { transitions: [...change(own, distinct, state)] } : {}),
    ...(regions.length > 0 ? { parallel: { ...state.parallel, states: regions.map(inside) } } : {}),
    ...(childrenOf(state).length > 0 ? { states: childrenOf(state).map(inside) } : {}),
  };
}

/** The transitions of a region that would not keep those around it from being taken. */
function* stopsFor(state: State, outer: readonly Transition[]): Generator<Transition> {
  for (const inner of transitionsOf(state)) {
    if (isStop(inner)) continue;
    const rivals = outer.filter((one) => !isStop(one)).filter((one) =>
      targetOf(one) === undefined || targetOf(inner) === undefined
    );
    for (const event of eventsOf(inner)) {
      for (const other of rivals.flatMap(eventsOf)) {
        const both = overlapOf(event, other);
        if (both === undefined) continue;
        const condition = conditionOf(inner);
        const isActive = `in_state(${JSON.stringify(state.name)})`;
        yield {
          event: both,
          condition: condition === undefined ? isActive : `${isActive} and (${condition})`,
          description: STOP,
        };
      }
    }
  }
  for (const inner of [...childrenOf(state), ...regionsOf(state)]) yield* stopsFor(inner, outer);
}

const STOP = "A region takes the event.";

function isStop(transition: Transition): boolean {
  return transition.description === STOP && targetOf(transition) === undefined;
}

/** The events that two descriptors both take, as the narrower of them. */
function overlapOf(one: string, other: string): string | undefined {
  if (one === other) return one;
  if (takes(other, one)) return one;
  return takes(one, other) ? other : undefined;
}

function takes(wide: string, narrow: string): boolean {
  return isWildcard(wide) && matchesEvent(wide, narrow === "*" ? "" : narrow.replace(/\.\*$/, ".x"));
}
