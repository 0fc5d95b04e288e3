import { Machine } from "../machine/machine.ts";
import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { standInsFor } from "./stand_ins.ts";

function calling(code: string, condition = ""): StateMachineDefinition {
  return {
    settings: { namespace: "Home", asynchronous: false, objects: [{ instance: "lock", class: "Lock" }] },
    events: [{ name: "Hand", events: [{ id: "open" }] }],
    state: {
      name: "Root",
      states: [
        { name: "A", transitions: [{ event: "open", nextState: "B", condition, actions: [{ code }] }] },
        { name: "B" },
      ],
    },
  };
}

function sent(definition: StateMachineDefinition) {
  const calls: string[] = [];
  const machine = new Machine(definition, { context: standInsFor(definition, (call) => calls.push(call)) });
  const { handled, error } = machine.send("open");
  return { calls, handled, error, kept: machine.snapshot().context };
}

Deno.test("standInsFor() gives functions that do nothing and tell of it", () => {
  const { calls, error } = sent(calling("x = [lock.turn(2, 'left')]; lock.rest()"));
  assertEquals([calls, error], [['lock.turn(2, "left")', "lock.rest()"], undefined]);
});

Deno.test("standInsFor() lets a guard that asks the host refuse", () => {
  assertEquals(sent(calling("x = 1", "lock.is_free()")).handled, false);
});

Deno.test("standInsFor() gives null for what is no function", () => {
  assertEquals(sent(calling("x = 1", "lock.count == null")).handled, true);
});

Deno.test("standInsFor() stands in for declared objects only", () => {
  const { error = "" } = sent(calling("other.turn()"));
  assertEquals(error.includes("other"), true, error);
});

Deno.test("standInsFor() makes objects that no snapshot keeps", () => {
  assertEquals(sent(calling("lock.turn()")).kept, {});
});

Deno.test("standInsFor() passes over text that does not parse", () => {
  assertEquals(Object.keys(standInsFor(calling("lock.("), () => {})), ["lock"]);
});

Deno.test("standInsFor() gives the results of stubs, also of objects that are not declared", () => {
  const notes: string[] = [];
  const [stubs, name] = [
    standInsFor(calling("lock.turn()"), (call) => notes.push(call), {
      "lock.turn": 7,
      "cart.total": { sum: 10 },
    }),
    "turn",
  ];
  const lock = stubs["lock"] as Record<string, () => unknown>;
  const cart = stubs["cart"] as Record<string, () => unknown>;
  assertEquals([lock[name]?.(), cart["total"]?.()], [7, { sum: 10 }]);
  assertEquals(notes, ["lock.turn()", "cart.total()"]);
});
