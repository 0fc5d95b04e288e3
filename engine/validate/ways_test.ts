import { assertEquals } from "@std/assert";
import { findingsOf, machine, pair } from "./testing.ts";

const go = (nextState: string, more: object = {}) => ({ event: "go", nextState, ...more });
const leaf = (name: string, nextState: string, more: object = {}) => ({
  name,
  transitions: [go(nextState)],
  ...more,
});
const final = (name: string) => ({ name, kind: "final" });
const history = (name: string, more: object = {}) => ({ name, kind: "history", ...more });

/** Names with a finding of the rule. */
function named(ruleId: string, definition: unknown): string[] {
  return findingsOf(definition).filter((finding) => finding.startsWith(ruleId)).map((finding) =>
    finding.split(" ")[1]!
  );
}

/** C never completes, but A or C itself sends its completion. */
const sending = (action: object) =>
  machine({
    states: [
      leaf("A", "C", { onEntry: { actions: [action] } }),
      leaf("B", "A"),
      {
        name: "C",
        transitions: [{ event: "done.state.C", nextState: "B" }],
        states: [{ name: "C1" }],
      },
    ],
  });

const UNREACHABLE: Record<string, [unknown, string[]]> = {
  "what only a completion leads to that does not happen": [sending({ raise: "done.state.A" }), ["B"]],
  "nothing behind a completion that an action raises": [sending({ raise: "done.state.C" }), []],
  "nothing behind a completion that is the name of a timer": [
    sending({ timerStart: { timer: "done.state.C", duration: 5 } }),
    [],
  ],
  "the first child, and not the others": [machine({ states: [leaf("A", "A"), leaf("B", "A")] }), ["B"]],
  "the initial child in place of the first": [
    machine({ initial: "B", states: [leaf("A", "B"), leaf("B", "B")] }),
    ["A"],
  ],
  "a deep initial state with what lies between": [
    machine({
      initial: "C1",
      states: [leaf("A", "A"), { name: "C", states: [leaf("C0", "A"), leaf("C1", "A")] }],
    }),
    ["C0"],
  ],
  "nothing where a history state's default target is outside its parent and does not count": [
    machine({
      states: [leaf("A", "H"), {
        name: "C",
        states: [leaf("C0", "C1"), leaf("C1", "A"), history("H", { transitions: [{ nextState: "A" }] })],
      }],
    }),
    [],
  ],
  "what waits for a parallel state whose region an inner completion only bubbles to": [
    machine({
      states: [{
        name: "P",
        transitions: [{ event: "done.state.P", nextState: "Z" }],
        parallel: {
          states: [
            { name: "R1", states: [{ name: "C", states: [leaf("C0", "F"), final("F")] }] },
            { name: "R2", states: [leaf("Y", "G"), final("G")] },
          ],
        },
      }, final("Z")],
    }, { settings: { namespace: "N", asynchronous: false, completion: "bubble" } }),
    ["Z"],
  ],
  "the default children of a composite target": [
    machine({ states: [leaf("A", "C"), { name: "C", states: [leaf("C0", "C1"), leaf("C1", "A")] }] }),
    [],
  ],
  "only the named child of a composite when the target is inside": [
    machine({ states: [leaf("A", "C1"), { name: "C", states: [leaf("C0", "C1"), leaf("C1", "A")] }] }),
    ["C0"],
  ],
  "targets of an active ancestor": [
    machine({ transitions: [go("B")], states: [leaf("A", "A"), leaf("B", "A")] }),
    [],
  ],
  "only the top of a part that is out of reach": [
    machine({ states: [leaf("A", "A"), { name: "C", states: [leaf("C0", "C1"), leaf("C1", "A")] }] }),
    ["C"],
  ],
  "every region of a parallel state": [
    machine({
      states: [leaf("A", "X"), {
        name: "P",
        parallel: {
          states: [{ name: "R1", states: [leaf("X", "A")] }, { name: "R2", states: [leaf("Y", "A")] }],
        },
      }],
    }),
    [],
  ],
  "not the children beside regions": [
    machine({
      states: [leaf("Z", "Z")],
      parallel: {
        states: [{ name: "R1", states: [leaf("X", "X")] }, { name: "R2", states: [leaf("Y", "Y")] }],
      },
    }),
    [],
  ],
  "the target of a completion that can happen": [
    machine({
      states: [
        {
          name: "C",
          transitions: [{ event: "done.state.C", nextState: "B" }],
          states: [leaf("C0", "F"), final("F")],
        },
        leaf("B", "C"),
      ],
    }),
    [],
  ],
  "not the target of a completion that cannot happen": [
    machine({
      states: [
        { name: "C", transitions: [{ event: "done.state.C", nextState: "B" }], states: [leaf("C0", "C0")] },
        leaf("B", "C"),
      ],
    }),
    ["B"],
  ],
  "where a parallel state goes when its regions are complete": [
    machine({
      states: [{
        name: "P",
        parallel: {
          nextState: "B",
          states: [
            { name: "R1", states: [leaf("X", "F1"), final("F1")] },
            { name: "R2", states: [leaf("Y", "F2"), final("F2")] },
          ],
        },
      }, leaf("B", "P")],
    }),
    [],
  ],
  "not where a parallel state goes when a region never completes": [
    machine({
      states: [{
        name: "P",
        parallel: {
          nextState: "B",
          states: [{ name: "R1", states: [leaf("X", "F1"), final("F1")] }, {
            name: "R2",
            states: [leaf("Y", "Y")],
          }],
        },
      }, leaf("B", "P")],
    }),
    ["B"],
  ],
  "a completion that bubbles": [
    machine({
      states: [{
        name: "C",
        transitions: [{ event: "done.state.C", nextState: "B" }],
        states: [{ name: "D", states: [leaf("D0", "F"), final("F")] }],
      }, leaf("B", "C")],
    }, { settings: { namespace: "N", asynchronous: false, completion: "bubble" } }),
    [],
  ],
  "the default target of a history state": [
    machine({
      states: [leaf("A", "H"), {
        name: "C",
        states: [history("H", { transitions: [{ nextState: "C1" }] }), leaf("C0", "A"), leaf("C1", "A")],
      }],
    }),
    ["C0"],
  ],
  "the initial child of a history state's parent": [
    machine({ states: [leaf("A", "H"), { name: "C", states: [history("H"), leaf("C0", "A")] }] }),
    [],
  ],
  "the first child when initial names a history state": [
    machine({ initial: "H", states: [history("H"), leaf("A", "A")] }),
    [],
  ],
  "not a history state that nothing leads to": [machine({ states: [leaf("A", "A"), history("H")] }), ["H"]],
  "targets of event-less transitions": [
    machine({ states: [{ name: "A", transitions: [{ nextState: "B" }] }, leaf("B", "A")] }),
    [],
  ],
};

for (const [what, [definition, expected]] of Object.entries(UNREACHABLE)) {
  Deno.test(`W101 takes as reachable ${what}`, () => {
    assertEquals(named("W101", definition), expected);
  });
}

const DEAD_ENDS: Record<string, [unknown, string[]]> = {
  "a leaf without transitions": [machine({ states: [leaf("A", "B"), { name: "B" }] }), ["B"]],
  "a leaf that an ancestor leads away from": [
    machine({ transitions: [go("A")], states: [leaf("A", "B"), { name: "B" }] }),
    [],
  ],
  "a leaf that its ancestor only enters again": [
    machine({ transitions: [go("B", { condition: "x" })], states: [leaf("A", "B"), { name: "B" }] }),
    ["B"],
  ],
  "a leaf that reacts without leaving": [
    machine({ states: [leaf("A", "B"), { name: "B", transitions: [{ event: "go" }] }] }),
    [],
  ],
  "a leaf whose parent waits for its completion": [
    machine({
      states: [
        {
          name: "C",
          transitions: [{ event: "done.state.C", nextState: "A" }],
          states: [leaf("C0", "C1"), { name: "C1" }, final("F")],
        },
        leaf("A", "C"),
      ],
    }),
    ["C1"],
  ],
  "a leaf in a region whose parallel state waits for all regions": [
    machine({
      states: [{
        name: "P",
        parallel: {
          nextState: "A",
          states: [{ name: "R1", states: [{ name: "X" }] }, { name: "R2", states: [leaf("Y", "Y")] }],
        },
      }, leaf("A", "P")],
    }),
    ["X"],
  ],
  "a leaf in a region beside one that leaves the parallel state": [
    machine({
      states: [{
        name: "P",
        parallel: {
          states: [{ name: "R1", states: [{ name: "X" }] }, { name: "R2", states: [leaf("Y", "A")] }],
        },
      }, leaf("A", "P")],
    }),
    [],
  ],
  "a region without states": [
    machine({ parallel: { states: [{ name: "R1" }, { name: "R2", states: [leaf("Y", "Y")] }] } }),
    [],
  ],
  "a final state": [machine({ states: [leaf("A", "F"), final("F")] }), []],
  "a state that cannot be reached": [machine({ states: [leaf("A", "A"), { name: "B" }] }), []],
};

for (const [what, [definition, expected]] of Object.entries(DEAD_ENDS)) {
  Deno.test(`W104 ${expected.length > 0 ? "finds" : "passes over"} ${what}`, () => {
    assertEquals(named("W104", definition), expected);
  });
}

const bubble = { settings: { namespace: "N", asynchronous: false, completion: "bubble" } };
const nested = (more: object = {}) => ({ name: "C", states: [leaf("C0", "F"), final("F")], ...more });
const regions = (more: object, parallel: object = {}) => ({
  name: "P",
  ...more,
  parallel: { ...parallel, states: [nested(), { name: "R2", states: [leaf("Y", "Y")] }] },
});

const COMPLETIONS: Record<string, [unknown, string[]]> = {
  "a final state at the top": [machine({ states: [leaf("A", "F"), final("F")] }), []],
  "a final state whose parent's completion is awaited": [
    machine({ transitions: [{ event: "done.state.C", nextState: "C" }], states: [nested()] }),
    [],
  ],
  "a completion that bubbles to the root": [
    machine({ states: [{ name: "B", states: [nested()] }] }, bubble),
    [],
  ],
  "a completion that does not bubble": [machine({ states: [{ name: "B", states: [nested()] }] }), ["F"]],
  "a completion that bubbles to a region and no further": [
    machine({
      states: [{
        name: "P",
        transitions: [{ event: "done.state.P", nextState: "P" }],
        parallel: {
          states: [{ name: "R1", states: [nested()] }, {
            name: "R2",
            states: [leaf("Y", "G"), final("G")],
          }],
        },
      }],
    }, bubble),
    ["F"],
  ],
  "a completion that bubbles to a region where it is awaited": [
    machine({
      parallel: {
        states: [{
          name: "R1",
          transitions: [{ event: "done.state.R1", nextState: "C" }],
          states: [nested()],
        }, { name: "R2", states: [leaf("Y", "Y")] }],
      },
    }, bubble),
    [],
  ],
  "a region of the root": [machine({ parallel: regions({}).parallel }), []],
  "a region of a parallel state that goes on": [machine({ states: [regions({}, { nextState: "P" })] }), []],
  "a region of a parallel state whose completion is awaited": [
    machine({ states: [regions({ transitions: [{ event: "done.state.P", nextState: "P" }] })] }),
    [],
  ],
  "a region of a parallel state that nobody waits for": [machine({ states: [regions({})] }), ["F"]],
};

for (const [what, [definition, expected]] of Object.entries(COMPLETIONS)) {
  Deno.test(`W110 ${expected.length > 0 ? "finds" : "passes over"} ${what}`, () => {
    assertEquals(named("W110", definition), expected);
  });
}

Deno.test("W104 takes a completion that an action raises for a way out", () => {
  assertEquals(named("W104", sending({ raise: "done.state.C" })), []);
  assertEquals(named("W104", sending({ raise: "done.state.A" })), ["C1"]);
});

const timers = (...list: object[]) => ({ events: [{ name: "S", events: [{ id: "go" }], timers: list }] });
const start = { onEntry: { actions: [{ timerStart: { timer: "Late", duration: 5 } }] } };

Deno.test("W105 finds a timer that no action starts", () => {
  const definition = machine({ states: pair() }, timers({ id: "late", name: "Late" }));
  assertEquals(findingsOf(definition), ["W105 late /events/0/timers/0"]);
});

Deno.test("W105 finds a timer that no transition waits for", () => {
  const definition = machine({ states: pair(start) }, timers({ id: "late", name: "Late" }));
  assertEquals(findingsOf(definition), ["W105 late /events/0/timers/0"]);
});

Deno.test("W105 finds an event that is raised and awaited by nobody", () => {
  const events = { events: [{ name: "S", events: [{ id: "go" }, { id: "x" }] }] };
  const definition = machine({ states: pair({ onEntry: { actions: [{ raise: "x" }] } }) }, events);
  assertEquals(findingsOf(definition), ["W105 x /events/0/events/1"]);
});
