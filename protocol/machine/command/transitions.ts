import { counted } from "../../text/plural.ts";
import { oneLine } from "../../text/terminal_text.ts";
import { didYouMean } from "../../suggest.ts";
import { objectsIn } from "../lookup.ts";
import type { MachineOp } from "../ops.ts";
import type { State, Transition } from "../types.ts";
import { ALLOW_UNKNOWN, CHANGES, DESCRIPTION, INDEX, STATE_NAME } from "./arguments.ts";
import { checkPlace, planned, refuse } from "../../plan.ts";
import {
  checkedActions,
  checkTarget,
  checkTrigger,
  type MachineCommand,
  someOf,
  stateNamed,
} from "./checks.ts";
import {
  changesFrom,
  changesText,
  type FieldChanges,
  givenFields,
  joinedChanges,
  someChanges,
} from "../../field_changes.ts";

const STATE = { ...STATE_NAME, name: "state" };
const EVENT = { name: "event", type: "string", doc: "The event or timer that it waits for; empty for none." };
const EVENTS = { name: "events", type: "string[]", doc: "Further events that take it; `*` is any." };
const AFTER = {
  name: "after",
  type: "string | number",
  doc: "In place of an event: milliseconds in the state, a number or an expression.",
};
const NEXT_STATES = { name: "nextStates", type: "string[]", doc: "Further targets, in other regions." };
const TYPE = {
  name: "type",
  type: '"local" | "external"',
  default: "local",
  doc: "`external` leaves and enters the source even when the target is inside it; default: local.",
};
const NEXT_STATE = { name: "nextState", type: "string", doc: "Its target; default: the state stays." };

/** Adds a transition. */
export const ADD_TRANSITION_COMMAND: MachineCommand<{
  readonly state: string;
  readonly event: string;
  readonly events?: readonly string[] | undefined;
  readonly after?: string | number | undefined;
  readonly nextState?: string | undefined;
  readonly nextStates?: readonly string[] | undefined;
  readonly type?: Transition["type"] | undefined;
  readonly condition?: string | undefined;
  readonly description?: string | undefined;
  readonly actions?: readonly unknown[] | undefined;
  readonly index?: number | undefined;
  readonly allowUnknown?: boolean | undefined;
}> = planned({
  id: "transition.add",
  title: "Add transition",
  summary: "Adds a transition to a state.",
  effect: "add",
  arguments: [
    STATE,
    { ...EVENT, required: true },
    EVENTS,
    AFTER,
    NEXT_STATE,
    NEXT_STATES,
    TYPE,
    { name: "condition", type: "string", doc: "The guard, an expression." },
    DESCRIPTION,
    { name: "actions", type: "unknown[]", doc: "Its actions." },
    INDEX,
    ALLOW_UNKNOWN,
  ],
}, (machine, { state, index, allowUnknown, ...values }) => {
  const { event, events, after, nextState, nextStates, type, condition, description } = values;
  const actions = checkedActions(values.actions);
  const { state: from } = stateNamed(machine, state);
  checkSource(from);
  checkPlace(index, transitionsOf(from).length, `among the transitions of "${state}"`);
  for (const id of [event, ...events ?? []]) checkTrigger(machine, id, allowUnknown);
  for (const name of [nextState, ...nextStates ?? []]) checkTarget(machine, name, allowUnknown);
  checkAfter(after, event, events);
  const transition: Transition = givenFields({
    event: event === "" && after !== undefined ? undefined : event,
    events,
    after,
    nextState,
    nextStates,
    type,
    condition,
    description,
    actions,
  });
  return {
    ops: [{ op: "transition.add", state, transition, ...(index === undefined ? {} : { index }) }],
    summary: `Added ${arrow(state, transition)}.`,
  };
});

/** Changes one transition of a state. */
export const UPDATE_TRANSITION_COMMAND: MachineCommand<{
  readonly state: string;
  readonly event?: string | undefined;
  readonly index?: number | undefined;
  readonly changes?: FieldChanges | undefined;
  readonly actions?: readonly unknown[] | undefined;
  readonly toIndex?: number | undefined;
  readonly allowUnknown?: boolean | undefined;
}> = planned({
  id: "transition.update",
  title: "Update transition",
  summary: "Changes one transition of a state.",
  effect: "set",
  arguments: [
    STATE,
    EVENT,
    { ...INDEX, doc: "Its place among the transitions of the state, from 0." },
    CHANGES,
    { name: "actions", type: "unknown[]", doc: "Its actions; `[]` clears them." },
    { name: "toIndex", type: "integer", doc: "Its new place." },
    ALLOW_UNKNOWN,
  ],
}, (machine, { state, event, index: which, changes: fields, toIndex: to, allowUnknown, ...values }) => {
  const actions = changesFrom({ actions: checkedActions(values.actions) });
  const asked = joinedChanges(fields, actions);
  if (to === undefined) {
    someChanges(
      asked,
      "new_event, events, after, nextState, nextStates, type, condition, description, actions or to_index",
    );
  }
  const { state: from } = stateNamed(machine, state);
  const { transition, index } = transitionOn(from, event, which);
  const changes = asked && withoutOther(asked, transition);
  const { patch = {} } = changes ?? {};
  for (const id of [patch.event, ...listOf(patch.events)]) checkTrigger(machine, id, allowUnknown);
  for (const name of [patch.nextState, ...listOf(patch.nextStates)]) checkTarget(machine, name, allowUnknown);
  const ops: MachineOp[] = changes
    ? [{ op: "transition.update", state, index, ...changes } as MachineOp]
    : [];
  if (to !== undefined && to !== index) {
    checkPlace(to, transitionsOf(from).length - 1, `among the transitions of "${state}"`);
    ops.push({ op: "transition.move", state, index, to });
  }
  const after: Transition = { ...transition, ...changes?.patch };
  for (const key of changes?.unset ?? []) delete after[key as keyof Transition];
  return {
    ops,
    summary: `Updated ${arrow(state, after)}: ${
      changes === undefined ? `place ${to}` : changesText(changes)
    }.`,
  };
});

/** Moves a transition to another place or state. */
export const MOVE_TRANSITION_COMMAND: MachineCommand<{
  readonly state: string;
  readonly index: number;
  readonly toIndex?: number | undefined;
  readonly toState?: string | undefined;
}> = planned({
  id: "transition.move",
  title: "Move transition",
  summary: "Moves a transition to another place or state.",
  effect: "set",
  arguments: [
    STATE,
    { ...INDEX, required: true },
    { name: "toIndex", type: "integer", doc: "Its new place; default: the last." },
    { name: "toState", type: "string", doc: "The state it goes to; default: the one it is in." },
  ],
}, (machine, { state, index, toIndex, toState }) => {
  const from = stateNamed(machine, state).state;
  const { transition } = transitionOn(from, undefined, index);
  const target = toState === undefined ? from : stateNamed(machine, toState).state;
  if (target !== from) checkSource(target);
  const last = transitionsOf(target).length - (target === from ? 1 : 0);
  checkPlace(toIndex, last, `among the transitions of "${target.name}"`);
  const to = toIndex ?? last;
  return {
    ops: [{ op: "transition.move", state, index, to, ...(target === from ? {} : { toState: target.name }) }],
    summary: `Moved ${arrow(state, transition)} to place ${to} of "${target.name}".`,
  };
});

/** Removes the transitions of a state that match. */
export const REMOVE_TRANSITION_COMMAND: MachineCommand<{
  readonly state: string;
  readonly event?: string | undefined;
  readonly nextState?: string | undefined;
  readonly index?: number | undefined;
}> = planned({
  id: "transition.remove",
  title: "Remove transition",
  summary: "Removes the transitions of a state that match.",
  effect: "remove",
  arguments: [STATE, EVENT, NEXT_STATE, INDEX],
}, (machine, { state, event, nextState, index }) => {
  const { state: from } = stateNamed(machine, state);
  const found = transitionsOf(from).filter((one) =>
    (event === undefined || (one.transition.event ?? "") === event) &&
    (nextState === undefined || (one.transition.nextState ?? "") === nextState) &&
    (index === undefined || one.index === index)
  );
  if (found.length === 0) refuseNone(from, event, index);
  const on = event === undefined ? "" : ` on "${event}"`;
  return {
    ops: found.map((one): MachineOp => ({ op: "transition.remove", state, index: one.index })).reverse(),
    summary: `Removed ${counted(found.length, "transition")} of "${state}"${on}.`,
  };
});

/** A delay takes the place of events, and an event that of the delay. */
function withoutOther({ patch, unset = [] }: FieldChanges, transition: Transition): FieldChanges {
  const hasEvent = "event" in patch || "events" in patch;
  if ("after" in patch && hasEvent) refuseBoth();
  const others = "after" in patch ? ["event", "events"] : hasEvent ? ["after"] : [];
  const all = [...new Set([...unset, ...others.filter((member) => member in transition)])];
  return { patch, ...(all.length > 0 ? { unset: all } : {}) };
}

/** Refuses a delay beside an event. */
function checkAfter(
  after: string | number | undefined,
  event: string,
  events: readonly string[] | undefined,
): void {
  if (after !== undefined && (event !== "" || (events ?? []).length > 0)) refuseBoth();
}

function refuseBoth(): never {
  refuse("bad_parameter", `A transition waits for an event or for a time, not for both`, {
    remedy: "leave after out, or give no event",
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A transition with its index in its state. */
interface IndexedTransition {
  readonly transition: Transition;
  readonly index: number;
}

/** The transition of a state on an event, at an index, or both. */
function transitionOn(
  state: State,
  event: string | undefined,
  index: number | undefined,
): IndexedTransition {
  const all = transitionsOf(state);
  const found = event === undefined
    ? all
    : all.filter(({ transition }) => (transition.event ?? "") === event);
  const [first, ...others] = found;
  if (first === undefined) refuseNone(state, event, index);
  const on = event === undefined ? "" : ` on "${event}"`;
  if (index !== undefined) {
    return found.find((one) => one.index === index) ??
      refuse("out_of_range", `"${state.name}" has no transition ${index}${on}: ${listText(state)}`, {
        remedy: "Give the index of one of them",
      });
  }
  if (others.length === 0) return first;
  refuse(
    "ambiguous_transition",
    `"${state.name}" has ${found.length} transitions${on}: ${listText(state)}`,
    { remedy: "Say which with index" },
  );
}

/** Refuses a state that nothing leaves. */
function checkSource({ name, kind }: State): void {
  if (kind !== "final") return;
  refuse("final_state", `"${name}" is final, and nothing leaves it`, {
    remedy: ["choose another state, or use ", {
      command: "state.update",
      arguments: { name, kind: "normal" },
    }],
  });
}

function refuseNone(state: State, event: string | undefined, index: number | undefined): never {
  const events = transitionsOf(state).map(({ transition }) => transition.event ?? "");
  const what = event === undefined ? `no transition ${index}` : `no such transition on "${event}"`;
  const hint = event === undefined ? "" : didYouMean(event, events);
  refuse("no_transition", `"${state.name}" has ${what}.${hint}`, {
    remedy: events.length === 0
      ? ["It has no transitions. Use ", { command: "transition.add" }, " to add one"]
      : `Choose one of its transitions: ${listText(state)}`,
  });
}

function transitionsOf(state: State): IndexedTransition[] {
  return objectsIn<Transition>(state.transitions).map((transition, index) => ({ transition, index }));
}

function listText(state: State): string {
  return someOf(
    transitionsOf(state).map(({ transition, index }) =>
      `${index}: ${triggerOf(transition)} ${
        transition.nextState ? `→ ${oneLine(transition.nextState)}` : "(stays)"
      }`
    ),
  );
}

function triggerOf({ event, events, after }: Transition): string {
  const ids = [event, ...listOf(events)].filter((id) => typeof id === "string" && id !== "");
  return ids.length === 0 && after !== undefined ? `after ${after}` : oneLine(ids.join(" / "));
}

function arrow(state: string, transition: Transition): string {
  const { nextState, nextStates, condition } = transition;
  const guard = condition === undefined ? "" : ` when ${oneLine(condition)}`;
  const targets = [nextState, ...listOf(nextStates)].filter((name) =>
    typeof name === "string" && name !== ""
  );
  const target = targets.length > 0 ? `--> ${oneLine(targets.join(" & "))}` : " (internal)";
  return `${oneLine(state)} --[${triggerOf(transition)}]${target}${guard}`;
}
