import { assertEquals, assertThrows } from "@std/assert";
import { LoomError } from "@loom/protocol";
import { SimulatedClock } from "./simulated_clock.ts";
import { TimerSet } from "./timers.ts";

function timerSet(clock: SimulatedClock): { timers: TimerSet; told: string[] } {
  const told: string[] = [];
  const timers = new TimerSet(clock, {
    started: (name, ms) => told.push(`start ${name} ${ms}`),
    stopped: (name) => told.push(`stop ${name}`),
  });
  return { timers, told };
}

Deno.test("SimulatedClock calls what falls due in order of time, also what is noted on the way", () => {
  const clock = new SimulatedClock();
  const rung: string[] = [];
  clock.schedule(() => rung.push(`late at ${clock.now()}`), 30);
  clock.schedule(() => {
    rung.push(`early at ${clock.now()}`);
    clock.schedule(() => rung.push(`noted at ${clock.now()}`), 5);
  }, 10);
  const cancel = clock.schedule(() => rung.push("never"), 20);
  cancel();
  clock.advance(40);
  assertEquals(rung, ["early at 10", "noted at 15", "late at 30"]);
  assertEquals([clock.now(), clock.pending, clock.untilNext], [40, 0, undefined]);
});

Deno.test("TimerSet stops a running timer before it starts it again", () => {
  const clock = new SimulatedClock();
  const { timers, told } = timerSet(clock);
  let expired = 0;
  timers.start("T", 10, () => expired++);
  clock.advance(5);
  timers.start("T", 10, () => expired++);
  clock.advance(9);
  assertEquals([expired, told], [0, ["start T 10", "stop T", "start T 10"]]);
  clock.advance(1);
  timers.stop("T");
  assertEquals([expired, told.length, timers.size], [1, 3, 0]);
});

Deno.test("TimerSet keeps the beat of a repeating timer until it is stopped", () => {
  const clock = new SimulatedClock();
  const { timers } = timerSet(clock);
  const rung: number[] = [];
  timers.start("T", 10, () => rung.push(clock.now()), 4);
  clock.advance(19);
  timers.stop("T");
  clock.advance(100);
  assertEquals(rung, [10, 14, 18]);
});

Deno.test("TimerSet resumes timers with the time they had left", () => {
  const clock = new SimulatedClock();
  const first = timerSet(clock);
  first.timers.start("T", 10, () => {}, 7);
  clock.advance(4);
  const saved = first.timers.running();
  assertEquals(saved, [{ name: "T", duration: 10, left: 6, repeat: 7 }]);
  const later = new SimulatedClock(500);
  const second = timerSet(later);
  const rung: number[] = [];
  second.timers.resume(saved, () => rung.push(later.now()));
  later.advance(14);
  assertEquals([rung, second.told], [[506, 513], []]);
});

for (const ms of [-1, NaN, Infinity]) {
  Deno.test(`SimulatedClock.advance() refuses ${ms}, and nothing happens`, () => {
    const clock = new SimulatedClock(500);
    let rung = 0;
    clock.schedule(() => rung++, 0);
    const error = assertThrows(() => clock.advance(ms), LoomError, `by ${ms}: time only moves on`);
    assertEquals([error.code, clock.now(), rung], ["bad_time", 500, 0]);
  });
}
