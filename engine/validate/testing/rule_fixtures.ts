import { machine, pair } from "../testing.ts";

/** The smallest document with exactly one finding, and its clean twin. */
export interface RuleFixture {
  /** The one finding of `dirty`, as `findingsOf` writes it. */
  readonly finding: string;
  /** What has it. */
  readonly dirty: unknown;
  /** What has none. */
  readonly clean: unknown;
}

const CLEAN = machine({ states: pair() });
const go = (nextState: string, more: object = {}) => ({ event: "go", nextState, ...more });
const sources = (more: object) => ({ events: [{ name: "S", ...more }] });
const timed = { events: [{ name: "S", events: [{ id: "go" }], timers: [{ id: "late", name: "Late" }] }] };
const onLate = { onEntry: { actions: [{ timerStart: { timer: "Late", duration: 5 } }] } };
const late = { event: "late", nextState: "A" };
const region = (name: string, ...inner: string[]) => ({ name, states: [cycle(inner)].flat() });
const cycle = (names: readonly string[]) =>
  names.map((name, index) => ({ name, transitions: [go(names[(index + 1) % names.length]!)] }));
const parallel = (...states: object[]) => machine({ parallel: { states } });

const paid = { event: "done.invoke.pay", nextState: "B" };
const forked = (further: string) =>
  machine({
    states: [
      { name: "A", transitions: [go("B", { nextStates: [further] })] },
      { name: "P", parallel: { states: [region("R1", "B", "C"), region("R2", "D")] } },
    ],
  });

const ONE_MORE = [{ code: "count += 1" }];
const counting = (a: object, more: object = {}) =>
  machine({ states: pair(a) }, {
    events: [{ name: "S", events: [{ id: "go", parameters: [{ name: "max", type: "int" }] }] }],
    settings: {
      namespace: "N",
      asynchronous: false,
      data: [{ name: "count", type: "integer", maximum: 10, ...more }],
    },
  });

/** One fixture for each rule, by its id. */
export const RULE_FIXTURES: Readonly<Record<string, RuleFixture>> = {
  V001: { finding: "V001 - ", dirty: { ...CLEAN, state: undefined }, clean: CLEAN },
  V002: {
    finding: "V002 B /state/states/2/name",
    dirty: machine({ states: [...pair(), pair()[1]] }),
    clean: CLEAN,
  },
  V003: {
    finding: "V003 go /events/0/events/1/id",
    dirty: machine({ states: pair() }, sources({ events: [{ id: "go" }, { id: "go" }] })),
    clean: CLEAN,
  },
  V004: {
    finding: "V004 go /events/0/timers/0/id",
    dirty: machine(
      { states: pair(onLate) },
      sources({ events: [{ id: "go" }], timers: [{ id: "go", name: "Late" }] }),
    ),
    clean: machine({ states: pair(onLate, { transitions: [go("A"), late] }) }, timed),
  },
  V005: {
    finding: "V005 A /state/states/0/transitions/1/event",
    dirty: machine({ states: pair({ transitions: [go("B"), { event: "went", nextState: "B" }] }) }),
    clean: CLEAN,
  },
  V006: {
    finding: "V006 A /state/states/0/transitions/1/nextState",
    dirty: machine({ states: pair({ transitions: [go("B", { condition: "x" }), go("C")] }) }),
    clean: machine({ states: pair({ transitions: [go("B", { condition: "x" }), go("A")] }) }),
  },
  V007: {
    finding: "V007 B /state/states/1/transitions",
    dirty: machine({ states: pair({}, { kind: "final" }) }),
    clean: machine({ states: pair({}, { kind: "final", transitions: [] }) }),
  },
  V008: {
    finding: "V008 B /state/states/1/states",
    dirty: machine({ states: [pair()[0], { name: "B", kind: "final", states: cycle(["C"]) }] }),
    clean: machine({ states: [pair()[0], { name: "B", states: cycle(["C"]) }] }),
  },
  V009: {
    finding: "V009 Root /state/states/0",
    dirty: machine({ states: [{ name: "B", kind: "final" }], transitions: [go("B")] }),
    clean: machine({ states: [...pair().slice(0, 1), { name: "B", kind: "final" }] }),
  },
  V010: {
    finding: "V010 Root /state/parallel/states",
    dirty: parallel(region("R1", "A")),
    clean: parallel(region("R1", "A"), region("R2", "B")),
  },
  V011: {
    finding: "V011 A /state/parallel/states/0/states/0/transitions/0/nextState",
    dirty: parallel(
      { name: "R1", states: [{ name: "A", transitions: [go("B")] }] },
      region("R2", "B"),
    ),
    clean: parallel(region("R1", "A"), region("R2", "B")),
  },
  V012: {
    finding: "V012 B /state/states/1/states",
    dirty: machine({ states: pair({}, { states: [] }) }),
    clean: CLEAN,
  },
  V013: {
    finding: "V013 - /events",
    dirty: machine({
      states: [{ name: "A", transitions: [{ nextState: "B" }] }, { name: "B", kind: "final" }],
    }, {
      events: [],
    }),
    clean: CLEAN,
  },
  V014: {
    finding: "V014 A /state/states/0/onExit/actions/0/timerStop",
    dirty: machine({ states: pair({ onExit: { actions: [{ timerStop: "Late" }] } }) }),
    clean: machine({
      states: pair({ ...onLate, onExit: { actions: [{ timerStop: "Late" }] } }, {
        transitions: [go("A"), late],
      }),
    }, timed),
  },
  W101: {
    finding: "W101 C /state/states/2",
    dirty: machine({ states: [...pair(), { name: "C", transitions: [go("A")] }] }),
    clean: machine({
      states: [...pair({ transitions: [go("B", { condition: "x" }), go("C")] }), ...cycle(["C"])],
    }),
  },
  W102: {
    finding: "W102 A /state/states/0/transitions/1",
    dirty: machine({ states: pair({ transitions: [go("B"), go("A", { condition: "x" })] }) }),
    clean: machine({ states: pair({ transitions: [go("A", { condition: "x" }), go("B")] }) }),
  },
  W103: {
    finding: "W103 A /state/states/0/transitions/1",
    dirty: machine({ states: pair({ transitions: [go("B"), go("A")] }) }),
    clean: machine({ states: pair({ transitions: [go("B", { condition: "x" }), go("A")] }) }),
  },
  W104: {
    finding: "W104 B /state/states/1",
    dirty: machine({ states: [pair()[0], { name: "B" }] }),
    clean: machine({ states: [pair()[0], { name: "B", kind: "final" }] }),
  },
  W105: {
    finding: "W105 stop /events/0/events/1",
    dirty: machine({ states: pair() }, sources({ events: [{ id: "go" }, { id: "stop" }] })),
    clean: CLEAN,
  },
  W106: {
    finding: "W106 A /state/states/0/transitions/0/condition",
    dirty: machine({ states: pair({ transitions: [go("B", { condition: "a +" })] }) }),
    clean: machine({ states: pair({ transitions: [go("B", { condition: "a + 1" })] }) }),
  },
  W107: {
    finding: "W107 _B /state/states/2/name",
    dirty: machine({
      states: [...pair({ transitions: [go("B", { condition: "x" }), go("_B")] }), ...cycle(["_B"])],
    }),
    clean: machine({
      states: [...pair({ transitions: [go("B", { condition: "x" }), go("C")] }), ...cycle(["C"])],
    }),
  },
  W108: {
    finding: "W108 A /state/states/0/transition",
    dirty: machine({ states: pair({ transition: [] }) }),
    clean: CLEAN,
  },
  W109: {
    finding: "W109 Root /state/states",
    dirty: machine({ states: cycle(["C"]), parallel: { states: [region("R1", "A"), region("R2", "B")] } }),
    clean: parallel(region("R1", "A"), region("R2", "B")),
  },
  W110: {
    finding: "W110 F /state/states/0/states/1",
    dirty: machine({
      states: [{ name: "C", states: [{ name: "A", transitions: [go("F")] }, { name: "F", kind: "final" }] }],
    }),
    clean: machine({
      states: [{
        name: "C",
        transitions: [{ event: "done.state.C", nextState: "C" }],
        states: [{ name: "A", transitions: [go("F")] }, { name: "F", kind: "final" }],
      }],
    }),
  },
  W111: {
    finding: "W111 A /state/states/0/transitions/0/action",
    dirty: machine({ states: pair({ transitions: [go("B", { action: { code: "f()" } })] }) }),
    clean: machine({ states: pair({ transitions: [go("B", { actions: [{ code: "f()" }] })] }) }),
  },
  W112: {
    finding: "W112 Root /state/initial",
    dirty: machine({ initial: "Root", states: pair() }),
    clean: machine({ initial: "B", states: pair() }),
  },
  W113: {
    finding: "W113 A /state/states/0/history",
    dirty: machine({ states: pair({ history: "deep" }) }),
    clean: CLEAN,
  },
  W114: {
    finding: "W114 A /state/states/0/onEntry/actions/0/timerStart/duration",
    dirty: machine({
      states: pair({ onEntry: { actions: [{ timerStart: { timer: "Late", duration: "-5" } }] } }, {
        transitions: [go("A"), late],
      }),
    }, timed),
    clean: machine({ states: pair(onLate, { transitions: [go("A"), late] }) }, timed),
  },
  W115: {
    finding: "W115 A /state/states/0/transitions/1",
    dirty: machine({
      states: pair({ transitions: [go("B"), { nextState: "B" }] }, {
        transitions: [go("A"), { nextState: "A" }],
      }),
    }),
    clean: machine({
      states: pair({ transitions: [go("B"), { nextState: "B" }] }, {
        transitions: [go("A"), { nextState: "A", condition: "again" }],
      }),
    }),
  },
  W117: {
    finding: "W117 A /state/states/0/transitions/1/event",
    dirty: machine({ states: pair({ transitions: [go("B"), paid] }) }),
    clean: machine({
      states: pair({ invoke: [{ id: "pay", task: "charge" }], transitions: [go("B"), paid] }),
    }),
  },
  W118: {
    finding: "W118 A /state/states/0/invoke/0",
    dirty: machine({ states: pair({ invoke: [{ id: "pay" }] }) }),
    clean: machine({ states: pair({ invoke: [{ id: "pay", machine: "pay.smdf.json" }] }) }),
  },
  W119: {
    finding: "W119 B /state/states/1/transitions",
    dirty: machine({
      states: pair({}, { kind: "choice", transitions: [{ condition: "x", nextState: "A" }] }),
    }),
    clean: machine({ states: pair({}, { kind: "choice", transitions: [{ nextState: "A" }] }) }),
  },
  W120: {
    finding: "W120 A /state/states/0/transitions/0/after",
    dirty: machine({ states: pair({ transitions: [go("B", { after: 5 })] }) }),
    clean: machine({ states: pair({ transitions: [go("B"), { after: 5, nextState: "B" }] }) }),
  },
  W121: {
    finding: "W121 A /state/states/0/transitions/0/condition",
    dirty: counting({ transitions: [go("B", { condition: "count < limit" })] }),
    clean: counting({ transitions: [go("B", { condition: "count < max" })] }),
  },
  W122: {
    finding: "W122 A /state/states/0/transitions/0/condition",
    dirty: counting({ transitions: [go("B", { condition: "count < 'a'" })] }),
    clean: counting({ transitions: [go("B", { condition: "count < 1" })] }),
  },
  W123: {
    finding: "W123 A /state/states/0/onEntry/actions/0/code",
    dirty: counting({ onEntry: { actions: [{ code: "count = 11" }] } }),
    clean: counting({ onEntry: { actions: [{ code: "count = 10" }] } }),
  },
  W124: {
    finding: "W124 count /settings/data/0/initial",
    dirty: counting({ onEntry: { actions: ONE_MORE } }, { initial: "1" }),
    clean: counting({ onEntry: { actions: ONE_MORE } }, { initial: 1 }),
  },
  W125: {
    finding: "W125 count /settings/data/0",
    dirty: counting({}),
    clean: counting({ onEntry: { actions: ONE_MORE } }),
  },
  W126: {
    finding: "W126 A /state/states/0/onEntry/actions/0",
    dirty: machine({ states: pair({ ...onLate, transitions: [go("B"), late] }) }, timed),
    clean: machine({
      states: pair({ ...onLate, onExit: { actions: [{ timerStop: "Late" }] }, transitions: [go("B"), late] }),
    }, timed),
  },
  W127: {
    finding: "W127 A /state/states/0/transitions/0/nextStates/0",
    dirty: forked("C"),
    clean: forked("D"),
  },
};
