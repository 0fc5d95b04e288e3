import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Machine } from "../../machine/machine.ts";
import { ObserverNull } from "../observers/observer.ts";
import type { Task } from "../work_set.ts";
import { MOST_NESTED } from "./work.ts";

/** A machine that invokes the task `t` while it is in `Busy`. */
const SHOP: StateMachineDefinition = {
  settings: { namespace: "Shop", name: "Shop", asynchronous: false },
  events: [{ name: "Desk", events: [{ id: "leave" }, { id: "progress" }] }],
  state: {
    name: "Root",
    states: [
      {
        name: "Busy",
        invoke: [{ id: "t", task: "work", input: "{ n: 2 }" }],
        transitions: [
          { event: "leave", nextState: "Idle" },
          { event: "progress", actions: [{ assign: { target: "seen", value: "part" } }] },
          {
            event: "done.invoke.t",
            nextState: "Idle",
            actions: [{ assign: { target: "result", value: "output" } }],
          },
          {
            event: "error.invoke.t",
            nextState: "Idle",
            actions: [{ assign: { target: "result", value: "error.name + ': ' + error.message" } }],
          },
        ],
      },
      { name: "Idle" },
    ],
  },
};

function shop(work: Task): Machine {
  return new Machine(SHOP, { context: { result: null, seen: null }, tasks: { work } });
}

Deno.test("a task that gives a promise ends its work when the promise does", async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const machine = shop((input) => promise.then((n) => [input, n]));
  assertEquals(machine.state, "Busy");
  resolve(5);
  await promise;
  await Promise.resolve();
  assertEquals([machine.state, machine.context["result"]], ["Idle", [{ n: 2 }, 5]]);
});

Deno.test("a rejection fails the work", async () => {
  const machine = shop(() => Promise.reject(new RangeError("too far")));
  await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  assertEquals([machine.state, machine.context["result"]], ["Idle", "RangeError: too far"]);
});

Deno.test("a task that is cancelled is told, and what it gives and sends afterwards is ignored", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let signal: AbortSignal | undefined;
  let later = () => {};
  const machine = shop((_, tools) => {
    signal = tools.signal;
    tools.send("progress", { part: 1 });
    later = () => tools.send("progress", { part: 2 });
    return promise;
  });
  assertEquals([machine.context["seen"], signal?.aborted], [1, false]);
  machine.send("leave");
  assert(signal?.aborted);
  later();
  resolve("late");
  await promise;
  assertEquals([machine.state, machine.context["seen"], machine.context["result"]], ["Idle", 1, null]);
});

Deno.test("stopping a machine cancels its work and that of its children", () => {
  const signals: AbortSignal[] = [];
  const parent: StateMachineDefinition = {
    settings: { namespace: "Shop", asynchronous: false },
    events: [],
    state: { name: "Parent", invoke: [{ id: "shop", machine: "shop.smdf.json" }] },
  };
  const machine = new Machine(parent, {
    machines: { "shop.smdf.json": SHOP },
    tasks: {
      work: (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    },
  });
  assertEquals(signals.map(({ aborted }) => aborted), [false]);
  machine.stop();
  assertEquals(signals.map(({ aborted }) => aborted), [true]);
});

Deno.test("machines that invoke each other without end stop at a bound", () => {
  const errors: string[] = [];
  class Errors extends ObserverNull {
    onError(_name: string, message: string): void {
      errors.push(message);
    }
  }
  const nested: StateMachineDefinition = {
    settings: { namespace: "Shop", name: "N", asynchronous: false },
    events: [],
    state: { name: "Root", invoke: [{ id: "again", machine: "nested" }] },
  };
  const machine = new Machine(nested, { machines: { nested }, observer: new Errors() });
  assertEquals(errors.length, 1);
  assertStringIncludes(errors[0] ?? "", `more than ${MOST_NESTED} deep`);
  machine.stop();
});
