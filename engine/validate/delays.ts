import { quoted } from "../naming/case.ts";
import { isWildcard, matchesEvent } from "../runtime/chart/wildcard.ts";
import type { Report } from "./rule.ts";
import type { ActionSite, StateSite, Visitor } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** W120: a transition has both a delay and an event. */
export function checkDelays(_survey: Survey, report: Report): Visitor {
  return {
    transition: (site) => {
      const { source, transition: { after }, events } = site;
      if (after === undefined || after === null || events.length === 0) return;
      report({
        message: `The transition of ${quoted(source.name)} on ${quoted(events[0] ?? "")} has "after" too, ` +
          `which is ignored: remove it, or make a transition of its own of it.`,
        element: source.name,
        path: `${site.path}/after`,
      });
    },
  };
}

/** Starts of one timer. */
interface Starts {
  /** Those on entry, by state. */
  readonly onEntry: Map<StateSite, ActionSite>;
  /** True when `after` cannot replace all of them. */
  isOther: boolean;
}

/** W126: a timer that states start on entry to wait for it themselves, and that nothing stops. */
export function checkLastingTimers({ timers }: Survey, report: Report): Visitor | void {
  if (timers.length === 0) return;
  const starts = new Map<string, Starts>();
  const stopped = new Set<string>();
  /** The states that wait for an event. */
  const waiting = new Map<string, Set<StateSite>>();
  /** Events that something else than a timer sends, or that a transition awaits with others. */
  const others = new Set<string>();
  const wildcards = new Set<string>();
  return {
    action: (site) => {
      const { effect } = site;
      if (effect.kind === "timerStop") stopped.add(effect.timer);
      if (effect.kind === "raise" || effect.kind === "send") others.add(effect.event);
      if (effect.kind === "timerStart") noteStart(starts, effect.timer, site, effect.repeat !== undefined);
    },
    transition: ({ source, events }) => {
      for (const event of events) {
        if (isWildcard(event)) wildcards.add(event);
        if (events.length > 1) others.add(event);
        waiting.set(event, (waiting.get(event) ?? new Set()).add(source));
      }
    },
    end: () => {
      for (const { value: { id, name } } of timers) {
        if (typeof id !== "string" || typeof name !== "string") continue;
        const { onEntry, isOther } = starts.get(name) ?? { isOther: true };
        if (isOther || !onEntry || stopped.has(name) || others.has(id)) continue;
        const sources = [...waiting.get(id) ?? []];
        if ([...wildcards].some((wildcard) => matchesEvent(wildcard, id))) continue;
        if (!sources.every((source) => onEntry.has(source))) continue;
        for (const source of sources) {
          const start = onEntry.get(source);
          if (!start || start.effect.kind !== "timerStart") continue;
          const { duration } = start.effect;
          const written = typeof duration === "number" ? String(duration) : quoted(duration);
          report({
            message:
              `State ${quoted(source.name)} starts the timer ${quoted(name)}, and nothing stops it when ` +
              `the state is left: write "after": ${written} on the transition in place of the event ` +
              `${quoted(id)}, and remove the timer.`,
            element: source.name,
            path: start.path,
          });
        }
      }
    },
  };
}

function noteStart(starts: Map<string, Starts>, timer: string, site: ActionSite, repeats: boolean): void {
  const known = starts.get(timer) ?? { onEntry: new Map(), isOther: false };
  starts.set(timer, known);
  if (repeats || !site.isOnEntry || known.onEntry.has(site.owner)) known.isOther = true;
  else known.onEntry.set(site.owner, site);
}
