import { assertEquals } from "@std/assert";
import { findElement, transitionsTouching } from "./element.ts";
import type { StateMachineDefinition } from "./types.ts";

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Home", asynchronous: false },
  events: [
    { name: "Hand", events: [{ id: "press" }] },
    { name: "Clock", events: [{ id: "tick" }], timers: [{ id: "late", name: "Wait" }] },
  ],
  state: {
    name: "Root",
    states: [
      { name: "Off", transitions: [{ event: "press", nextState: "On" }] },
      {
        name: "On",
        states: [{ name: "Dim", transitions: [{ event: "late", nextState: "Off" }, { event: "press" }] }],
      },
    ],
  },
};

Deno.test("findElement() finds states, events and timers, with what they stand in", () => {
  const found = (name: string) => {
    const { type, path, inside } = findElement(LAMP, name) ?? {};
    return [type, path, inside];
  };
  assertEquals(found("Dim"), ["state", "/state/states/1/states/0", ["Root", "On"]]);
  assertEquals(found("tick"), ["event", "/events/1/events/0", ["Clock"]]);
  assertEquals(found("late"), ["timer", "/events/1/timers/0", ["Clock"]]);
  assertEquals(findElement(LAMP, "Wait")?.name, "late");
  assertEquals(findElement(LAMP, "press")?.value, { id: "press" });
});

Deno.test("findElement() looks only for what it is asked for", () => {
  assertEquals(findElement(LAMP, "Dim", ["event", "timer"]), undefined);
  assertEquals(findElement(LAMP, "late", ["state", "event"]), undefined);
});

Deno.test("findElement() passes over what cannot be read", () => {
  const odd = { settings: {}, events: [null, { events: 5, timers: [null, 7] }], state: { name: 3 } };
  assertEquals(findElement(odd as unknown as StateMachineDefinition, "late"), undefined);
});

Deno.test("transitionsTouching() tells what leaves or reaches a state, and what waits for an event", () => {
  const touching = (name: string) => {
    const element = findElement(LAMP, name);
    return element && transitionsTouching(LAMP, element).map(({ state, index }) => `${state} ${index}`);
  };
  assertEquals(touching("Off"), ["Off 0", "Dim 0"]);
  assertEquals(touching("press"), ["Off 0", "Dim 1"]);
  assertEquals(touching("Wait"), ["Dim 0"]);
  assertEquals(touching("tick"), []);
});
