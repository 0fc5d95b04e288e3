import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { compileMachine } from "../machine/program.ts";
import { SimulatedClock } from "../runtime/timers/simulated_clock.ts";
import { MOST_EXPIRIES, Simulation, type SimulationOutcome } from "./simulation.ts";

const DOOR: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }] }],
  state: {
    name: "Root",
    states: [
      { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
      { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
    ],
  },
};

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Lamp", asynchronous: false },
  events: [
    { name: "Hand", events: [{ id: "press" }] },
    { name: "Clock", timers: [{ id: "time_up", name: "Countdown" }] },
  ],
  state: {
    name: "Root",
    states: [
      { name: "Off", transitions: [{ event: "press", nextState: "On" }] },
      {
        name: "On",
        onEntry: { actions: [{ timerStart: { timer: "Countdown", duration: 5000 } }] },
        transitions: [{ event: "time_up", nextState: "Off" }],
      },
    ],
  },
};

const never = new AbortController().signal;
const door = compileMachine(DOOR);
const lamp = compileMachine(LAMP);
const event = (event: string) => ({ kind: "event", event }) as const;
const advance = (milliseconds: number) => ({ kind: "advance", milliseconds }) as const;

Deno.test("Simulation.perform() sends an event and tells what became of it", () => {
  const outcome = new Simulation(door).perform(event("open"));
  assertEquals([outcome.from, outcome.to, outcome.result?.handled], ["Closed", "Open", true]);
  assertEquals(outcome.seen.trace.at(0), "exit Closed");
});

Deno.test("Simulation.perform() tells the timers that expire while time passes", () => {
  const session = new Simulation(lamp);
  session.perform(event("press"));
  session.perform(advance(1000));
  assertEquals(session.perform(advance(9000)).expiries, [{
    timer: "Countdown",
    at: 5000,
    from: "On",
    to: "Off",
  }]);
});

Deno.test("Simulation.undo() takes steps back, timers included", () => {
  const session = new Simulation(lamp, { undoLimit: 9 });
  session.perform(event("press"));
  session.perform(advance(5000));
  assertEquals([session.undo(), session.machine.state, session.untilNextTimer], [true, "On", 5000]);
  assertEquals([session.undo(), session.machine.state, session.undo()], [true, "Off", false]);
});

Deno.test("Simulation.undo() passes over events that were not handled", () => {
  const session = new Simulation(lamp, { undoLimit: 9 });
  session.perform(event("press"));
  session.perform(event("no_such_event"));
  assertEquals([session.undo(), session.machine.state], [true, "Off"]);
});

Deno.test("Simulation.undo() takes back no more steps than it may keep", () => {
  const session = new Simulation(door, { undoLimit: 1 });
  session.perform(event("open"));
  session.perform(event("close"));
  assertEquals([session.undo(), session.machine.state, session.undo()], [true, "Open", false]);
});

Deno.test("Simulation begins with the declared data, as far as it is not given", () => {
  const data = [{ name: "count", type: "integer", initial: 2 }, { name: "name", type: "text" }] as const;
  const program = compileMachine({ ...DOOR, settings: { ...DOOR.settings, data: [...data] } });
  const { machine } = new Simulation(program, { context: { name: "front" } });
  assertEquals(machine.snapshot().context, { name: "front", count: 2 });
});

Deno.test("Simulation.finish() lets time pass until no timer runs", async () => {
  const session = new Simulation(lamp);
  session.perform(event("press"));
  const outcomes = await session.finish(never);
  assertEquals([outcomes.length, session.machine.state], [1, "Off"]);
});

Deno.test("Simulation.finish() gives up on a timer that repeats for ever", async () => {
  const [off, on] = LAMP.state.states ?? [];
  const onEntry = { actions: [{ timerStart: { timer: "Countdown", duration: 1, repeat: 1 } }] };
  const states = [off ?? { name: "Off" }, { ...on, name: "On", onEntry, transitions: [] }];
  const session = new Simulation(compileMachine({ ...LAMP, state: { name: "Root", states } }));
  session.perform(event("press"));
  assertEquals((await session.finish(never)).length, MOST_EXPIRIES);
  session.close();
});

Deno.test("Simulation tells a timer of the real clock when it expires", async () => {
  const clock = new SimulatedClock();
  const told: SimulationOutcome[] = [];
  const session = new Simulation(lamp, { realTime: true, clock, onTimer: (outcome) => told.push(outcome) });
  session.perform(event("press"));
  const finished = session.finish(never);
  clock.advance(5000);
  await finished;
  assertEquals(told.map(({ cause, from, to }) => [cause.kind, from, to]), [["timer", "On", "Off"]]);
});

Deno.test("Simulation.finish() ends when it is interrupted", async () => {
  const interruption = new AbortController();
  const session = new Simulation(lamp, { realTime: true, clock: new SimulatedClock() });
  session.perform(event("press"));
  const finished = session.finish(interruption.signal);
  interruption.abort();
  assertEquals(await finished, []);
});
