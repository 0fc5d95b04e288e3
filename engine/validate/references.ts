import { isObject } from "@loom/protocol";
import { initialOf, joinTargetOf, textOf } from "../members.ts";
import { completedName, isKnownEvent } from "./completion.ts";
import { quoted } from "../naming/case.ts";
import { type Remark, type Report, suggester } from "./rule.ts";
import { type ActionSite, isBelow, type StateSite, type Visitor } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** V005: a transition waits for an event, or an action raises one, that no source declares. */
export function checkEvents(survey: Survey, report: Report): Visitor {
  const hint = suggester(() => survey.model.eventMap.keys());
  const use = ({ name }: StateSite, verb: string, event: string, path: string): void => {
    const advice = undeclared(survey, event) ?? `declare it as an event.${hint(event)}`;
    const message = `State ${quoted(name)} ${verb} the undefined event ${quoted(event)}: ${advice}`;
    report({ message, element: name, path });
  };
  const raises: (() => void)[] = [];
  return {
    transition: (site) => {
      const { source, transition, events } = site;
      for (const event of events) {
        if (isKnownEvent(survey, event)) continue;
        const at = event === textOf(transition.event)
          ? "event"
          : `events/${placeIn(transition.events, event)}`;
        use(source, "waits for", event, `${site.path}/${at}`);
      }
    },
    action: (site) => {
      const { effect, owner } = site;
      const event = effect.kind === "raise" || effect.kind === "send" ? effect.event : undefined;
      if (event === undefined || (effect.kind === "send" && effect.to !== undefined)) return; // Another machine's.
      if (isKnownEvent(survey, event)) return;
      const isRaise = effect.kind === "raise";
      const at = isRaise ? "raise" : "send/event";
      raises.push(() => use(owner, isRaise ? "raises" : "sends", event, `${site.path}/${at}`));
    },
    // There are only so many suggestions, and transitions come first.
    end: () => raises.forEach((raise) => raise()),
  };
}

/** The remedy for a completion event that nothing sends. */
function undeclared({ byName }: Survey, event: string): string | undefined {
  const name = completedName(event);
  if (name === undefined) return undefined;
  return byName.has(name)
    ? `${quoted(name)} has no states inside and never completes; give it a final child or name another state.`
    : `no state is called ${quoted(name)}; name a state that has a final child.`;
}

/** V006: a transition or the join of a parallel state leads to a state that does not exist. */
export function checkTargets({ byName }: Survey, report: Report): Visitor {
  const hint = suggester(() => byName.keys());
  const joins: (() => void)[] = [];
  return {
    state: (site) => {
      const join = joinTargetOf(site.state);
      if (join === undefined || byName.has(join)) return;
      joins.push(() => report(unknownTarget(site, join, `${site.path}/parallel/nextState`, hint)));
    },
    transition: (site) => {
      const { source, target, to } = site;
      if (target !== undefined && !to) report(unknownTarget(source, target, `${site.path}/nextState`, hint));
      for (const name of site.furtherTargets) {
        if (byName.has(name)) continue;
        const at = placeIn(site.transition.nextStates, name);
        report(unknownTarget(source, name, `${site.path}/nextStates/${at}`, hint));
      }
    },
    // There are only so many suggestions, and transitions come first.
    end: () => joins.forEach((join) => join()),
  };
}

/** The place of a name in a list. */
export function placeIn(list: unknown, name: string): number {
  return Array.isArray(list) ? list.findIndex((item) => textOf(item) === name) : 0;
}

function unknownTarget(
  { name }: StateSite,
  target: string,
  path: string,
  hint: (word: string) => string,
): Remark {
  return {
    message: `State ${quoted(name)} leads to the undefined state ${quoted(target)}: add it or name another.` +
      hint(target),
    element: name,
    path,
  };
}

/** V014: an action starts or stops a timer that no source declares. */
export function checkTimerNames({ model: { timerMap } }: Survey, report: Report): Visitor {
  const hint = suggester(() => timerMap.keys());
  const isUnknown = (timer: unknown): timer is string =>
    typeof timer === "string" && timer.trim() !== "" && !timerMap.has(timer);
  const unknownTimer = (
    { owner, path }: ActionSite,
    verb: string,
    timer: string,
    member: string,
  ): Remark => ({
    message: `State ${quoted(owner.name)} ${verb} the undefined timer ${quoted(timer)}: ` +
      `declare a timer of that name.${hint(timer)}`,
    element: owner.name,
    path: `${path}/${member}`,
  });
  return {
    action: (site) => {
      const { timerStart, timerStop } = site.action;
      const timer: unknown = isObject(timerStart) ? timerStart.timer : undefined;
      if (isUnknown(timer)) report(unknownTimer(site, "starts", timer, "timerStart/timer"));
      if (isUnknown(timerStop)) report(unknownTimer(site, "stops", timerStop, "timerStop"));
    },
  };
}

/** W112: `initial` names no state below the one that has it. */
export function checkInitial({ byName }: Survey, report: Report): Visitor {
  return {
    state: (site) => {
      const initial = initialOf(site.state);
      if (initial === undefined) return;
      const path = `${site.path}/initial`;
      if (site.regions.length > 0) {
        const message = `State ${
          quoted(site.name)
        } enters all its regions, so "initial" means nothing here: remove it.`;
        report({ message, element: site.name, path });
        return;
      }
      const named = byName.get(initial);
      if (named && isBelow(named, site)) return;
      const hint = suggester(() => site.children.map((child) => child.name))(initial);
      const message =
        `State ${quoted(site.name)} names ${quoted(initial)} as initial, which is no state inside it: ` +
        `name a child or remove "initial".${hint}`;
      report({ message, element: site.name, path });
    },
  };
}
