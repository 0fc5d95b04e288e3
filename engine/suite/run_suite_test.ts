import { LoomError, orThrow, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { coverageLines, mergeCoverage, percentOf } from "./coverage.ts";
import { readSuite } from "./read_suite.ts";
import { runSuite } from "./run_suite.ts";

/** A shop whose till is a host object, and whose order expires. */
const SHOP: StateMachineDefinition = {
  settings: {
    namespace: "Shop",
    name: "Order",
    asynchronous: false,
    objects: [{ instance: "till", class: "Till" }],
  },
  events: [
    { name: "Customer", events: [{ id: "pay" }, { id: "add" }] },
    { name: "Clock", timers: [{ id: "late", name: "Patience" }] },
  ],
  state: {
    name: "Root",
    onEntry: { actions: [{ code: "count = 0" }] },
    states: [
      {
        name: "Open",
        onEntry: { actions: [{ timerStart: { timer: "Patience", duration: 5000 } }] },
        onExit: { actions: [{ timerStop: "Patience" }] },
        transitions: [
          { event: "add", actions: [{ code: "count = count + amount" }] },
          {
            event: "pay",
            nextState: "Paid",
            condition: "till.is_open()",
            actions: [{ code: "till.take(count)" }],
          },
          { event: "late", nextState: "Gone" },
        ],
      },
      { name: "Paid", kind: "final" },
      { name: "Gone" },
    ],
  },
};

/** The messages of failures; `null` for a test that passed. */
function outcomes(...tests: object[]): (string | null)[] {
  const suite = orThrow(
    readSuite({ machine: "shop.smdf.json", tests: tests.map((test) => ({ name: "t", ...test })) }),
  );
  return runSuite(suite, SHOP).tests.map(({ failure }) => failure?.message ?? null);
}

Deno.test("runSuite() checks states, data, calls, timers and the end", () => {
  assertEquals(
    outcomes({
      stubs: { "till.is_open": true },
      steps: [
        { expect: { state: "Open", configuration: ["Open", "Root"], timers: ["Patience"], done: false } },
        { event: "add", payload: { amount: 3 }, expect: { data: { count: 3, other: null } } },
        {
          event: "pay",
          expect: { state: ["Paid", "Root"], calls: ["till.is_open", "till.take(3)"], done: true },
        },
      ],
    }),
    [null],
  );
});

Deno.test("runSuite() lets time pass, in words and in members", () => {
  assertEquals(
    outcomes({
      steps: ["+4s", { advance: 999, expect: { state: "Open" } }, {
        advance: "1ms",
        expect: { state: "Gone" },
      }],
    }),
    [null],
  );
});

Deno.test("runSuite() says what is expected, what there is, where, and the path so far", () => {
  assertEquals(
    outcomes({
      steps: ['add {"amount":1}', { event: "add", payload: { amount: 2 }, expect: { data: { count: 2 } } }],
    }),
    ['Step 2, add {"amount":2}: expected count = 2, got 3. Path: Open, add {"amount":1} → Open, add {"amount":2} → Open.'],
  );
});

Deno.test("runSuite() fails for events that are not handled and for errors, unless they are expected", () => {
  const [unhandled, refused, failed, ...expected] = outcomes(
    { steps: ["fly"] },
    { steps: ["pay"] },
    { steps: ["add"] },
    { steps: [{ event: "fly", expect: { handled: false } }] },
    { steps: [{ event: "pay", expect: { reason: "guard refused" } }] },
    { steps: [{ event: "add", expect: { error: "amount" } }] },
    { steps: [{ event: "add", expect: { error: true } }] },
  );
  assertStringIncludes(
    unhandled ?? "",
    'expected the event to be handled, got: There is no transition for "fly"',
  );
  assertStringIncludes(refused ?? "", "whose guard passes");
  assertStringIncludes(failed ?? "", "expected no error, got");
  assertEquals(expected, [null, null, null, null]);
});

Deno.test("runSuite() gives stubs, guards and data of a step to that step", () => {
  assertEquals(
    outcomes({
      guards: { "till.is_open()": false },
      steps: [
        { event: "pay", expect: { handled: false } },
        { data: { count: 7 } },
        { event: "pay", guards: { "till.is_open()": true }, expect: { calls: ["till.take(7)"] } },
      ],
    }, {
      steps: [
        { event: "pay", stubs: { "till.is_open": false }, expect: { handled: false } },
        { event: "pay", expect: { handled: false } },
        { event: "pay", stubs: { "till.is_open()": 1 } },
      ],
    }),
    [null, null],
  );
});

Deno.test("runSuite() counts what tests touch, and adds up several runs", () => {
  const suite = (...steps: unknown[]) =>
    orThrow(readSuite({ machine: "m", tests: [{ name: "t", stubs: { "till.is_open": true }, steps }] }));
  const paid = runSuite(suite("pay"), SHOP).coverage;
  assertEquals(coverageLines("Order", paid), [
    "Order: 2 of 3 states, 1 of 3 transitions, 1 of 2 sides of guards (50 %)",
    "  state never active: Gone",
    "  transition never taken: Open -add-> stays",
    "  transition never taken: Open -late-> Gone",
    "  guard never refuses: Open -pay [till.is_open()]-> Paid",
  ]);
  const late = runSuite(suite({ event: "add", payload: { amount: 1 } }, "+5s"), SHOP).coverage;
  const both = mergeCoverage([paid, late]);
  assertEquals([both.states.never, both.transitions.never], [[], []]);
  assertEquals(Math.round(percentOf(both)), 88);
});

Deno.test("runSuite() ends a step in which timers expire without end", () => {
  const state = {
    name: "Root",
    states: [{
      name: "Blinking",
      onEntry: { actions: [{ timerStart: { timer: "Patience", duration: 1, repeat: 1 } }] },
      transitions: [{ event: "late" }],
    }],
  };
  const suite = orThrow(readSuite({ machine: "m", tests: [{ name: "t", steps: ["+1s", "+10h"] }] }));
  const [test] = runSuite(suite, { ...SHOP, state }).tests;
  assertStringIncludes(test?.failure?.message ?? "", "Step 2, +36000000 ms: More than 10000 timers expired");
});

Deno.test("runSuite() refuses answers of guards that the machine does not have", () => {
  const steps = [{ event: "pay", guards: { "till.is_opne()": true } }];
  assertThrows(
    () => runSuite(orThrow(readSuite({ machine: "m", tests: [{ name: "t", steps }] })), SHOP),
    LoomError,
    'Did you mean "till.is_open()"?',
  );
});

Deno.test("runSuite() runs the tests that are selected", () => {
  const suite = orThrow(
    readSuite({ machine: "m", tests: [{ name: "a", steps: [] }, { name: "b", steps: [] }] }),
  );
  assertEquals(runSuite(suite, SHOP, (name) => name === "b").tests.map(({ name }) => name), ["b"]);
});

for (
  const [what, value, message] of [
    [
      "a member that it does not have",
      { machine: "m", tests: [], tets: [] },
      'TestSuite has no field "tets"',
    ],
    ["no machine", { tests: [] }, 'TestSuite needs "machine"'],
    [
      "a step that is no word",
      { machine: "m", tests: [{ name: "t", steps: ["+5x"] }] },
      "At /tests/0/steps/0",
    ],
    [
      "an event and time in one step",
      { machine: "m", tests: [{ name: "t", steps: [{ event: "a", advance: 1 }] }] },
      "not both",
    ],
    ["a guard that is no answer", { machine: "m", guards: { x: 1 }, tests: [] }, "At /guards/x"],
    [
      "data that is no object",
      { machine: "m", tests: [{ name: "t", steps: [{ expect: { data: 5 } }] }] },
      "At /tests/0/steps/0/expect/data",
    ],
  ] as const
) {
  Deno.test(`readSuite() refuses ${what}`, () => {
    const read = readSuite(value);
    assert(!read.ok);
    assertStringIncludes(read.refusal.message, message);
  });
}
