import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { nameOfWalk, testOf, Walk } from "./walk.ts";

const LAMP: StateMachineDefinition = {
  settings: { namespace: "n", name: "Lamp", asynchronous: false },
  events: [{ name: "S", events: [{ id: "push" }] }],
  state: {
    name: "Root",
    states: [
      {
        name: "Off",
        transitions: [{ event: "push", nextState: "On", actions: [{ code: "count = count + 1" }] }],
      },
      { name: "On", transitions: [{ after: 2000, nextState: "Off" }] },
    ],
  },
};

Deno.test("Walk goes back and forward to exactly what was: states, data and time", () => {
  const walk = Walk.begin({ definition: LAMP, data: { count: 0 }, machines: {} })
    .take({ kind: "event", event: "push" })
    .take({ kind: "advance", milliseconds: 500 });
  const seen = ({ simulation: { machine, untilNextTimer } }: Walk) => [
    machine.state,
    machine.context["count"],
    untilNextTimer,
  ];
  assertEquals(seen(walk), ["On", 1, 1500]);
  const back = walk.go(0);
  assertEquals(seen(back), ["Off", 0, undefined]);
  const forward = back.go(1);
  assertEquals(seen(forward), ["On", 1, 2000]);
  assertEquals([forward.at, forward.steps.length], [1, 2]);
  const other = forward.take({ kind: "advance", milliseconds: 2000 });
  assertEquals([...seen(other), other.steps.length], ["Off", 1, undefined, 2]);
  other.close();
});

Deno.test("Walk changes data by hand, and testOf() leaves that out of the test", () => {
  const walk = Walk.begin({ definition: LAMP, data: { count: 0 }, machines: {} })
    .take({ kind: "data", name: "count", value: 5 })
    .take({ kind: "event", event: "push" });
  assertEquals(walk.simulation.machine.context["count"], 6);
  assertEquals(testOf(walk, nameOfWalk(walk)), {
    name: "push",
    data: { count: 0 },
    steps: [{ event: "push", expect: { state: ["On"] } }],
  });
  walk.close();
});
