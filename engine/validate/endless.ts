import { initialOf } from "../members.ts";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import {
  firstChild,
  isBelow,
  isLeaf,
  type StateSite,
  type TransitionSite,
  transitionSites,
} from "./sites.ts";
import type { Survey } from "./survey.ts";

/** The most states of a loop in a message. */
const MOST_NAMES = 8;

/** W115: event-less transitions without guards lead round in a circle of states. */
export function checkEndless(survey: Survey, report: Report): void {
  const seen = new Set<StateSite>();
  const waysOf = eventLessWays(survey);
  for (const start of waysOf.size === 0 ? [] : survey.states) {
    // Each leaf has at most one way on: the walk ends at a rest, in a loop, or on an earlier walk.
    const walk = new Map<StateSite, TransitionSite>();
    let leaf = isLeaf(start) ? start : undefined;
    while (leaf && !seen.has(leaf)) {
      seen.add(leaf);
      const way = wayOn(leaf, waysOf);
      if (!way) break;
      walk.set(leaf, way);
      leaf = leafOf(survey, way.to);
    }
    if (leaf && walk.has(leaf)) remark(walk, leaf, report);
  }
}

function remark(walk: ReadonlyMap<StateSite, TransitionSite>, first: StateSite, report: Report): void {
  const leaves = [...walk.keys()];
  const loop = leaves.slice(leaves.indexOf(first));
  const way = walk.get(first);
  // A transition to its own source is a finding of W114.
  if (!way || (loop.length === 1 && way.target === way.source.name)) return;
  const names = [...loop, first].map(({ name }) => quoted(name));
  const shown = names.length > MOST_NAMES + 1
    ? [...names.slice(0, MOST_NAMES), `… (${loop.length} states)`]
    : names;
  report({
    message: `Event-less transitions lead round without end: ${shown.join(" → ")}: ` +
      `give one of them an event or a guard.`,
    element: way.source.name,
    path: way.path,
  });
}

/** The event-less transitions of the states that have any, the first of each. */
function eventLessWays({ states, byName }: Survey): ReadonlyMap<StateSite, TransitionSite> {
  const ways = new Map<StateSite, TransitionSite>();
  for (const site of states) {
    if (site.kind === "history" || !site.hasTransitions) continue;
    const way = transitionSites(site, byName).find(({ event }) => event === undefined);
    if (way) ways.set(site, way);
  }
  return ways;
}

/** The event-less transition that is certainly taken in a leaf; `undefined` where a guard or a final state decides. */
function wayOn(leaf: StateSite, ways: ReadonlyMap<StateSite, TransitionSite>): TransitionSite | undefined {
  if (leaf.kind === "final") return undefined;
  for (let at: StateSite | undefined = leaf; at; at = at.parent) {
    const way = ways.get(at);
    if (way) return way.condition === undefined && way.to ? way : undefined;
    // Above a parallel state the other regions decide too.
    if (at.slot === "region") return undefined;
  }
  return undefined;
}

/** The leaf that entering a state leads to; `undefined` with regions, and for history, which depends on the run. */
function leafOf({ byName }: Survey, target: StateSite | undefined): StateSite | undefined {
  let at = target;
  while (at && !isLeaf(at)) {
    if (at.regions.length > 0) return undefined;
    const initial = initialOf(at.state);
    const named = initial === undefined ? undefined : byName.get(initial);
    at = named && isBelow(named, at) ? named : firstChild(at);
  }
  return at?.kind === "history" ? undefined : at;
}
