import { assertEquals } from "@std/assert";
import { objectsIn, timersIn, transitionsIn, transitionsInto, triggerIds } from "./lookup.ts";
import { walkStates } from "./tree.ts";
import type { StateMachineDefinition } from "./types.ts";

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Home", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "press" }] }, {
    name: "Clock",
    timers: [{ id: "late", name: "Wait" }],
  }],
  state: {
    name: "Lamp",
    states: [
      { name: "Off", transitions: [{ event: "press", nextState: "Dim" }] },
      {
        name: "On",
        states: [
          { name: "Dim", transitions: [{ event: "press", nextState: "Bright" }, { event: "late" }] },
          { name: "Bright" },
        ],
      },
    ],
  },
};

Deno.test("objectsIn() keeps places and gives nothing for what is no list", () => {
  assertEquals(objectsIn([{ a: 1 }, null, 3]), [{ a: 1 }, {}, {}]);
  assertEquals(objectsIn({ 0: {} }), []);
});

Deno.test("triggerIds() gives events before timers, from odd documents too", () => {
  assertEquals(triggerIds(LAMP), ["press", "late"]);
  assertEquals(triggerIds({ ...LAMP, events: "none" } as never), []);
  assertEquals(timersIn(LAMP), [{ id: "late", name: "Wait" }]);
});

Deno.test("transitionsIn() says who declares each", () => {
  const told = transitionsIn(LAMP).map(({ state, index, transition }) =>
    `${state} ${index} ${transition.event}`
  );
  assertEquals(told, ["Off 0 press", "Dim 0 press", "Dim 1 late"]);
});

Deno.test("transitionsInto() gives those from outside that lead to a state or below it", () => {
  const on = walkStates(LAMP.state).find((visit) => visit.state.name === "On");
  const into = on ? transitionsInto(LAMP, on).map(({ state, index }) => ({ state, index })) : [];
  assertEquals(into, [{ state: "Off", index: 0 }]);
});
