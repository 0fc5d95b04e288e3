/**
 * States as text on a clipboard: also in another document, and lines of any text as states.
 *
 * @module
 */
import {
  applyPatchOps,
  collectStateNames,
  type Event,
  type EventSource,
  type LayoutBox,
  type MachineOp,
  objectsIn,
  type State,
  type StateMachineDefinition,
  type Timer,
  walkStates,
} from "@loom/protocol";
import { copiedMembers, freeNames, isPlainName, type Pasted, withNames } from "../canvas/clipboard.ts";
import { type CanvasEdit, eventsOf, isNewEvent, Plan } from "./machine_edits.ts";

/** The member of a copied text that tells that it stands for states. */
const COPIED = "loomStates";

/** The text that stands for states on a clipboard: with the events that they wait for, and their boxes. */
export function copiedStates(
  def: StateMachineDefinition,
  names: readonly string[],
  boxes: Readonly<Record<string, LayoutBox>>,
): string {
  const wanted = new Set(names);
  const states = Array.from(walkStates(def.state), ({ state }) => state).filter(({ name }) =>
    wanted.has(name)
  );
  const inside = states.flatMap((state) => Array.from(walkStates(state), ({ state: one }) => one));
  const copied: Copied = {
    [COPIED]: states,
    events: sourcesFor(def, inside),
    boxes: Object.fromEntries(inside.flatMap(({ name }) => boxes[name] ? [[name, boxes[name]]] : [])),
  };
  return JSON.stringify(copied, null, 2);
}

/** The sources of events with what states wait for or raise, and the timers that they start. */
function sourcesFor(def: StateMachineDefinition, states: readonly State[]): EventSource[] {
  const triggers = new Set(states.flatMap(({ transitions = [] }) => transitions.flatMap(eventsOf)));
  const text = JSON.stringify(states);
  return objectsIn<EventSource>(def.events).flatMap(({ events, timers, ...source }) => {
    const used = objectsIn<Event>(events).filter(({ id }) =>
      triggers.has(id) || text.includes(`"raise":${JSON.stringify(id)}`)
    );
    const started = objectsIn<Timer>(timers).filter(({ id, name }) =>
      triggers.has(id) || text.includes(JSON.stringify(name))
    );
    return used.length + started.length === 0 ? [] : [{ ...source, events: used, timers: started }];
  });
}

/**
 * Adds the states of a text from a clipboard under free names, and the events that they wait for; lines of another text become states
 * of these names.
 */
export function pastedStates(
  def: StateMachineDefinition,
  text: string,
  parent: string | undefined,
): CanvasEdit & { readonly pasted?: Pasted } {
  const { [COPIED]: states, events, boxes } = copiedIn(text);
  if (states.length === 0) return { refusal: "The clipboard holds no states." };
  const inside = states.flatMap((state) => Array.from(walkStates(state), ({ state: { name } }) => name));
  const renamed = freeNames(collectStateNames(def.state), inside);
  const fragment = { ...def, state: { name: "", states: [...states] } };
  const renames = Array.from(renamed, ([name, to]): MachineOp => ({ op: "state.rename", name, to }));
  const { state: { states: copies = [] } } = applyPatchOps(fragment, renames);
  const ops = copies.map((state): MachineOp => ({ op: "state.add", parent: parent ?? null, state }));
  const names = copies.map(({ name }) => name);
  const plan = new Plan(def);
  for (const source of events) declareEvents(plan, source);
  plan.add(ops, `Pasted ${names.join(", ")}.`);
  return { ...plan.edit, pasted: { names, boxes: withNames(boxes, renamed) } };
}

/** Declares the events and timers of a source that are not there yet. */
function declareEvents(plan: Plan, { events, timers, ...source }: EventSource): void {
  const newEvents = objectsIn<Event>(events).filter(({ id }) => isNewEvent(plan.def, id));
  const newTimers = objectsIn<Timer>(timers).filter(({ id }) => isNewEvent(plan.def, id));
  if (newEvents.length + newTimers.length === 0) return;
  const sources = objectsIn<EventSource>(plan.def.events);
  const at = sources.findIndex(({ name }) => name === source.name);
  const sourceIndex = at < 0 ? sources.length : at;
  plan.add([
    ...at < 0 ? [{ op: "eventSource.add" as const, source: { ...source, events: [] } }] : [],
    ...newEvents.map((event) => ({ op: "event.add" as const, sourceIndex, event })),
    ...newTimers.map((timer) => ({ op: "timer.add" as const, sourceIndex, timer })),
  ], `Declared ${[...newEvents, ...newTimers].map(({ id }) => id).join(", ")}.`);
}

/** States on a clipboard. */
interface Copied {
  readonly [COPIED]: readonly State[];
  readonly events: readonly EventSource[];
  readonly boxes: Readonly<Record<string, LayoutBox>>;
}

const MOST_LINES = 200;

function copiedIn(text: string): Copied {
  const copied = copiedMembers<Copied>(text);
  if (copied !== undefined) {
    return {
      [COPIED]: objectsIn<State>(copied[COPIED]).filter(({ name }) => typeof name === "string"),
      events: objectsIn<EventSource>(copied.events),
      boxes: copied.boxes,
    };
  }
  const lines = text.split("\n").map((line) => line.trim()).filter(isPlainName);
  return { [COPIED]: lines.slice(0, MOST_LINES).map((name) => ({ name })), events: [], boxes: {} };
}
