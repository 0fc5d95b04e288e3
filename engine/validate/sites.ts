/**
 * States, transitions and actions with their place in the document. A big definition has hundreds of thousands of
 * them: only states are kept, what they declare is made again where it is looked at, and the pointer to something is
 * only written when a finding needs it.
 *
 * @module
 */
import { type Action, isObject, type State, type Transition } from "@loom/protocol";
import { type ActionEffect, actionsOf, effectOf } from "../actions.ts";
import { delayEvent } from "../lowering/lower.ts";
import {
  conditionOf,
  delayOf,
  eventOf,
  eventsOf,
  furtherTargetsOf,
  isState,
  kindOf,
  targetOf,
  transitionsOf,
} from "../members.ts";

const NO_STATES: readonly StateSite[] = [];
const NO_TRANSITIONS: readonly TransitionSite[] = [];
const NO_ACTIONS: readonly ActionSite[] = [];

/** A state with its place in the tree and in the document. */
export class StateSite {
  /** The state itself. */
  readonly state: State;
  /** Its name. */
  readonly name: string;
  /** Its kind; one that is not known is `normal`. */
  readonly kind: "normal" | "final" | "history";
  /** True when it is the root, a child or a region of its parent. */
  readonly slot: "root" | "child" | "region";
  /** The state it stands in. */
  readonly parent: StateSite | undefined;
  /** The nearest region that contains the state, itself included. */
  readonly region: StateSite | undefined;
  /** Its place among its parent's children or regions, as the document counts them. */
  readonly index: number;
  /** Its place in document order. */
  readonly order: number;
  /** The place of the first state after all its descendants. */
  end: number;
  /** Its children. */
  children: readonly StateSite[] = NO_STATES;
  /** Its regions. */
  regions: readonly StateSite[] = NO_STATES;

  /** A state as it is met on the walk. */
  constructor(waiting: WaitingState, order: number) {
    this.state = waiting.state;
    this.name = waiting.state.name;
    this.kind = kindOf(waiting.state);
    this.slot = waiting.slot;
    this.parent = waiting.parent;
    this.region = waiting.slot === "region" ? this : waiting.parent?.region;
    this.index = waiting.index;
    this.order = order;
    this.end = order + 1;
  }

  /** True when it has transitions, without making them. */
  get hasTransitions(): boolean {
    return transitionsOf(this.state).length > 0;
  }

  /** JSON pointer to the state. */
  get path(): string {
    return pointerTo(this);
  }
}

function pointerTo(site: StateSite): string {
  const steps: string[] = [];
  for (let at = site; at.parent; at = at.parent) {
    steps.push(`/${at.slot === "region" ? "parallel/states" : "states"}/${at.index}`);
  }
  return "/state" + steps.reverse().join("");
}

/** A transition with its source and its place in the document. */
export class TransitionSite {
  /** The transition itself. */
  readonly transition: Transition;
  /** The state that declares it. */
  readonly source: StateSite;
  /** Its place among the transitions of its source. */
  readonly index: number;
  /** The first event's id, or the event of its delay; `undefined` for an event-less transition. */
  readonly event: string | undefined;
  /** The target's name; `undefined` for an internal transition. */
  readonly target: string | undefined;
  /** The target, if there is such a state. */
  readonly to: StateSite | undefined;
  /** The guard's text. */
  readonly condition: string | undefined;

  /** A transition as its source lists it. */
  constructor(
    transition: Transition,
    source: StateSite,
    index: number,
    byName: ReadonlyMap<string, StateSite>,
  ) {
    this.transition = transition;
    this.source = source;
    this.index = index;
    this.event = eventOf(transition) ?? this.events[0] ??
      (delayOf(transition) === undefined ? undefined : delayEvent(source.name, index));
    this.target = targetOf(transition);
    this.to = this.target === undefined ? undefined : byName.get(this.target);
    this.condition = conditionOf(transition);
  }

  /** The ids of all events that the document names. */
  get events(): readonly string[] {
    return eventsOf(this.transition);
  }

  /** The names of the targets behind the first. */
  get furtherTargets(): readonly string[] {
    return furtherTargetsOf(this.transition);
  }

  /** JSON pointer to the transition. */
  get path(): string {
    return `${this.source.path}/transitions/${this.index}`;
  }
}

/** The member that holds a list of actions. */
export type ActionBlockName = "onEntry" | "onExit" | "actions";

/** The place of a list of actions. */
interface ActionBlockPlace {
  readonly owner: StateSite;
  readonly transition: TransitionSite | undefined;
  readonly member: ActionBlockName;
  /** True when the list is inside a block, or stands there itself. */
  readonly inBlock: boolean;
}

/** An entry, exit or transition action with its place in the document. */
export class ActionSite {
  /** The action in the document: an object, or plain text. */
  readonly written: unknown;
  /** The action, whatever is written made into one. */
  readonly action: Action;
  /** Its effect. */
  readonly effect: ActionEffect;
  readonly #place: ActionBlockPlace;
  readonly #index: number;
  readonly #inner: string;

  /** An action as its block or list has it; `inner` is the pointer from the outermost action to one inside it. */
  constructor(written: unknown, action: Action, place: ActionBlockPlace, index: number, inner = "") {
    this.written = written;
    this.action = action;
    this.effect = effectOf(action);
    this.#place = place;
    this.#index = index;
    this.#inner = inner;
  }

  /** The action and all actions inside it. */
  get all(): readonly ActionSite[] {
    const { kind } = this.effect;
    if (kind !== "if" && kind !== "forEach") return [this];
    const members: unknown = this.action[kind];
    const lists = kind === "if" ? ["then", "else"] : ["actions"];
    const inside = lists.flatMap((name) => {
      const list: unknown = isObject(members) ? members[name] : undefined;
      if (!Array.isArray(list)) return [];
      return actionsOf(list).flatMap((action, index) => {
        const inner = `${this.#inner}/${kind}/${name}/${index}`;
        return new ActionSite(list[index], action, this.#place, this.#index, inner).all;
      });
    });
    return [this, ...inside];
  }

  /** The state that it belongs to. */
  get owner(): StateSite {
    return this.#place.owner;
  }

  /** True for an entry action that is inside no other. */
  get isOnEntry(): boolean {
    return this.#place.member === "onEntry" && this.#inner === "";
  }

  /** JSON pointer to the action. */
  get path(): string {
    const { owner, transition, member, inBlock } = this.#place;
    return `${(transition ?? owner).path}/${member}/${inBlock ? "actions/" : ""}${this.#index}${this.#inner}`;
  }
}

/** True when `inner` stands below `outer`. */
export function isBelow(inner: StateSite, outer: StateSite): boolean {
  return inner.order > outer.order && inner.order < outer.end;
}

/** True when `inner` is `outer` or stands below it. */
export function isWithin(inner: StateSite, outer: StateSite): boolean {
  return inner.order >= outer.order && inner.order < outer.end;
}

/** The child that is entered by default when `initial` does not say otherwise. */
export function firstChild(site: StateSite): StateSite | undefined {
  return site.children.find((child) => child.kind !== "history");
}

/** True when nothing below the state can be active. */
export function isLeaf(site: StateSite): boolean {
  return site.regions.length === 0 && firstChild(site) === undefined;
}

/** A state that the walk has not reached. */
interface WaitingState {
  readonly state: State;
  readonly slot: StateSite["slot"];
  readonly parent: StateSite | undefined;
  readonly index: number;
}

/** All states from the root down, in document order. */
export function surveyStates(root: unknown): StateSite[] {
  const states: StateSite[] = [];
  const waiting: WaitingState[] = [];
  if (isState(root)) waiting.push({ state: root, slot: "root", parent: undefined, index: 0 });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const site = new StateSite(next, states.length);
    states.push(site);
    addToParent(site);
    const { parallel, states: children } = site.state;
    if (isObject(parallel)) wait(waiting, parallel.states, "region", site);
    wait(waiting, children, "child", site);
  }
  // Descendants stand behind their ancestors: going backwards, every `end` is final when it is handed up.
  for (let index = states.length - 1; index > 0; index--) {
    const { parent, end } = states[index]!; // index is within bounds
    if (parent && parent.end < end) parent.end = end;
  }
  return states;
}

function wait(waiting: WaitingState[], list: unknown, slot: "child" | "region", parent: StateSite): void {
  if (!Array.isArray(list)) return;
  for (let index = list.length - 1; index >= 0; index--) {
    const state: unknown = list[index];
    if (isState(state)) waiting.push({ state, slot, parent, index });
  }
}

function addToParent(site: StateSite): void {
  const { parent, slot } = site;
  if (!parent) return;
  const member = slot === "region" ? "regions" : "children";
  if (parent[member] === NO_STATES) parent[member] = [site];
  else (parent[member] as StateSite[]).push(site);
}

/** The transitions of a state. */
export function transitionSites(
  source: StateSite,
  byName: ReadonlyMap<string, StateSite>,
): readonly TransitionSite[] {
  const list: unknown = source.state.transitions;
  if (!Array.isArray(list) || list.length === 0) return NO_TRANSITIONS;
  const sites: TransitionSite[] = [];
  for (let index = 0; index < list.length; index++) {
    const transition: unknown = list[index];
    if (isObject(transition)) sites.push(new TransitionSite(transition, source, index, byName));
  }
  return sites;
}

/** The actions of a state's entry or exit, or of one of its transitions. */
export function actionSites(
  owner: StateSite,
  transition: TransitionSite | undefined,
  member: ActionBlockName,
): readonly ActionSite[] {
  const block: unknown = member === "actions" ? transition?.transition.actions : owner.state[member];
  const inBlock = isObject(block);
  const list: unknown = inBlock ? block.actions : block;
  if (!Array.isArray(list) || list.length === 0) return NO_ACTIONS;
  const place = { owner, transition, member, inBlock };
  return actionsOf(list).flatMap((action, index) => new ActionSite(list[index], action, place, index).all);
}

/** The callbacks of a rule for the parts of a definition. */
export interface Visitor {
  /** A state, before what it declares. */
  readonly state?: (site: StateSite) => void;
  /** A transition. */
  readonly transition?: (site: TransitionSite) => void;
  /** An action: for each state those of its entry and its exit, and those of each transition behind it. */
  readonly action?: (site: ActionSite) => void;
  /** The end of the walk. */
  readonly end?: () => void;
}
