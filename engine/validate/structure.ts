import { isObject } from "@loom/protocol";
import { initialOf, joinTargetOf } from "../members.ts";
import { quoted } from "../naming/case.ts";
import type { Remark, Report } from "./rule.ts";
import {
  firstChild,
  isBelow,
  isLeaf,
  isWithin,
  type StateSite,
  transitionSites,
  type Visitor,
} from "./sites.ts";
import type { Survey } from "./survey.ts";

/** V007: a final state has transitions. */
export function checkFinalTransitions(_survey: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      const { kind, name } = site;
      if (kind !== "final" || !site.hasTransitions) return;
      report({
        message: `The final state ${quoted(name)} has transitions: remove them, or make it a normal state.`,
        element: name,
        path: `${site.path}/transitions`,
      });
    },
  };
}

/** V008: a final state has children or regions. */
export function checkFinalChildren(_survey: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      const { kind, name, children, state } = site;
      if (kind !== "final") return;
      const parallel = isObject(state.parallel);
      if (children.length === 0 && !parallel) return;
      report({
        message: `The final state ${quoted(name)} has states inside and runs as a normal one: ` +
          `make it a normal state, or move them out.`,
        element: name,
        path: children.length > 0 ? `${site.path}/states` : `${site.path}/parallel`,
      });
    },
  };
}

/** V009: what a composite enters by default is final, or it has nothing to enter. */
export function checkInitialChild(survey: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      const { name, children, regions } = site;
      if (children.length === 0 || regions.length > 0) return;
      const first = firstChild(site);
      if (!first) {
        const message = `State ${quoted(name)} has only history states inside and nothing to enter: ` +
          `add a normal state.`;
        report({ message, element: name, path: `${site.path}/states` });
        return;
      }
      const named = namedInitial(survey, site);
      const entered = named ?? first;
      if (entered.kind !== "final" || !isLeaf(entered)) return;
      report({
        message:
          `State ${quoted(name)} begins in its final state ${
            quoted(entered.name)
          } and is complete at once: ` +
          `put another state first, or name one in "initial".`,
        element: name,
        path: named ? `${site.path}/initial` : first.path,
      });
    },
  };
}

function namedInitial({ byName }: Survey, site: StateSite): StateSite | undefined {
  const initial = initialOf(site.state);
  const named = initial === undefined ? undefined : byName.get(initial);
  return named && isBelow(named, site) ? named : undefined;
}

/** V010: a parallel state has fewer than two regions, or a region has no states. */
export function checkRegions(_survey: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      if (isObject(site.state.parallel)) checkRegionsOf(site, report);
    },
  };
}

function checkRegionsOf({ name, path, regions, state }: StateSite, report: Report): void {
  const real = regions.filter((region) => region.kind !== "history");
  if (real.length < 2) {
    report({
      message: `The parallel state ${quoted(name)} needs at least 2 regions and has ${real.length}: ` +
        `add regions, or nest the states plainly.`,
      element: name,
      path: Array.isArray(state.parallel?.states) ? `${path}/parallel/states` : `${path}/parallel`,
    });
  }
  for (const region of real) {
    if (region.children.length > 0 || region.regions.length > 0) continue;
    report({
      message: `The region ${quoted(region.name)} has no states inside and never completes: add its states.`,
      element: region.name,
      path: region.path,
    });
  }
}

/** V011: a transition inside a region leads out of it, other than to where the parallel state goes when complete. */
export function checkRegionBorders(_survey: Survey, report: Report): Visitor {
  return {
    transition: (transition) => {
      const { source, to } = transition;
      const region = to && crossedRegion(source, to);
      if (!region) return;
      report({
        message:
          `The transition of ${quoted(source.name)} to ${quoted(to.name)} leaves the region ${
            quoted(region.name)
          } ` +
          `and ends its parallel state: put it on ${quoted(region.parent?.name ?? "")}, or stay inside.`,
        element: source.name,
        path: `${transition.path}/nextState`,
      });
    },
  };
}

/** The innermost region that a transition from a state to another leaves against the rule. */
function crossedRegion(source: StateSite, to: StateSite): StateSite | undefined {
  for (let region = source.region; region; region = region.parent?.region) {
    if (isWithin(to, region)) return undefined;
    const exit = region.parent && joinTargetOf(region.parent.state);
    if (to.name !== exit) return region;
  }
  return undefined;
}

/** V012: the root has nothing inside, or a state has an empty list of states. */
export function checkEmptyComposites(_survey: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      const { slot, name, children, regions, state } = site;
      if (children.length > 0 || regions.length > 0) return;
      const emptyList = Array.isArray(state.states);
      if (slot !== "root" && !emptyList) return;
      report({
        message: slot === "root"
          ? `The root state ${quoted(name)} has no states inside: add the first one.`
          : `State ${quoted(name)} has an empty list of states: add states to it, or remove the list.`,
        element: name,
        path: emptyList ? `${site.path}/states` : site.path,
      });
    },
  };
}

/** V013: there is no event source. */
export function checkSources({ definition }: Survey, report: Report): void {
  const events: unknown = isObject(definition) ? definition.events : undefined;
  if (Array.isArray(events) && events.length > 0) return;
  report({
    message: 'The machine has no event sources: add one with a name and its events to "events".',
    path: events === undefined ? "" : "/events",
  });
}

/** W109: a state has both children and regions. */
export function checkMixedState(_survey: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      const { name, children, regions } = site;
      if (children.length === 0 || regions.length === 0) return;
      const plain = children.find(({ kind }) => kind !== "history");
      report({
        message: plain
          ? `State ${quoted(name)} has both states and regions, and the regions run: ` +
            `move its states into a region, or remove them.`
          : `State ${quoted(name)} has regions, and its history state ${
            quoted(children[0]?.name ?? "")
          } is in ` +
            `its list of states, which is ignored: move it to "parallel.states", beside the regions.`,
        element: name,
        path: `${site.path}/states`,
      });
    },
  };
}

/** W113: a history state stands where it has no meaning, or has what it cannot use. */
export function checkHistory({ byName }: Survey, report: Report): Visitor {
  const depths = new Map<StateSite | undefined, Set<string>>();
  return {
    state: (site) => {
      const depth = site.state.history === "deep" ? "deep" : "shallow";
      const remark = site.kind === "history"
        ? misplacedHistory(byName, site, depth, depths)
        : typeof site.state.history === "string"
        ? {
          message: `State ${quoted(site.name)} says how deep it remembers but is no history state: ` +
            `remove "history", or set its kind to "history".`,
          path: `${site.path}/history`,
        }
        : undefined;
      if (remark) report({ ...remark, element: site.name });
    },
  };
}

function misplacedHistory(
  byName: Survey["byName"],
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
  const eventful = transitionSites(site, byName).find(({ event }) => event !== undefined);
  if (eventful) {
    const message =
      `${history} is never active and its transition on ${quoted(eventful.event ?? "")} never taken: ` +
      `remove the event, which makes it the default target.`;
    return { message, path: `${eventful.path}/event` };
  }
  const outside = site.parent && outsideDefault(byName, site, site.parent);
  if (outside) return outside;
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

/** A default target outside the parent is none: it could lead back to the history state without end. */
function outsideDefault(byName: Survey["byName"], site: StateSite, parent: StateSite): Remark | undefined {
  const preset = transitionSites(site, byName).find(({ event }) => event === undefined);
  if (!preset?.to || isBelow(preset.to, parent)) return undefined;
  const message =
    `The history state ${quoted(site.name)} has the default target ${quoted(preset.to.name)}, which is ` +
    `not inside ${quoted(parent.name)} and is ignored: name a state inside it, or remove the transition.`;
  return { message, path: `${preset.path}/nextState` };
}
