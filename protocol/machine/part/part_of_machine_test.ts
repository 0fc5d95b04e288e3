import { assertEquals, assertThrows } from "@std/assert";
import { LoomError } from "../../error.ts";
import { drawMachine } from "../draw/draw_machine.ts";
import { machine } from "../draw/testing.ts";
import { type MachinePart, partOfMachine } from "./part_of_machine.ts";

const SHOP = machine([
  { name: "Cart", transitions: [{ event: "check_out", nextState: "Pay" }] },
  {
    name: "Ordering",
    states: [
      {
        name: "Pay",
        transitions: [{ event: "paid", nextState: "Sent" }, { event: "retry", nextState: "Pay" }],
      },
      { name: "Sent", transitions: [{ event: "back", nextState: "Returned" }] },
    ],
    transitions: [{ event: "cancel", nextState: "Cart" }],
  },
  { name: "Returned", transitions: [{ event: "refund", nextState: "Closed" }] },
  { name: "Closed" },
]);

function drawn(part: MachinePart): { states: string[]; lines: string[] } {
  const { states, edges } = drawMachine(partOfMachine(SHOP, part));
  return {
    states: states.map(({ key }) => key),
    lines: edges.map(({ from, to, event }) => `${from} ${event} ${to}`),
  };
}

Deno.test("partOfMachine() gives the definition itself when nothing is asked for", () => {
  assertEquals(partOfMachine(SHOP, {}) === SHOP, true);
});

Deno.test("partOfMachine() closes states, which take over the transitions from and to what is inside", () => {
  assertEquals(drawn({ collapse: ["Ordering"] }), {
    states: ["Cart", "Ordering", "Returned", "Closed"],
    lines: [
      "Cart check_out Ordering",
      "Ordering cancel Cart",
      "Ordering back Returned",
      "Returned refund Closed",
    ],
  });
  const [, ordering] = drawMachine(partOfMachine(SHOP, { collapse: ["Ordering"] })).states;
  assertEquals(ordering?.badge?.text, "2 states inside");
});

Deno.test("partOfMachine() keeps the states near the one in focus, with what contains them and is initial there", () => {
  assertEquals(drawn({ focus: "Closed" }), {
    states: ["Cart", "Returned", "Closed"],
    lines: ["Returned refund Closed"],
  });
  assertEquals(drawn({ focus: "Closed", depth: 2 }).states, [
    "Cart",
    "Ordering",
    "Pay",
    "Sent",
    "Returned",
    "Closed",
  ]);
  assertEquals(drawn({ focus: "Cart", depth: 0 }).states, ["Cart"]);
});

Deno.test("partOfMachine() keeps where completed regions lead", () => {
  const regions = { states: [{ name: "R", states: [{ name: "R1" }] }], nextState: "End" };
  const def = machine([{ name: "Both", parallel: regions }, { name: "End" }]);
  const { states, edges } = drawMachine(partOfMachine(def, { collapse: ["Both"] }));
  assertEquals([states.map(({ key }) => key), edges.map(({ id }) => id)], [["Both", "End"], ["Both:join"]]);
});

Deno.test("partOfMachine() refuses names that no state has", () => {
  const error = assertThrows(() => partOfMachine(SHOP, { focus: "Ordring" }), LoomError);
  assertEquals(error.code, "bad_style");
});
