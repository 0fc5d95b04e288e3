import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { arbitraryMachine, arbitraryWalk, type Deed } from "../../tests/arbitrary/machine.ts";
import { Machine } from "../machine/mod.ts";
import { SimulatedClock } from "../runtime/timers/simulated_clock.ts";
import { align } from "./alignment.ts";
import { bareMachine } from "./bare_machine.ts";
import { coverageOf } from "./coverage.ts";
import { replayOn } from "./replay.ts";
import { ReplayMachine } from "./replay_machine.ts";
import { Stage } from "./stage.ts";
import type { Heard } from "./walk.ts";

/** A run of a machine, as a scenario: the events that it took, and its last state. */
interface Recorded {
  readonly events: readonly string[];
  readonly last: string;
  readonly states: ReadonlySet<string>;
}

/** Runs a machine; guards about data are answered by `isYes`. */
function record(
  definition: StateMachineDefinition,
  walk: readonly Deed[],
  isYes: (question: string) => boolean,
): Recorded | undefined {
  const bare = bareMachine(definition);
  const guards = Object.fromEntries(
    bare.transitions.flatMap(({ id, question }) =>
      question === undefined ? [] : [[`g${id}`, () => isYes(question.text) === question.wants]]
    ),
  );
  const actions = Object.fromEntries(
    ["code", ...bare.transitions.map(({ id }) => `t${id}`)].map((name) => [name, () => {}]),
  );
  const clock = new SimulatedClock();
  let machine: Machine;
  try {
    machine = new Machine(bare.definition, { clock, guards, actions, validate: false });
  } catch {
    return undefined; // It does not come to rest.
  }
  clock.advance(0);
  const timerEvents = new Map(Array.from(machine.model.timerMap, ([name, { id }]) => [id || name, name]));
  const events: string[] = [];
  const states = new Set(machine.configuration);
  for (const deed of walk) {
    if (!("send" in deed) || timerEvents.has(deed.send) || !machine.model.eventMap.has(deed.send)) continue;
    const { handled, error } = machine.send(deed.send);
    if (error?.includes("coming to rest")) return undefined;
    clock.advance(0);
    if (handled) events.push(deed.send);
    for (const state of machine.configuration) states.add(state);
  }
  return { events, last: machine.state, states };
}

function scenarioOf(events: readonly string[]): unknown {
  return {
    settings: { namespace: "Law", name: "Recorded" },
    participants: [{ name: "A" }],
    messages: events.map((event) => ({ from: "A", to: "A", label: event, event })),
  };
}

Deno.test("a run of a machine is a scenario that replay accepts, and touches the states of the run", () => {
  fc.assert(
    fc.property(arbitraryMachine, arbitraryWalk, fc.func(fc.boolean()), (definition, walk, isYes) => {
      const recorded = record(definition, walk, isYes);
      if (recorded === undefined) return;
      const scenario = scenarioOf(recorded.events);
      const { report } = replayOn(new Stage([definition]), scenario);
      if (report.remarks.length > 0) return;
      const [main] = report.paths;
      assertEquals(main?.stops, []);
      assertEquals(main?.fitness, 1);
      const [ends = []] = Object.values(main?.end ?? {});
      assertEquals(ends.includes(recorded.last), true, `${recorded.last} is not one of ${ends.join(", ")}`);
      const covered = coverageOf([scenario], [definition]);
      assertEquals(covered.paths, 1);
    }),
    { numRuns: 300, seed: 7 },
  );
});

Deno.test("ReplayMachine hears nothing of machines that did not come to rest at their start", () => {
  const machine = new ReplayMachine({
    settings: { namespace: "Law", name: "Lamp", asynchronous: false },
    events: [{ name: "All", events: [], timers: [{ id: "tick", name: "T" }] }],
    state: {
      name: "Root",
      states: [{
        name: "On",
        onEntry: { actions: [{ timerStart: { timer: "T", duration: 5 } }] },
        transitions: [{ condition: "count > 1", nextState: "On" }, { event: "tick", nextState: "Off" }],
      }, { name: "Off" }],
    },
  });
  const [start] = machine.starts();
  assert(start !== undefined);
  assertEquals(machine.outcomes(start, "tick").map(({ expired, to }) => [expired, to.state]), [[
    ["T"],
    "Off",
  ]]);
});

Deno.test("ReplayMachine tries one way of each event, and says so, when a machine has had its work", () => {
  const names = Array.from({ length: 16 }, (_, at) => `S${at}`);
  const guarded = names.map((nextState, at) => ({ event: "go", condition: `x${at} > 1`, nextState }));
  const machine = new ReplayMachine({
    settings: { namespace: "Law", name: "Maze", asynchronous: false },
    events: [{ name: "All", events: [{ id: "go" }] }],
    state: {
      name: "Root",
      states: names.map((name) => ({
        name,
        onEntry: { actions: Array.from({ length: 1000 }, () => ({ code: "x = 1" })) },
        transitions: guarded,
      })),
    },
  });
  const [start] = machine.starts();
  assert(start !== undefined);
  const ways = machine.outcomes(start, "go").map(({ to }) => to);
  assertEquals([ways.length, machine.isCut], [17, false]);
  for (const way of ways) machine.outcomes(way, "go");
  assertEquals(machine.isCut, true);
});

/** Flat machines of four states, with some guards. */
const flatMachine: fc.Arbitrary<StateMachineDefinition> = fc.array(
  fc.record({
    from: fc.nat(3),
    to: fc.nat(3),
    event: fc.constantFrom("a", "b", "c", "d"),
    isGuarded: fc.boolean(),
  }),
  { maxLength: 8 },
).map((edges) => ({
  settings: { namespace: "Law", name: "Flat", asynchronous: false },
  events: [{ name: "All", events: ["a", "b", "c", "d"].map((id) => ({ id })) }],
  state: {
    name: "Root",
    states: [0, 1, 2, 3].map((from) => ({
      name: `S${from}`,
      transitions: edges.filter((edge) => edge.from === from).map(({ event, to, isGuarded }) => ({
        event,
        nextState: `S${to}`,
        ...(isGuarded ? { condition: "ready" } : {}),
      })),
    })),
  },
}));

Deno.test("what an alignment leaves of a scenario is accepted, at the cost that it says", () => {
  const events = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });
  fc.assert(
    fc.property(flatMachine, events, (definition, sent) => {
      const machine = new ReplayMachine(definition);
      const heard = heardOf(sent);
      const alignment = align(machine, heard);
      if (alignment === undefined) throw new Error("The search took too long.");
      const { cost, moves } = alignment;
      const mended = moves.flatMap((move) =>
        move.kind === "take" ? sent[Number(move.ref) - 1] ?? [] : move.kind === "insert" ? [move.event] : []
      );
      assertEquals(cost, moves.filter(({ kind }) => kind !== "take").length);
      assertLessOrEqual(cost, sent.length);
      assertEquals(align(machine, heardOf(mended))?.cost, 0);
    }),
    { seed: 5 },
  );
});

function heardOf(events: readonly string[]): Heard[] {
  return events.map((event, index) => ({ ref: String(index + 1), event, mayIgnore: false, isStop: false }));
}
