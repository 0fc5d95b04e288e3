import { counted } from "../../text/plural.ts";
import { isObject } from "../../json/value.ts";
import type { CommandCall, Phrase } from "../../refusal.ts";
import { oneLine } from "../../text/terminal_text.ts";
import {
  type DeclaredTransition,
  eventsIn,
  targetsIn,
  timersIn,
  transitionsIn,
  transitionsInto,
  triggerIds,
} from "../lookup.ts";
import type { MachineOp } from "../ops.ts";
import { type StateVisit, walkStates } from "../tree.ts";
import type { Action, State, StateMachineDefinition, Transition } from "../types.ts";
import { someOf } from "./checks.ts";

/** The most references in a note. */
const MOST_LISTED = 8;
const HOOKS = ["onEntry", "onExit"] as const;

/** The references to a state, or to a state below it, from outside. */
export interface StateReferences {
  /** The transitions that lead into it. */
  readonly into: readonly DeclaredTransition[];
  /** The transitions that wait for its completion, and lead elsewhere. */
  readonly waiting: readonly DeclaredTransition[];
  /** Takes what leads there, and its completion, from a transition; `undefined` when nothing is left of it. */
  without(transition: Transition): ChangedMembers | undefined;
  /** The states that begin with it. */
  readonly beginning: readonly string[];
  /** The states that go on with it when their regions are complete. */
  readonly joining: readonly string[];
}

/** Members of a transition to set and to take away. */
type ChangedMembers = { readonly patch: Partial<Transition>; readonly unset?: string[] };

/** Finds the references to a state, or to a state below it, from outside. */
export function referencesTo(machine: StateMachineDefinition, visit: StateVisit): StateReferences {
  const { state: target, path } = visit;
  const gone = new Set(Array.from(walkStates(target), ({ state }) => state.name));
  const outside = Array.from(walkStates(machine.state)).filter(({ path: at }) =>
    at !== path && !at.startsWith(`${path}/`)
  );
  const names = new Set(outside.map(({ state }) => state.name));
  const declared = triggerIds(machine);
  const waitsFor = (event: unknown) => {
    if (typeof event !== "string" || declared.includes(event)) return false;
    const completed = /^done\.state\.(.+)$/.exec(event)?.[1];
    return completed !== undefined && gone.has(completed);
  };
  const into = transitionsInto(machine, visit);
  const leading = new Set(into.map(({ transition }) => transition));
  return {
    into,
    waiting: transitionsIn(machine).filter(({ state, transition }) =>
      names.has(state) && !leading.has(transition) && eventsIn(transition).some(waitsFor)
    ),
    without(transition) {
      const targets = kept("nextState", "nextStates", targetsIn(transition), (name) => gone.has(name));
      const events = kept("event", "events", eventsIn(transition), waitsFor);
      const unset = [...targets?.unset ?? [], ...events?.unset ?? []];
      if (!targets || !events) return undefined;
      return { patch: { ...targets.patch, ...events.patch }, ...(unset.length > 0 ? { unset } : {}) };
    },
    beginning: outside.filter(({ state }) => state.initial !== undefined && gone.has(state.initial))
      .map(({ state }) => state.name),
    joining: outside.filter(({ state: { parallel } }) =>
      isObject(parallel) && typeof parallel.nextState === "string" && gone.has(parallel.nextState)
    ).map(({ state }) => state.name),
  };
}

/** The names that stay, in the first member and the list of the others; `undefined` when all go. */
function kept(
  first: "nextState" | "event",
  others: "nextStates" | "events",
  names: readonly string[],
  goes: (name: string) => boolean,
): ChangedMembers | undefined {
  if (!names.some(goes)) return { patch: {} };
  const [name, ...more] = names.filter((one) => !goes(one));
  if (name === undefined) return undefined;
  if (more.length === 0) return { patch: { [first]: name }, unset: [others] };
  return { patch: { [first]: name, [others]: more } };
}

/** The names of the states that hold the references. */
export function ownersOf({ into, waiting, beginning, joining }: StateReferences): string[] {
  return [...into.map(({ state }) => state), ...waiting.map(({ state }) => state), ...beginning, ...joining];
}

/** Removes the references, the last transition of each state first, so that the indices of the others hold. */
export function withoutReferences(references: StateReferences): MachineOp[] {
  const { into, waiting, beginning, joining } = references;
  const transitions = [...into, ...waiting].sort((a, b) => b.index - a.index);
  return [
    ...transitions.map(({ state, index, transition }): MachineOp => {
      const left = references.without(transition);
      return left
        ? { op: "transition.update", state, index, ...left }
        : { op: "transition.remove", state, index };
    }),
    ...beginning.map((name): MachineOp => ({ op: "state.update", name, patch: {}, unset: ["initial"] })),
    ...joining.map((state): MachineOp => ({
      op: "parallel.update",
      state,
      patch: {},
      unset: ["nextState"],
    })),
  ];
}

/** The sentences about references that are removed too. */
export function removedText(references: StateReferences): string {
  const { into, waiting } = references;
  const isGone = ({ transition }: DeclaredTransition) => references.without(transition) === undefined;
  const [gone, over] = [into.filter(isGone).length, waiting.filter(isGone).length];
  const left = into.length + waiting.length - gone - over;
  return [
    ...(gone > 0 ? [`${counted(gone, "transition")} into it went too.`] : []),
    ...(over > 0 ? [`${counted(over, "transition")} on its completion went too.`] : []),
    ...(left > 0 ? [`${counted(left, "transition")} lost a target or an event to it.`] : []),
  ].join(" ");
}

/** The sentences about references that stay, and the commands that change them; `""` for none. */
export function leftText({ into, waiting, beginning, joining }: StateReferences): Phrase {
  const others = [
    ...waiting.map(arrow),
    ...beginning.map((name) => `${oneLine(name)} (initial)`),
    ...joining.map((name) => `${oneLine(name)} (parallel nextState)`),
  ];
  const calls = [
    ...(into.length + waiting.length > 0 ? ["transition.update", "transition.remove"] : []),
    ...(beginning.length > 0 ? ["initial.set"] : []),
    ...(joining.length > 0 ? ["parallel.set"] : []),
  ];
  if (calls.length === 0) return "";
  const sentences = [
    ...(into.length > 0 ? [leadingNowhereText({ into })] : []),
    ...(others.length > 0 ? [`Still named by ${someOf(others, MOST_LISTED)}.`] : []),
  ];
  return [`${sentences.join(" ")} Call `, ...orCalls(calls), "; ", ...CASCADE];
}

/** The transitions that lead nowhere when a state has gone; `""` for none. */
export function leadingNowhereText({ into }: Pick<StateReferences, "into">): string {
  if (into.length === 0) return "";
  const verb = into.length === 1 ? "leads" : "lead";
  return `${counted(into.length, "transition")} now ${verb} nowhere: ${
    someOf(into.map(arrow), MOST_LISTED)
  }.`;
}

/** The advice to remove with `cascade`. */
export const CASCADE = [{ argument: "cascade", value: true }, " would have removed them."] as const;

/** Calls with `or` between them. */
export function orCalls(commands: readonly string[]): (string | CommandCall)[] {
  return commands.flatMap((command, index) => [...(index > 0 ? [" or "] : []), { command }]);
}

function arrow({ state, transition }: DeclaredTransition): string {
  const targets = targetsIn(transition).join(" & ");
  const target = targets === "" ? " (internal)" : `--> ${oneLine(targets)}`;
  return `${oneLine(state)} --[${oneLine(eventsIn(transition).join(" / "))}]${target}`;
}

/** The actions of a state, or of one of its transitions, that raise an event, or start or stop its timer. */
export interface EventActions {
  readonly state: string;
  /** The block of the state, or the index of the transition. */
  readonly place: typeof HOOKS[number] | number;
  /** All actions there. */
  readonly all: readonly Action[];
  /** The indices of those about the event. */
  readonly indices: readonly number[];
}

/** Finds the actions that raise an event, or start or stop the timer of that id. */
export function actionsOn(machine: StateMachineDefinition, id: string): EventActions[] {
  const timers = new Set(timersIn(machine).filter((timer) => timer.id === id).map(({ name }) => name));
  const found = (state: string, place: EventActions["place"], block: unknown): EventActions[] => {
    const all = listedActions(block);
    const indices = all.flatMap((action, index) => isAbout(action, id, timers) ? [index] : []);
    return indices.length === 0 ? [] : [{ state, place, all, indices }];
  };
  return [
    ...Array.from(walkStates(machine.state)).flatMap(({ state }: { readonly state: State }) =>
      HOOKS.flatMap((hook) => found(state.name, hook, state[hook]))
    ),
    ...transitionsIn(machine).flatMap(({ state, index, transition }) =>
      found(state, index, transition.actions)
    ),
  ];
}

/** Removes actions, the last of each block first, so that the indices of the others hold. */
export function withoutActions(actions: readonly EventActions[]): MachineOp[] {
  return actions.flatMap(({ state, place, all, indices }): MachineOp[] => {
    if (typeof place === "string") {
      return indices.toReversed().map((index) => ({ op: "action.remove", state, hook: place, index }));
    }
    const left = all.filter((_, index) => !indices.includes(index));
    const change: { patch: Partial<Transition>; unset?: string[] } = left.length > 0
      ? { patch: { actions: left } }
      : { patch: {}, unset: ["actions"] };
    return [{ op: "transition.update", state, index: place, ...change }];
  });
}

/** The actions of a block, or of a list in its place; an entry that is no object keeps its index. */
function listedActions(block: unknown): Action[] {
  const list = isObject(block) ? block.actions : block;
  if (!Array.isArray(list)) return [];
  return list.map((entry): Action =>
    typeof entry === "string" ? { code: entry } : isObject(entry) ? entry : {}
  );
}

/** True for an action whose first effect raises the event, or starts or stops one of the timers. */
function isAbout(action: Action, id: string, timers: ReadonlySet<string>): boolean {
  const { code, timerStart, timerStop, raise } = action;
  if (isText(code)) return false;
  if (isObject(timerStart)) return timers.has(String(timerStart.timer));
  if (isText(timerStop)) return timers.has(timerStop);
  return raise === id;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
