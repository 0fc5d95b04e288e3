import { completedBy } from "./completion.ts";
import {
  type ActionBlockName,
  actionSites,
  type StateSite,
  type TransitionSite,
  transitionSites,
  type Visitor,
} from "./sites.ts";
import type { Survey } from "./survey.ts";

/**
 * Shows states and their declarations to all visitors in one walk, in document order: a walk over a big definition
 * waits for memory at every state, so one walk for all rules is faster than one each.
 */
export function visit(survey: Survey, visitors: readonly Visitor[]): void {
  const { states, byName, edges } = survey;
  const onState = visitors.flatMap(({ state }) => state ?? []);
  const onTransition = visitors.flatMap(({ transition }) => transition ?? []);
  const onAction = visitors.flatMap(({ action }) => action ?? []);

  function visitActions(
    owner: StateSite,
    transition: TransitionSite | undefined,
    member: ActionBlockName,
  ): void {
    if (onAction.length === 0) return;
    for (const action of actionSites(owner, transition, member)) {
      for (const look of onAction) look(action);
    }
  }

  for (const state of states) {
    edges.nextState();
    for (const look of onState) look(state);
    visitActions(state, undefined, "onEntry");
    visitActions(state, undefined, "onExit");
    for (const transition of transitionSites(state, byName)) {
      const { event, events, furtherTargets, to } = transition;
      const awaited = events.length > 1 ? undefined : completedBy(survey, event);
      edges.add(to, awaited);
      for (const name of furtherTargets) edges.add(byName.get(name), awaited);
      for (const look of onTransition) look(transition);
      visitActions(state, transition, "actions");
    }
  }
  for (const { end } of visitors) end?.();
}
