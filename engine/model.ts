import {
  type Event,
  type EventSource,
  isObject,
  type State,
  type StateMachineDefinition,
  type Timer,
} from "@loom/protocol";
import { isState } from "./members.ts";

/** A definition with the indexes that running, checking and printing it need. */
export interface EnrichedModel {
  /** The definition itself. */
  readonly definition: StateMachineDefinition;
  /** Name to state; of several with one name, the last. */
  readonly stateMap: ReadonlyMap<string, State>;
  /** Id to event; a timer counts as an event with its id, its name and one parameter, `source`. */
  readonly eventMap: ReadonlyMap<string, Event>;
  /** Timer name (not id) to timer. */
  readonly timerMap: ReadonlyMap<string, Timer>;
  /** Feeder name to the events of all its sources, timers included. */
  readonly feedersMap: ReadonlyMap<string, readonly Event[]>;
  /** State name to its parent's name; null for the root. The parent of a region is the parallel state. */
  readonly parentMap: ReadonlyMap<string, string | null>;
  /** All states in document order: a state, its `states`, then its regions. */
  readonly allStates: readonly State[];
  /** States with neither children nor regions, final and history ones included. */
  readonly leafStates: readonly State[];
  /** States with children. */
  readonly compositeStates: readonly State[];
}

/**
 * Gives the indexes of a definition, each made when it is first asked for; the definition must not change after
 * that. Tolerant: what is missing or of another type counts as absent, so that every definition can be enriched and
 * then told what is wrong with it. Each index takes time in proportion to the definition, at any depth and width.
 *
 * @param definition The definition; it is neither changed nor copied.
 * @returns The definition with its indexes.
 *
 * @example
 * ```ts
 * import { enrich } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const model = enrich({
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: { name: "Door", states: [{ name: "Open" }, { name: "Closed" }] },
 * });
 * assertEquals(model.leafStates.map((state) => state.name), ["Open", "Closed"]);
 * assertEquals(model.parentMap.get("Open"), "Door");
 * ```
 */
export function enrich(definition: StateMachineDefinition): EnrichedModel {
  return new LazyModel(definition);
}

type EventIndexes = Pick<EnrichedModel, "eventMap" | "timerMap" | "feedersMap">;
type NameIndexes = Pick<EnrichedModel, "stateMap" | "parentMap">;
type StateLists = Pick<EnrichedModel, "allStates" | "leafStates" | "compositeStates"> & {
  /** The parents of `allStates`, one for one. */
  readonly parents: readonly (string | null)[];
};

class LazyModel implements EnrichedModel {
  readonly definition: StateMachineDefinition;
  #eventIndexes: EventIndexes | undefined;
  #stateLists: StateLists | undefined;
  #nameIndexes: NameIndexes | undefined;

  constructor(definition: StateMachineDefinition) {
    this.definition = definition;
  }

  get eventMap(): ReadonlyMap<string, Event> {
    return this.#events.eventMap;
  }

  get timerMap(): ReadonlyMap<string, Timer> {
    return this.#events.timerMap;
  }

  get feedersMap(): ReadonlyMap<string, readonly Event[]> {
    return this.#events.feedersMap;
  }

  get allStates(): readonly State[] {
    return this.#states.allStates;
  }

  get leafStates(): readonly State[] {
    return this.#states.leafStates;
  }

  get compositeStates(): readonly State[] {
    return this.#states.compositeStates;
  }

  get stateMap(): ReadonlyMap<string, State> {
    return this.#names.stateMap;
  }

  get parentMap(): ReadonlyMap<string, string | null> {
    return this.#names.parentMap;
  }

  get #names(): NameIndexes {
    return this.#nameIndexes ??= indexNames(this.#states);
  }

  get #events(): EventIndexes {
    return this.#eventIndexes ??= indexEvents(this.definition?.events);
  }

  get #states(): StateLists {
    return this.#stateLists ??= listStates(this.definition?.state);
  }
}

function indexEvents(sources: unknown): EventIndexes {
  const eventMap = new Map<string, Event>();
  const timerMap = new Map<string, Timer>();
  const feedersMap = new Map<string, Event[]>();
  for (const source of objects<EventSource>(sources)) {
    const events: Event[] = [];
    for (const event of objects<Event>(source.events)) {
      if (typeof event.id === "string") events.push(event);
    }
    for (const timer of objects<Timer>(source.timers)) {
      if (typeof timer.name === "string") timerMap.set(timer.name, timer);
      if (typeof timer.id === "string") events.push(eventOfTimer(timer));
    }
    for (const event of events) eventMap.set(event.id, event);
    if (typeof source.feeder === "string" && source.feeder !== "") addTo(feedersMap, source.feeder, events);
  }
  return { eventMap, timerMap, feedersMap };
}

function eventOfTimer(timer: Timer): Event {
  return { id: timer.id, name: timer.name, parameters: [{ name: "source", type: "object" }] };
}

function addTo(feeders: Map<string, Event[]>, feeder: string, events: readonly Event[]): void {
  const present = feeders.get(feeder);
  if (!present) feeders.set(feeder, [...events]);
  else for (const event of events) present.push(event);
}

function listStates(root: unknown): StateLists {
  const allStates: State[] = [];
  const leafStates: State[] = [];
  const compositeStates: State[] = [];
  const parents: (string | null)[] = [];
  // A stack instead of recursion: a definition made by a program may be deeper than the call stack.
  const waiting: State[] = [];
  const waitingParents: (string | null)[] = [];
  const wait = (states: readonly unknown[], parent: string | null): void => {
    for (let index = states.length - 1; index >= 0; index--) {
      const state = states[index];
      if (!isState(state)) continue;
      waiting.push(state);
      waitingParents.push(parent);
    }
  };
  wait([root], null);
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    allStates.push(state);
    parents.push(waitingParents.pop() ?? null);
    const children = list(state.states);
    const regions = isObject(state.parallel) ? list(state.parallel.states) : NOTHING;
    if (children.length > 0) compositeStates.push(state);
    else if (regions.length === 0) leafStates.push(state);
    wait(regions, state.name);
    wait(children, state.name);
  }
  return { allStates, leafStates, compositeStates, parents };
}

/** Both indexes in one go: a map that grows looks at all its names again, and finds them in the cache this way. */
function indexNames({ allStates, parents }: StateLists): NameIndexes {
  const stateMap = new Map<string, State>();
  const parentMap = new Map<string, string | null>();
  for (let index = 0; index < allStates.length; index++) {
    const state = allStates[index]!; // index is within bounds
    stateMap.set(state.name, state);
    parentMap.set(state.name, parents[index] ?? null);
  }
  return { stateMap, parentMap };
}

const NOTHING: readonly unknown[] = [];

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NOTHING;
}

function* objects<T extends object>(value: unknown): Generator<T> {
  for (const item of list(value)) if (isObject(item)) yield item as T;
}
