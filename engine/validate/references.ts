import { isObject } from "@loom/protocol";
import { initialOf, joinTargetOf } from "../members.ts";
import { completedName, isKnownEvent } from "./completion.ts";
import { quoted, type Remark, suggester } from "./rule.ts";
import { type ActionSite, isBelow, type StateSite } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** V005: a transition waits for an event, or an action raises one, that no source declares. */
export function* checkEvents(survey: Survey): Iterable<Remark> {
  const hint = suggester(() => survey.model.eventMap.keys());
  const advice = (event: string): string =>
    undeclared(survey, event) ?? `declare it as an event.${hint(event)}`;
  for (const transition of survey.transitions) {
    const { event, source } = transition;
    if (event === undefined || isKnownEvent(survey, event)) continue;
    yield {
      message: `State ${quoted(source.name)} waits for the undefined event ${quoted(event)}: ${
        advice(event)
      }`,
      element: source.name,
      path: `${transition.path}/event`,
    };
  }
  for (const action of survey.actions) {
    const { effect, owner } = action;
    if (effect.kind !== "raise" || isKnownEvent(survey, effect.event)) continue;
    const { event } = effect;
    yield {
      message: `State ${quoted(owner.name)} raises the undefined event ${quoted(event)}: ${advice(event)}`,
      element: owner.name,
      path: `${action.path}/raise`,
    };
  }
}

/** What to do about a completion event that nothing will ever send. */
function undeclared({ byName }: Survey, event: string): string | undefined {
  const name = completedName(event);
  if (name === undefined) return undefined;
  return byName.has(name)
    ? `${quoted(name)} has no states inside and never completes; give it a final child or name another state.`
    : `no state is called ${quoted(name)}; name a state that has a final child.`;
}

/** V006: a transition or the join of a parallel state leads to a state that does not exist. */
export function* checkTargets(survey: Survey): Iterable<Remark> {
  const hint = suggester(() => survey.byName.keys());
  for (const transition of survey.transitions) {
    const { source, target, to } = transition;
    if (target !== undefined && !to) yield unknownTarget(source, target, transition.path, hint);
  }
  for (const site of survey.states) {
    const join = joinTargetOf(site.state);
    if (join === undefined || survey.byName.has(join)) continue;
    yield unknownTarget(site, join, `${site.path}/parallel`, hint);
  }
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
    path: `${path}/nextState`,
  };
}

/** V014: an action starts or stops a timer that no source declares. */
export function* checkTimerNames(survey: Survey): Iterable<Remark> {
  const { timerMap } = survey.model;
  const hint = suggester(() => timerMap.keys());
  for (const site of survey.actions) {
    const { timerStart, timerStop } = site.action;
    const timer: unknown = isObject(timerStart) ? timerStart.timer : undefined;
    if (isUnknown(timer)) yield unknownTimer(site, "starts", timer, "timerStart/timer");
    if (isUnknown(timerStop)) yield unknownTimer(site, "stops", timerStop, "timerStop");
  }

  function isUnknown(timer: unknown): timer is string {
    return typeof timer === "string" && timer.trim() !== "" && !timerMap.has(timer);
  }

  function unknownTimer({ owner, path }: ActionSite, verb: string, timer: string, member: string): Remark {
    return {
      message: `State ${quoted(owner.name)} ${verb} the undefined timer ${quoted(timer)}: ` +
        `declare a timer of that name.${hint(timer)}`,
      element: owner.name,
      path: `${path}/${member}`,
    };
  }
}

/** W112: `initial` names no state below the one that has it. */
export function* checkInitial(survey: Survey): Iterable<Remark> {
  for (const site of survey.states) {
    const initial = initialOf(site.state);
    if (initial === undefined) continue;
    const path = `${site.path}/initial`;
    if (site.regions.length > 0) {
      const message = `State ${
        quoted(site.name)
      } enters all its regions, so "initial" means nothing here: remove it.`;
      yield { message, element: site.name, path };
      continue;
    }
    const named = survey.byName.get(initial);
    if (named && isBelow(named, site)) continue;
    const hint = suggester(() => site.children.map((child) => child.name))(initial);
    const message =
      `State ${quoted(site.name)} names ${quoted(initial)} as initial, which is no state inside it: ` +
      `name a child or remove "initial".${hint}`;
    yield { message, element: site.name, path };
  }
}
