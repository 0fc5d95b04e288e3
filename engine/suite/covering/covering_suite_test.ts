import type { State, StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { compileMachine } from "../../machine/program.ts";
import { coveringSuite } from "./covering_suite.ts";

/** A machine with these states below its root, two events and a timer. */
function machine(...states: State[]): StateMachineDefinition {
  return {
    settings: { namespace: "N", name: "M", asynchronous: false },
    events: [
      { name: "S", events: [{ id: "go" }, { id: "set", parameters: [{ name: "level", type: "int" }] }] },
      { name: "C", timers: [{ id: "late", name: "Late" }] },
    ],
    state: { name: "Root", states },
  };
}

const stepsOf = (
  definition: StateMachineDefinition,
  cover: "transitions" | "pairs" | "guards" = "transitions",
) => coveringSuite(definition, "m.smdf.json", { cover }).suite.tests.map(({ steps }) => steps);

Deno.test("coveringSuite() lets time pass for timers", () => {
  const onEntry = { actions: [{ timerStart: { timer: "Late", duration: "1500" } }] };
  assertEquals(
    stepsOf(machine({ name: "A", onEntry, transitions: [{ event: "late", nextState: "B" }] }, { name: "B" })),
    [[{ advance: 1500, expect: { state: "B" } }]],
  );
  const waiting = machine(
    {
      name: "A",
      onEntry,
      transitions: [{ event: "late", condition: "x == 1", nextState: "B" }, { event: "late" }],
    },
    { name: "B" },
  );
  assertEquals(coveringSuite(waiting, "m", { given: { data: { x: 1 } } }).unreached, []);
});

Deno.test("coveringSuite() finds payloads in what guards compare", () => {
  const steps = stepsOf(
    machine({ name: "A", transitions: [{ event: "set", condition: "level > 70", nextState: "B" }] }, {
      name: "B",
    }),
    "guards",
  );
  assertEquals(steps, [[
    { event: "set", payload: { level: 1 }, expect: { state: "A", reason: "guard refused" } },
    { event: "set", payload: { level: 71 }, expect: { state: "B" } },
  ]]);
});

Deno.test("coveringSuite() answers guards that the host decides, and says so in the step", () => {
  const definition = machine(
    { name: "A", transitions: [{ event: "go", condition: "gate.is_open()", nextState: "B" }] },
    { name: "B" },
  );
  assertEquals(stepsOf(definition), [[
    { event: "go", guards: { "gate.is_open()": true }, expect: { state: "B" } },
  ]]);
  const { suite } = coveringSuite(definition, "m", { given: { stubs: { "gate.is_open": true } } });
  assertEquals(suite.stubs, { "gate.is_open": true });
  assertEquals(suite.tests[0]?.steps, [{ event: "go", expect: { state: "B" } }]);
});

Deno.test("coveringSuite() says what it cannot reach, and why", () => {
  const { unreached } = coveringSuite(
    machine(
      {
        name: "A",
        transitions: [
          { event: "go" },
          { event: "go", nextState: "B" },
          { event: "set", condition: "in_state('B')", nextState: "B" },
        ],
      },
      { name: "B", transitions: [{ event: "go", nextState: "A" }] },
    ),
    "m.smdf.json",
    { cover: "guards" },
  );
  assertEquals(unreached, [
    "State never active: B.",
    "Transition never taken: A -go-> B: another transition takes its event first, or the event never comes.",
    "Transition never taken: A -set [in_state('B')]-> B: the active states decide it.",
    'Transition never taken: B -go-> A: "B" was never active.',
    "Guard never passes: A -set [in_state('B')]-> B: the active states decide it.",
  ]);
});

Deno.test("coveringSuite() with pairs takes each transition right after each other", () => {
  const definition = machine(
    { name: "A", transitions: [{ event: "go", nextState: "B" }, { event: "set" }] },
    { name: "B", transitions: [{ event: "go", nextState: "A" }, { event: "set" }] },
  );
  const { pairs, suite } = coveringSuite(definition, "m", { cover: "pairs" });
  assertEquals(pairs, 8);
  const events = suite.tests.map(({ steps }) =>
    steps.map((step) => typeof step === "string" ? step : step.event)
  );
  const seen = new Set(events.flatMap((row) => row.slice(1).map((event, at) => `${row[at]} ${event}`)));
  assertEquals([...seen].sort(), ["go go", "go set", "set go", "set set"]);
});

Deno.test("coveringSuite() has a test of a machine that does nothing", () => {
  assertEquals(stepsOf(machine({ name: "A" })), [[{ expect: { state: "A" } }]]);
});

Deno.test("coveringSuite() ends at its limit, and says so", () => {
  const { isCut, unreached } = coveringSuite(
    machine(
      { name: "A", transitions: [{ event: "go", actions: [{ code: "n = (n or 0) + 1" }] }] },
      { name: "B" },
    ),
    "m",
    { limit: 20 },
  );
  assertEquals([isCut, unreached], [true, ["State never active: B; the search ended at its limit."]]);
});

Deno.test("coveringSuite() passes over timers that let time stand still", () => {
  const again = { timerStart: { timer: "Late", duration: "0" } };
  const { unreached } = coveringSuite(
    machine(
      {
        name: "A",
        onEntry: { actions: [again] },
        transitions: [{ event: "late", actions: [again] }, { event: "go", nextState: "B" }],
      },
      { name: "B", transitions: [{ event: "set", nextState: "C" }] },
      { name: "C" },
    ),
    "m",
  );
  assertEquals(unreached, []);
});

Deno.test("coveringSuite() ends tasks with outputs and errors, and runs machines that are at hand", () => {
  const pay = { name: "Pay", states: [{ name: "Paid", kind: "final", output: "{ sum: 3 }" }] } as const;
  const child = compileMachine({ ...machine(), state: pay as object as State });
  const definition = machine(
    {
      name: "A",
      invoke: [{ id: "load", task: "load" }],
      transitions: [
        { event: "done.invoke.load", condition: "output.size > 70", nextState: "B" },
        { event: "done.invoke.load", nextState: "C" },
        { event: "error.invoke.load", nextState: "C" },
      ],
    },
    {
      name: "B",
      invoke: [{ id: "pay", machine: "pay" }],
      transitions: [{ event: "done.invoke.pay", nextState: "C" }],
    },
    { name: "C" },
  );
  const { suite, unreached } = coveringSuite(definition, "m", {
    machines: { pay: { program: child, machines: {} } },
  });
  assertEquals(unreached, []);
  assertEquals(
    suite.tests.map(({ steps }) => steps).flat().map((step) => typeof step === "object" && step.payload),
    [
      { output: { size: 71 } },
      { error: { name: "Error", message: "failed" } },
      { output: { size: 1 } },
    ],
  );
});

Deno.test("coveringSuite() asks for no wildcard on an event that a transition before it always takes", () => {
  const definition = machine({ name: "A", transitions: [{ event: "go", nextState: "B" }, { event: "*" }] }, {
    name: "B",
  });
  assertEquals(coveringSuite(definition, "m").unreached, []);
});

Deno.test("coveringSuite() names the functions of the host that have no stub", () => {
  const definition = machine({ name: "A", transitions: [{ event: "go", actions: [{ code: "ring(2)" }] }] });
  assertEquals(coveringSuite(definition, "m").functions, ["ring"]);
  assertEquals(coveringSuite(definition, "m", { given: { stubs: { ring: 1 } } }).functions, []);
});
