/**
 * JSON configurations in the shapes that XState's documentation teaches.
 *
 * @module
 */
/** A configuration of XState. */
export type Config = Record<string, unknown>;

/** Configurations in the shapes that XState's documentation teaches; all keys are unique. */
export const CONFIGS: Readonly<Record<string, Config>> = {
  toggle: { initial: "off", states: { off: { on: { GO: "on" } }, on: { on: { GO: "off", STAY: {} } } } },
  "actions of the initial transition": {
    initial: { target: "b", actions: ["noted"] },
    states: {
      a: { on: { GO: { target: ".a2" }, STAY: { target: "a" } }, initial: "a1", states: { a1: {}, a2: {} } },
      b: {
        initial: { target: "b2", actions: "counted" },
        on: { NEXT: "a", STAY: { target: "b" }, RESET: { target: "b", reenter: true } },
        states: { b1: { on: { GO: "b2" } }, b2: { on: { GO: "b1" } } },
      },
    },
  },
  "several ways by guards": {
    initial: "a",
    states: {
      a: { on: { GO: [{ target: "b", guard: "first" }, { target: "c", guard: { type: "second" } }, "d"] } },
      b: { on: { GO: "a" } },
      c: { on: { GO: "a" } },
      d: { on: { GO: "a" } },
    },
  },
  nested: {
    initial: "p",
    on: { RESET: ".p" },
    states: {
      p: {
        initial: "p1",
        on: { NEXT: "q" },
        states: { p1: { on: { GO: "p2" } }, p2: { on: { GO: "#deep" } } },
      },
      q: {
        initial: "q1",
        states: {
          q1: { on: { GO: "q2" } },
          q2: {
            id: "deep",
            initial: "x",
            states: { x: { on: { GO: "y" } }, y: { type: "final" } },
            onDone: "q3",
          },
          q3: { on: { GO: "#m.p.p2" } },
        },
      },
    },
  },
  parallel: {
    type: "parallel",
    states: {
      left: { initial: "l1", states: { l1: { on: { GO: "l2" } }, l2: { on: { GO: "l1", BOTH: "l1" } } } },
      right: { initial: "r1", states: { r1: { on: { NEXT: "r2" } }, r2: { on: { BOTH: "r1" } } } },
    },
  },
  "parallel that is done": {
    initial: "work",
    states: {
      work: {
        type: "parallel",
        states: {
          one: { initial: "o1", states: { o1: { on: { GO: "o2" } }, o2: { type: "final" } } },
          two: { initial: "t1", states: { t1: { on: { NEXT: "t2" } }, t2: { type: "final" } } },
        },
        onDone: "rest",
      },
      rest: { on: { RESET: "work" } },
    },
  },
  "several targets": {
    initial: "idle",
    states: {
      idle: { on: { GO: { target: ["#l2", "#r2"] } } },
      both: {
        type: "parallel",
        on: { RESET: "idle" },
        states: {
          l: { initial: "l1", states: { l1: {}, l2: { id: "l2", on: { NEXT: "l1" } } } },
          r: { initial: "r1", states: { r1: { on: { NEXT: "r2" } }, r2: { id: "r2" } } },
        },
      },
    },
  },
  always: {
    initial: "a",
    states: {
      a: { on: { GO: "which" } },
      which: { always: [{ target: "b", guard: "first" }, { target: "c" }] },
      b: { on: { GO: "a" } },
      c: { on: { GO: "a" } },
    },
  },
  after: {
    initial: "green",
    states: {
      green: { after: { 100: "yellow" }, on: { GO: { target: "green", reenter: true }, STAY: "green" } },
      yellow: { after: { 50: [{ target: "red", guard: "first" }, { target: "green" }] } },
      red: { after: { 70: "green", 200: "yellow" }, on: { NEXT: "yellow" } },
    },
  },
  "after of a parent": {
    initial: "outer",
    states: {
      outer: {
        initial: "i1",
        after: { 120: "late" },
        states: { i1: { on: { GO: "i2" } }, i2: { on: { GO: "i1" } } },
      },
      late: { on: { RESET: "outer" } },
    },
  },
  history: {
    initial: "on",
    states: {
      on: {
        initial: "slow",
        on: { NEXT: "off" },
        states: {
          slow: { on: { GO: "fast" } },
          fast: { initial: "f1", states: { f1: { on: { GO: "f2" } }, f2: {} } },
          shallow: { type: "history" },
          deep: { type: "history", history: "deep" },
          preset: { type: "history", target: "fast" },
        },
      },
      off: { on: { GO: "on.shallow", BOTH: "on.deep", STAY: "on.preset", RESET: "on" } },
    },
  },
  wildcards: {
    initial: "a",
    states: {
      a: { on: { "*": "c", "mouse.*": "b", "mouse.up": "a", GO: "d" } },
      b: { on: { "*": { target: "a" } } },
      c: { on: { GO: "a", "mouse.*": "d" } },
      d: { on: { "*": { target: "a", guard: "first" } } },
    },
  },
  reenter: {
    initial: "p",
    states: {
      p: {
        initial: "p1",
        on: {
          GO: { target: "p" },
          NEXT: { target: "p", reenter: true },
          STAY: { target: ".p2", reenter: true },
          BOTH: ".p2",
        },
        states: { p1: { on: { RESET: "p2" } }, p2: { on: { RESET: "p1" } } },
      },
    },
  },
  "forbidden events": {
    initial: "p",
    on: { GO: ".q" },
    states: { p: { on: { GO: {}, NEXT: "q" } }, q: { on: { RESET: "p" } } },
  },
  "final of the root": {
    initial: "a",
    states: { a: { on: { GO: "b" } }, b: { on: { GO: "z" } }, z: { type: "final" } },
  },
  "tags, meta and actions": {
    initial: "a",
    entry: "noted",
    states: {
      a: {
        tags: ["busy", "first"],
        meta: { width: 3 },
        entry: ["noted", { type: "counted", params: { by: 2 } }],
        on: { GO: { target: "b", actions: "noted" } },
      },
      b: { tags: "idle", exit: "noted", on: { GO: "a" } },
    },
  },
  "a delay that stays or leaves": {
    initial: "open",
    states: {
      open: {
        initial: "quiet",
        after: {
          60: [{ guard: "first", actions: "noted" }, { guard: "second", target: ".alarm" }, {
            target: "shut",
          }],
        },
        states: { quiet: {}, alarm: { on: { RESET: "quiet" } } },
        on: { GO: "shut" },
      },
      shut: { on: { GO: "open", NEXT: "open.alarm" } },
    },
  },
  "regions asked before what is around them": {
    type: "parallel",
    on: { GO: { target: ".view.list" }, NEXT: { actions: "noted" }, RESET: "#m.view.home" },
    states: {
      view: {
        initial: "home",
        states: { home: { on: { GO: { actions: "noted" } } }, list: { on: { BOTH: "home" } } },
      },
      menu: {
        initial: "closed",
        states: {
          closed: { on: { NEXT: { guard: "first", target: "opened" } } },
          opened: { on: { NEXT: "closed", GO: { guard: "second", actions: "noted" } } },
        },
      },
    },
  },
  "a region that begins again": {
    type: "parallel",
    states: {
      search: {
        initial: "typed",
        on: { GO: { target: "search", reenter: true } },
        states: { typed: { after: { 100: "found" } }, found: { on: { NEXT: "typed" } } },
      },
      page: { initial: "one", states: { one: { on: { NEXT: "two" } }, two: { on: { NEXT: "one" } } } },
    },
  },
  "wildcards beside a completion": {
    initial: "wizard",
    states: {
      wizard: {
        initial: "name",
        on: { "*": ".name" },
        onDone: [{ guard: "first", target: "thanks" }, { target: "again" }],
        states: {
          name: { on: { GO: "mail", "mouse.*": {} } },
          mail: { on: { GO: "sent", STAY: {} } },
          sent: { type: "final" },
        },
      },
      thanks: { on: { RESET: "wizard" } },
      again: { always: { target: "wizard.mail", guard: "second" }, on: { RESET: "wizard" } },
    },
  },
  "a history across regions": {
    initial: "run",
    states: {
      run: {
        type: "parallel",
        on: { RESET: "pause" },
        states: {
          fan: { initial: "low", states: { low: { on: { GO: "high" } }, high: { on: { GO: "low" } } } },
          lamp: { initial: "dark", states: { dark: { on: { NEXT: "lit" } }, lit: { on: { NEXT: "dark" } } } },
          back: { type: "history", history: "deep" },
        },
      },
      pause: { on: { GO: "run.back", NEXT: "run" } },
    },
  },
};
