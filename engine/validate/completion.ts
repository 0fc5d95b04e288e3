import { joinTargetOf } from "../members.ts";
import { isWildcard, matchesEvent } from "../runtime/chart/wildcard.ts";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import { type ActionSite, isLeaf, type StateSite, type Visitor } from "./sites.ts";
import { perSurvey, type Survey } from "./survey.ts";

const PREFIX = "done.state.";

/** The name of the state whose completion an event id announces; `undefined` for any other event. */
export function completedName(event: string): string | undefined {
  return event.startsWith(PREFIX) ? event.slice(PREFIX.length) : undefined;
}

/** The id of the event that announces the completion of a state. */
export function completionOf(name: string): string {
  return PREFIX + name;
}

/** The state whose completion is all that an event tells; a declared event may come from elsewhere. */
export function completedBy({ model, byName }: Survey, event: string | undefined): StateSite | undefined {
  const name = event === undefined || model.eventMap.has(event) ? undefined : completedName(event);
  return name === undefined ? undefined : byName.get(name);
}

/**
 * The completions that actions send by themselves: they raise them, or start a timer that no source declares and that
 * sends its name. Complete when the action of {@linkcode noteSent} has been called for all.
 */
export const sentCompletions: (survey: Survey) => Set<string> = perSurvey(() => new Set<string>());

/** Notes what an action sends. */
export function noteSent(survey: Survey, { effect }: ActionSite): void {
  const event = effect.kind === "raise"
    ? effect.event
    : effect.kind === "timerStart"
    ? effect.timer
    : undefined;
  if (event !== undefined && completedName(event) !== undefined) sentCompletions(survey).add(event);
}

/** Events that need no declaration: those of delays, of invoked work and of failures. */
const UNDECLARED = /^(?:after\.|(?:done|error)\.invoke\.|error\.action$)/;

/** True when an event is declared, or is the completion of a state that can complete. */
export function isKnownEvent(survey: Survey, event: string): boolean {
  if (survey.model.eventMap.has(event) || isWildcard(event) || UNDECLARED.test(event)) return true;
  const name = completedName(event);
  const state = name === undefined ? undefined : survey.byName.get(name);
  return state !== undefined && (state.children.length > 0 || state.regions.length > 0);
}

/** W110: a final state inside a composite completes it, and no transition waits for that. */
export function checkCompletions(survey: Survey, report: Report): Visitor {
  const awaited = new Set<string>();
  const endings: { readonly site: StateSite; readonly parent: StateSite }[] = [];
  return {
    state: (site) => {
      const { parent } = site;
      if (site.kind !== "final" || site.slot !== "child" || !parent || !isLeaf(site)) return;
      if (parent.regions.length === 0) endings.push({ site, parent });
    },
    transition: ({ events }) => {
      for (const event of events) awaited.add(event);
    },
    end: () => {
      const wildcards = [...awaited].filter(isWildcard);
      for (const { site, parent } of endings) {
        if (wildcards.some((wildcard) => matchesEvent(wildcard, completionOf(parent.name)))) continue;
        if (isHandled(parent, survey, awaited)) continue;
        report({
          message: `Nothing happens when ${quoted(site.name)} completes ${quoted(parent.name)}: ` +
            `add a transition on ${quoted(completionOf(parent.name))}, or move the final state to the top.`,
          element: site.name,
          path: site.path,
        });
      }
    },
  };
}

function isHandled(completed: StateSite, survey: Survey, awaited: ReadonlySet<string>): boolean {
  const bubbles = survey.settings.completion === "bubble";
  let isPassedOn = false;
  for (let site: StateSite | undefined = completed; site; site = site.parent) {
    if (site.slot === "root" || awaited.has(completionOf(site.name))) return true;
    if (site.regions.length > 0 && joinTargetOf(site.state) !== undefined) return true;
    // A region that an inner completion was passed on to is not complete for its parallel state.
    if (site.slot === "region" ? isPassedOn : !bubbles) return false;
    if (site.slot !== "region") isPassedOn = true;
  }
  return false;
}
