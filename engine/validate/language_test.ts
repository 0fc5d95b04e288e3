import { assertEquals, assertStringIncludes } from "@std/assert";
import { enrich } from "../model.ts";
import { findingsOf, machine, pair } from "./testing.ts";
import { validate } from "./validate.ts";

const go = (nextState: string, more: object = {}) => ({ event: "go", nextState, ...more });
const onlyOf = (rule: string, document: unknown) =>
  findingsOf(document).filter((one) => one.startsWith(rule)).map((one) => one.slice(rule.length + 1));
const messageOf = (rule: string, document: ReturnType<typeof machine>) =>
  validate(enrich(document)).find(({ ruleId }) => ruleId === rule)?.message ?? "";

Deno.test("W117 finds further events, errors and sends that name no work, and offers the nearest", () => {
  const document = machine({
    states: pair({
      invoke: [{ id: "pay", task: "charge" }],
      transitions: [
        go("B", { events: ["done.invoke.pay", "error.invoke.pya", "done.invoke.*"] }),
        { event: "error.invoke.pay", actions: [{ send: { event: "stop", to: "pai" } }] },
        { event: "done.state.A", actions: [{ send: { event: "stop", to: "parent" } }] },
      ],
    }),
  });
  assertEquals(onlyOf("W117", document), [
    "A /state/states/0/transitions/0/events/1",
    "A /state/states/0/transitions/1/actions/0/send/to",
  ]);
  assertStringIncludes(messageOf("W117", document), 'no state invokes "pya"');
  assertStringIncludes(messageOf("W117", document), 'Did you mean "pay"?');
});

Deno.test("W117 leaves alone an event that a source declares", () => {
  const events = [{ name: "S", events: [{ id: "go" }, { id: "done.invoke.pay" }] }];
  const document = machine({ states: pair({ transitions: [go("B"), { event: "done.invoke.pay" }] }) }, {
    events,
  });
  assertEquals(onlyOf("W117", document), []);
});

Deno.test("W118 finds work with both a machine and a task, and the second of an id", () => {
  const invoke = [{ id: "pay", machine: "a.smdf.json", task: "charge" }, { id: "pay", task: "charge" }];
  assertEquals(onlyOf("W118", machine({ states: pair({ invoke }) })), [
    "A /state/states/0/invoke/0/task",
    "A /state/states/0/invoke/1",
  ]);
});

/** A choice with one way, which is always open. */
const CHOICE: Readonly<Record<string, unknown>> = { kind: "choice", transitions: [{ nextState: "A" }] };

for (
  const [what, members, at] of [
    ["an event", { transitions: [go("A"), { nextState: "A" }] }, "/transitions/0/event"],
    [
      "several events",
      { transitions: [{ events: ["go"], nextState: "A" }, { nextState: "A" }] },
      "/transitions/0/events",
    ],
    ["a delay", { transitions: [{ after: 5, nextState: "A" }, { nextState: "A" }] }, "/transitions/0/after"],
    ["entry actions", { onEntry: { actions: [{ code: "f()" }] } }, "/onEntry/actions"],
    ["exit actions", { onExit: { actions: [{ code: "f()" }] } }, "/onExit/actions"],
    ["work", { invoke: [{ id: "pay", task: "charge" }] }, "/invoke"],
    ["states inside", { states: [{ name: "C" }] }, "/states"],
    ["no way that is always open", { transitions: [{ nextState: "A", condition: "x" }] }, "/transitions"],
  ] as const
) {
  Deno.test(`W119 finds a choice with ${what}`, () => {
    const choice = { ...CHOICE, ...members };
    assertEquals(onlyOf("W119", machine({ states: pair({}, choice) })), [`B /state/states/1${at}`]);
  });
}

const timed = { events: [{ name: "S", events: [{ id: "go" }], timers: [{ id: "late", name: "Late" }] }] };
const start = (more: object = {}) => ({ timerStart: { timer: "Late", duration: "limit * 2", ...more } });
const late = { event: "late", nextState: "B" };
const starting = { onEntry: { actions: [start()] }, transitions: [go("B"), late] };

Deno.test("W126 offers the delay as it is written", () => {
  assertStringIncludes(messageOf("W126", machine({ states: pair(starting) }, timed)), '"after": "limit * 2"');
});

for (
  const [what, a, b] of [
    ["another state waits for", starting, { transitions: [go("A"), { event: "late", nextState: "A" }] }],
    ["repeats", { ...starting, onEntry: { actions: [start({ repeat: 5 })] } }, {}],
    ["is stopped", starting, { onEntry: { actions: [{ timerStop: "Late" }] } }],
    ["a transition starts too", starting, { transitions: [go("A", { actions: [start()] })] }],
    ["a condition starts", {
      ...starting,
      onEntry: { actions: [{ if: { condition: "x", then: [start()] } }] },
    }, {}],
    ["an action raises too", starting, { onEntry: { actions: [{ raise: "late" }] } }],
    ["a wildcard takes", { ...starting, transitions: [go("B"), late, { event: "*", nextState: "B" }] }, {}],
  ] as const
) {
  Deno.test(`W126 leaves alone a timer that ${what}`, () => {
    assertEquals(onlyOf("W126", machine({ states: pair(a, b) }, timed)), []);
  });
}

Deno.test("W127 finds a target inside another, and passes over unknown ones", () => {
  const document = machine({
    states: [
      { name: "A", transitions: [go("P", { nextStates: ["B", "Nowhere"] })] },
      { name: "P", parallel: { states: [{ name: "R", states: [{ name: "B" }] }, { name: "S" }] } },
    ],
  });
  assertEquals(onlyOf("W127", document), ["A /state/states/0/transitions/0/nextStates/0"]);
});

Deno.test("W106 finds an input and an output that do not parse", () => {
  const document = machine({
    states: pair({ invoke: [{ id: "pay", task: "charge", input: "a +" }] }, { kind: "final", output: "b +" }),
  });
  assertEquals(onlyOf("W106", document), ["A /state/states/0/invoke/0/input", "B /state/states/1/output"]);
});

Deno.test("W114 finds a delay that never works", () => {
  const document = machine({ states: pair({ transitions: [go("B"), { after: -5, nextState: "B" }] }) });
  assertEquals(onlyOf("W114", document), ["A /state/states/0/transitions/1/after"]);
  assertEquals(
    messageOf("W114", document),
    'State "A" has a transition after a delay that never works: -5 is negative; write milliseconds, as a number ' +
      "or an expression.",
  );
});
