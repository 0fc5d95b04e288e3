/**
 * The three machines that are timed, each written twice: as a definition of the loom and as an XState machine.
 *
 * @module
 */
import { compileMachine, Machine } from "@loom/engine";
import type { State, StateMachineDefinition, Transition } from "@loom/protocol";
import { createActor, createMachine } from "xstate";

/** One machine in both worlds, and the events that lead it round in a circle. */
export interface Shape {
  readonly name: string;
  readonly events: readonly string[];
  /** The machine's definition. */
  readonly definition: StateMachineDefinition;
  /** What its guards read. */
  readonly data: Readonly<Record<string, unknown>>;
  /** A fresh loom machine's `send`. */
  readonly loom: () => (event: string) => unknown;
  /** A fresh XState actor's `send`. */
  readonly xstate: () => (event: { type: string }) => unknown;
}

function definition(name: string, events: readonly string[], states: State[]): StateMachineDefinition {
  return {
    settings: { namespace: "Bench", name, asynchronous: false },
    events: [{ name: "All", events: events.map((id) => ({ id })) }],
    state: { name: "Root", states },
  };
}

function go(event: string, nextState: string, condition?: string): Transition {
  return condition === undefined ? { event, nextState } : { event, nextState, condition };
}

const FLAT_EVENTS = ["on", "off"];
const FLAT = definition("Flat", FLAT_EVENTS, [
  { name: "Off", transitions: [go("on", "On")] },
  { name: "On", transitions: [go("off", "Off")] },
]);
const flatPeer = createMachine({
  initial: "Off",
  states: { Off: { on: { on: "On" } }, On: { on: { off: "Off" } } },
});

const DEEP_EVENTS = ["step", "step", "cross", "step", "step", "cross"];
const DEEP = definition("Deep", ["step", "cross"], [
  deepBranch("A", "B1a1"),
  deepBranch("B", "A1a1"),
]);
const deepPeer = createMachine({
  context: { level: 2, ready: true },
  initial: "A",
  states: { A: deepPeerBranch("A", "B1a1"), B: deepPeerBranch("B", "A1a1") },
}, {
  guards: {
    high: ({ context }) => context.level > 5,
    low: ({ context }) => context.level < 5 && context.ready,
  },
});

/** Four levels: `A` > `A1` > `A1a` > `A1a1`, `A1a2`; the guarded way across stands on the second level. */
function deepBranch(name: string, across: string): State {
  return {
    name,
    states: [{
      name: `${name}1`,
      transitions: [go("cross", across, "level > 5"), go("cross", across, "level < 5 and ready")],
      states: [{
        name: `${name}1a`,
        states: [
          {
            name: `${name}1a1`,
            transitions: [
              go("step", `${name}1a2`, "level > 5"),
              go("step", `${name}1a2`, "level < 5 and ready"),
            ],
          },
          { name: `${name}1a2`, transitions: [go("step", `${name}1a1`, "level < 5 and ready")] },
        ],
      }],
    }],
  };
}

function deepPeerBranch(name: string, across: string): object {
  const target = `#${across}`;
  const leaf = (id: string, to: string, guards: string[]): object => ({
    id,
    on: { step: guards.map((guard) => ({ target: `#${to}`, guard })) },
  });
  return {
    initial: "one",
    states: {
      one: {
        initial: "a",
        on: { cross: [{ target, guard: "high" }, { target, guard: "low" }] },
        states: {
          a: {
            initial: "first",
            states: {
              first: leaf(`${name}1a1`, `${name}1a2`, ["high", "low"]),
              second: leaf(`${name}1a2`, `${name}1a1`, ["low"]),
            },
          },
        },
      },
    },
  };
}

const REGION_EVENTS = ["a", "b", "c", "all"];
const REGIONS = ["a", "b", "c"];
const REGIONS_OF_THREE = definition("Regions", REGION_EVENTS, [{
  name: "Work",
  parallel: {
    states: REGIONS.map((event) => ({
      name: `Region_${event}`,
      states: [
        { name: `${event}1`, transitions: [go(event, `${event}2`), go("all", `${event}2`)] },
        { name: `${event}2`, transitions: [go(event, `${event}1`), go("all", `${event}1`)] },
      ],
    })),
  },
}]);
const regionsPeer = createMachine({
  initial: "Work",
  states: {
    Work: {
      type: "parallel",
      states: Object.fromEntries(REGIONS.map((event) => [`Region_${event}`, {
        initial: "one",
        states: {
          one: { on: { [event]: "two", all: "two" } },
          two: { on: { [event]: "one", all: "one" } },
        },
      }])),
    },
  },
});

/** The shapes. */
export const SHAPES: readonly Shape[] = [
  shape("two flat states", FLAT_EVENTS, FLAT, {}, () => createActor(flatPeer).start().send),
  shape(
    "four levels deep, guards",
    DEEP_EVENTS,
    DEEP,
    { level: 2, ready: true },
    () => createActor(deepPeer).start().send,
  ),
  shape("three regions", REGION_EVENTS, REGIONS_OF_THREE, {}, () => createActor(regionsPeer).start().send),
];

function shape(
  name: string,
  events: readonly string[],
  definition: StateMachineDefinition,
  data: Shape["data"],
  xstate: Shape["xstate"],
): Shape {
  const program = compileMachine(definition);
  return {
    name,
    events,
    definition,
    data,
    loom: () => sender(new Machine(program, { context: { ...data } })),
    xstate,
  };
}

function sender(machine: Machine): (event: string) => unknown {
  return (event) => machine.send(event);
}
