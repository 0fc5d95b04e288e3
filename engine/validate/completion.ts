import { joinTargetOf } from "../members.ts";
import { quoted, type Remark } from "./rule.ts";
import { isLeaf, type StateSite } from "./sites.ts";
import type { Survey } from "./survey.ts";

const PREFIX = "done.state.";

/** The name of the state whose completion an event id announces; `undefined` for any other event. */
export function completedName(event: string): string | undefined {
  return event.startsWith(PREFIX) ? event.slice(PREFIX.length) : undefined;
}

/** The id of the event that announces the completion of a state. */
export function completionOf(name: string): string {
  return PREFIX + name;
}

/** Whether an event is declared, or is the completion of a state that can complete. */
export function isKnownEvent(survey: Survey, event: string): boolean {
  if (survey.model.eventMap.has(event)) return true;
  const name = completedName(event);
  const state = name === undefined ? undefined : survey.byName.get(name);
  return state !== undefined && (state.children.length > 0 || state.regions.length > 0);
}

/** W110: a final state inside a composite completes it, and no transition waits for that. */
export function* checkCompletions(survey: Survey): Iterable<Remark> {
  const awaited = new Set(survey.transitions.map((transition) => transition.event));
  for (const site of survey.states) {
    const { parent } = site;
    if (site.kind !== "final" || site.slot !== "child" || !parent || !isLeaf(site)) continue;
    if (parent.regions.length > 0 || isHandled(parent, survey, awaited)) continue;
    yield {
      message: `Nothing happens when ${quoted(site.name)} completes ${quoted(parent.name)}: ` +
        `add a transition on ${quoted(completionOf(parent.name))}, or move the final state to the top.`,
      element: site.name,
      path: site.path,
    };
  }
}

function isHandled(completed: StateSite, survey: Survey, awaited: ReadonlySet<string | undefined>): boolean {
  const bubbles = survey.settings.completion === "bubble";
  for (let site: StateSite | undefined = completed; site; site = site.parent) {
    if (site.slot === "root" || awaited.has(completionOf(site.name))) return true;
    if (site.regions.length > 0 && joinTargetOf(site.state) !== undefined) return true;
    if (site.slot !== "region" && !bubbles) return false;
  }
  return false;
}
