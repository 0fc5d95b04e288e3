import { completedName } from "./completion.ts";
import { perSurvey } from "./per_survey.ts";
import { reachableStates } from "./reach.ts";
import { quoted, type Remark } from "./rule.ts";
import { isLeaf, isWithin, type StateSite, type TransitionSite } from "./sites.ts";
import type { Survey } from "./survey.ts";

const reachableOf = perSurvey(reachableStates);

/** W101: no run of the machine can enter a state; what is inside it is not reported again. */
export function* checkReachable(survey: Survey): Iterable<Remark> {
  const reached = reachableOf(survey);
  for (const site of survey.states) {
    const { parent } = site;
    if (reached.has(site) || !parent || !reached.has(parent)) continue;
    // Of a repeated name (V002) only the last state can be named.
    if (survey.byName.get(site.name) !== site) continue;
    if (site.slot === "child" && parent.regions.length > 0) continue;
    const inside = site.end - site.order - 1;
    const group = inside === 0 ? "" : `, nor anything inside it`;
    yield {
      message: site.kind === "history"
        ? `No transition leads to the history state ${quoted(site.name)}: lead one there, or remove it.`
        : `State ${quoted(site.name)} can never be entered${group}: lead a transition there, or remove it.`,
      element: site.name,
      path: site.path,
    };
  }
}

/** W104: a state that is not final has no way out, and nothing happens in it. */
export function* checkDeadEnds(survey: Survey): Iterable<Remark> {
  const reached = reachableOf(survey);
  const escapes = regionEscapes(survey);
  for (const site of survey.states) {
    if (site.kind !== "normal" || site.slot !== "child" || !isLeaf(site)) continue;
    if (!reached.has(site) || site.transitions.length > 0 || hasWayOut(site, escapes)) continue;
    yield {
      message: `State ${quoted(site.name)} has no way out and is not final: ` +
        `add a transition, or set its kind to "final".`,
      element: site.name,
      path: site.path,
    };
  }
}

/** Whether a transition of an ancestor, or one that ends a surrounding parallel state, leads away from a leaf. */
function hasWayOut(leaf: StateSite, escapes: ReadonlySet<StateSite>): boolean {
  for (let above = leaf.parent; above; above = above.parent) {
    if (escapes.has(above)) return true;
    if (above.transitions.some((transition) => leadsAway(transition, leaf))) return true;
  }
  return false;
}

/** A completion of an ancestor does not happen while the leaf, which is not final, is active. */
function leadsAway({ event, target }: TransitionSite, leaf: StateSite): boolean {
  if (target === undefined || target === leaf.name) return false;
  const completed = event === undefined ? undefined : completedName(event);
  if (completed === undefined) return true;
  for (let above = leaf.parent; above; above = above.parent) if (above.name === completed) return false;
  return true;
}

/** The parallel states that a transition from inside one of their regions leaves. */
function regionEscapes({ transitions }: Survey): ReadonlySet<StateSite> {
  const escapes = new Set<StateSite>();
  for (const { source, to } of transitions) {
    for (let region = source.region; to && region; region = region.parent?.region) {
      if (region.parent && !isWithin(to, region)) escapes.add(region.parent);
    }
  }
  return escapes;
}
