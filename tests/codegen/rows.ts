/**
 * One vector for each way in which generated code once went wrong: what broke, as a machine and a walk.
 *
 * @module
 */
import type { StateMachineDefinition } from "@loom/protocol";
import type { Step, Vector } from "../conformance/format.ts";

const events = (...ids: string[]) => [{ name: "All", events: ids.map((id) => ({ id })) }];
const settings = { namespace: "Rows", name: "Row", asynchronous: false };

function row(name: string, about: string, definition: object, steps: readonly Step[]): Vector {
  return { name, about, definition: { settings, ...definition } as StateMachineDefinition, steps };
}

function walk(...ways: readonly (readonly [event: string, state: string])[]): Step[] {
  return ways.map(([send, state]) => ({ send, expect: { handled: true, state } }));
}

/** Code that was wrong. */
export const CODE_ROWS: readonly Vector[] = [
  row("B1", "an internal transition without actions", {
    events: events("go"),
    state: { name: "R", states: [{ name: "A", transitions: [{ event: "go" }] }] },
  }, [{ expectAtStart: { state: "A" } }, ...walk(["go", "A"])]),
  row("B2", "an unguarded transition behind another of the same event", {
    events: events("go"),
    state: {
      name: "R",
      states: [{ name: "A", transitions: [{ event: "go", nextState: "B" }, { event: "go" }] }, { name: "B" }],
    },
  }, [{ expectAtStart: { state: "A" } }, ...walk(["go", "B"])]),
  row("B3", "a guarded transition behind an unguarded one", {
    events: events("go"),
    state: {
      name: "R",
      states: [
        {
          name: "A",
          transitions: [{ event: "go", nextState: "B" }, {
            event: "go",
            nextState: "A",
            condition: "no()",
          }],
        },
        { name: "B" },
      ],
    },
  }, [{ expectAtStart: { state: "A" } }, ...walk(["go", "B"])]),
  row("B4", "a guard with quotes of every kind", {
    events: events("go"),
    state: {
      name: "R",
      states: [
        {
          name: "A",
          transitions: [{ event: "go", nextState: "B", condition: `"\\"'" == '"\\'' and "\`\${0}" != "*/"` }],
        },
        { name: "B" },
      ],
    },
  }, [{ expectAtStart: { state: "A" } }, ...walk(["go", "B"])]),
  row("B5", "a guard that asks an object of the settings", {
    settings: { ...settings, objects: [{ instance: "host", class: "Host" }] },
    events: events("go"),
    state: {
      name: "R",
      states: [{ name: "A", transitions: [{ event: "go", nextState: "B", condition: "host.can_retry()" }] }, {
        name: "B",
      }],
    },
  }, [{ expectAtStart: { state: "A" } }, ...walk(["go", "B"])]),
  row("B6", "a timer whose id and name differ", {
    events: [{ name: "Clock", timers: [{ id: "evTimeout", name: "Timeout" }] }],
    state: {
      name: "R",
      states: [
        {
          name: "A",
          onEntry: { actions: [{ timerStart: { timer: "Timeout", duration: "50" } }] },
          transitions: [{ event: "evTimeout", nextState: "B" }],
        },
        { name: "B" },
      ],
    },
  }, [
    { expectAtStart: { state: "A" } },
    { advance: 49, expect: { state: "A" } },
    { advance: 1, expect: { state: "B" } },
  ]),
  row("B7", "a composite as target", {
    events: events("go", "on"),
    state: {
      name: "R",
      states: [
        { name: "A", transitions: [{ event: "go", nextState: "B" }] },
        {
          name: "B",
          states: [{ name: "B1", transitions: [{ event: "on", nextState: "B2" }] }, { name: "B2" }],
        },
      ],
    },
  }, [{ expectAtStart: { state: "A" } }, ...walk(["go", "B1"], ["on", "B2"])]),
  row("B8", "transitions and hooks of composites and the root", {
    events: events("go", "home"),
    state: {
      name: "R",
      onEntry: { actions: [{ code: "log('R')" }] },
      transitions: [{ event: "home", nextState: "A" }],
      states: [
        {
          name: "C",
          onEntry: { actions: [{ code: "log('C')" }] },
          onExit: { actions: [{ code: "log('-C')" }] },
          transitions: [{ event: "go", nextState: "B" }],
          states: [{ name: "A" }],
        },
        { name: "B" },
      ],
    },
  }, [
    { expectAtStart: { state: "A", logIncludes: ['call log("R")', 'call log("C")'] } },
    { send: "go", expect: { handled: true, state: "B", logIncludes: ['call log("-C")'] } },
    { send: "home", expect: { handled: true, state: "A", logIncludes: ['call log("C")'] } },
  ]),
  row("B9", "a history state that comes first", {
    events: events("go"),
    state: { name: "R", states: [{ name: "H", kind: "history" }, { name: "A" }] },
  }, [{ expectAtStart: { state: "A" } }]),
  row("B10", "history as a target", {
    events: events("next", "out", "back"),
    state: {
      name: "R",
      states: [
        {
          name: "C",
          transitions: [{ event: "out", nextState: "Out" }],
          states: [
            { name: "A", transitions: [{ event: "next", nextState: "B" }] },
            { name: "B" },
            { name: "H", kind: "history" },
          ],
        },
        { name: "Out", transitions: [{ event: "back", nextState: "H" }] },
      ],
    },
  }, [{ expectAtStart: { state: "A" } }, ...walk(["next", "B"], ["out", "Out"], ["back", "B"])]),
  row("B11", "a root with regions", {
    events: events("go"),
    state: {
      name: "R",
      parallel: {
        states: [
          {
            name: "X",
            states: [{ name: "X1", transitions: [{ event: "go", nextState: "X2" }] }, { name: "X2" }],
          },
          { name: "Y", states: [{ name: "Y1" }] },
        ],
      },
    },
  }, [{ expectAtStart: { state: "X1|Y1" } }, ...walk(["go", "X2|Y1"])]),
  row("B12", "names with hyphens, spaces and other signs", {
    events: [{
      name: "All",
      feeder: "the feeder",
      events: [{ id: "price-update", parameters: [{ name: "new price", type: "float" }] }],
    }],
    settings: { ...settings, name: "1st machine", context: { class: "my context" } },
    state: {
      name: "R",
      states: [{ name: "wait for-it", transitions: [{ event: "price-update", nextState: "9 lives" }] }, {
        name: "9 lives",
      }],
    },
  }, [{ expectAtStart: { state: "wait for-it" } }, ...walk(["price-update", "9 lives"])]),
  row("B13", "guards and actions in the other language's spelling", {
    events: events("go", "on"),
    state: {
      name: "R",
      onEntry: {
        actions: [{ code: "found = add(a=1, b=2) if_absent" }, { code: "n = 1; log(n, level='info')" }],
      },
      states: [
        {
          name: "A",
          transitions: [{ event: "go", nextState: "B", condition: "n not in [2, 3] and not False" }],
        },
        {
          name: "B",
          transitions: [{ event: "on", nextState: "A", condition: "!(n === 2) && n !== null || false" }],
        },
      ],
    },
  }, [
    { expectAtStart: { state: "A", logIncludes: ['call log(1,{"level":"info"})'] } },
    ...walk(["go", "B"], ["on", "A"]),
  ]),
  row("B14", "a timer without a duration", {
    events: [{ name: "Clock", timers: [{ id: "late", name: "T" }] }],
    state: {
      name: "R",
      states: [
        {
          name: "A",
          onEntry: { actions: [{ timerStart: { timer: "T", duration: "" } }] },
          transitions: [{ event: "late", nextState: "B" }],
        },
        { name: "B" },
      ],
    },
  }, [{ expectAtStart: { state: "A" } }, { advance: 0, expect: { state: "B" } }]),
  row("B17", "several statements in one action", {
    settings: { ...settings, objects: [{ instance: "host", class: "Host" }] },
    events: events("go"),
    state: {
      name: "R",
      states: [{
        name: "A",
        transitions: [{ event: "go", actions: [{ code: "host.ping(1); host.ping(2)\nn = 3" }] }],
      }],
    },
  }, [
    { expectAtStart: { state: "A" } },
    {
      send: "go",
      expect: { handled: true, context: { n: 3 }, logIncludes: ["call host.ping(1)", "call host.ping(2)"] },
    },
  ]),
  row("B19", "a state by the name of a member of every object", {
    events: events("go"),
    state: { name: "R", states: [{ name: "A" }] },
  }, [{ expectAtStart: { state: "A" } }, { setState: "toString", throws: "Unknown state" }]),
];

const stops = [
  "Current",
  "Previous",
  "Next",
  "History",
  "Kind",
  "Row",
  "A_B",
  "AB",
  "A-B",
  "AbC",
  "ab_c",
  "R1",
];

/** Names that met something else. */
export const NAME_ROWS: readonly Vector[] = [
  row("states", "called like members, imports, the machine and each other", {
    events: events("go"),
    state: {
      name: "R",
      states: stops.map((name, index) => ({
        name,
        transitions: [{ event: "go", nextState: stops[(index + 1) % stops.length] }],
      })),
    },
  }, [
    { expectAtStart: { state: "Current" } },
    ...walk(...stops.map((_, index) => ["go", stops[(index + 1) % stops.length] ?? ""] as const)),
  ]),
  row("events", "called like hooks, words and each other", {
    events: [{
      name: "All",
      feeder: "RowContext",
      events: ["end", "entry", "exit", "import", "constructor", "context", "orderPlaced", "order_placed"].map(
        (id) => ({ id }),
      ),
    }, {
      name: "Others",
      feeder: "StateA",
      events: [{ id: "delete", parameters: [{ name: "class", type: "int" }] }],
    }],
    state: {
      name: "R",
      states: [{
        name: "A",
        transitions: [
          "end",
          "entry",
          "exit",
          "import",
          "constructor",
          "context",
          "orderPlaced",
          "order_placed",
        ].map(
          (event) => ({ event, actions: [{ code: `last = "${event}"` }] }),
        ),
      }],
    },
  }, [
    { expectAtStart: { state: "A", done: false } },
    ...["end", "entry", "exit", "import", "constructor", "context", "orderPlaced", "order_placed"].map((
      send,
    ): Step => ({
      send,
      expect: { handled: true, state: "A", done: false, context: { last: send } },
    })),
  ]),
  row("objects", "called like members of the context and words", {
    settings: {
      ...settings,
      objects: ["name", "observer", "timers", "class", "c", "options", "data"].map((instance) => ({
        instance,
        class: "Host",
      })),
    },
    events: events("go"),
    state: {
      name: "R",
      states: [{
        name: "A",
        transitions: [{
          event: "go",
          condition: "name.can_retry() and observer.can_retry() and timers.can_retry() and class.can_retry()",
          actions: [{ code: "c.ping(1); options.ping(2); data.ping(3)" }],
        }],
      }],
    },
  }, [
    { expectAtStart: { state: "A" } },
    {
      send: "go",
      expect: { handled: true, logIncludes: ["call host.ping(1)", "call host.ping(2)", "call host.ping(3)"] },
    },
  ]),
  row("names with _ at the beginning", "called like what the Python runtime keeps to itself", {
    settings: {
      ...settings,
      objects: ["_lock", "_tables", "_active", "_visited", "_mine"].map((instance) => ({
        instance,
        class: "Host",
      })),
    },
    events: [{ name: "All", feeder: "Feed", events: [{ id: "_context" }] }],
    state: {
      name: "R",
      states: [{
        name: "A",
        transitions: [{
          event: "_context",
          condition: "_lock.can_retry() and _tables.can_retry() and _active.can_retry()",
          actions: [{ code: "_visited.ping(1); _mine.ping(2)" }],
        }],
      }],
    },
  }, [
    { expectAtStart: { state: "A" } },
    {
      send: "_context",
      expect: { handled: true, logIncludes: ["call host.ping(1)", "call host.ping(2)"] },
    },
  ]),
];
