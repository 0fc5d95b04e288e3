import { assertEquals, assertMatch } from "@std/assert";
import type { StateMachineDefinition } from "@loom/protocol";
import { ObserverNull, ObserverTrace } from "../runtime/mod.ts";
import { SimulatedClock } from "../runtime/timers/simulated_clock.ts";
import { Machine, type MachineOptions } from "./machine.ts";

const SHOP: StateMachineDefinition = {
  settings: { namespace: "Test", name: "Shop", asynchronous: true },
  events: [{ name: "All", events: [{ id: "pay" }, { id: "close" }] }],
  state: {
    name: "Root",
    states: [
      {
        name: "Open",
        onExit: { actions: [{ code: "note('exit')" }] },
        transitions: [{
          event: "pay",
          nextState: "Paid",
          actions: [{ code: "total = load(2) + load(3); note('total', total)" }],
        }],
      },
      {
        name: "Paid",
        onEntry: { actions: [{ code: "note('entry')" }] },
        transitions: [{ event: "close", nextState: "Closed" }, {
          event: "error.action",
          nextState: "Failed",
        }],
      },
      { name: "Closed", kind: "final" },
      { name: "Failed" },
    ],
  },
};

/** A shop whose functions give promises that a test settles. */
function shop(options: MachineOptions = {}) {
  const heard: unknown[][] = [];
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const machine = new Machine(SHOP, {
    functions: {
      note: (...args: unknown[]) => void heard.push(args),
      load: () => {
        const promise = Promise.withResolvers<unknown>();
        waiting.push(promise);
        return promise.promise;
      },
    },
    ...options,
  });
  const next = async (): Promise<PromiseWithResolvers<unknown>> => {
    for (let turn = 0; turn < 20 && waiting.length === 0; turn++) await null;
    const [promise] = waiting.splice(0, 1);
    if (!promise) throw new Error("Nothing waits.");
    return promise;
  };
  return { machine, heard, next };
}

Deno.test("Machine awaits the calls of an action in order, and later events wait", async () => {
  const { machine, heard, next } = shop();
  const paid = machine.sendAsync("pay");
  const closed = machine.sendAsync("close");
  assertEquals(machine.state, "Open");
  (await next()).resolve(20);
  (await next()).resolve(22);
  assertEquals([(await paid).to, (await closed).to], ["Paid", "Closed"]);
  assertEquals(heard, [["exit"], ["total", 42], ["entry"]]);
  assertEquals([machine.done, machine.context], [true, { total: 42 }]);
});

Deno.test("send() answers queued while an action is awaited, and reports what goes wrong later", async () => {
  const errors: string[] = [];
  class Listener extends ObserverNull {
    onActionFailed(_context: string, state: string, action: string, error: string): void {
      errors.push(`${state} ${action}: ${error}`);
    }
    onError(_context: string, message: string): void {
      errors.push(message);
    }
  }
  const { machine, next } = shop({ observer: new Listener() });
  assertEquals([machine.send("pay").reason, machine.send("close").reason], ["queued", "queued"]);
  (await next()).reject(new Error("no money"));
  await machine.idle();
  assertEquals(machine.state, "Failed");
  assertMatch(errors[0] ?? "", /^Open total = .*: no money$/);
  assertMatch(errors[1] ?? "", /The action "total = .* of "Open" failed: no money/);
});

Deno.test("error.action has the name and the message of the failure", async () => {
  const seen: unknown[] = [];
  const definition = structuredClone(SHOP);
  const failed = definition.state.states?.[1]?.transitions?.[1];
  if (failed) failed.actions = [{ code: "note(error.name, error.message)" }];
  const machine = new Machine(definition, {
    functions: {
      load: () => Promise.reject(new RangeError("too much")),
      note: (...args: unknown[]) => void seen.push(args),
    },
  });
  const { error } = await machine.sendAsync("pay");
  assertMatch(error ?? "", /too much/);
  assertEquals(seen.at(-1), ["RangeError", "too much"]);
});

Deno.test("an asynchronous machine whose actions give no promise answers at once", () => {
  const machine = new Machine(SHOP, { functions: { load: (n: number) => n, note: () => null } });
  const { to, changed, reason } = machine.send("pay");
  assertEquals([to, changed, reason, machine.context["total"]], ["Paid", true, undefined, 5]);
});

Deno.test("what waits is answered with stopped when the machine is stopped", async () => {
  const { machine, next } = shop();
  const paid = machine.sendAsync("pay");
  const closed = machine.sendAsync("close");
  machine.stop();
  assertEquals((await closed).reason, "stopped");
  (await next()).resolve(1);
  (await next()).resolve(2);
  assertEquals([(await paid).handled, (await machine.sendAsync("close")).reason], [true, "stopped"]);
});

Deno.test("a timer that expires while an action is awaited waits in the queue", async () => {
  const clock = new SimulatedClock();
  const definition = structuredClone(SHOP);
  definition.state.states?.[0]?.transitions?.push({ after: 10, nextState: "Failed" });
  definition.state.states?.[1]?.transitions?.push({ after: 10, nextState: "Closed" });
  const { promise, resolve } = Promise.withResolvers<number>();
  const machine = new Machine(definition, {
    clock,
    functions: { load: () => promise, note: () => null },
  });
  const paid = machine.sendAsync("pay");
  clock.advance(10);
  resolve(1);
  assertEquals((await paid).to, "Paid");
  await machine.idle();
  assertEquals(machine.state, "Paid");
  clock.advance(10);
  assertEquals(machine.state, "Closed");
});

Deno.test("a registered action and the actions inside others are awaited", async () => {
  const heard: unknown[] = [];
  const definition = structuredClone(SHOP);
  const pay = definition.state.states?.[0]?.transitions?.[0];
  if (pay) {
    pay.actions = [
      { code: "in words" },
      { forEach: { list: "[1, 2]", item: "n", actions: [{ code: "note(load(n))" }] } },
      { if: { condition: "load(1) == 1", then: [{ code: "note('then')" }] } },
      { raise: "close", data: "{ sum: load(3) }" },
    ];
  }
  const machine = new Machine(definition, {
    actions: { "in words": async () => void heard.push(await Promise.resolve("words")) },
    functions: { load: (n: number) => Promise.resolve(n), note: (value: unknown) => void heard.push(value) },
  });
  assertEquals((await machine.sendAsync("pay")).to, "Closed");
  assertEquals(heard, ["exit", "words", 1, 2, "then", "entry"]);
});

Deno.test("Machine lets an expired timer wait for the running step, where leaving its state stops it", async () => {
  const clock = new SimulatedClock();
  const waiting = Promise.withResolvers<void>();
  const machine = new Machine({
    settings: { namespace: "Test", name: "Lamp", asynchronous: true },
    events: [],
    state: {
      name: "Root",
      states: [
        {
          name: "On",
          onExit: { actions: [{ code: "wait()" }] },
          transitions: [{ after: 5, nextState: "Off" }, { after: 5, nextState: "Broken" }],
        },
        { name: "Off" },
        { name: "Broken" },
      ],
    },
  }, { clock, functions: { wait: () => waiting.promise } });
  const observer = new ObserverTrace();
  machine.setObserver(observer);
  clock.advance(5);
  waiting.resolve();
  await machine.idle();
  const timers = observer.events.filter(({ type }) => type.startsWith("timer"));
  assertEquals(timers.map(({ type, timerName }) => [type, timerName]), [
    ["timer_expired", "after.On.0"],
    ["timer_stop", "after.On.1"],
  ]);
  assertEquals(machine.state, "Off");
});
