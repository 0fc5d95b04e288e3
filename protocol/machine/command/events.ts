import { counted } from "../../text/plural.ts";
import { objectsIn, timersIn, transitionsIn } from "../lookup.ts";
import type { MachineOp } from "../ops.ts";
import type { Event, EventSource, Parameter, StateMachineDefinition } from "../types.ts";
import { CHANGES, DESCRIPTION, INDEX, SOURCE, TRIGGER_ID } from "./arguments.ts";
import { checkName, checkPlace, planned, refuse } from "../../plan.ts";
import { checkNewTrigger, type MachineCommand, someOf, stateNamed, triggerNamed } from "./checks.ts";
import { type FieldChanges, givenFields } from "../../field_changes.ts";
import { actionsOn, CASCADE, type EventActions, orCalls, withoutActions } from "./references.ts";
import type { EditNote } from "../../command.ts";

/** The source that is made for the first event of a machine without sources. */
const FIRST_SOURCE = "Internal";

/** Adds an event. */
export const ADD_EVENT_COMMAND: MachineCommand<{
  readonly id: string;
  readonly description?: string | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
  readonly source?: string | number | undefined;
  readonly index?: number | undefined;
}> = planned({
  id: "event.add",
  title: "Add event",
  summary: "Adds an event.",
  effect: "add",
  arguments: [
    TRIGGER_ID,
    DESCRIPTION,
    { name: "parameters", type: "Parameter[]", doc: "The members of its payload." },
    SOURCE,
    INDEX,
  ],
}, (machine, { id, description, parameters, source, index }) => {
  checkNewTrigger(machine, id);
  const { ops, sourceIndex, place } = chooseSource(machine, source, "events", index);
  const event: Event = { id, ...givenFields({ description, parameters }) };
  return {
    ops: [...ops, { op: "event.add", sourceIndex, event, ...place }],
    summary: `Added event "${id}".`,
  };
});

/** Describes or renames an event or a timer. */
export const UPDATE_EVENT_COMMAND: MachineCommand<{
  readonly id: string;
  readonly changes?: FieldChanges | undefined;
  readonly newId?: string | undefined;
}> = planned({
  id: "event.update",
  title: "Update event",
  summary: "Changes an event or timer, and renames it with every reference.",
  effect: "set",
  arguments: [TRIGGER_ID, CHANGES, { name: "newId", type: "string", doc: "Its new id." }],
}, (machine, { id, changes, newId: to }) => {
  if (changes === undefined && to === undefined) {
    refuse("nothing_given", "There is nothing to change", { remedy: "give description or new_id" });
  }
  const op = triggerNamed(machine, id) === "timer" ? "timer.update" : "event.update";
  const ops: MachineOp[] = changes ? [{ op, id, ...changes } as MachineOp] : [];
  if (to !== undefined && to !== id) {
    checkNewTrigger(machine, to);
    ops.push({ op: "event.rename", id, to });
  }
  return { ops, summary: updateText(id, changes, to) };
});

function updateText(id: string, changes: FieldChanges | undefined, to: string | undefined): string {
  const { patch = {}, unset = [] } = changes ?? {};
  const words = [
    ...(Object.hasOwn(patch, "description") ? [`Described "${id}".`] : []),
    ...(unset.includes("description") ? [`Cleared the description of "${id}".`] : []),
    ...(to === undefined ? [] : [`Renamed "${id}" to "${to}", references included.`]),
  ];
  return words.join(" ") || `Updated "${id}".`;
}

/** Removes an event or a timer. */
export const REMOVE_EVENT_COMMAND: MachineCommand<{
  readonly id: string;
  readonly cascade?: boolean | undefined;
}> = planned({
  id: "event.remove",
  title: "Remove event",
  summary: "Removes an event or timer.",
  effect: "remove",
  arguments: [
    TRIGGER_ID,
    {
      name: "cascade",
      type: "boolean",
      doc: "Removes the transitions that wait for it too, and the actions that raise, start or stop it.",
    },
  ],
}, (machine, { id, cascade = false }) => {
  const op = triggerNamed(machine, id) === "timer" ? "timer.remove" : "event.remove";
  const removal: MachineOp = { op, id };
  const waiting = transitionsIn(machine).filter(({ transition }) => transition.event === id);
  const acting = actionsOn(machine, id);
  const summary = `Removed "${id}".`;
  if (!cascade) return { ops: [removal], summary, notes: leftNotes(waiting, acting) };
  // Operations find states by their names: of two with one name, it could be the other one.
  for (const { state } of [...waiting, ...acting]) stateNamed(machine, state);
  const removals = waiting.map(({ state, index }): MachineOp => ({ op: "transition.remove", state, index }));
  const gone = [
    ...(waiting.length > 0 ? [`${counted(waiting.length, "transition")} on it`] : []),
    ...(acting.length > 0 ? [`${counted(countOf(acting), "action")} about it`] : []),
  ];
  return {
    ops: [...withoutActions(acting), ...removals.reverse(), removal],
    summary,
    notes: gone.length === 0 ? [] : [{ text: `${gone.join(" and ")} went too.` }],
  };
});

function leftNotes(waiting: readonly InState[], acting: readonly EventActions[]): EditNote[] {
  const count = countOf(acting);
  const parts = [
    ...(waiting.length > 0
      ? [
        `${counted(waiting.length, "transition")} still ${
          waiting.length === 1 ? "waits" : "wait"
        } for it, in ${statesText(waiting)}`,
      ]
      : []),
    ...(acting.length > 0
      ? [
        `${counted(count, "action")} still ${
          count === 1 ? "raises, starts or stops" : "raise, start or stop"
        } it, in ${statesText(acting)}`,
      ]
      : []),
  ];
  if (parts.length === 0) return [];
  const calls = [
    ...(waiting.length > 0 ? ["transition.update", "transition.remove"] : []),
    ...(acting.length > 0 ? ["state.update"] : []),
  ];
  return [{ text: [`${parts.join("; ")}: call `, ...orCalls(calls), "; ", ...CASCADE] }];
}

/** A part of a state of that name. */
interface InState {
  readonly state: string;
}

function statesText(all: readonly InState[]): string {
  return someOf([...new Set(all.map(({ state }) => `"${state}"`))]);
}

function countOf(acting: readonly EventActions[]): number {
  return acting.reduce((count, { indices }) => count + indices.length, 0);
}

/** Moves an event to another source or place. */
export const MOVE_EVENT_COMMAND: MachineCommand<{
  readonly id: string;
  readonly source?: number | undefined;
  readonly index?: number | undefined;
}> = planned({
  id: "event.move",
  title: "Move event",
  summary: "Moves an event to another source or place.",
  effect: "set",
  arguments: [TRIGGER_ID, { ...SOURCE, type: "integer" }, INDEX],
}, (machine, { id, source, index }) => {
  triggerNamed(machine, id);
  const sources = objectsIn<EventSource>(machine.events);
  const from = sources.findIndex(({ events }) => objectsIn<Event>(events).some((event) => event.id === id));
  const to = source ?? Math.max(from, 0);
  const last = objectsIn(sources[to]?.events).length - (to === from ? 1 : 0);
  checkPlace(index, last, `among the events of source ${to}`);
  return {
    ops: [{ op: "event.move", id, sourceIndex: to, ...(index === undefined ? {} : { index }) }],
    summary: `Moved event "${id}" to source ${to}.`,
  };
});

/** Adds a timer. */
export const ADD_TIMER_COMMAND: MachineCommand<{
  readonly id: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly source?: string | number | undefined;
  readonly index?: number | undefined;
  readonly state?: string | undefined;
  readonly duration?: number | undefined;
  readonly repeat?: number | undefined;
}> = planned({
  id: "timer.add",
  title: "Add timer",
  summary: "Adds a timer.",
  effect: "add",
  arguments: [
    TRIGGER_ID,
    { name: "name", type: "string", doc: "Its name in actions; default: the id." },
    DESCRIPTION,
    SOURCE,
    INDEX,
    { name: "state", type: "string", doc: "The state that starts it on entry and stops it on exit." },
    { name: "duration", type: "number", doc: "Milliseconds until it expires; goes with the state." },
    { name: "repeat", type: "number", doc: "Milliseconds between further expiries." },
  ],
}, (machine, { id, name = id, description, source, index, state, duration, repeat }) => {
  checkDurations(state, duration, repeat);
  checkNewTrigger(machine, id);
  checkName("timer", name);
  if (timersIn(machine).some((timer) => timer.name === name)) {
    refuse("duplicate", `There is a timer "${name}" already`, { remedy: "give another name" });
  }
  const { ops, sourceIndex, place } = chooseSource(machine, source, "timers", index);
  const timer = { id, name, ...givenFields({ description }) };
  const added: MachineOp[] = [...ops, { op: "timer.add", sourceIndex, timer, ...place }];
  if (state === undefined || duration === undefined) {
    const start = `{"timerStart": {"timer": "${name}", "duration": 1000}}`;
    return {
      ops: added,
      summary: `Added timer "${name}", which raises "${id}". Start it with an action ${start}.`,
    };
  }
  stateNamed(machine, state);
  const timerStart = { timer: name, duration, ...(repeat === undefined ? {} : { repeat }) };
  return {
    ops: [
      ...added,
      { op: "action.add", state, hook: "onEntry", action: { timerStart } },
      { op: "action.add", state, hook: "onExit", action: { timerStop: name } },
    ],
    summary:
      `Added timer "${name}": "${state}" starts it for ${duration} ms and stops it on leaving; it raises "${id}".`,
  };
});

function checkDurations(
  state: string | undefined,
  duration: number | undefined,
  repeat: number | undefined,
): void {
  if ((state === undefined) !== (duration === undefined)) {
    refuse("bad_parameter", "state and duration go together", { remedy: "give both, or neither" });
  }
  if (repeat !== undefined && duration === undefined) {
    refuse("bad_parameter", "repeat needs state and duration", { remedy: "give them too" });
  }
}

/** The source of a new event or timer, and the operations that make it where it is missing. */
function chooseSource(
  machine: StateMachineDefinition,
  source: string | number | undefined,
  list: "events" | "timers",
  index: number | undefined,
): { readonly ops: readonly MachineOp[]; readonly sourceIndex: number; readonly place: { index?: number } } {
  const sources = objectsIn<EventSource>(machine.events);
  const found = typeof source === "number"
    ? source
    : source === undefined
    ? 0
    : sources.findIndex(({ name }) => name === source);
  const isNew = sources[found] === undefined;
  checkPlace(index, isNew ? 0 : objectsIn(sources[found]?.[list]).length, `among the ${list} of the source`);
  const place = index === undefined ? {} : { index };
  if (!isNew) return { ops: [], sourceIndex: found, place };
  if (typeof source === "number") checkPlace(source, sources.length - 1, "among the event sources");
  if (typeof source === "string" && source.trim() === "") {
    refuse("bad_name", "The source has no name", { remedy: "give one, or leave source out for the first" });
  }
  const name = typeof source === "string" ? source : FIRST_SOURCE;
  const events: Event[] = [];
  return {
    ops: [{ op: "eventSource.add", source: { name, events } }],
    sourceIndex: Array.isArray(machine.events) ? machine.events.length : 0,
    place,
  };
}
