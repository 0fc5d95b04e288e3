import { isObject } from "@loom/protocol";
import { initialOf, joinTargetOf } from "../members.ts";
import { quoted, type Remark } from "./rule.ts";
import { firstChild, isBelow, isLeaf, isWithin, type StateSite, type TransitionSite } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** V007: a final state has transitions. */
export function* checkFinalTransitions({ states }: Survey): Iterable<Remark> {
  for (const site of states) {
    const { kind, name, transitions } = site;
    if (kind !== "final" || transitions.length === 0) continue;
    yield {
      message: `The final state ${quoted(name)} has transitions: remove them, or make it a normal state.`,
      element: name,
      path: `${site.path}/transitions`,
    };
  }
}

/** V008: a final state has children or regions. */
export function* checkFinalChildren({ states }: Survey): Iterable<Remark> {
  for (const site of states) {
    const { kind, name, children, state } = site;
    if (kind !== "final") continue;
    const parallel = isObject(state.parallel);
    if (children.length === 0 && !parallel) continue;
    yield {
      message: `The final state ${quoted(name)} has states inside and runs as a normal one: ` +
        `make it a normal state, or move them out.`,
      element: name,
      path: children.length > 0 ? `${site.path}/states` : `${site.path}/parallel`,
    };
  }
}

/** V009: what a composite enters by default is final, or it has nothing to enter. */
export function* checkInitialChild(survey: Survey): Iterable<Remark> {
  for (const site of survey.states) {
    if (site.children.length === 0 || site.regions.length > 0) continue;
    const first = firstChild(site);
    if (!first) {
      const message = `State ${quoted(site.name)} has only history states inside and nothing to enter: ` +
        `add a normal state.`;
      yield { message, element: site.name, path: `${site.path}/states` };
      continue;
    }
    const named = namedInitial(survey, site);
    const entered = named ?? first;
    if (entered.kind !== "final" || !isLeaf(entered)) continue;
    yield {
      message:
        `State ${quoted(site.name)} begins in its final state ${
          quoted(entered.name)
        } and is complete at once: ` +
        `put another state first, or name one in "initial".`,
      element: site.name,
      path: named ? `${site.path}/initial` : first.path,
    };
  }
}

function namedInitial({ byName }: Survey, site: StateSite): StateSite | undefined {
  const initial = initialOf(site.state);
  const named = initial === undefined ? undefined : byName.get(initial);
  return named && isBelow(named, site) ? named : undefined;
}

/** V010: a parallel state has fewer than two regions, or a region has no states. */
export function* checkRegions({ states }: Survey): Iterable<Remark> {
  for (const site of states) {
    if (isObject(site.state.parallel)) yield* checkRegionsOf(site);
  }
}

function* checkRegionsOf({ name, path, regions, state }: StateSite): Iterable<Remark> {
  const real = regions.filter((region) => region.kind !== "history");
  if (real.length < 2) {
    yield {
      message: `The parallel state ${quoted(name)} needs at least 2 regions and has ${real.length}: ` +
        `add regions, or nest the states plainly.`,
      element: name,
      path: Array.isArray(state.parallel?.states) ? `${path}/parallel/states` : `${path}/parallel`,
    };
  }
  for (const region of real) {
    if (region.children.length > 0 || region.regions.length > 0) continue;
    yield {
      message: `The region ${quoted(region.name)} has no states inside and never completes: add its states.`,
      element: region.name,
      path: region.path,
    };
  }
}

/** V011: a transition inside a region leads out of it, other than to where the parallel state goes when complete. */
export function* checkRegionBorders(survey: Survey): Iterable<Remark> {
  for (const transition of survey.transitions) {
    const region = crossedRegion(transition);
    if (!region) continue;
    const { source, target = "" } = transition;
    yield {
      message:
        `The transition of ${quoted(source.name)} to ${quoted(target)} leaves the region ${
          quoted(region.name)
        } ` +
        `and ends its parallel state: put it on ${quoted(region.parent?.name ?? "")}, or stay inside.`,
      element: source.name,
      path: `${transition.path}/nextState`,
    };
  }
}

/** The innermost region that the transition leaves against the rule. */
function crossedRegion({ source, to }: TransitionSite): StateSite | undefined {
  for (let region = source.region; to && region; region = region.parent?.region) {
    if (isWithin(to, region)) return undefined;
    const exit = region.parent && joinTargetOf(region.parent.state);
    if (to.name !== exit) return region;
  }
  return undefined;
}

/** V012: the root has nothing inside, or a state has an empty list of states. */
export function* checkEmptyComposites({ states }: Survey): Iterable<Remark> {
  for (const site of states) {
    const { slot, name, children, regions, state } = site;
    if (children.length > 0 || regions.length > 0) continue;
    const emptyList = Array.isArray(state.states);
    if (slot !== "root" && !emptyList) continue;
    yield {
      message: slot === "root"
        ? `The root state ${quoted(name)} has no states inside: add the first one.`
        : `State ${quoted(name)} has an empty list of states: add states to it, or remove the list.`,
      element: name,
      path: emptyList ? `${site.path}/states` : site.path,
    };
  }
}

/** V013: there is no event source. */
export function* checkSources({ definition }: Survey): Iterable<Remark> {
  const events: unknown = isObject(definition) ? definition.events : undefined;
  if (Array.isArray(events) && events.length > 0) return;
  yield {
    message: 'The machine has no event sources: add one with a name and its events to "events".',
    path: events === undefined ? "" : "/events",
  };
}

/** W109: a state has both children and regions. */
export function* checkMixedState({ states }: Survey): Iterable<Remark> {
  for (const site of states) {
    const { name, children, regions } = site;
    if (children.length === 0 || regions.length === 0) continue;
    yield {
      message: `State ${quoted(name)} has both states and regions, and the regions run: ` +
        `move its states into a region, or remove them.`,
      element: name,
      path: `${site.path}/states`,
    };
  }
}

/** W113: a history state stands where it has no meaning, or has what it cannot use. */
export function* checkHistory({ states }: Survey): Iterable<Remark> {
  const depths = new Map<StateSite | undefined, Set<string>>();
  for (const site of states) {
    const depth = site.state.history === "deep" ? "deep" : "shallow";
    const remark = site.kind === "history"
      ? misplacedHistory(site, depth, depths)
      : typeof site.state.history === "string"
      ? {
        message: `State ${quoted(site.name)} says how deep it remembers but is no history state: ` +
          `remove "history", or set its kind to "history".`,
        path: `${site.path}/history`,
      }
      : undefined;
    if (remark) yield { ...remark, element: site.name };
  }
}

function misplacedHistory(
  site: StateSite,
  depth: string,
  depths: Map<StateSite | undefined, Set<string>>,
): Remark | undefined {
  const history = `The history state ${quoted(site.name)}`;
  if (site.slot === "root") {
    return {
      message: `${history} is the root and remembers nothing: make it a normal state.`,
      path: `${site.path}/kind`,
    };
  }
  if (site.children.length > 0 || site.regions.length > 0) {
    const path = site.children.length > 0 ? `${site.path}/states` : `${site.path}/parallel`;
    return { message: `${history} has states inside, which are never entered: move them out.`, path };
  }
  const eventful = site.transitions.find((transition) => transition.event !== undefined);
  if (eventful) {
    const message =
      `${history} is never active and its transition on ${quoted(eventful.event ?? "")} never taken: ` +
      `remove the event, which makes it the default target.`;
    return { message, path: `${eventful.path}/event` };
  }
  const taken = depths.get(site.parent);
  if (!taken?.has(depth)) {
    depths.set(site.parent, (taken ?? new Set<string>()).add(depth));
    return undefined;
  }
  const parent = quoted(site.parent?.name ?? "");
  return {
    message: `${history} is the second ${depth} one in ${parent}: remove one of the two.`,
    path: site.path,
  };
}
