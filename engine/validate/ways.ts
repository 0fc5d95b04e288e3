import { completedName, completionOf, noteSent, sentCompletions } from "./completion.ts";
import { reachableStates } from "./reach.ts";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import {
  isLeaf,
  isWithin,
  type StateSite,
  type TransitionSite,
  transitionSites,
  type Visitor,
} from "./sites.ts";
import { perSurvey, type Survey } from "./survey.ts";

const reachableOf = perSurvey(reachableStates);

/** W101: no run of the machine can enter a state; what is inside it is not reported again. */
export function checkReachable(survey: Survey, report: Report): Visitor {
  return {
    action: (site) => noteSent(survey, site),
    end: () => {
      for (const site of unreachable(survey)) {
        const inside = site.end - site.order - 1;
        const group = inside === 0 ? "" : `, nor anything inside it`;
        report({
          message: site.kind === "history"
            ? `No transition leads to the history state ${quoted(site.name)}: lead one there, or remove it.`
            : `State ${
              quoted(site.name)
            } can never be entered${group}: lead a transition there, or remove it.`,
          element: site.name,
          path: site.path,
        });
      }
    },
  };
}

/** The topmost states that no run enters. */
function unreachable(survey: Survey): StateSite[] {
  const reached = reachableOf(survey);
  return survey.states.filter((site) => {
    const { name, parent, slot } = site;
    if (reached.has(site) || !parent || !reached.has(parent)) return false;
    // Of a repeated name (V002) only the last state can be named.
    if (survey.byName.get(name) !== site) return false;
    return slot !== "child" || parent.regions.length === 0;
  });
}

/** W104: a state that is not final has no way out, and nothing happens in it. */
export function checkDeadEnds(survey: Survey, report: Report): Visitor {
  /** The parallel states that a transition from inside one of their regions leaves. */
  const escapes = new Set<StateSite>();
  const quiet: StateSite[] = [];
  return {
    state: (site) => {
      if (site.kind !== "normal" || site.slot !== "child" || !isLeaf(site)) return;
      if (!site.hasTransitions) quiet.push(site);
    },
    action: (site) => noteSent(survey, site),
    transition: ({ source, to, furtherTargets }) => {
      for (const target of [to, ...furtherTargets.map((name) => survey.byName.get(name))]) {
        for (let region = source.region; target && region; region = region.parent?.region) {
          if (region.parent && !isWithin(target, region)) escapes.add(region.parent);
        }
      }
    },
    end: () => {
      const reached = reachableOf(survey);
      const ways = {
        escapes,
        sent: sentCompletions(survey),
        transitionsOf: transitionsByState(survey.byName),
      };
      for (const site of quiet) {
        if (!reached.has(site) || hasWayOut(site, ways)) continue;
        report({
          message: `State ${quoted(site.name)} has no way out and is not final: ` +
            `add a transition, or set its kind to "final".`,
          element: site.name,
          path: site.path,
        });
      }
    },
  };
}

/** Ways out of states. */
interface Ways {
  readonly escapes: ReadonlySet<StateSite>;
  /** The completions that actions send by themselves. */
  readonly sent: ReadonlySet<string>;
  readonly transitionsOf: (site: StateSite) => readonly TransitionSite[];
}

/** True when a transition of an ancestor, or one that ends a surrounding parallel state, leads away from a leaf. */
function hasWayOut(leaf: StateSite, { escapes, sent, transitionsOf }: Ways): boolean {
  for (let above = leaf.parent; above; above = above.parent) {
    if (escapes.has(above)) return true;
    if (transitionsOf(above).some((transition) => leadsAway(transition, leaf, sent))) return true;
  }
  return false;
}

/** Makes the transitions of a state once, however many leaves are below it. */
function transitionsByState(byName: Survey["byName"]): (site: StateSite) => readonly TransitionSite[] {
  const known = new Map<StateSite, readonly TransitionSite[]>();
  return (site) => {
    let transitions = known.get(site);
    if (!transitions) known.set(site, transitions = transitionSites(site, byName));
    return transitions;
  };
}

/** A completion of an ancestor that no action sends does not happen while the leaf, which is not final, is active. */
function leadsAway(
  { event, target }: TransitionSite,
  leaf: StateSite,
  sent: ReadonlySet<string>,
): boolean {
  if (target === undefined || target === leaf.name) return false;
  const completed = event === undefined ? undefined : completedName(event);
  if (completed === undefined || sent.has(completionOf(completed))) return true;
  for (let above = leaf.parent; above; above = above.parent) if (above.name === completed) return false;
  return true;
}
