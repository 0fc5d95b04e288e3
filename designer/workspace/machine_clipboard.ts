/**
 * States as text on a clipboard: also in another document, and lines of any text as states.
 *
 * @module
 */
import {
  type Box,
  cloneJson,
  collectStateNames,
  type Event,
  type EventSource,
  isObject,
  type LayoutBox,
  type MachineOp,
  objectsIn,
  overlaps,
  type Point,
  readArrangement,
  type Size,
  type State,
  type StateMachineDefinition,
  type Timer,
  walkStates,
} from "@loom/protocol";
import { boundsOf, evenly, expanded, moved } from "@loom/protocol/drawing";
import { type CanvasEdit, eventsOf, freeName, isNewEvent, Plan } from "./machine_edits.ts";

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

/** A pasted group of states: their names, and their boxes where the text has some. */
export interface Pasted {
  readonly names: readonly string[];
  readonly boxes: Readonly<Record<string, LayoutBox>>;
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
  const taken = new Set(collectStateNames(def.state));
  const renamed = new Map<string, string>();
  for (const state of states) {
    for (const { state: one } of walkStates(state)) {
      if (typeof one.name !== "string") continue;
      const name = taken.has(one.name) ? freeName(taken, one.name) : one.name;
      renamed.set(one.name, name);
      taken.add(name);
    }
  }
  const ops = states.map((state): MachineOp => ({
    op: "state.add",
    parent: parent ?? null,
    state: withNames(state, renamed),
  }));
  const names = states.map(({ name }) => renamed.get(name) ?? name);
  const plan = new Plan(def);
  for (const source of events) declareEvents(plan, source);
  plan.add(ops, `Pasted ${names.join(", ")}.`);
  const placed = Object.entries(boxes).map(([name, box]) => [renamed.get(name) ?? name, box]);
  return { ...plan.edit, pasted: { names, boxes: Object.fromEntries(placed) } };
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
  try {
    const value: unknown = JSON.parse(text);
    const { [COPIED]: states, events, boxes } = (isObject(value) ? value : {}) as Partial<Copied>;
    return {
      [COPIED]: objectsIn<State>(states).filter(({ name }) => typeof name === "string"),
      events: objectsIn<EventSource>(events),
      boxes: readArrangement({ places: boxes }).places as Copied["boxes"],
    };
  } catch {
    const lines = text.split("\n").map((line) => line.trim()).filter((line) =>
      /^[\p{L}_][\p{L}\p{N}_ .-]{0,60}$/u.test(line)
    );
    return { [COPIED]: lines.slice(0, MOST_LINES).map((name) => ({ name })), events: [], boxes: {} };
  }
}

/** The distance from others that what is pasted keeps, and the steps in which room is looked for. */
const AIR = 20;
const STEP = 40;

/** The places of what is pasted: around a point as it was arranged, or beside that where others are. */
export function placesFor(
  { names, boxes }: Pasted,
  at: Point,
  taken: readonly Box[],
  size: Size,
): Record<string, LayoutBox> {
  let below = 0;
  const places: Record<string, LayoutBox> = { ...boxes };
  for (const name of names) {
    places[name] ??= { x: 0, y: below += size.height + STEP, ...size };
  }
  const { x, y, width, height } = boundsOf(Object.values(places));
  const begin = { x: Math.round(at.x - x - width / 2), y: Math.round(at.y - y - height / 2) };
  const isFree = (by: Point) => {
    const group = expanded({ x: x + by.x, y: y + by.y, width, height }, evenly(AIR));
    return !taken.some((box) => overlaps(box, group));
  };
  const by = around(begin).find(isFree) ?? begin;
  return Object.fromEntries(Object.entries(places).map(([name, box]) => [name, moved(box, by)]));
}

/** Points around a point, near ones first. */
function around({ x, y }: Point): Point[] {
  const steps = Array.from({ length: 61 }, (_, step) => (step - 30) * STEP);
  return steps.flatMap((dx) => steps.map((dy) => ({ x: dx, y: dy })))
    .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y) || b.y - a.y)
    .map((by) => ({ x: x + by.x, y: y + by.y }));
}

/** A state under other names, with the references between the states that were copied together. */
function withNames(state: State, names: ReadonlyMap<string, string>): State {
  const copy = cloneJson(state);
  const called = (name: string) => names.get(name) ?? name;
  for (const { state: one } of walkStates(copy)) {
    one.name = called(one.name);
    if (one.initial !== undefined) one.initial = called(one.initial);
    for (const transition of one.transitions ?? []) {
      if (transition.nextState !== undefined) transition.nextState = called(transition.nextState);
      if (transition.nextStates !== undefined) transition.nextStates = transition.nextStates.map(called);
    }
    if (one.parallel?.nextState !== undefined) one.parallel.nextState = called(one.parallel.nextState);
  }
  return copy;
}
