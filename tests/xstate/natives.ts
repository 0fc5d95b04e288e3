/**
 * Machines that use what XState has no form of its own for: written for it, they still behave the same.
 *
 * @module
 */
import type { Action, State, StateMachineDefinition } from "@loom/protocol";

const go = (event: string, nextState: string, more: object = {}) => ({ event, nextState, ...more });
const set = (target: string, value: string): Action => ({ assign: { target, value } });

function machine(
  state: Omit<State, "name">,
  initial: Readonly<Record<string, number>> = {},
): StateMachineDefinition {
  return {
    settings: {
      namespace: "Tests",
      name: "Native",
      asynchronous: false,
      data: Object.entries(initial).map(([name, value]) => ({ name, type: "number", initial: value })),
    },
    events: [
      { name: "Events", events: ["GO", "NEXT", "RESET", "STAY", "BOTH"].map((id) => ({ id })) },
      { name: "Timers", timers: [{ id: "tick", name: "Tick" }] },
    ],
    state: { name: "m", ...state },
  };
}

/** The machines, by a name that says what they show. */
export const NATIVES: Readonly<Record<string, StateMachineDefinition>> = {
  "timers that outlive their state": machine({
    states: [
      {
        name: "a",
        onEntry: { actions: [{ timerStart: { timer: "Tick", duration: "base * 10" } }] },
        transitions: [go("GO", "b"), go("tick", "c"), go("NEXT", "a")],
      },
      { name: "b", transitions: [go("tick", "c"), go("RESET", "c", { actions: [{ timerStop: "Tick" }] })] },
      { name: "c", transitions: [go("GO", "a"), go("STAY", "b")] },
    ],
  }, { base: 6 }),
  "loops and conditions on what was assigned": machine({
    transitions: [{
      event: "GO",
      actions: [{
        forEach: {
          list: "[1, 2, 3, 4]",
          item: "one",
          index: "at",
          actions: [
            {
              if: {
                condition: "total < 8 and one != 2",
                then: [set("total", "total + one + at")],
                else: [set("skipped", "skipped + 1")],
              },
            },
            { code: "total -= 1" },
          ],
        },
      }],
    }, {
      event: "RESET",
      condition: "total % 3 == 1 or skipped > 6",
      actions: [{ code: "total = 0; skipped = 0" }],
    }],
  }, { total: 0, skipped: 0 }),
  "a deeper first state": machine({
    initial: "deep",
    states: [
      {
        name: "outer",
        states: [{ name: "first", transitions: [go("GO", "deep")] }, {
          name: "deep",
          transitions: [go("NEXT", "other")],
        }],
      },
      { name: "other", transitions: [go("GO", "outer"), go("RESET", "m")] },
    ],
  }),
  "wildcards before what they cover": machine({
    states: [
      {
        name: "a",
        transitions: [
          go("*", "b", { condition: "n < 2", actions: [set("n", "n + 1")] }),
          go("mouse.up", "c"),
          go("mouse.*", "a"),
          go("GO", "c"),
        ],
      },
      { name: "b", transitions: [go("mouse.*", "a"), go("*", "c")] },
      { name: "c", transitions: [{ event: "GO", events: ["NEXT", "mouse.up"], nextState: "a" }] },
    ],
  }, { n: 0 }),
  "regions that join": machine({
    states: [
      {
        name: "p",
        transitions: [go("RESET", "p"), go("BOTH", "x2", { nextStates: ["y2"] })],
        parallel: {
          nextState: "after",
          states: [
            {
              name: "x",
              states: [{ name: "x1", transitions: [go("GO", "x2")] }, { name: "x2", kind: "final" }],
            },
            {
              name: "y",
              states: [{
                name: "y1",
                transitions: [go("NEXT", "y2", { condition: 'in_state("x2") or n > 1' }), {
                  event: "STAY",
                  actions: [set("n", "n + 1")],
                }],
              }, { name: "y2", kind: "final" }],
            },
          ],
        },
      },
      { name: "after", transitions: [go("GO", "p")] },
    ],
  }, { n: 0 }),
  "two delays of one length, and choices": machine({
    states: [
      {
        name: "a",
        transitions: [{ after: 50, actions: [set("n", "n + 1")] }, {
          after: 50,
          nextState: "which",
          condition: "n > 1",
        }, go("RESET", "a")],
      },
      {
        name: "which",
        kind: "choice",
        transitions: [{ nextState: "b", condition: "n > 2" }, { nextState: "a" }],
      },
      {
        name: "b",
        transitions: [go("GO", "a", { actions: [set("n", "0")] }), { after: 100, nextState: "a" }],
      },
    ],
  }, { n: 0 }),
  "events sent and raised": machine({
    states: [
      {
        name: "a",
        transitions: [
          go("GO", "b", {
            actions: [{ send: { event: "NEXT", data: "{by: 5}" } }, { raise: "STAY", data: "{by: 3}" }],
          }),
        ],
      },
      { name: "b", transitions: [go("STAY", "c", { actions: [set("n", "n + by")] }), go("NEXT", "a")] },
      {
        name: "c",
        transitions: [
          go("NEXT", "d", {
            actions: [set("n", "n * by"), { send: { event: "BOTH", delay: 40, id: "later" } }],
          }),
          go("RESET", "a"),
        ],
      },
      {
        name: "d",
        transitions: [
          go("BOTH", "a", { actions: [set("n", "0")] }),
          go("RESET", "a", { actions: [{ cancel: "later" }] }),
        ],
      },
    ],
  }, { n: 1 }),
  "transitions that leave their state, and those that do not": machine({
    states: [
      {
        name: "p",
        onEntry: { actions: [set("n", "n + 1")] },
        transitions: [
          go("GO", "p2"),
          { event: "NEXT", nextState: "p2", type: "external" },
          go("RESET", "p"),
          { event: "BOTH", nextState: "m" },
        ],
        states: [{ name: "p1" }, { name: "p2", transitions: [go("STAY", "p"), go("other", "p1")] }],
      },
    ],
  }, { n: 0 }),
};
