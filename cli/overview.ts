import {
  type EventSource,
  isObject,
  objectsIn,
  type State,
  type StateMachineDefinition,
  type Transition,
  walkStates,
} from "@loom/protocol";

/** Counts of a machine's parts. */
export interface Overview {
  /** The machine's name. */
  readonly name: string | null;
  /** The states, the root included. */
  readonly states: Readonly<Record<"all" | "composite" | "regions" | "final" | "history" | "depth", number>>;
  /** The events and where they come from. */
  readonly events: Readonly<Record<"all" | "sources" | "timers", number>>;
  /** The transitions. */
  readonly transitions: Readonly<Record<"all" | "guarded" | "internal" | "eventless", number>>;
  /** The declared data. */
  readonly data: number;
  /** The leaves that are entered at the start. */
  readonly initial: readonly string[];
}

/** Counts what a machine is made of; it need not be valid. */
export function overviewOf(definition: StateMachineDefinition): Overview {
  const states = { all: 0, composite: 0, regions: 0, final: 0, history: 0, depth: 0 };
  const transitions = { all: 0, guarded: 0, internal: 0, eventless: 0 };
  for (const { state, slot, depth } of walkStates(definition.state)) {
    states.all++;
    states.depth = Math.max(states.depth, depth);
    if (objectsIn(state.states).length > 0) states.composite++;
    if (slot === "region") states.regions++;
    if (state.kind === "final") states.final++;
    if (state.kind === "history") states.history++;
    for (const { event, nextState, condition } of objectsIn<Transition>(state.transitions)) {
      transitions.all++;
      if (!event) transitions.eventless++;
      if (!nextState) transitions.internal++;
      if (typeof condition === "string" && condition.trim() !== "") transitions.guarded++;
    }
  }
  const sources = objectsIn<EventSource>(definition.events);
  const count = (list: "events" | "timers") =>
    sources.reduce((sum, source) => sum + objectsIn(source[list]).length, 0);
  const { name, data } = isObject(definition.settings)
    ? definition.settings
    : { name: undefined, data: undefined };
  return {
    name: typeof name === "string" ? name : null,
    states,
    events: { all: count("events"), sources: sources.length, timers: count("timers") },
    transitions,
    data: objectsIn(data).length,
    initial: initialLeaves(definition.state),
  };
}

/** The leaves that the initial descent leads to. */
function initialLeaves(root: State): string[] {
  const leaves: string[] = [];
  const waiting: State[] = [root];
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const regions = isObject(state.parallel) ? objectsIn<State>(state.parallel.states) : [];
    const next = regions.length > 0 ? regions : initialChild(state);
    if (next.length === 0) leaves.push(String(state.name));
    waiting.push(...next.toReversed());
  }
  return leaves;
}

function initialChild(state: State): State[] {
  const children = objectsIn<State>(state.states);
  const named = state.initial === undefined ? undefined : descendant(state, state.initial);
  const child = named?.kind === "history" ? undefined : named;
  const first = child ?? children.find((one) => one.kind !== "history");
  return first === undefined ? [] : [first];
}

function descendant(state: State, name: string): State | undefined {
  for (const visit of walkStates(state)) {
    if (visit.state !== state && visit.state.name === name) return visit.state;
  }
  return undefined;
}
