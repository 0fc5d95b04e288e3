import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { code, raise, startTimer } from "./chart/action.ts";
import { Chart } from "./chart/chart.ts";
import { State, StateKind, type Transition, transition } from "./chart/state.ts";
import { Context, type ContextOptions } from "./context.ts";
import { ContextAsync } from "./context_async.ts";
import { type IObserver, ObserverNull } from "./observers/observer.ts";
import { ObserverTrace } from "./observers/trace.ts";
import { MachineRuntimeError } from "./problem.ts";
import { SimulatedClock } from "./timers/simulated_clock.ts";
import { TransitionHelper } from "./transition_helper.ts";
import { lt, read } from "./values.ts";

interface CounterData {
  count?: unknown;
}

type Transitions = readonly Transition<Counter>[];

class CounterState extends State<Counter> {
  declare onStep?: Transitions;
  declare onReset?: Transitions;
}

class Low extends CounterState {
  override onStep: Transitions = [
    transition({
      guard: "count < 2",
      test: (c, p) => lt(read(p, c, "count", c.data.count), 2),
      actions: [code("count = count + 1", (c) => c.data.count = Number(c.data.count) + 1)],
    }),
    transition({ target: "High" }),
  ];
}

class High extends CounterState {
  override entry = [startTimer<Counter>("Rest", 10, "reset")];
  override onReset: Transitions = [transition({ target: "Low", actions: [raise("step")] })];
}

const root = new CounterState("Counter", StateKind.ROOT);
const CHART = new Chart("Counter", [
  root,
  new Low("Low", StateKind.LEAF, root),
  new High("High", StateKind.LEAF, root),
], {
  events: ["step", "reset"],
  handlers: { onStep: "step", onReset: "reset" },
  timers: { Rest: "reset" },
});

class Counter extends Context<CounterData> {
  constructor(options: ContextOptions<CounterData> = {}) {
    super("Counter", CHART, options);
  }

  onStep(): boolean {
    return this.fire(0);
  }

  onReset(): boolean {
    return this.fire(1);
  }
}

function counter(options: ContextOptions<CounterData> = {}): Counter {
  const context = new Counter({ data: { count: 0 }, clock: new SimulatedClock(), ...options });
  context.enterInitialState();
  return context;
}

Deno.test("Context runs a chart of state classes", () => {
  const clock = new SimulatedClock();
  const context = counter({ clock, keepVisited: true });
  assertEquals([context.onReset(), context.onStep(), context.onStep(), context.onStep()], [
    false,
    true,
    true,
    true,
  ]);
  assertEquals([context.state, context.data.count, context.stateCurrent?.name], ["High", 2, "High"]);
  clock.advance(10);
  assertEquals(context.visited, ["Low", "High", "Low", "High"]);
});

Deno.test("fire() tells the same with and without an observer", () => {
  const watched = counter({ observer: new ObserverTrace() });
  const plain = counter();
  for (let i = 0; i < 6; i++) {
    assertEquals(plain.onStep(), watched.onStep());
    assertEquals([plain.state, plain.data], [watched.state, watched.data]);
  }
});

Deno.test("fire() handles an event that a guard sends after the one it belongs to", () => {
  const results: unknown[] = [];
  const start = new State<Context>("Start", StateKind.ROOT);
  const from = new State<Context>("From", StateKind.LEAF, start) as State<Context> & {
    onGo?: readonly Transition[];
  };
  from.onGo = [
    transition({
      guard: "again()",
      test: (c) => results.push((c as Context).send("back")) > 0,
      target: "To",
    }),
  ];
  const to = new State<Context>("To", StateKind.LEAF, start) as State<Context> & {
    onBack?: readonly Transition[];
  };
  to.onBack = [transition({ target: "From" })];
  class Loop extends Context {
    go(): boolean {
      return this.fire(0);
    }
  }
  const chart = new Chart("Loop", [start, from, to], {
    events: ["go", "back"],
    handlers: { onGo: "go", onBack: "back" },
  });
  const loop = new Loop("Loop", chart);
  loop.enterInitialState();
  for (let i = 1; i <= 3; i++) assertEquals([loop.go(), loop.state, results.length], [true, "From", i]);
});

Deno.test("new Chart() throws unknown_state when a transition leads nowhere", () => {
  const state = new Low("Low");
  const error = assertThrows(
    () => new Chart("Broken", [state], { events: ["step"], handlers: { onStep: "step" } }),
    MachineRuntimeError,
  );
  assertEquals(error.code, "unknown_state");
});

Deno.test("Context calls the hooks of states written by hand after their actions", () => {
  const calls: string[] = [];
  class Hooked extends CounterState {
    override onEntry(): void {
      calls.push(`enter ${this.name}`);
    }
    override onExit(): void {
      calls.push(`exit ${this.name}`);
    }
    override onStep: Transitions = [transition({ target: this.name === "A" ? "B" : "A" })];
  }
  const top = new CounterState("Top", StateKind.ROOT);
  const states = [top, new Hooked("A", StateKind.LEAF, top), new Hooked("B", StateKind.LEAF, top)];
  const context = new Context(
    "Hooked",
    new Chart("Hooked", states, { events: ["step"], handlers: { onStep: "step" } }),
  );
  context.enterInitialState();
  context.send("step");
  assertEquals(calls, ["enter A", "exit A", "enter B"]);
});

Deno.test("Context completes the step when a hook throws", () => {
  class Failing extends CounterState {
    override onExit(): void {
      throw new Error("no way out");
    }
    override onStep: Transitions = [transition({ target: "B" })];
  }
  const top = new CounterState("Top", StateKind.ROOT);
  const states = [top, new Failing("A", StateKind.LEAF, top), new CounterState("B", StateKind.LEAF, top)];
  const context = new Context(
    "Failing",
    new Chart("Failing", states, { events: ["step"], handlers: { onStep: "step" } }),
  );
  context.enterInitialState();
  const result = context.send("step");
  assertEquals([result.handled, context.state, result.error?.includes("no way out")], [true, "B", true]);
});

Deno.test("Context finishes a step whose observer throws, and tells it in the result and to onError", () => {
  const errors: string[] = [];
  class Failing extends ObserverNull implements IObserver {
    override onExit(): void {
      throw new Error("no ink");
    }
    onError(_context: string, message: string): void {
      errors.push(message);
    }
  }
  const context = counter({ observer: new Failing(), data: { count: 2 } });
  const { handled, to, error } = context.send("step");
  const sentence = 'The observer failed when it was told of "exit": no ink';
  assertEquals([handled, to, error, errors], [true, "High", sentence, [sentence]]);
  assertEquals([context.onReset(), context.state, errors.length], [true, "High", 2]);
});

Deno.test("stop() calls every end handler and tells the end before it throws what one of them threw", () => {
  const trace = new ObserverTrace(() => "");
  const context = counter({ observer: trace });
  let ended = 0;
  context.registerEndHandler(() => {
    throw new Error("no end");
  });
  context.registerEndHandler(() => ended++);
  assertThrows(() => context.stop(), Error, "no end");
  assertEquals([ended, context.done, trace.events.at(-1)?.type], [1, true, "done"]);
});

Deno.test("TransitionHelper leaves up to the common ancestor and enters down from it", () => {
  const top = new State("Root", StateKind.ROOT);
  const [parentA, parentB] = ["ParentA", "ParentB"].map((name) => new State(name, StateKind.COMPOSITE, top));
  assert(parentA && parentB);
  const [a, b] = [
    new State("ChildA1", StateKind.LEAF, parentA),
    new State("ChildB1", StateKind.FINAL, parentB),
  ];
  const trace = new ObserverTrace(() => "");
  let ended = 0;
  const context = new Context("Manual");
  context.setObserver(trace);
  context.registerEndHandler(() => ended++);
  context.stateCurrent = a;
  TransitionHelper.processTransitionBegin(context, a, b, "go");
  context.stateCurrent = b;
  TransitionHelper.processTransitionEnd(context, a, b);
  assertEquals(
    trace.events.map(({ type, stateName }) => stateName === undefined ? type : `${type} ${stateName}`),
    ["exit ChildA1", "exit ParentA", "transition_begin", "entry ParentB", "entry ChildB1", "transition_end"],
  );
  assertEquals([ended, context.serialize(), context.transitionName], [1, { state: "ChildB1" }, ""]);
});

Deno.test("Context without a chart refuses to enter an initial state", () => {
  assertEquals(
    assertThrows(() => new Context("Manual").enterInitialState(), MachineRuntimeError).code,
    "no_chart",
  );
});

Deno.test("leaveCurrentState() leaves the current state and all above it, saveState() remembers it", () => {
  const top = new State("Root", StateKind.ROOT);
  const context = new Context("Manual");
  const trace = new ObserverTrace(() => "");
  context.setObserver(trace);
  context.stateCurrent = new State("Leaf", StateKind.LEAF, top);
  context.saveState();
  context.leaveCurrentState();
  assertEquals(trace.events.map(({ stateName }) => stateName), ["Leaf", "Root"]);
  assertEquals(context.serialize(), { state: "Leaf", history: "Leaf" });
});

Deno.test("startTimer() and stopTimer() tell the observer, and a stopped timer does not call back", () => {
  const clock = new SimulatedClock();
  const context = new Context("Manual", null, { clock });
  const trace = new ObserverTrace(() => "");
  context.setObserver(trace);
  let rung = 0;
  context.startTimer("T", 50, () => rung++);
  context.stopTimer("T");
  clock.advance(100);
  assertEquals([rung, trace.events.map(({ type }) => type)], [0, ["timer_start", "timer_stop"]]);
});

class AsyncCounter extends ContextAsync<CounterData> {
  constructor(clock: SimulatedClock) {
    super("AsyncCounter", CHART, { data: { count: 0 }, clock });
  }
}

Deno.test("ContextAsync processes posted events after the call, one after the other", async () => {
  const context = new AsyncCounter(new SimulatedClock());
  context.enterInitialState();
  const results = [context.post("step"), context.post("step"), context.post("step")];
  assertEquals(context.data.count, 0);
  await context.idle();
  assertEquals([context.state, context.data.count], ["High", 2]);
  assertEquals((await Promise.all(results)).map(({ to }) => to), ["Low", "Low", "High"]);
});

Deno.test("ContextAsync posts the events of its timers", async () => {
  const clock = new SimulatedClock();
  const context = new AsyncCounter(clock);
  context.enterInitialState();
  context.setState("Low");
  context.data.count = 2;
  await context.post("step");
  context.data.count = 0;
  clock.advance(10);
  assertEquals([context.state, context.data.count], ["High", 0]);
  await context.idle();
  assertEquals([context.state, context.data.count], ["Low", 1]);
});

Deno.test("ContextAsync surfaces the exception of a handler and goes on", async () => {
  const context = new AsyncCounter(new SimulatedClock());
  context.enterInitialState();
  const told: string[] = [];
  const observer = Object.assign(new ObserverTrace(), {
    onError: (_: string, message: string) => told.push(message),
  });
  context.setObserver(observer);
  context.scheduleEvent(() => {
    throw new Error("boom");
  });
  const after = context.post("step");
  await assertRejects(() => context.idle(), Error, "boom");
  assertEquals([told, (await after).handled], [["boom"], true]);
  await context.idle();
});

Deno.test("stop() of ContextAsync answers what is queued with stopped", async () => {
  const context = new AsyncCounter(new SimulatedClock());
  context.enterInitialState();
  let ran = 0;
  const result = context.post("step");
  const never = context.scheduleEvent(() => ran++);
  context.stop();
  assertEquals([(await result).reason, context.done], ["stopped", true]);
  assertEquals((await assertRejects(() => never, MachineRuntimeError)).code, "stopped");
  assertEquals(ran, 0);
  await context.idle();
});
