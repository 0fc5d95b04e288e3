import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { displayWidth } from "../../text/terminal_text.ts";
import { renderAscii } from "./render_ascii.ts";
import type { State, StateMachineDefinition } from "../types.ts";

function machine(state: State): StateMachineDefinition {
  return { settings: { namespace: "test", asynchronous: false }, events: [], state };
}

/** The lines below the root. */
function below(children: State[], options?: Parameters<typeof renderAscii>[2]): string[] {
  return renderAscii(machine({ name: "Root", states: children }), new Set(), options).split("\n").slice(1);
}

Deno.test("renderAscii() draws the tree, transitions before children", () => {
  const kettle = machine({
    name: "Kettle",
    states: [
      {
        name: "Cold",
        transitions: [{ event: "fill", nextState: "Heating", condition: "lidClosed" }, { event: "tap" }],
      },
      { name: "Heating", transitions: [{ event: "boiled", nextState: "Done" }], states: [{ name: "Low" }] },
      { name: "Done", kind: "final" },
    ],
  });
  assertEquals(
    renderAscii(kettle, new Set(["Heating"])),
    `Kettle
  [*] Cold
    ─[fill]→ Heating [lidClosed]
    ─[tap]→ (internal)
  ● Heating
    ─[boiled]→ Done
    [*] Low
  Done <final>`,
  );
});

Deno.test("renderAscii() says so where a name shows nothing", () => {
  const states = [{ name: "" }, { name: " \n", kind: "final" as const }];
  assertEquals(renderAscii(machine({ name: "", states })), "(unnamed)\n  [*] (unnamed)\n  (unnamed) <final>");
});

Deno.test("renderAscii() names the kinds of states that are not normal", () => {
  assertEquals(
    below([{ name: "A", kind: "normal" }, { name: "H", kind: "history" }, {
      name: "D",
      kind: "history",
      history: "deep",
    }]),
    ["  [*] A", "  H <history>", "  D <deep history>"],
  );
});

Deno.test("renderAscii() draws an event-less transition with an empty event", () => {
  assertEquals(below([{ name: "A", transitions: [{ nextState: "B" }] }]), ["  [*] A", "    ─[]→ B"]);
});

Deno.test("renderAscii() marks the initial state that the document names, and points at a deeper one", () => {
  assertEquals(below([{ name: "A", initial: "C", states: [{ name: "B" }, { name: "C" }] }]), [
    "  [*] A",
    "    B",
    "    [*] C",
  ]);
  const inner: State = { name: "B", states: [{ name: "C" }] };
  assertEquals(below([{ name: "A", initial: "C", states: [inner] }]), [
    "  [*] A",
    "    [*]→ C",
    "    B",
    "      [*] C",
  ]);
});

Deno.test("renderAscii() draws regions beside a bar and where they lead", () => {
  const order = machine({
    name: "Order",
    parallel: {
      nextState: "Delivered",
      states: [
        { name: "Payment", states: [{ name: "Waiting" }, { name: "Paid", kind: "final" }] },
        {
          name: "Shipping",
          states: [{ name: "Packing", parallel: { nextState: "", states: [{ name: "Label" }] } }],
        },
      ],
    },
  });
  assertEquals(
    renderAscii(order, new Set(["Order", "Payment", "Waiting", "Shipping", "Packing", "Label"])),
    `● Order
  ╔ ● Payment
  ║   [*] ● Waiting
  ║   Paid <final>
  ╠ ● Shipping
  ║   [*] ● Packing
  ║     ╔ ● Label
  ║     ╚═
  ╚═→ Delivered`,
  );
});

Deno.test("renderAscii() draws children and regions of a state that has both", () => {
  const both: State = {
    name: "A",
    states: [{ name: "B" }],
    parallel: { nextState: "", states: [{ name: "R" }] },
  };
  assertEquals(below([both]), ["  [*] A", "    B", "    ╔ R", "    ╚═"]);
});

Deno.test("renderAscii() shows actions when asked to", () => {
  const state: State = {
    name: "A",
    onEntry: {
      actions: [{ code: "a = 1\n  b()" }, { timerStart: { timer: "T", duration: 50, repeat: "r" } }],
    },
    onExit: { actions: [{ timerStop: "T" }] },
    transitions: [{
      event: "go",
      nextState: "B",
      condition: "ok",
      actions: [{ raise: "next" }, { code: "c()" }],
    }],
  };
  assertEquals(below([state], { actions: true }), [
    "  [*] A",
    "    entry / a = 1; b(); start T 50 repeat r",
    "    exit / stop T",
    "    ─[go]→ B [ok] / raise next; c()",
  ]);
  assertEquals(below([state]), ["  [*] A", "    ─[go]→ B [ok]"]);
});

Deno.test("renderAscii() wraps lines that are wider than the terminal, behind their margin", () => {
  const wide: State = { name: "待機中", transitions: [{ event: "注文", nextState: "支払い" }] };
  assertEquals(below([wide], { width: 14 }), ["  [*] 待機中", "    ─[注文]→", "        支払い"]);
});

Deno.test("renderAscii() keeps every element in one line without control characters", () => {
  const odd: State = {
    name: "A\nB",
    transitions: [{ event: "\u001b[31m", condition: "x\r\n&& y", nextState: "C\tD" }],
  };
  assertEquals(below([odd]), ["  [*] A B", "    ─[\uFFFD[31m]→ C D [x && y]"]);
});

Deno.test("renderAscii() takes names such as __proto__ for names", () => {
  const def = machine({ name: "__proto__", states: [{ name: "constructor" }] });
  assertEquals(renderAscii(def, new Set(["constructor"])), "__proto__\n  [*] ● constructor");
});

Deno.test("renderAscii() draws whatever a document holds, within its width", () => {
  fc.assert(
    fc.property(oddDefinition(), (def) => {
      const text = renderAscii(def as StateMachineDefinition, new Set(), { actions: true, width: 12 });
      for (const line of text.split("\n")) assert(displayWidth(line) <= 12, line);
    }),
    { seed: 1 },
  );
});

function oddDefinition(): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(
    "name",
    "states",
    "parallel",
    "onEntry",
    "actions",
    "transitions",
    "event",
    "nextState",
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1, "a long enough name", true),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 6 }),
    ),
  }));
  return fc.oneof(value, fc.record({ state: value }));
}

Deno.test("renderAscii() names work, and all events and targets of a transition", () => {
  assertEquals(
    below([{
      name: "A",
      invoke: [{ id: "pay", task: "charge" }],
      transitions: [{ event: "go", events: ["run"], nextState: "C", nextStates: ["D"] }, {
        after: 5,
        nextState: "A",
      }],
    }]),
    ["  [*] A", "    invoke pay: charge", "    ─[go / run]→ C & D", "    ─[after 5ms]→ A"],
  );
});
