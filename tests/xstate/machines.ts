/**
 * Machines in the shapes that XState's documentation teaches, as code. Keys are unique in each of them, so that active states
 * can be compared by key. They use what XState exports under its own names only: their text is read back.
 *
 * @module
 */
import {
  and,
  type AnyStateMachine,
  assertEvent,
  assign,
  cancel,
  enqueueActions,
  fromPromise,
  log,
  not,
  or,
  raise,
  sendTo,
  setup,
  stateIn,
} from "xstate";

// deno-lint-ignore no-explicit-any -- the types of machines that are written as users write them do not matter here
type Loose = any;

/** The machines, by a name that says what they show. */
export const MACHINES: Readonly<Record<string, () => AnyStateMachine>> = {
  counter: () =>
    setup({ types: { context: {} as { count: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { count: 0 },
      on: {
        GO: { actions: assign({ count: ({ context, event }) => context.count + event.by }) },
        NEXT: { actions: assign(({ context }) => ({ count: context.count - 1 })) },
        RESET: { guard: ({ context }) => context.count > 3, actions: assign({ count: 0 }) },
      },
    }),
  "actions of the initial transition": () =>
    setup({ types: { context: {} as { trace: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { trace: 1 },
      initial: { target: "a", actions: assign({ trace: ({ context }) => context.trace * 3 }) },
      states: {
        a: { on: { GO: "b", NEXT: "#inner" } },
        b: {
          entry: assign({ trace: ({ context }) => context.trace + 1 }),
          initial: { target: "b1", actions: assign({ trace: ({ context }) => context.trace * 2 }) },
          on: { RESET: "a", STAY: { target: "b", reenter: true }, BOTH: { target: "b" } },
          states: {
            b1: { entry: assign({ trace: ({ context }) => context.trace - 5 }), on: { GO: "b2" } },
            b2: { id: "inner" },
          },
        },
      },
    }),
  "named guards and actions": () =>
    setup({
      types: { context: {} as { n: number }, events: {} as Loose },
      guards: {
        isBig: ({ context }) => context.n >= 4,
        isAtMost: ({ context }, params: { most: number }) => context.n <= params.most,
      },
      actions: {
        more: assign({ n: ({ context }) => context.n + 1 }),
        add: assign({ n: ({ context }, params: { by: number }) => context.n + params.by }),
        clear: assign({ n: 0 }),
      },
    }).createMachine({
      id: "m",
      context: { n: 1 },
      initial: "small",
      states: {
        small: {
          on: {
            GO: [{ guard: "isBig", target: "big", actions: "clear" }, { actions: "more" }],
            NEXT: {
              guard: { type: "isAtMost", params: { most: 2 } },
              actions: { type: "add", params: { by: 2 } },
            },
          },
        },
        big: { entry: "more", exit: ["more", "more"], on: { GO: "small" } },
      },
    }),
  "guards joined by and, or, not": () =>
    setup({
      types: { context: {} as { a: boolean; b: boolean }, events: {} as Loose },
      guards: { isA: ({ context }) => context.a, isB: ({ context }) => context.b },
    }).createMachine({
      id: "m",
      context: { a: false, b: false },
      initial: "x",
      on: {
        GO: { actions: assign({ a: ({ context }) => !context.a }) },
        NEXT: { actions: assign({ b: ({ context }) => !context.b }) },
      },
      states: {
        x: {
          on: {
            BOTH: { guard: and(["isA", "isB"]), target: "y" },
            STAY: { guard: or(["isA", and([not("isA"), "isB"])]), target: "z" },
          },
        },
        y: { on: { RESET: { guard: not(or(["isA", "isB"])), target: "x" } } },
        z: { on: { RESET: { guard: not("isB"), target: "x" } } },
      },
    }),
  "a guard that looks at another region": () =>
    setup({ guards: { never: () => false } }).createMachine({
      id: "m",
      type: "parallel",
      states: {
        door: {
          initial: "closed",
          states: { closed: { on: { GO: "open" } }, open: { on: { GO: "closed" } } },
        },
        alarm: {
          initial: "off",
          states: {
            off: { on: { NEXT: { guard: stateIn({ door: "closed" }), target: "armed" } } },
            armed: {
              on: {
                NEXT: "off",
                BOTH: { guard: and([stateIn("#m.door.open"), not(stateIn("#loud"))]), target: "ringing" },
              },
            },
            ringing: { id: "loud", on: { RESET: "off" } },
          },
        },
      },
    }),
  "raised events": () =>
    setup({ types: { context: {} as { n: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { n: 0 },
      initial: "a",
      states: {
        a: {
          on: {
            GO: { actions: [raise({ type: "INNER", by: 3 }), assign({ n: 1 })] },
            INNER: {
              target: "b",
              actions: assign({ n: ({ context, event }) => context.n + event.by }),
            },
          },
        },
        b: { entry: raise({ type: "ONWARD" }), on: { ONWARD: "c", GO: "a" } },
        c: { on: { GO: "a" } },
      },
    }),
  "delayed raise and cancel": () =>
    setup({ types: { events: {} as Loose } }).createMachine({
      id: "m",
      initial: "idle",
      states: {
        idle: {
          on: { GO: { target: "waiting", actions: raise({ type: "LATE" }, { delay: 60, id: "late" }) } },
        },
        waiting: { on: { LATE: "late", RESET: { target: "idle", actions: cancel("late") }, NEXT: "away" } },
        away: { on: { LATE: "late", BOTH: "idle" } },
        late: { on: { GO: "idle" } },
      },
    }),
  "a debounce by reentering": () =>
    setup({ types: { context: {} as { sent: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { sent: 0 },
      initial: "idle",
      states: {
        idle: { on: { GO: "debouncing" } },
        debouncing: {
          after: { 80: { target: "idle", actions: assign({ sent: ({ context }) => context.sent + 1 }) } },
          on: { GO: { target: "debouncing", reenter: true } },
        },
      },
    }),
  "delays by name": () =>
    setup({
      types: { context: {} as { tries: number }, events: {} as Loose },
      delays: { short: 30, backoff: ({ context }) => context.tries * 20 },
    }).createMachine({
      id: "m",
      context: { tries: 1 },
      initial: "trying",
      states: {
        trying: { after: { short: "failed" }, on: { GO: "happy" } },
        failed: {
          entry: assign({ tries: ({ context }) => context.tries + 1 }),
          after: { backoff: "trying" },
        },
        happy: { on: { RESET: { target: "trying", actions: assign({ tries: 1 }) } } },
      },
    }),
  "always with a counter": () =>
    setup({ types: { context: {} as { n: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { n: 0 },
      initial: "counting",
      states: {
        counting: {
          always: { guard: ({ context }) => context.n >= 3, target: "full" },
          on: { GO: { actions: assign({ n: ({ context }) => context.n + 1 }) } },
        },
        full: { on: { RESET: { target: "counting", actions: assign({ n: 0 }) } } },
      },
    }),
  "always down a chain": () =>
    setup({ types: { context: {} as { n: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { n: 0 },
      initial: "start",
      states: {
        start: { on: { GO: "one" } },
        one: { entry: assign({ n: ({ context }) => context.n + 1 }), always: "two" },
        two: { always: [{ guard: ({ context }) => context.n % 2 === 0, target: "even" }, { target: "odd" }] },
        even: { on: { NEXT: "start" } },
        odd: { on: { NEXT: "start" } },
      },
    }),
  "completion of a nested final state": () =>
    setup({ types: { context: {} as { rounds: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { rounds: 0 },
      initial: "wizard",
      states: {
        wizard: {
          initial: "step1",
          states: {
            step1: { on: { NEXT: "step2" } },
            step2: { on: { NEXT: "finished", RESET: "step1" } },
            finished: { type: "final" },
          },
          onDone: { target: "thanks", actions: assign({ rounds: ({ context }) => context.rounds + 1 }) },
        },
        thanks: {
          on: { GO: [{ guard: ({ context }) => context.rounds >= 2, target: "end" }, { target: "wizard" }] },
        },
        end: { type: "final" },
      },
    }),
  "final states two levels deep": () =>
    setup({}).createMachine({
      id: "m",
      initial: "outer",
      states: {
        outer: {
          initial: "inner",
          states: {
            inner: {
              initial: "leaf",
              states: { leaf: { on: { GO: "leafDone" } }, leafDone: { type: "final" } },
              onDone: "innerDone",
            },
            innerDone: { type: "final" },
          },
          onDone: "after",
        },
        after: { on: { RESET: "outer" } },
      },
    }),
  "completion that chooses": () =>
    setup({ types: { context: {} as { good: boolean }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { good: false },
      initial: "work",
      on: { STAY: { actions: assign({ good: ({ context }) => !context.good }) } },
      states: {
        work: {
          initial: "w1",
          states: { w1: { on: { GO: "w2" } }, w2: { type: "final" } },
          onDone: [{ guard: ({ context }) => context.good, target: "passed" }, { target: "failed" }],
        },
        passed: { on: { RESET: "work" } },
        failed: { on: { RESET: "work" } },
      },
    }),
  "parallel regions with data": () =>
    setup({ types: { context: {} as { left: number; right: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { left: 0, right: 0 },
      type: "parallel",
      states: {
        l: {
          initial: "l1",
          states: {
            l1: {
              on: {
                GO: {
                  target: "l2",
                  actions: assign({ left: ({ context }) => context.left + 1 }),
                },
              },
            },
            l2: { on: { GO: "l1" } },
          },
        },
        r: {
          initial: "r1",
          states: {
            r1: { on: { GO: "r2", NEXT: "r2" } },
            r2: {
              entry: assign({ right: ({ context }) => context.right + context.left }),
              on: { NEXT: "r1" },
            },
          },
        },
      },
    }),
  "regions inside regions": () =>
    setup({}).createMachine({
      id: "m",
      type: "parallel",
      states: {
        a: {
          type: "parallel",
          states: {
            a1: { initial: "p", states: { p: { on: { GO: "q" } }, q: { type: "final" } } },
            a2: { initial: "s", states: { s: { on: { NEXT: "t" } }, t: { type: "final" } } },
          },
        },
        b: { initial: "u", states: { u: { on: { BOTH: "v" } }, v: { type: "final" } } },
      },
    }),
  "deep history in regions": () =>
    setup({}).createMachine({
      id: "m",
      initial: "editor",
      states: {
        editor: {
          type: "parallel",
          states: {
            bold: {
              initial: "boldOff",
              states: { boldOff: { on: { GO: "boldOn" } }, boldOn: { on: { GO: "boldOff" } } },
            },
            list: {
              initial: "none",
              states: {
                none: { on: { NEXT: "bullets" } },
                bullets: { on: { NEXT: "numbers" } },
                numbers: { on: { NEXT: "none" } },
              },
            },
            back: { type: "history", history: "deep" },
          },
          on: { STAY: "paused" },
        },
        paused: { on: { STAY: "editor.back", RESET: "editor" } },
      },
    }),
  "shallow history with a default": () =>
    setup({}).createMachine({
      id: "m",
      initial: "off",
      states: {
        off: { on: { GO: "on.last" } },
        on: {
          initial: "low",
          states: {
            low: { on: { NEXT: "high" } },
            high: { on: { NEXT: "low" } },
            last: { type: "history", target: "high" },
          },
          on: { GO: "off" },
        },
      },
    }),
  "wildcards at two levels": () =>
    setup({ types: { context: {} as { other: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { other: 0 },
      initial: "a",
      on: { "*": { actions: assign({ other: ({ context }) => context.other + 1 }) } },
      states: {
        a: { on: { "mouse.*": "b", GO: "b" } },
        b: { on: { "*": "c", NEXT: undefined } },
        c: { on: { "mouse.down.*": "a", "mouse.*": "b", RESET: "a" } },
      },
    }),
  "reentering restarts what is inside": () =>
    setup({ types: { context: {} as { entered: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { entered: 0 },
      initial: "p",
      states: {
        p: {
          entry: assign({ entered: ({ context }) => context.entered + 1 }),
          initial: "p1",
          states: { p1: { on: { GO: "p2" } }, p2: { after: { 40: "p3" } }, p3: {} },
          on: {
            NEXT: { target: ".p1" },
            RESET: { target: ".p2", reenter: true },
            BOTH: { target: "p", reenter: true },
            STAY: "p",
          },
        },
      },
    }),
  tags: () =>
    setup({}).createMachine({
      id: "m",
      initial: "loading",
      tags: ["app"],
      states: {
        loading: { tags: ["busy", "first"], after: { 50: "ready" } },
        ready: {
          tags: "idle",
          on: { GO: "saving" },
          initial: "clean",
          states: { clean: { on: { NEXT: "dirty" } }, dirty: { tags: ["unsaved"] } },
        },
        saving: { tags: "busy", after: { 30: "ready" } },
      },
    }),
  "actions enqueued by conditions": () =>
    setup({
      types: { context: {} as { n: number; even: boolean }, events: {} as Loose },
      guards: { isHigh: ({ context }) => context.n > 4 },
      actions: { down: assign({ n: ({ context }) => context.n - 5 }) },
    }).createMachine({
      id: "m",
      context: { n: 0, even: true },
      initial: "a",
      states: {
        a: {
          on: {
            GO: {
              actions: enqueueActions(({ context, enqueue, check }) => {
                if (check("isHigh")) {
                  enqueue("down");
                  enqueue.raise({ type: "LOW" });
                } else {
                  enqueue.assign({ n: ({ context, event }) => context.n + event.by });
                }
                enqueue.assign({ even: !context.even });
              }),
            },
            LOW: "b",
          },
        },
        b: { on: { NEXT: "a" } },
      },
    }),
  "assignments that choose": () =>
    setup({ types: { context: {} as { level: number; name: string | null }, events: {} as Loose } })
      .createMachine({
        id: "m",
        context: { level: 2, name: null },
        on: {
          GO: {
            actions: assign({
              level: ({ context }) => context.level >= 4 ? 0 : context.level + 1,
              name: ({ context, event }) => context.name ?? event.id,
            }),
          },
          RESET: { actions: assign({ name: null }) },
        },
      }),
  "assignments at once": () =>
    setup({ types: { context: {} as { a: number; b: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { a: 1, b: 0 },
      on: { GO: { actions: assign({ a: ({ context }) => context.a + 1, b: ({ context }) => context.a }) } },
    }),
  "events to itself": () =>
    setup({ types: { context: {} as { n: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { n: 0 },
      initial: "a",
      states: {
        a: { on: { GO: { target: "b", actions: sendTo(({ self }: Loose) => self, { type: "MORE" }) } } },
        b: {
          on: { MORE: { target: "c", actions: assign({ n: ({ context }) => context.n + 1 }) }, RESET: "a" },
        },
        c: { on: { RESET: "a" } },
      },
    }),
  "a traffic light with a pedestrian light": () =>
    setup({}).createMachine({
      id: "m",
      initial: "green",
      states: {
        green: { after: { 100: "yellow" } },
        yellow: { after: { 50: "red" } },
        red: {
          initial: "walk",
          states: {
            walk: { after: { 60: "wait" } },
            wait: { after: { 40: "stop" } },
            stop: { type: "final" },
          },
          onDone: "green",
          on: { GO: "flashing" },
        },
        flashing: { on: { RESET: { target: "#m.red.wait" } } },
      },
    }),
  "output of the machine": () =>
    setup({ types: { context: {} as { n: number }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { n: 5 },
      initial: "a",
      states: {
        a: {
          on: {
            GO: {
              target: "z",
              actions: assign({ n: ({ context, event }) => context.n * event.by }),
            },
            NEXT: { actions: log(({ context }) => context.n) },
          },
        },
        z: { type: "final" },
      },
      output: ({ context }) => ({ n: context.n, ok: true }),
    }),
  "output of a nested final state": () =>
    setup({ types: { context: {} as { got: Loose }, events: {} as Loose } }).createMachine({
      id: "m",
      context: { got: null },
      initial: "ask",
      states: {
        ask: {
          initial: "q",
          states: {
            q: { on: { GO: "yes", NEXT: "no" } },
            yes: { type: "final", output: { answer: 1 } },
            no: { type: "final", output: { answer: 0 } },
          },
          onDone: { target: "told", actions: assign({ got: ({ event }: Loose) => event.output.answer }) },
        },
        told: { on: { RESET: "ask" } },
      },
    }),
  "work that hands over its input": () =>
    setup({
      types: { context: {} as { sum: number | null }, events: {} as Loose },
      actors: {
        add: fromPromise(async ({ input }: { input: { a: number; b: number } }) =>
          await Promise.resolve(input.a + input.b)
        ),
      },
    }).createMachine({
      id: "m",
      context: { sum: null },
      initial: "idle",
      states: {
        idle: { on: { GO: "adding" } },
        adding: {
          invoke: {
            id: "add",
            src: "add",
            input: ({ event }: Loose) => ({ a: event.by, b: 40 }),
            onDone: { target: "idle", actions: assign({ sum: ({ event }) => event.output }) },
            onError: "broken",
          },
          on: { RESET: "idle" },
        },
        broken: {},
      },
    }),
  "events that are told apart": () =>
    setup({
      types: { context: {} as { n: number; last: string }, events: {} as Loose },
      guards: {
        isMore: ({ event }) => {
          assertEvent(event, "GO");
          return event.by > 1;
        },
      },
      actions: {
        count: assign(({ context, event }) => {
          if (event.type === "GO") return { n: context.n + event.by, last: "go" };
          return { n: 0, last: event.type === "NEXT" ? "next" : "other" };
        }),
        keep: assign({
          n: ({ context, event }) => {
            if (event.type !== "GO") return context.n;
            if (context.n > 5) return 0;
            return context.n + event.by;
          },
        }),
      },
    }).createMachine({
      id: "m",
      context: { n: 0, last: "" },
      on: {
        GO: { guard: "isMore", actions: "keep" },
        NEXT: { actions: "keep" },
        BOTH: { actions: assign({ last: "both" }) },
      },
    }),
  "parameters from the event": () =>
    setup({
      types: { context: {} as { total: number; name: string }, events: {} as Loose },
      guards: { isBelow: (_, params: { value: number; limit: number }) => params.value < params.limit },
      actions: {
        add: assign({ total: ({ context }, params: { by: number }) => context.total + params.by }),
        rename: assign((_, params: { name: string }) => ({ name: params.name })),
      },
    }).createMachine({
      id: "m",
      context: { total: 0, name: "a" },
      initial: "counting",
      states: {
        counting: {
          on: {
            GO: {
              guard: { type: "isBelow", params: ({ context }) => ({ value: context.total, limit: 7 }) },
              actions: [
                { type: "add", params: ({ event }: Loose) => ({ by: event.by }) },
                { type: "rename", params: ({ event }: Loose) => ({ name: event.id }) },
              ],
            },
          },
          always: { guard: ({ context }) => context.total >= 7, target: "full" },
        },
        full: { on: { RESET: { target: "counting", actions: assign({ total: 0, name: "b" }) } } },
      },
    }),
};
