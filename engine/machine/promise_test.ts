import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { StateMachineDefinition } from "@loom/protocol";
import { Chart, code, Context, ObserverNull, State, StateKind, transition } from "../runtime/mod.ts";
import { Machine, type MachineOptions } from "./machine.ts";

const REFUSED = /returned a promise, which nothing waits for: make it synchronous/;

/** A rejection that nobody handles fails the test run. */
const fails = (): Promise<never> => Promise.reject(new Error("late"));

const DOOR: StateMachineDefinition = {
  settings: { namespace: "Test", name: "Test", asynchronous: false },
  events: [{ name: "All", events: [{ id: "go" }] }],
  state: {
    name: "Root",
    states: [
      {
        name: "A",
        transitions: [{ event: "go", nextState: "B", condition: "ready", actions: [{ code: "save()" }] }],
      },
      { name: "B", kind: "final" },
    ],
  },
};

function goes(options: MachineOptions): { readonly to: string; readonly error: string | undefined } {
  const machine = new Machine(DOOR, {
    context: { ready: true },
    functions: { save: () => null },
    ...options,
  });
  const { to, error } = machine.send("go");
  return { to, error };
}

Deno.test("Machine refuses a promise of a registered action and names the action", () => {
  const { to, error } = goes({ actions: { "save()": fails } });
  assertEquals(to, "B");
  assertMatch(error ?? "", REFUSED);
  assertMatch(error ?? "", /action "save\(\)" of "A"/);
});

Deno.test("Machine refuses a promise of whatever decides a guard", () => {
  const verdict = () => fails() as never; // As a host without types gives it.
  for (
    const options of [{ guards: { ready: verdict } }, { guard: verdict }, { context: { ready: fails() } }]
  ) {
    const { to, error } = goes(options);
    assertEquals(to, "A");
    assertMatch(error ?? "", REFUSED);
  }
});

Deno.test("Machine refuses anything that await would wait for", () => {
  const { error } = goes({ functions: { save: () => ({ then: (resolve: () => void) => resolve() }) } });
  assertMatch(error ?? "", REFUSED);
});

Deno.test("Machine reports observers and end handlers that return promises, and finishes the step", () => {
  const errors: string[] = [];
  class Late extends ObserverNull {
    override onExit(): Promise<void> {
      return fails();
    }
    onError(_context: string, message: string): void {
      errors.push(message);
    }
  }
  const { to, error } = goes({ observer: new Late() });
  assertEquals([to, errors.length], ["B", 1]);
  assertMatch(error ?? "", /observer failed.*it returned a promise/);
  assertMatch(goes({ onEnd: fails }).error ?? "", /An end handler failed: it returned a promise/);
});

Deno.test("stop() throws when an end handler returns a promise", () => {
  assertThrows(() => new Machine(DOOR, { onEnd: fails }).stop(), TypeError, "returned a promise");
});

Deno.test("Context refuses promises of hooks and actions written by hand", () => {
  class Resting extends State {
    stay = [transition({ actions: [code("save", fails)] })];
    leave = [transition({ target: "Busy" })];
    override onExit(): Promise<void> {
      return fails();
    }
  }
  const root = new State("Root", StateKind.ROOT);
  const states = [
    root,
    new Resting("Resting", StateKind.LEAF, root),
    new State("Busy", StateKind.LEAF, root),
  ];
  const events = ["stay", "leave"];
  const context = new Context(
    "Hand",
    new Chart("Hand", states, { events, handlers: { stay: "stay", leave: "leave" } }),
  );
  context.enterInitialState();
  for (const event of events) assertMatch(context.send(event).error ?? "", REFUSED);
  assertEquals(context.state, "Busy");
});
