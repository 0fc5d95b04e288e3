/**
 * Arbitrary machines that run: regions, history, guards, timers, completions and event-less transitions, with
 * targets that exist.
 *
 * @module
 */
import type { Action, State, StateMachineDefinition, Transition } from "@loom/protocol";
import fc from "fast-check";

/** The events an arbitrary machine listens to. */
export const EVENTS = ["a", "b", "c", "tick"] as const;

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

const GUARDS: readonly (string | undefined)[] = [
  undefined,
  undefined,
  "flag",
  "count < 3 and flag",
  "count >= 2 || !flag",
  'in_state("S2")',
  "x > 1",
  "not in_state('S1') && x in [1, 2]",
  "count % 2 == 0",
];

const ACTIONS: readonly Action[] = [
  { code: "count = count + 1" },
  { code: "flag = not flag" },
  { code: "count = 0; flag = true" },
  { timerStart: { timer: "T", duration: "20" } },
  { timerStart: { timer: "T", duration: "count * 10 + 5", repeat: 15 } },
  { timerStop: "T" },
  { raise: "c" },
  { code: "missing.thing()" },
];

const transition: fc.Arbitrary<TransitionSketch> = fc.record({
  event: fc.integer({ min: 0, max: 9 }),
  target: fc.integer({ min: 0, max: 40 }),
  guard: fc.nat(GUARDS.length - 1),
  actions: fc.array(fc.nat(ACTIONS.length - 1), { maxLength: 2 }),
});

const actions = fc.array(fc.nat(ACTIONS.length - 1), { maxLength: 2 });

const { tree } = fc.letrec<{ tree: Sketch }>((tie) => ({
  tree: fc.record({
    kind: fc.constantFrom("normal", "normal", "normal", "final", "history"),
    deep: fc.boolean(),
    regions: fc.boolean(),
    children: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constant([]),
      fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
    ),
    initial: fc.integer({ min: 0, max: 5 }),
    transitions: fc.array(transition, { maxLength: 3 }),
    entry: actions,
    exit: actions,
  }),
}));

/** Machines that the interpreter accepts. */
export const arbitraryMachine: fc.Arbitrary<StateMachineDefinition> = fc.record({
  children: fc.array(tree, { minLength: 2, maxLength: 5 }),
  bubbles: fc.boolean(),
}).map(({ children, bubbles }) => {
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
  return {
    settings: {
      namespace: "Any",
      asynchronous: false,
      ...(bubbles ? { completion: "bubble" as const } : {}),
    },
    events: [{
      name: "All",
      events: ["a", "b", "c"].map((id) => ({ id })),
      timers: [{ id: "tick", name: "T" }],
    }],
    state: stateOf(root, new Naming(root)),
  };
});

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

/** The names of a sketch's states, `S0` the root, in document order. */
class Naming {
  readonly #names = new Map<Sketch, string>();

  constructor(root: Sketch) {
    this.#add(root);
  }

  nameOf(sketch: Sketch): string {
    return this.#names.get(sketch) ?? "S0";
  }

  target(number: number): string | undefined {
    const name = `S${number % (this.#names.size + 3)}`;
    return number % (this.#names.size + 3) < this.#names.size ? name : undefined;
  }

  #add(sketch: Sketch): void {
    this.#names.set(sketch, `S${this.#names.size}`);
    if (sketch.kind === "normal") { for (const child of sketch.children) this.#add(child); }
  }
}

function stateOf(sketch: Sketch, naming: Naming): State {
  const state: State = { name: naming.nameOf(sketch) };
  if (sketch.kind !== "normal") state.kind = sketch.kind;
  if (sketch.kind === "history" && sketch.deep) state.history = "deep";
  if (sketch.entry.length > 0) state.onEntry = { actions: sketch.entry.map(actionOf) };
  if (sketch.exit.length > 0) state.onExit = { actions: sketch.exit.map(actionOf) };
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
  const event = eventOf(sketch.event, naming.nameOf(source));
  if (event !== undefined) transition.event = event;
  const target = naming.target(sketch.target);
  if (target !== undefined) transition.nextState = target;
  // An event-less transition without a guard loops more often than not; those have vectors of their own.
  const guard = GUARDS[sketch.guard] ?? (event === undefined ? "count < 3 and flag" : undefined);
  if (guard !== undefined) transition.condition = guard;
  if (sketch.actions.length > 0) transition.actions = sketch.actions.map(actionOf);
  return transition;
}

function eventOf(number: number, source: string): string | undefined {
  if (number < EVENTS.length * 2) return EVENTS[number % EVENTS.length];
  return number === 8 ? `done.state.${source}` : undefined;
}

function actionOf(number: number): Action {
  return structuredClone(ACTIONS[number] ?? {});
}
