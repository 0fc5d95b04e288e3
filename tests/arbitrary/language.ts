/**
 * What arbitrary machines have beside states, events, guards and plain actions: delays, several events and targets,
 * wildcards, choices, structured actions, tasks, child machines, outputs, tags and meta data.
 *
 * @module
 */
import {
  type Action,
  type Invoke,
  type State,
  type StateMachineDefinition,
  type Transition,
  walkStates,
} from "@loom/protocol";
import type { Vocabulary } from "./vocabulary.ts";

/** The machines that states invoke, by path. */
export const CHILDREN: Readonly<Record<string, StateMachineDefinition>> = {
  "ends.smdf.json": {
    settings: { namespace: "Any", asynchronous: false },
    events: [{ name: "All", events: [{ id: "a" }, { id: "b" }] }],
    state: {
      name: "Child",
      states: [
        {
          name: "Works",
          onEntry: { actions: [{ code: "log(x)" }, { send: { event: "b", to: "parent", data: "{ x }" } }] },
          transitions: [
            { event: "a", nextState: "Ended" },
            { event: "b", actions: [{ send: { event: "c", to: "parent" } }] },
            { after: 30, nextState: "Ended" },
          ],
        },
        { name: "Ended", kind: "final", output: "[x]" },
      ],
    },
  },
  "ended.smdf.json": {
    settings: { namespace: "Any", asynchronous: false },
    events: [],
    state: { name: "Child", states: [{ name: "Ended", kind: "final", output: "{ y: x }" }] },
  },
};

/** Wildcards, those of completions and work among them. */
const WILDCARDS = ["*", "order.*", "done.*", "done.state.*", "done.invoke.*", "error.*", "S*"];

/** Actions of every kind, by the events of a machine. */
function structuredActions([a = "a", b = "b", c = "c"]: readonly string[]): readonly Action[] {
  return [
    { assign: { target: "count", value: "count + 1" } },
    { assign: { target: "order.total", value: "x" } },
    { if: { condition: "flag", then: [{ code: "log(1)" }], else: [{ code: "log(2)" }] } },
    {
      if: {
        condition: "count > 1",
        then: [{ assign: { target: "flag", value: "not flag" } }, { cancel: "later" }],
      },
    },
    { forEach: { list: "[1, count]", item: "one", index: "at", actions: [{ code: "log(one, at)" }] } },
    {
      forEach: {
        list: "items",
        item: "one",
        actions: [{ if: { condition: "one", then: [{ code: "log(one)" }] } }],
      },
    },
    // A machine that sends to itself without end is cut after many long steps: such loops have tests of their own.
    { if: { condition: "flag", then: [{ code: "flag = false" }, { send: { event: a } }] } },
    { if: { condition: "flag", then: [{ code: "flag = false" }, { send: { event: b, data: "{ x: 1 }" } }] } },
    { send: { event: c, delay: 10, id: "later", data: "{ x: 2 }" } },
    { send: { event: a, delay: "count * 5 + 1" } },
    { send: { event: b, delay: "text" } },
    { send: { event: a, to: "parent" } },
    { send: { event: "a", to: "w0" } },
    { send: { event: "b", to: "w1", data: "{ count }", delay: 8 } },
    {
      forEach: {
        list: "[3, 4]",
        item: "count",
        actions: [
          { if: { condition: "count > 3", then: [{ log: "count" }], else: [{ code: "fail()" }] } },
          { code: "log(count)" },
        ],
      },
    },
    {
      forEach: {
        list: "[[1], [2]]",
        item: "row",
        actions: [{ forEach: { list: "row", item: "x", actions: [{ log: "{ x, row }" }] } }],
      },
    },
    { if: { condition: "in_state('S1')", then: [{ timerStop: "later" }], else: [{ log: "text" }] } },
    { log: "[x, order, 1.5, true]" },
    { cancel: "later" },
    { if: { condition: "flag", then: [{ code: "flag = false" }, { raise: c, data: "{ x: 3 }" }] } },
    { if: { condition: "flag", then: [{ code: "flag = false" }, { raise: c, data: "x" }] } },
    { log: "count" },
  ];
}

/** A machine with more of the language, chosen by numbers. */
export function withLanguage(
  definition: StateMachineDefinition,
  numbers: readonly number[],
  vocabulary: Vocabulary,
): StateMachineDefinition {
  const made = structuredClone(definition);
  const states = Array.from(walkStates(made.state), ({ state }) => state);
  let place = 0;
  const next = (): number => numbers[place++ % numbers.length] ?? 0;
  const actions = structuredActions(vocabulary.events);
  const isAsync = made.settings.asynchronous === true;
  for (const state of states) {
    decorateState(state, next(), isAsync);
    const entry = next();
    if (entry % 4 === 0) add(state, "onEntry", actions[entry % actions.length]);
    if (entry % 9 === 0) add(state, "onExit", actions[(entry >> 1) % actions.length]);
    for (const transition of state.transitions ?? []) {
      decorateTransition(transition, next(), states, vocabulary);
      const number = next();
      if (number % 3 === 0) {
        transition.actions = [...transition.actions ?? [], actions[number % actions.length] ?? {}];
      }
    }
  }
  return made;
}

function add(state: State, block: "onEntry" | "onExit", action: Action = {}): void {
  state[block] = { actions: [...state[block]?.actions ?? [], action] };
}

function decorateState(state: State, number: number, isAsync: boolean): void {
  if (state.kind === "final") {
    if (number % 2 === 0) state.output = number % 3 === 0 ? "{ count, x }" : "missing.thing()";
  } else if (state.kind === undefined) {
    if (number % 6 === 0) state.tags = ["busy", state.name];
    if (number % 14 === 0) state.meta = { color: "red", sizes: [1, number] };
    if (number % 17 === 0 && state.states === undefined && state.parallel === undefined) {
      state.kind = "choice";
    }
    // A machine with a queue gets the results of its work later than one without.
    if (number % 11 === 0 && !isAsync) {
      state.invoke = [workOf(number), ...(number % 7 === 0 ? [workOf(number + 13)] : [])];
      state.transitions = [
        ...state.transitions ?? [],
        {
          event: number % 4 === 0 ? "done.invoke.*" : `done.invoke.w${number % 2}`,
          actions: [{ code: "log(output)" }],
        },
      ];
    }
  }
}

const WORK: readonly Pick<Invoke, "task" | "machine">[] = [
  { task: "echo" },
  { machine: "ends.smdf.json" },
  { task: "fail" },
  { machine: "ended.smdf.json" },
  { task: "never" },
  { task: "unknown" },
];

function workOf(number: number): Invoke {
  const input = number % 5 === 0 ? "fail()" : number % 5 === 1 ? "count" : "{ x: count }";
  return { id: `w${number % 2}`, ...WORK[number % WORK.length], input };
}

/** A state in another region than a target, when the target has a region and the state is not above. */
function elsewhere(target: string | undefined, states: readonly State[], number: number): string | undefined {
  const parallels = states.filter(({ parallel }) =>
    parallel && parallel.states.length > 1 &&
    Array.from(walkStates({ name: "", parallel })).some(({ state }) => state.name === target)
  );
  const regions = parallels.at(-1)?.parallel?.states ?? [];
  const others = regions.flatMap((region) => {
    const inside = Array.from(walkStates(region), ({ state }) => state.name);
    return inside.includes(target ?? "") ? [] : inside;
  });
  return others[number % others.length] ?? states[number % states.length]?.name;
}

function decorateTransition(
  transition: Transition,
  number: number,
  states: readonly State[],
  { events }: Vocabulary,
): void {
  const event = events[number % events.length] ?? "a";
  switch (number % 13) {
    case 0:
      if (transition.event === undefined) return;
      delete transition.event;
      transition.after = [7, "count * 2 + 1", "text"][number % 3] ?? 7;
      return;
    case 1:
      if (transition.event !== undefined) transition.events = [event, transition.event];
      return;
    case 2:
      if (transition.event !== undefined) transition.event = WILDCARDS[number % WILDCARDS.length] ?? "*";
      return;
    case 3:
      transition.type = "external";
      return;
    case 4:
    case 5: {
      const target = elsewhere(transition.nextState, states, number);
      if (transition.nextState !== undefined && target !== undefined) transition.nextStates = [target];
    }
  }
}
