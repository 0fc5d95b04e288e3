import { assert, assertEquals, assertInstanceOf, assertMatch, assertThrows } from "@std/assert";
import type { State, StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { arbitraryMachine, arbitraryWalk, type Deed } from "../../tests/arbitrary/machine.ts";
import { ObserverTrace } from "../runtime/observers/trace.ts";
import { SimulatedClock } from "../runtime/timers/simulated_clock.ts";
import { compileMachine } from "./program.ts";
import { MachineDefinitionError } from "./runnable.ts";
import { MachineRuntimeError } from "../runtime/problem.ts";
import { Machine } from "./machine.ts";
import type { SendResult } from "../runtime/send_result.ts";
import { runs } from "../../tests/arbitrary/runs.ts";

function definitionOf(states: State[], events: string[] = ["go", "back"]): StateMachineDefinition {
  return {
    settings: { namespace: "Test", name: "Test", asynchronous: false },
    events: [{
      name: "All",
      events: events.map((id) => ({ id })),
      timers: [{ id: "timeout_evt", name: "Timeout" }],
    }],
    state: { name: "Root", states },
  };
}

const TOGGLE = definitionOf([
  { name: "Off", transitions: [{ event: "go", nextState: "On" }] },
  { name: "On", transitions: [{ event: "back", nextState: "Off" }] },
]);

const WORKFLOW = definitionOf([
  { name: "idle", transitions: [{ event: "start", nextState: "running" }] },
  { name: "running", transitions: [{ event: "complete", nextState: "done" }] },
  { name: "done", kind: "final" },
], ["start", "complete"]);

Deno.test("Machine runs a flat workflow to its end", () => {
  const machine = new Machine(WORKFLOW);
  assertEquals([machine.state, machine.path, machine.done, machine.visited], [
    "idle",
    ["Root", "idle"],
    false,
    ["idle"],
  ]);
  assertEquals(machine.availableEvents(), ["start"]);
  assertEquals([machine.can("start"), machine.can("complete"), machine.state], [true, false, "idle"]);
  assertEquals(machine.send("start"), {
    handled: true,
    changed: true,
    from: "idle",
    to: "running",
    event: "start",
  });
  machine.send("complete");
  assertEquals([machine.done, machine.visited], [true, ["idle", "running", "done"]]);
  const refused = machine.send("start");
  assertEquals([refused.handled, refused.changed, refused.reason], [false, false, "machine is done"]);
  assertMatch(refused.error ?? "", /final/);
  assertEquals(machine.availableEvents(), []);
});

Deno.test("Machine names the reason when it does not handle an event", () => {
  const machine = new Machine(definitionOf([
    { name: "A", transitions: [{ event: "go", nextState: "B", condition: "ready" }] },
    { name: "B" },
  ]));
  assertEquals(machine.send("go").reason, "guard refused");
  assertEquals(machine.send("back").reason, "no transition");
  assertMatch(machine.send("back").error ?? "", /no transition/);
  assertEquals(machine.send("unheard").reason, "unknown event");
  machine.stop();
  const stopped = machine.send("go");
  assertEquals(stopped.reason, "stopped");
  assert(!/final/.test(stopped.error ?? ""));
});

Deno.test("Machine gives the sentence of a guard that cannot be evaluated", () => {
  const machine = new Machine(definitionOf([
    { name: "A", transitions: [{ event: "go", nextState: "B", condition: "1 +" }] },
    { name: "B" },
  ]));
  const result = machine.send("go");
  assertEquals(result.reason, "guard refused");
  assertMatch(result.error ?? "", /1 \+/);
  assertEquals(machine.warnings.some((finding) => finding.ruleId === "W106"), true);
});

Deno.test("Machine throws MachineDefinitionError when a target does not exist, also without validation", () => {
  const broken = definitionOf([{ name: "A", transitions: [{ event: "go", nextState: "nowhere" }] }]);
  for (const validate of [true, false]) {
    const error = assertThrows(() => new Machine(broken, { validate }), MachineDefinitionError);
    assertEquals(error.errors.map((finding) => finding.ruleId), ["V006"]);
    assertMatch(error.message, /V006/);
  }
});

Deno.test("Machine puts findings that do not stop it into warnings", () => {
  const machine = new Machine(definitionOf([
    { name: "A", transitions: [{ event: "go", nextState: "B" }] },
    { name: "B", kind: "final", transitions: [{ event: "go" }] },
  ]));
  assert(machine.warnings.some((finding) => finding.ruleId === "V007" && finding.element === "B"));
});

Deno.test("setState() throws Unknown state when there is none of that name", () => {
  const machine = new Machine(TOGGLE);
  const error = assertThrows(() => machine.setState("nowhere"), MachineRuntimeError, "Unknown state");
  assertEquals(error.code, "unknown_state");
  assertEquals(machine.state, "Off");
});

Deno.test("serialize() and deserialize() carry the state from one machine to another", () => {
  const machine = new Machine(WORKFLOW);
  machine.send("start");
  assertEquals(machine.serialize(), { state: "running" });
  const other = new Machine(WORKFLOW);
  other.deserialize(machine.serialize());
  assertEquals(other.state, "running");
});

Deno.test("send() waits when a step is running", () => {
  const results: SendResult[] = [];
  const machine = new Machine(
    definitionOf([
      { name: "A", transitions: [{ event: "go", nextState: "B" }] },
      {
        name: "B",
        onEntry: { actions: [{ code: "again()" }] },
        transitions: [{ event: "back", nextState: "A" }],
      },
    ]),
    { functions: { again: () => results.push(machine.send("back")) } },
  );
  assertEquals(machine.send("go"), { handled: true, changed: false, from: "A", to: "A", event: "go" });
  assertEquals(results.map(({ handled, queued, reason }) => [handled, queued, reason]), [[
    false,
    true,
    "queued",
  ]]);
  assertEquals(machine.visited, ["A", "B", "A"]);
});

Deno.test("setState(), snapshot() and restore() refuse while a step is running", () => {
  const codes: string[] = [];
  const machine: Machine = new Machine(
    definitionOf([
      { name: "A", transitions: [{ event: "go", nextState: "B", actions: [{ code: "probe()" }] }] },
      { name: "B" },
    ]),
    {
      functions: {
        probe: () => {
          for (const call of [() => machine.setState("A"), () => machine.snapshot()]) {
            codes.push(assertThrows(call, MachineRuntimeError).code);
          }
        },
      },
    },
  );
  assertEquals(machine.send("go").error, undefined);
  assertEquals(codes, ["in_step", "in_step"]);
});

Deno.test("Machine reports a failed action and still completes the step", () => {
  const machine = new Machine(
    definitionOf([
      {
        name: "A",
        transitions: [{ event: "go", nextState: "B", actions: [{ code: "explode()" }, { code: "n = 1" }] }],
      },
      { name: "B" },
    ]),
    {
      functions: {
        explode: () => {
          throw new Error("boom");
        },
      },
    },
  );
  const result = machine.send("go");
  assertEquals([result.handled, result.to, machine.context.n], [true, "B", 1]);
  assertMatch(result.error ?? "", /explode\(\).*boom/);
});

Deno.test("Machine throws microstep_limit when the initial entry does not come to rest", () => {
  const error = assertThrows(() =>
    new Machine(definitionOf([
      { name: "Ping", transitions: [{ nextState: "Pong" }] },
      { name: "Pong", transitions: [{ nextState: "Ping" }] },
    ])), MachineRuntimeError);
  assertEquals(error.code, "microstep_limit");
  assertMatch(error.message, /"Ping", "Pong"|"Pong", "Ping"/);
});

Deno.test("Machine uses the platform's clock unless another is given", async () => {
  const machine = new Machine(definitionOf([
    { name: "Idle", transitions: [{ event: "go", nextState: "Armed" }] },
    {
      name: "Armed",
      onEntry: { actions: [{ timerStart: { timer: "Timeout", duration: "1" } }] },
      onExit: { actions: [{ timerStop: "Timeout" }] },
      transitions: [{ event: "timeout_evt", nextState: "Expired" }],
    },
    { name: "Expired", kind: "final" },
  ]));
  const ended = new Promise<void>((resolve) => machine.registerEndHandler(() => resolve()));
  machine.send("go");
  await ended;
  assertEquals([machine.state, machine.done], ["Expired", true]);
});

Deno.test("Machine tells onEnd of an end at construction", () => {
  let ended = 0;
  const machine = new Machine(definitionOf([{ name: "Over", kind: "final" }]), { onEnd: () => ended++ });
  assertEquals([machine.done, ended], [true, 1]);
});

Deno.test("visited keeps the last 1000 states", () => {
  const machine = new Machine(TOGGLE);
  for (let i = 0; i < 600; i++) {
    machine.send("go");
    machine.send("back");
  }
  assertEquals(machine.visited.length, 1000);
  assertEquals(machine.visited.slice(-2), ["On", "Off"]);
});

Deno.test("snapshot() leaves functions and host objects out and restore() keeps those in place", () => {
  class Host {
    calls = 0;
  }
  const host = new Host();
  const machine = new Machine(TOGGLE, {
    context: { host, count: 3, inner: { list: [1, { a: 2 }] }, late: 1 },
  });
  const snapshot = JSON.parse(JSON.stringify(machine.snapshot()));
  assertEquals(snapshot.context, { count: 3, inner: { list: [1, { a: 2 }] }, late: 1 });
  const other = new Machine(TOGGLE, { snapshot, context: { host, extra: true } });
  assertEquals(other.context, { host, count: 3, inner: { list: [1, { a: 2 }] }, late: 1 });
});

Deno.test("restore() throws bad_snapshot and changes nothing when the snapshot is of another machine", () => {
  const machine = new Machine(TOGGLE);
  const foreign = new Machine(WORKFLOW).snapshot();
  const error = assertThrows(() => machine.restore(foreign), MachineRuntimeError);
  assertEquals([error.code, machine.state], ["bad_snapshot", "Off"]);
  const odd = [{}, { history: [null] }, { timers: [{}] }, { queue: [1] }, { configuration: [1] }];
  for (const part of odd) {
    const broken = Object.keys(part).length === 0 ? part : { ...machine.snapshot(), ...part };
    assertEquals(
      assertThrows(() => machine.restore(broken as never), MachineRuntimeError).code,
      "bad_snapshot",
    );
  }
});

Deno.test("restore() throws bad_snapshot when the states cannot be active together, and changes nothing", () => {
  const region = (name: string): State => ({ name, states: [{ name: `${name}1` }, { name: `${name}2` }] });
  const both = definitionOf([{ name: "P", parallel: { states: [region("X"), region("Y")] } }]);
  const machine = new Machine(both, { context: { count: 1 } });
  const snapshot = { ...machine.snapshot(), context: { count: 2 } };
  const broken = [
    { configuration: ["Root", "P", "X", "X1"] },
    { configuration: ["Root", "P", "X", "X1", "X2", "Y", "Y1"] },
  ];
  for (const part of broken) {
    const error = assertThrows(() => machine.restore({ ...snapshot, ...part }), MachineRuntimeError);
    assertEquals(error.code, "bad_snapshot");
    assertMatch(error.message, /cannot be active together/);
  }
  assertEquals([machine.state, machine.context], ["X1|Y1", { count: 1 }]);
  machine.restore({ ...snapshot, configuration: ["Y2", "X1", "X1"] });
  assertEquals([machine.state, machine.context], ["X1|Y2", { count: 2 }]);
});

Deno.test("restore() throws bad_snapshot when a state is to remember what it cannot", () => {
  const machine = new Machine(definitionOf([
    { name: "A", states: [{ name: "A1" }, { name: "A2" }, { name: "H", kind: "history" }] },
    { name: "B" },
  ]));
  const snapshot = machine.snapshot();
  for (const [state, ...active] of [["A", "A1"], ["H", "B"], ["H"], ["H", "A1", "A2"], ["H", "H"]]) {
    const history = [{ state: state ?? "", active }];
    const error = assertThrows(() => machine.restore({ ...snapshot, history }), MachineRuntimeError);
    assertMatch(error.message, /remember what it cannot/);
  }
  machine.restore({ ...snapshot, history: [{ state: "H", active: ["A2"] }] });
  machine.setState("H");
  assertEquals(machine.state, "A2");
});

Deno.test("can() called by a guard's function leaves the guard its payload", () => {
  const machine: Machine = new Machine(
    definitionOf([
      {
        name: "A",
        transitions: [
          { event: "go", nextState: "B", condition: "probe() and n == 1" },
          { event: "back", condition: "n == 2" },
        ],
      },
      { name: "B" },
    ]),
    { functions: { probe: () => machine.can("back", { n: 2 }) } },
  );
  assertEquals(machine.send("go", { n: 1 }).to, "B");
});

Deno.test("stop() called by an action lets the step end and leaves neither timers nor raised events", () => {
  const clock = new SimulatedClock();
  const machine: Machine = new Machine(
    definitionOf([
      {
        name: "A",
        transitions: [{
          event: "go",
          nextState: "B",
          actions: [
            { code: "halt()" },
            { timerStart: { timer: "Timeout", duration: 10, repeat: 10 } },
            { raise: "back" },
          ],
        }],
      },
      { name: "B", transitions: [{ event: "back", nextState: "A" }] },
    ]),
    { clock, functions: { halt: () => machine.stop() } },
  );
  machine.send("go");
  assertEquals([machine.state, machine.done, clock.pending], ["B", true, 0]);
  machine.setState("B");
  machine.send("unheard");
  assertEquals(machine.state, "B");
});

Deno.test("snapshot() throws snapshot_too_large when the context doubles itself", () => {
  const machine = new Machine(TOGGLE);
  let doubled: unknown[] = [];
  for (let i = 0; i < 40; i++) doubled = [doubled, doubled];
  machine.context.doubled = doubled;
  assertEquals(assertThrows(() => machine.snapshot(), MachineRuntimeError).code, "snapshot_too_large");
});

Deno.test("Machine refuses a guard that gives a promise", () => {
  const machine = new Machine(
    definitionOf([{ name: "A", transitions: [{ event: "go", nextState: "B", condition: "later()" }] }, {
      name: "B",
    }]),
    { functions: { later: () => Promise.resolve(true) } },
  );
  const result = machine.send("go");
  assertEquals(result.reason, "guard refused");
  assertMatch(result.error ?? "", /promise/);
});

Deno.test("compileMachine() gives a program that machines share without sharing where they stand", () => {
  const program = compileMachine(TOGGLE);
  const [one, two] = [new Machine(program), new Machine(program)];
  one.send("go");
  assertEquals([one.state, two.state], ["On", "Off"]);
  assertInstanceOf(one, Machine);
});

/** Does a deed and tells everything that can be seen of it. */
function perform(machine: Machine, clock: SimulatedClock, deed: Deed): unknown {
  const result = "advance" in deed ? clock.advance(deed.advance) : machine.send(deed.send, deed.payload);
  const { configuration, done, context } = machine;
  return structuredClone({ result, configuration, done, context });
}

function start(definition: StateMachineDefinition): { machine: Machine; clock: SimulatedClock } | undefined {
  const clock = new SimulatedClock();
  try {
    return { machine: new Machine(definition, { clock, context: { count: 0, flag: true } }), clock };
  } catch (error) {
    assertInstanceOf(error, MachineRuntimeError);
    assertEquals(error.code, "microstep_limit");
    return undefined;
  }
}

Deno.test("restore() continues exactly as the machine that was not interrupted", () => {
  fc.assert(
    fc.property(arbitraryMachine, arbitraryWalk, fc.nat(25), (definition, walk, at) => {
      const straight = start(definition);
      const broken = start(definition);
      if (!straight || !broken) return;
      let { machine, clock } = broken;
      walk.forEach((deed, index) => {
        if (index === at) {
          const snapshot = JSON.parse(JSON.stringify(machine.snapshot()));
          clock = new SimulatedClock(1000);
          machine = new Machine(definition, { clock, snapshot, context: {} });
        }
        assertEquals(perform(machine, clock, deed), perform(straight.machine, straight.clock, deed));
      });
    }),
    runs(7, 100),
  );
});

Deno.test("Machine behaves the same with and without an observer, and on a program others have warmed", () => {
  fc.assert(
    fc.property(arbitraryMachine, arbitraryWalk, (definition, walk) => {
      const plain = start(definition);
      if (!plain) return;
      const program = compileMachine(definition);
      for (const observer of [new ObserverTrace(() => ""), undefined, undefined]) {
        const clock = new SimulatedClock();
        const context = { count: 0, flag: true };
        const machine = new Machine(program, { clock, context, ...(observer ? { observer } : {}) });
        const fresh = start(definition);
        assert(fresh);
        for (const deed of walk) {
          assertEquals(perform(machine, clock, deed), perform(fresh.machine, fresh.clock, deed));
        }
      }
    }),
    runs(11, 60),
  );
});

Deno.test("Machine is always in a whole configuration", () => {
  fc.assert(
    fc.property(arbitraryMachine, arbitraryWalk, (definition, walk) => {
      const started = start(definition);
      if (!started) return;
      const { machine, clock } = started;
      for (const deed of walk) {
        perform(machine, clock, deed);
        assertWhole(definition.state, new Set(machine.configuration));
      }
    }),
    runs(13, 100),
  );
});

/** One active child in an active composite, all regions in an active parallel state, nothing below an inactive one. */
function assertWhole(state: State, active: ReadonlySet<string>): void {
  const regions = (state.parallel?.states ?? []).filter((child) => child.kind !== "history");
  const children = (regions.length > 0 ? regions : state.states ?? []).filter((child) =>
    child.kind !== "history"
  );
  const count = children.filter((child) => active.has(child.name)).length;
  const expected = !active.has(state.name)
    ? 0
    : regions.length > 0
    ? regions.length
    : Math.min(1, children.length);
  assertEquals(count, expected, `active children of ${state.name}`);
  for (const child of children) assertWhole(child, active);
}

Deno.test("Machine tells the tags and the meta data of its active states", () => {
  const machine = new Machine({
    settings: { namespace: "n", asynchronous: false },
    events: [{ name: "E", events: [{ id: "go" }] }],
    state: {
      name: "R",
      tags: ["all"],
      states: [
        {
          name: "A",
          tags: ["busy", "all"],
          meta: { width: 3 },
          transitions: [{ event: "go", nextState: "B" }],
        },
        { name: "B" },
      ],
    },
  });
  assertEquals([machine.tags, machine.hasTag("busy"), machine.meta], [["all", "busy"], true, {
    A: { width: 3 },
  }]);
  machine.send("go");
  assertEquals([machine.tags, machine.hasTag("busy"), machine.meta], [["all"], false, {}]);
});
