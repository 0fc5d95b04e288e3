import { assertEquals, assertStringIncludes } from "@std/assert";
import { enrich } from "../model.ts";
import { findingsOf, machine, pair } from "./testing.ts";
import { validate } from "./validate.ts";

const go = (nextState: string, more: object = {}) => ({ event: "go", nextState, ...more });
const leaf = (name: string, nextState: string, more: object = {}) => ({
  name,
  transitions: [go(nextState)],
  ...more,
});
const region = (name: string, ...states: object[]) => ({ name, states });
const source = (...events: string[]) => ({ events: [{ name: "S", events: events.map((id) => ({ id })) }] });

/** Only the findings of the rule. */
function of(ruleId: string, definition: unknown): string[] {
  return findingsOf(definition).filter((finding) => finding.startsWith(ruleId));
}

/** What each document has of the rule in front. */
const CASES: Record<string, [string, unknown, string[]]> = {
  "V002 finds each repeat, in regions too": [
    "V002",
    machine({ states: pair(), parallel: { states: [{ name: "A" }, { name: "A" }] } }),
    ["V002 A /state/parallel/states/0/name", "V002 A /state/parallel/states/1/name"],
  ],
  "V004 finds repeated timer names": [
    "V004",
    machine({ states: pair() }, {
      events: [{ name: "S", timers: [{ id: "a", name: "T" }, { id: "b", name: "T" }] }],
    }),
    ["V004 b /events/0/timers/1/name"],
  ],
  "V004 finds repeated timer ids": [
    "V004",
    machine({ states: pair() }, {
      events: [{ name: "S", timers: [{ id: "a", name: "T" }, { id: "a", name: "U" }] }],
    }),
    ["V004 a /events/0/timers/1/id"],
  ],
  "V005 passes over event-less transitions": [
    "V005",
    machine({ states: [{ name: "A", transitions: [{}, { event: "" }] }] }),
    [],
  ],
  "V005 passes over the completion of a composite": [
    "V005",
    machine({ transitions: [{ event: "done.state.C" }], states: [{ name: "C", states: pair() }] }),
    [],
  ],
  "V005 finds the completion of a state that does not exist": [
    "V005",
    machine({ transitions: [{ event: "done.state.X" }], states: pair() }),
    ["V005 Root /state/transitions/0/event"],
  ],
  "V005 finds the completion of a leaf": [
    "V005",
    machine({ transitions: [{ event: "done.state.A" }], states: pair() }),
    ["V005 Root /state/transitions/0/event"],
  ],
  "V005 passes over the completion of a leaf that a source declares": [
    "V005",
    machine({ transitions: [{ event: "done.state.A" }], states: pair() }, source("go", "done.state.A")),
    [],
  ],
  "V005 passes over a timer's id": [
    "V005",
    machine({ transitions: [{ event: "late" }], states: pair() }, {
      events: [{ name: "S", events: [{ id: "go" }], timers: [{ id: "late", name: "Late" }] }],
    }),
    [],
  ],
  "V005 finds a raised event that is not declared": [
    "V005",
    machine({ onExit: { actions: [{ raise: "x" }] }, states: pair() }),
    ["V005 Root /state/onExit/actions/0/raise"],
  ],
  "V006 finds where a parallel state goes": [
    "V006",
    machine({
      parallel: { nextState: "X", states: [region("R1", leaf("A", "A")), region("R2", leaf("B", "B"))] },
    }),
    ["V006 Root /state/parallel/nextState"],
  ],
  "V006 passes over an empty target": [
    "V006",
    machine({ states: pair({ transitions: [{ event: "go", nextState: "" }] }) }),
    [],
  ],
  "V006 does not take the language's own members for states": [
    "V006",
    machine({ states: pair({ transitions: [go("toString")] }) }),
    ["V006 A /state/states/0/transitions/0/nextState"],
  ],
  "V008 finds a final state with regions": [
    "V008",
    machine({ states: [leaf("A", "F"), { name: "F", kind: "final", parallel: { states: [] } }] }),
    ["V008 F /state/states/1/parallel"],
  ],
  "V009 looks at the initial child, not at the first": [
    "V009",
    machine({ initial: "F", states: [leaf("A", "F"), { name: "F", kind: "final" }] }),
    ["V009 Root /state/initial"],
  ],
  "V009 passes over a final first child that is not the initial one": [
    "V009",
    machine({ initial: "A", states: [{ name: "F", kind: "final" }, leaf("A", "F")] }),
    [],
  ],
  "V009 skips a history child in front": [
    "V009",
    machine({ states: [{ name: "H", kind: "history" }, leaf("A", "H")] }),
    [],
  ],
  "V009 finds a composite with history states only": [
    "V009",
    machine({ states: [{ name: "H", kind: "history" }] }),
    ["V009 Root /state/states"],
  ],
  "V010 finds an empty region": [
    "V010",
    machine({ parallel: { states: [region("R1", leaf("A", "A")), { name: "R2" }] } }),
    ["V010 R2 /state/parallel/states/1"],
  ],
  "V010 passes over a region of nested regions": [
    "V010",
    machine({
      parallel: {
        states: [
          region("R1", leaf("A", "A")),
          { name: "R2", parallel: { states: [region("Q1", leaf("B", "B")), region("Q2", leaf("C", "C"))] } },
        ],
      },
    }),
    [],
  ],
  "V010 does not count a history state as a region": [
    "V010",
    machine({ parallel: { states: [region("R1", leaf("A", "A")), { name: "H", kind: "history" }] } }),
    ["V010 Root /state/parallel/states"],
  ],
  "V010 finds a parallel state without a list": ["V010", machine({ parallel: {} }), [
    "V010 Root /state/parallel",
  ]],
  "V011 looks at every depth": [
    "V011",
    machine({
      parallel: {
        states: [region("R1", { name: "C", states: [leaf("A", "B")] }), region("R2", leaf("B", "B"))],
      },
    }),
    ["V011 A /state/parallel/states/0/states/0/states/0/transitions/0/nextState"],
  ],
  "V011 looks at the region's own transitions": [
    "V011",
    machine({
      parallel: {
        states: [region("R1", leaf("A", "A")), { ...region("R2", leaf("B", "B")), transitions: [go("A")] }],
      },
    }),
    ["V011 R2 /state/parallel/states/1/transitions/0/nextState"],
  ],
  "V011 passes over the region itself and where the parallel state goes": [
    "V011",
    machine({
      states: [leaf("Z", "P"), {
        name: "P",
        parallel: { nextState: "Z", states: [region("R1", leaf("A", "R1")), region("R2", leaf("B", "Z"))] },
      }],
    }),
    [],
  ],
  "V011 passes over a target inside a nested region": [
    "V011",
    machine({
      parallel: {
        states: [
          region("R1", leaf("A", "B"), {
            name: "P",
            parallel: { states: [region("Q1", leaf("B", "B")), region("Q2", leaf("C", "C"))] },
          }),
          region("R2", leaf("D", "D")),
        ],
      },
    }),
    [],
  ],
  "V012 finds a root without anything inside": ["V012", machine({}), ["V012 Root /state"]],
  "V012 passes over an empty list beside regions": [
    "V012",
    machine({
      states: [],
      parallel: { states: [region("R1", leaf("A", "A")), region("R2", leaf("B", "B"))] },
    }),
    [],
  ],
  "V013 finds a missing list": ["V013", { ...machine({ states: pair() }), events: undefined }, [
    "V013 - ",
  ]],
  "V014 looks at entry, exit and transition actions": [
    "V014",
    machine({
      states: pair({
        onEntry: { actions: [{ timerStart: { timer: "X", duration: 1 } }] },
        transitions: [go("B", { actions: [{ timerStop: "Y" }] })],
      }),
    }),
    [
      "V014 A /state/states/0/onEntry/actions/0/timerStart/timer",
      "V014 A /state/states/0/transitions/0/actions/0/timerStop",
    ],
  ],
  "V014 wants the timer's name, not its id": [
    "V014",
    machine({ states: pair({ onExit: { actions: [{ timerStop: "late" }] } }) }, {
      events: [{ name: "S", events: [{ id: "go" }], timers: [{ id: "late", name: "Late" }] }],
    }),
    ["V014 A /state/states/0/onExit/actions/0/timerStop"],
  ],
  "W102 finds a repeated guard, whatever space stands around it": [
    "W102",
    machine({ states: pair({ transitions: [go("B", { condition: "x" }), go("A", { condition: " x " })] }) }),
    ["W102 A /state/states/0/transitions/1"],
  ],
  "W102 finds the repeat of any earlier guard": [
    "W102",
    machine({
      states: pair({ transitions: ["x", "y", "y", "x"].map((condition) => go("B", { condition })) }),
    }),
    ["W102 A /state/states/0/transitions/2", "W102 A /state/states/0/transitions/3"],
  ],
  "W102 passes over what other states do on the event": [
    "W102",
    machine({ states: pair({}, { transitions: [go("A", { condition: "x" })] }) }),
    [],
  ],
  "W102 passes over other events": [
    "W102",
    machine({ states: pair({ transitions: [go("B"), { event: "x", nextState: "A", condition: "x" }] }) }),
    [],
  ],
  "W103 looks at event-less transitions too": [
    "W103",
    machine({ states: pair({ transitions: [{ nextState: "B" }, { nextState: "A" }] }) }),
    ["W103 A /state/states/0/transitions/1"],
  ],
  "W112 passes over a deep descendant": [
    "W112",
    machine({ initial: "B", states: [{ name: "C", states: pair() }] }),
    [],
  ],
  "W112 finds a state elsewhere, and an initial beside regions": [
    "W112",
    machine({
      initial: "R1",
      parallel: { states: [{ ...region("R1", leaf("A", "A")), initial: "B" }, region("R2", leaf("B", "B"))] },
    }),
    ["W112 Root /state/initial", "W112 R1 /state/parallel/states/0/initial"],
  ],
  "W113 finds a history state that is the root": [
    "W113",
    machine({ kind: "history", states: pair() }),
    ["W113 Root /state/kind"],
  ],
  "W113 finds a history state with states inside": [
    "W113",
    machine({ states: [...pair(), { name: "H", kind: "history", states: [{ name: "X" }] }] }),
    ["W113 H /state/states/2/states"],
  ],
  "W113 finds a history state that waits for an event": [
    "W113",
    machine({ states: [...pair(), { name: "H", kind: "history", transitions: [go("A")] }] }),
    ["W113 H /state/states/2/transitions/0/event"],
  ],
  "W113 finds a default target outside the history state's parent": [
    "W113",
    machine({
      states: [...pair(), {
        name: "C",
        states: [{ name: "X" }, { name: "H", kind: "history", transitions: [{ nextState: "A" }] }],
      }],
    }),
    ["W113 H /state/states/2/states/1/transitions/0/nextState"],
  ],
  "W113 passes over a default target at any depth of the history state's parent": [
    "W113",
    machine({
      states: [...pair(), {
        name: "C",
        states: [{ name: "X", states: [{ name: "Y" }] }, {
          name: "H",
          kind: "history",
          transitions: [{ nextState: "Y" }],
        }],
      }],
    }),
    [],
  ],
  "W113 finds a second history state of the same depth": [
    "W113",
    machine({
      states: [
        ...pair(),
        { name: "H", kind: "history" },
        { name: "D", kind: "history", history: "deep" },
        { name: "I", kind: "history", history: "shallow" },
      ],
    }),
    ["W113 I /state/states/4"],
  ],
  "W114 finds a timer without a name": [
    "W114",
    machine({ onEntry: { actions: [{ timerStart: { duration: 5 } }] }, states: pair() }),
    ["W114 Root /state/onEntry/actions/0/timerStart"],
  ],
  "W114 finds an event-less transition that never ends": [
    "W114",
    machine({
      states: pair({ transitions: [{ actions: [{ code: "f()" }] }] }, { transitions: [{ nextState: "B" }] }),
    }),
    ["W114 A /state/states/0/transitions/0", "W114 B /state/states/1/transitions/0"],
  ],
  "W114 passes over event-less transitions that end": [
    "W114",
    machine({ states: pair({ transitions: [{ condition: "x" }, { nextState: "B" }] }) }),
    [],
  ],
};

for (const [what, [ruleId, definition, expected]] of Object.entries(CASES)) {
  Deno.test(what, () => {
    assertEquals(of(ruleId, definition), expected);
  });
}

const DURATIONS: [unknown, boolean][] = [
  [5, true],
  ["5", true],
  ["0x10", true],
  ["", true],
  ["seconds * 1000", true],
  ["-x", true],
  [-1, false],
  ["-1", false],
  ["Infinity", false],
  ["5s", false],
  ["5 seconds", false],
  ["'5'", false],
  ["true", false],
];

const REPEATS: [unknown, boolean][] = [[5, true], ["n", true], ["", true], [0, false], ["0", false], [
  " ",
  false,
], [-1, false]];

for (const [repeat, works] of REPEATS) {
  Deno.test(`W114 ${works ? "passes over" : "finds"} the repeat ${JSON.stringify(repeat)}`, () => {
    const onEntry = { actions: [{ timerStart: { timer: "Late", duration: 5, repeat } }] };
    const found = of("W114", machine({ onEntry, states: pair() }));
    assertEquals(found, works ? [] : ["W114 Root /state/onEntry/actions/0/timerStart/repeat"]);
  });
}

for (const [duration, works] of DURATIONS) {
  Deno.test(`W114 ${works ? "passes over" : "finds"} the duration ${JSON.stringify(duration)}`, () => {
    const onEntry = { actions: [{ timerStart: { timer: "Late", duration } }] };
    const found = of("W114", machine({ onEntry, states: pair() }));
    assertEquals(found, works ? [] : ["W114 Root /state/onEntry/actions/0/timerStart/duration"]);
  });
}

Deno.test("W109 says where the history of a parallel state belongs", () => {
  const parallel = { states: [{ name: "R1", states: pair() }, { name: "R2", states: [{ name: "C" }] }] };
  const finding = (states: object[]) =>
    validate(enrich(machine({ states, parallel }))).find(({ ruleId }) => ruleId === "W109")?.message ?? "";
  assertStringIncludes(
    finding([{ name: "H", kind: "history" }]),
    'move it to "parallel.states", beside the regions',
  );
  assertStringIncludes(finding([{ name: "X" }]), "move its states into a region");
});
