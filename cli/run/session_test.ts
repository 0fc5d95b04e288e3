import { compileMachine, SimulatedClock } from "@loom/engine";
import { assertEquals } from "@std/assert";
import { DOOR, LAMP } from "../testing/loom.ts";
import { MOST_EXPIRIES, type Outcome, Session } from "./session.ts";

const never = new AbortController().signal;
const door = compileMachine(DOOR);
const lamp = compileMachine(LAMP);
const event = (event: string) => ({ kind: "event", event }) as const;
const advance = (milliseconds: number) => ({ kind: "advance", milliseconds }) as const;

Deno.test("Session.perform() sends an event and tells what became of it", () => {
  const outcome = new Session(door).perform(event("open"));
  assertEquals([outcome.from, outcome.to, outcome.result?.handled], ["Closed", "Open", true]);
  assertEquals(outcome.seen.trace.at(0), "exit Closed");
});

Deno.test("Session.perform() tells the timers that expire while time passes", () => {
  const session = new Session(lamp);
  session.perform(event("press"));
  session.perform(advance(1000));
  assertEquals(session.perform(advance(9000)).expiries, [{
    timer: "Countdown",
    at: 5000,
    from: "On",
    to: "Off",
  }]);
});

Deno.test("Session.undo() takes steps back, timers included", () => {
  const session = new Session(lamp, { undoLimit: 9 });
  session.perform(event("press"));
  session.perform(advance(5000));
  assertEquals([session.undo(), session.machine.state, session.untilNextTimer], [true, "On", 5000]);
  assertEquals([session.undo(), session.machine.state, session.undo()], [true, "Off", false]);
});

Deno.test("Session.undo() passes over events that were not handled", () => {
  const session = new Session(lamp, { undoLimit: 9 });
  session.perform(event("press"));
  session.perform(event("no_such_event"));
  assertEquals([session.undo(), session.machine.state], [true, "Off"]);
});

Deno.test("Session.undo() takes back no more steps than it may keep", () => {
  const session = new Session(door, { undoLimit: 1 });
  session.perform(event("open"));
  session.perform(event("close"));
  assertEquals([session.undo(), session.machine.state, session.undo()], [true, "Open", false]);
});

Deno.test("Session.finish() lets time pass until no timer runs", async () => {
  const session = new Session(lamp);
  session.perform(event("press"));
  const outcomes = await session.finish(never);
  assertEquals([outcomes.length, session.machine.state], [1, "Off"]);
});

Deno.test("Session.finish() gives up on a timer that repeats for ever", async () => {
  const [off, on] = LAMP.state.states ?? [];
  const onEntry = { actions: [{ timerStart: { timer: "Countdown", duration: 1, repeat: 1 } }] };
  const states = [off ?? { name: "Off" }, { ...on, name: "On", onEntry, transitions: [] }];
  const session = new Session(compileMachine({ ...LAMP, state: { name: "Root", states } }));
  session.perform(event("press"));
  assertEquals((await session.finish(never)).length, MOST_EXPIRIES);
  session.close();
});

Deno.test("Session tells a timer of the real clock when it expires", async () => {
  const clock = new SimulatedClock();
  const told: Outcome[] = [];
  const session = new Session(lamp, { realTime: true, clock, onTimer: (outcome) => told.push(outcome) });
  session.perform(event("press"));
  const finished = session.finish(never);
  clock.advance(5000);
  await finished;
  assertEquals(told.map(({ cause, from, to }) => [cause.kind, from, to]), [["timer", "On", "Off"]]);
});

Deno.test("Session.finish() ends when it is interrupted", async () => {
  const interruption = new AbortController();
  const session = new Session(lamp, { realTime: true, clock: new SimulatedClock() });
  session.perform(event("press"));
  const finished = session.finish(interruption.signal);
  interruption.abort();
  assertEquals(await finished, []);
});
