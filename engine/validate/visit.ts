import { completedBy } from "./completion.ts";
import {
  type ActionBlockName,
  type ActionSite,
  actionSites,
  type StateSite,
  type TransitionSite,
  transitionSites,
} from "./sites.ts";
import type { Survey } from "./survey.ts";

/** What a rule wants to look at. */
export interface Visitor {
  /** A state, before what it declares. */
  readonly state?: (site: StateSite) => void;
  /** A transition. */
  readonly transition?: (site: TransitionSite) => void;
  /** An action: for each state those of its entry and its exit, and those of each transition behind it. */
  readonly action?: (site: ActionSite) => void;
  /** All has been looked at. */
  readonly end?: () => void;
}

/**
 * Shows the states and all that they declare to many visitors at once, in document order. Whoever walks over a big
 * definition waits for memory at every state: one walk for all rules waits once.
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
      edges.add(transition, completedBy(survey, transition.event));
      for (const look of onTransition) look(transition);
      visitActions(state, transition, "actions");
    }
  }
  for (const { end } of visitors) end?.();
}
