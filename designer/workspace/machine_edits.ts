import {
  ADD_EVENT_COMMAND,
  ADD_STATE_COMMAND,
  ADD_TRANSITION_COMMAND,
  type AnyOp,
  applyPatchOps,
  type Box,
  buildParentMap,
  cloneJson,
  collectEventIds,
  collectStateNames,
  type Event,
  type EventSource,
  findState,
  isObject,
  type LayoutBox,
  type MachineOp,
  MOVE_STATE_COMMAND,
  objectsIn,
  overlaps,
  type Point,
  readArrangement,
  readTriggerText,
  type Refusal,
  refusalText,
  REMOVE_STATE_COMMAND,
  RENAME_STATE_COMMAND,
  type Size,
  type State,
  type StateMachineDefinition,
  type Timer,
  type Transition,
  triggerText,
  UPDATE_STATE_COMMAND,
  UPDATE_TRANSITION_COMMAND,
  walkStates,
} from "@loom/protocol";
import { boundsOf, evenly, expanded, moved } from "@loom/protocol/drawing";
import type { CanvasElements, EnteredTransition } from "../canvas/mod.ts";

/** An edit of a machine that a canvas asks for: its operations with a sentence, or the reason why it cannot be. */
export type CanvasEdit =
  | { readonly ops: readonly MachineOp[]; readonly summary: string }
  | { readonly refusal: string };

/** Collects the operations of several commands, each on what the ones before have made. */
class Plan {
  def: StateMachineDefinition;
  readonly ops: MachineOp[] = [];
  readonly summaries: string[] = [];

  constructor(def: StateMachineDefinition) {
    this.def = def;
  }

  /** Runs a command; returns the reason why it is refused. */
  run<Values>(
    command: {
      run(document: StateMachineDefinition, values: Values):
        | {
          readonly ok: true;
          readonly value: { readonly ops: readonly MachineOp[]; readonly summary: string };
        }
        | { readonly ok: false; readonly refusal: Refusal };
    },
    values: Values,
  ): string | undefined {
    const result = command.run(this.def, values);
    if (!result.ok) {
      return refusalText(result.refusal, (part) => "argument" in part ? part.argument : part.command);
    }
    this.add(result.value.ops, result.value.summary);
    return undefined;
  }

  add(ops: readonly MachineOp[], summary: string): void {
    this.def = applyPatchOps(this.def, ops);
    this.ops.push(...ops);
    this.summaries.push(summary);
  }

  /** The whole edit. */
  get edit(): CanvasEdit {
    return { ops: this.ops, summary: this.summaries.join(" ") };
  }
}

/** A name that no state has yet: `State 1` is taken as `State1`, which is a name in code, too. */
export function freeName(taken: Iterable<string>, wish: string = "State"): string {
  const names = new Set(taken);
  if (wish !== "State" && !names.has(wish)) return wish;
  const stem = wish.replace(/\d+$/, "") || wish;
  for (let number = 1;; number++) if (!names.has(`${stem}${number}`)) return `${stem}${number}`;
}

/** Adds a state with a name of its own. */
export function addedState(
  def: StateMachineDefinition,
  parent: string | undefined,
): CanvasEdit & { readonly name?: string } {
  const plan = new Plan(def);
  const name = freeName(collectStateNames(def.state));
  const refusal = plan.run(ADD_STATE_COMMAND, parent === undefined ? { name } : { name, parent });
  return refusal === undefined ? { ...plan.edit, name } : { refusal };
}

/**
 * Renames a state with every reference to it.
 *
 * @param key Its name; its path in the document for one that has the name of an earlier state.
 */
export function renamedState(def: StateMachineDefinition, key: string, newName: string): CanvasEdit {
  if (newName === "") return { refusal: "A state needs a name." };
  const plan = new Plan(def);
  const visit = Array.from(walkStates(def.state)).find(({ path }) => path === key);
  const name = visit?.state.name ?? key;
  const earlier = visit ? earlierOf(def, visit.path, name) : 0;
  if (earlier > 1 || (earlier > 0 && earlierOf(def, undefined, name) > earlier + 1)) {
    return { refusal: `More than two states are named "${name}": rename the first of them before this one.` };
  }
  const refusal = plan.run(RENAME_STATE_COMMAND, { name, newName });
  if (refusal !== undefined || earlier === 0) return refusal === undefined ? plan.edit : { refusal };
  // Operations find the first state of a name: that one steps aside, with the references, which are to it.
  const aside = freeName([...collectStateNames(def.state), newName], `${name}1`);
  const ops = [[name, aside], [name, newName], [aside, name]] as const;
  return {
    ops: ops.map(([from, to]) => ({ op: "state.rename", name: from, to })),
    summary: `Renamed the second "${name}" to "${newName}".`,
  };
}

/** The number of states of a name before a path, or in all. */
function earlierOf(
  { state: root }: StateMachineDefinition,
  before: string | undefined,
  name: string,
): number {
  const visits = Array.from(walkStates(root));
  const end = before === undefined ? visits.length : visits.findIndex(({ path }) => path === before);
  return visits.slice(0, end).filter(({ state }) => state.name === name).length;
}

/**
 * Moves states, with all that is inside of them, into another state.
 *
 * @param parent Its name; `undefined` for the root.
 */
export function nestedStates(
  def: StateMachineDefinition,
  names: readonly string[],
  parent: string | undefined,
): CanvasEdit {
  const plan = new Plan(def);
  for (const name of names) {
    const refusal = plan.run(MOVE_STATE_COMMAND, { name, parent: parent ?? def.state.name });
    if (refusal !== undefined) return { refusal };
  }
  return plan.edit;
}

/** Adds a transition or changes one; an event that is not there yet is declared. */
export function enteredTransition(
  def: StateMachineDefinition,
  about: { readonly from: string } | { readonly id: string },
  { to, event, guard }: EnteredTransition,
): CanvasEdit {
  const plan = new Plan(def);
  const trigger = readTriggerText(event);
  for (const id of eventsOf(trigger)) {
    const refusal = isNewEvent(plan.def, id) ? plan.run(ADD_EVENT_COMMAND, { id }) : undefined;
    if (refusal !== undefined) return { refusal };
  }
  const refusal = "from" in about
    ? plan.run(ADD_TRANSITION_COMMAND, {
      state: about.from,
      event: "",
      ...trigger,
      ...(to === "" ? {} : { nextState: to }),
      ...(guard === "" ? {} : { condition: guard }),
    })
    : changedTransition(plan, about.id, { nextState: to, condition: guard }, event);
  return refusal === undefined ? plan.edit : { refusal };
}

function eventsOf({ event, events = [] }: Pick<Transition, "event" | "events">): string[] {
  return [...event === undefined ? [] : [event], ...events];
}

function isNewEvent(def: StateMachineDefinition, event: string): boolean {
  if (event.includes("*") || /^(?:done|error)\./.test(event)) return false;
  const timers = (Array.isArray(def.events) ? def.events : []).flatMap(({ timers = [] }) =>
    timers.map(({ id }) => id)
  );
  return !collectEventIds(def).includes(event) && !timers.includes(event);
}

function changedTransition(
  plan: Plan,
  id: string,
  texts: Readonly<Record<string, string>>,
  event: string,
): string | undefined {
  const { state, index } = placeOfTransition(id);
  const now = findState(plan.def.state, state)?.transitions?.[index];
  const isKept = now !== undefined && triggerText({ ...now }) === event;
  const fields: [string, unknown][] = isKept
    ? []
    : Object.entries({ event: undefined, events: undefined, after: undefined, ...readTriggerText(event) });
  for (const [name, text] of Object.entries(texts)) fields.push([name, text === "" ? undefined : text]);
  const patch = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  const unset = fields.flatMap(([name, value]) => value === undefined && now && name in now ? [name] : []);
  return plan.run(UPDATE_TRANSITION_COMMAND, { state, index, changes: { patch, unset } });
}

/** The state and the index that the id of a transition names. */
export function placeOfTransition(id: string): { readonly state: string; readonly index: number } {
  const at = id.lastIndexOf(":");
  return { state: id.slice(0, at), index: Number(id.slice(at + 1)) };
}

/** The kinds of states, as a menu names them. */
export const STATE_KINDS = ["normal", "final", "history", "choice"] as const;

/** Gives a state another kind. */
export function withKind(
  def: StateMachineDefinition,
  name: string,
  kind: typeof STATE_KINDS[number],
): CanvasEdit {
  const plan = new Plan(def);
  const changes = kind === "normal" ? { patch: {}, unset: ["kind"] } : { patch: { kind } };
  const refusal = plan.run(UPDATE_STATE_COMMAND, { name, changes });
  return refusal === undefined ? plan.edit : { refusal };
}

/** Makes a state the one that its parent begins with. */
export function asInitial(def: StateMachineDefinition, name: string): CanvasEdit {
  const parent = buildParentMap(def.state).get(name);
  if (parent === undefined || parent === null) return { refusal: "The root has nothing around it." };
  const plan = new Plan(def);
  const refusal = plan.run(UPDATE_STATE_COMMAND, { name: parent, changes: { patch: { initial: name } } });
  return refusal === undefined ? plan.edit : { refusal };
}

/** Adds a region to a state. */
export function addedRegion(
  def: StateMachineDefinition,
  parent: string,
): CanvasEdit & { readonly name?: string } {
  const plan = new Plan(def);
  const name = freeName(collectStateNames(def.state), "Region1");
  const refusal = plan.run(ADD_STATE_COMMAND, { name, parent, region: true });
  return refusal === undefined ? { ...plan.edit, name } : { refusal };
}

/** Removes states with what leads to them, and transitions. */
export function removedElements(
  def: StateMachineDefinition,
  { states, transitions }: CanvasElements,
): CanvasEdit {
  const plan = new Plan(def);
  const places = transitions.map(placeOfTransition).sort((a, b) => b.index - a.index);
  for (const { state, index } of places) {
    plan.add([{ op: "transition.remove", state, index }], `Removed a transition of "${state}".`);
  }
  for (const name of states) {
    const refusal = plan.run(REMOVE_STATE_COMMAND, { name, cascade: true });
    if (refusal !== undefined) return { refusal };
  }
  return plan.edit;
}

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

/** What a clipboard holds of a machine. */
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
  for (const { state: one } of walkStates(copy)) {
    one.name = names.get(one.name) ?? one.name;
    if (one.initial !== undefined) one.initial = names.get(one.initial) ?? one.initial;
    for (const transition of one.transitions ?? []) {
      if (transition.nextState !== undefined) {
        transition.nextState = names.get(transition.nextState) ?? transition.nextState;
      }
    }
  }
  return copy;
}

/** Operations for a session, which takes those of every kind. */
export function opsOf(edit: { readonly ops: readonly MachineOp[] }): readonly AnyOp[] {
  return edit.ops as readonly AnyOp[];
}
