/**
 * Arbitrary machines that run: regions, history, guards, timers, completions and event-less transitions, with
 * targets that exist.
 *
 * @module
 */
import type { Action, State, StateMachineDefinition, Transition } from "@loom/protocol";
import fc from "fast-check";
import { PLAIN, type Vocabulary } from "./vocabulary.ts";

/** One thing done to a running machine. */
export type Deed =
  | { readonly send: string; readonly payload: Record<string, unknown> }
  | { readonly advance: number };

/** The bare tree, before names and targets are known. */
interface Sketch {
  readonly kind: "normal" | "final" | "history";
  readonly deep: boolean;
  readonly regions: boolean;
  readonly children: readonly Sketch[];
  readonly initial: number;
  readonly transitions: readonly TransitionSketch[];
  readonly entry: readonly number[];
  readonly exit: readonly number[];
}

interface TransitionSketch {
  readonly event: number;
  readonly target: number;
  readonly guard: number;
  readonly actions: readonly number[];
}

/** Chooses among the words of a vocabulary, however many there are. */
const word = fc.nat(999);

const transition: fc.Arbitrary<TransitionSketch> = fc.record({
  event: fc.integer({ min: 0, max: 9 }),
  target: fc.integer({ min: 0, max: 40 }),
  guard: word,
  actions: fc.array(word, { maxLength: 2 }),
});

const actions = fc.array(word, { maxLength: 2 });

const { tree } = fc.letrec<{ tree: Sketch }>((tie) => ({
  tree: fc.record({
    kind: fc.constantFrom("normal", "normal", "normal", "normal", "normal", "history", "history", "final"),
    deep: fc.boolean(),
    regions: fc.boolean(),
    children: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constant([]),
      fc.array(tie("tree"), { minLength: 1, maxLength: 4, size: "max" }),
    ),
    initial: fc.integer({ min: 0, max: 5 }),
    transitions: fc.array(transition, { maxLength: 4, size: "max" }),
    entry: actions,
    exit: actions,
  }),
}));

/** Machines that the interpreter accepts, in plain words. */
export const arbitraryMachine: fc.Arbitrary<StateMachineDefinition> = machinesOf(fc.constant(PLAIN)).map(
  ({ definition }) => definition,
);

/** Machines that the interpreter accepts, with the words they are made of. */
export function machinesOf(
  vocabularies: fc.Arbitrary<Vocabulary>,
): fc.Arbitrary<{ definition: StateMachineDefinition; vocabulary: Vocabulary }> {
  return fc.record({
    // A machine that begins with a final state has nothing more to show.
    first: tree.map((sketch): Sketch => ({ ...sketch, kind: "normal" })),
    others: fc.array(tree, { minLength: 1, maxLength: 4, size: "max" }),
    bubbles: fc.boolean(),
    vocabulary: vocabularies,
  }).map(({ first, others, bubbles, vocabulary }) => ({
    definition: definitionOf([first, ...others], bubbles, vocabulary),
    vocabulary,
  }));
}

function definitionOf(
  children: readonly Sketch[],
  bubbles: boolean,
  vocabulary: Vocabulary,
): StateMachineDefinition {
  const root: Sketch = {
    kind: "normal",
    deep: false,
    regions: false,
    children,
    initial: 0,
    transitions: [],
    entry: [],
    exit: [],
  };
  const [timerEvent = "tick"] = vocabulary.events.slice(-1);
  const parameters = vocabulary.parameters.length > 0 ? { parameters: [...vocabulary.parameters] } : {};
  return {
    settings: {
      namespace: "Any",
      asynchronous: false,
      ...(bubbles ? { completion: "bubble" as const } : {}),
    },
    events: [{
      name: "All",
      ...(vocabulary.feeder === undefined ? {} : { feeder: vocabulary.feeder }),
      events: vocabulary.events.slice(0, -1).map((id, index) => ({ id, ...(index === 0 ? parameters : {}) })),
      timers: [{ id: timerEvent, name: vocabulary.timer }],
    }],
    state: stateOf(root, new Naming(root, vocabulary)),
  };
}

/** Walks over an arbitrary machine. */
export const arbitraryWalk: fc.Arbitrary<Deed[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        send: fc.constantFrom("a", "b", "c", "nowhere"),
        payload: fc.record({ x: fc.integer({ min: 0, max: 3 }) }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ advance: fc.constantFrom(5, 10, 25) }) },
  ),
  { minLength: 1, maxLength: 25 },
);

/** The words of a machine, and the names of its states in document order. */
class Naming {
  readonly #names = new Map<Sketch, string>();
  readonly #vocabulary: Vocabulary;

  constructor(root: Sketch, vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#add(root);
  }

  nameOf(sketch: Sketch): string {
    return this.#names.get(sketch) ?? this.#vocabulary.stateName(0);
  }

  target(number: number): string | undefined {
    const chosen = number % (this.#names.size + 3);
    return chosen < this.#names.size ? this.#vocabulary.stateName(chosen) : undefined;
  }

  event(number: number, source: string): string | undefined {
    const { events } = this.#vocabulary;
    if (number < events.length * 2) return events[number % events.length];
    return number === 8 ? `done.state.${source}` : undefined;
  }

  guard(number: number): string | undefined {
    const { guards } = this.#vocabulary;
    return guards[number % guards.length];
  }

  action(number: number): Action {
    const { actions } = this.#vocabulary;
    return structuredClone(actions[number % actions.length] ?? {});
  }

  #add(sketch: Sketch): void {
    this.#names.set(sketch, this.#vocabulary.stateName(this.#names.size));
    if (sketch.kind === "normal") { for (const child of sketch.children) this.#add(child); }
  }
}

function stateOf(sketch: Sketch, naming: Naming): State {
  const state: State = { name: naming.nameOf(sketch) };
  if (sketch.kind !== "normal") state.kind = sketch.kind;
  if (sketch.kind === "history" && sketch.deep) state.history = "deep";
  if (sketch.entry.length > 0) state.onEntry = { actions: sketch.entry.map((one) => naming.action(one)) };
  if (sketch.exit.length > 0) state.onExit = { actions: sketch.exit.map((one) => naming.action(one)) };
  if (sketch.transitions.length > 0) {
    state.transitions = sketch.transitions.map((one) => transitionOf(one, sketch, naming));
  }
  if (sketch.kind === "normal") addChildren(state, sketch, naming);
  return state;
}

function addChildren(state: State, sketch: Sketch, naming: Naming): void {
  if (sketch.children.length === 0) return;
  const children = sketch.children.map((child) => stateOf(child, naming));
  if (!sketch.regions) {
    state.states = children;
    const initial = sketch.children[sketch.initial];
    if (initial) state.initial = naming.nameOf(initial);
    return;
  }
  const join = naming.target(sketch.initial * 7);
  state.parallel = join === undefined ? { states: children } : { nextState: join, states: children };
}

function transitionOf(sketch: TransitionSketch, source: Sketch, naming: Naming): Transition {
  const transition: Transition = {};
  const event = naming.event(sketch.event, naming.nameOf(source));
  if (event !== undefined) transition.event = event;
  const target = naming.target(sketch.target);
  if (target !== undefined) transition.nextState = target;
  // An event-less transition loops more often than not; such loops have vectors of their own.
  const chosen = event === undefined && sketch.guard % 16 > 0 ? undefined : naming.guard(sketch.guard);
  const guard = chosen ?? (event === undefined ? "count < 3 and flag" : undefined);
  if (guard !== undefined) transition.condition = guard;
  if (sketch.actions.length > 0) transition.actions = sketch.actions.map((one) => naming.action(one));
  return transition;
}
