import type { Action, State, StateMachineDefinition, Transition } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { readMachine } from "../../convert.ts";
import { readXStateSource } from "./read_source.ts";

function read(source: string): StateMachineDefinition {
  return readXStateSource(source).definition;
}

/** The transitions of the state `a` of a machine with one event, whose parts are given. */
function transitionOf(transition: string, parts: string): Transition | undefined {
  const { definition } = readXStateSource(`
    import { setup, assign, raise, sendTo, log, cancel, and, or, not, stateIn, enqueueActions } from "xstate";
    setup({ ${parts} }).createMachine({ initial: "a", states: { a: { on: { GO: ${transition} } }, b: {} } });
  `);
  return definition.state.states?.[0]?.transitions?.[0];
}

const actionsOf = (actions: string, parts: string) => transitionOf(`{ actions: ${actions} }`, parts)?.actions;

for (
  const [guard, text] of [
    ["({ context }) => context.count > 3", "count > 3"],
    ["({ context: { count }, event }) => count === event.by && !event.off", "count == by and not off"],
    ["(args) => args.context.list.includes(args.event.item)", "item in list"],
    ["function ({ event }) { const { by } = event; return by! >= LIMIT; }", "by >= 10"],
    ["({ context }) => context.a ? context.b : context.c", "a and b or not a and c"],
    [
      "({ context }) => { if (context.a) return true; return context.b?.deep['x y'] != null }",
      'a or b.deep["x y"] != null',
    ],
    ["({ event }) => event.type === 'GO'", undefined],
    ["({ context, event }) => event.type === 'GO' && context.a", "a"],
    ["({ event }) => { assertEvent(event, 'GO'); return event.by > 1 }", "by > 1"],
    ["({ context }) => isValid(context.mail)", "isValid(mail)"],
    ["'ready'", "n == 1"],
    ["{ type: 'atLeast', params: { min: -2 } }", "n >= -2"],
    ["{ type: 'atLeast', params: ({ event }) => ({ min: event.low }) }", "n >= low"],
    [
      "and(['ready', or([not('ready'), stateIn('#m.b')]), 'unknown'])",
      'n == 1 and (not n == 1 or in_state("b")) and unknown()',
    ],
    ["stateIn({ p: { q: 'x' } })", undefined],
  ] as const
) {
  Deno.test(`readXStateSource() reads the guard ${guard}`, () => {
    const parts =
      "guards: { ready: ({ context }) => context.n === 1, atLeast: ({ context }, params: { min: number }) => context.n >= params.min }";
    const id = guard.includes("#m") ? "const LIMIT = 10; const id = 'm';" : "const LIMIT = 5 * 2;";
    const condition = readXStateSource(`
      import { setup, and, or, not, stateIn } from "xstate";
      ${id}
      const s = setup({ ${parts} });
      export const m = s.createMachine({ id: "m", initial: "a", states: { a: { on: { GO: { guard: ${guard} } } }, b: {} } });
    `).definition.state.states?.[0]?.transitions?.[0]?.condition;
    assertEquals(condition, text);
  });
}

for (
  const [actions, expected] of [
    ["assign({ n: ({ context, event }) => context.n + event.by, on: true })", [
      { assign: { target: "n", value: "n + by" } },
      { assign: { target: "on", value: "true" } },
    ]],
    // Each sees the context as it was.
    ["assign({ a: 1, b: ({ context }) => context.a })", [
      { assign: { target: "b", value: "a" } },
      { assign: { target: "a", value: "1" } },
    ]],
    ["assign(({ context }) => ({ ...context, n: context.n > 9 ? 0 : context.n + 1 }))", [{
      if: {
        condition: "n > 9",
        then: [{ assign: { target: "n", value: "0" } }],
        else: [{ assign: { target: "n", value: "n + 1" } }],
      },
    }]],
    ["assign({ n: ({ context, event }) => context.n + event.n })", [{ code: "n += n" }]],
    ["[raise({ type: 'NEXT', by: 2 }), raise({ type: 'LATE' }, { delay: 'soon', id: 't' }), cancel('t')]", [
      { raise: "NEXT", data: "{by: 2}" },
      { send: { event: "LATE", delay: 250, id: "t" } },
      { cancel: "t" },
    ]],
    ["sendTo('child', ({ event }) => ({ type: 'PING', id: event.id }))", [
      { send: { event: "PING", to: "child", data: "{id}" } },
    ]],
    ["[log(({ context }) => context.n), () => { console.log('here'); notify('x', 1) }]", [
      { log: "n" },
      { log: '"here"' },
      { code: 'notify("x", 1)' },
    ]],
    ["['known', { type: 'tracked', params: { what: 'a' } }]", [
      { assign: { target: "n", value: "0" } },
      { code: 'tracked(what="a")' },
    ]],
    [
      "enqueueActions(({ enqueue, check, event }) => { if (check('big')) enqueue('known'); else enqueue.raise({ type: event.next ? 'A' : 'B' }) })",
      [
        { code: "a_GO_action()" },
      ],
    ],
    [
      "assign({ n: ({ context, event }) => { if (event.type !== 'GO') return 0; return context.n + event.by } })",
      [{ assign: { target: "n", value: "n + by" } }],
    ],
    [
      "assign(({ context, event }) => ({ n: 1, list: [0, ...context.list, event.by] }))",
      [
        { assign: { target: "n", value: "1" } },
        { assign: { target: "list", value: "[0] + list + [by]" } },
      ],
    ],
    ["log(({ context }) => `n is ${context.n}`)", [{ log: '["n is", n]' }]],
    [
      "enqueueActions(({ enqueue, check }) => { if (check('big')) { enqueue('known') } enqueue.assign({ on: true }) })",
      [
        { if: { condition: "n > 3", then: [{ assign: { target: "n", value: "0" } }] } },
        { assign: { target: "on", value: "true" } },
      ],
    ],
  ] as const satisfies readonly (readonly [string, readonly Action[]])[]
) {
  Deno.test(`readXStateSource() reads the action ${actions}`, () => {
    const parts = `actions: { known: assign({ n: 0 }), tracked: (_, params) => window.track(params) },
      guards: { big: ({ context }) => context.n > 3 }, delays: { soon: 250 }`;
    assertEquals(actionsOf(actions, parts), [...expected]);
  });
}

Deno.test("readXStateSource() lists, with its line, what is left to the host", () => {
  const { definition, remarks } = readXStateSource(`import { createMachine, assign as put } from "xstate";
const machine = createMachine({
  context: { items: [] },
  on: {
    ADD: {
      guard: ({ context, event }) => context.items.length < 3 && event.item.startsWith("x"),
      actions: put({ items: ({ context, event }) => context.items.filter((one) => one !== event.item) }),
    },
  },
});
`);
  assertEquals(definition.state.transitions, [
    {
      event: "ADD",
      condition: "machine_ADD_guard()",
      actions: [
        { assign: { target: "items", value: "machine_ADD_items_value()" } },
      ],
    },
  ]);
  assertEquals(remarks.map(({ line, message }) => `${line}: ${message}`), [
    "6: The guard is left to the host function machine_ADD_guard: a method cannot be called in guards and actions.",
    "7: The value is left to the host function machine_ADD_items_value: a method cannot be called in guards and actions.",
  ]);
});

Deno.test("readXStateSource() declares what is read of events without types", () => {
  const { definition, remarks } = readXStateSource(`import { assign, createMachine } from "xstate";
createMachine({
  context: { items: [] },
  on: {
    ADD: { actions: assign({ items: ({ context, event }) => context.items.concat([event.item], [event.more]) }) },
    CLEAR: { actions: assign({ items: [] }) },
  },
});
`);
  const parameters = ["item", "more"].map((name) => ({ name, type: "any" }));
  assertEquals(definition.events[0]?.events, [{ id: "ADD", parameters }, { id: "CLEAR" }]);
  const [add] = definition.state.transitions ?? [];
  assertEquals(add?.actions, [{ assign: { target: "items", value: "items + [item] + [more]" } }]);
  assertEquals(remarks, []);
});

Deno.test("readXStateSource() reads types as declared data and parameters", () => {
  const { settings, events } = read(`
    import { setup } from "xstate";
    type Mode = "slow" | "fast";
    interface Item { id: string; price?: number }
    type Events = { type: "ADD"; item: Item } | { type: "CLEAR" } | { type: "SET" | "RESET"; mode: Mode };
    setup({ types: { context: {} as { mode: Mode; items: Item[]; error: string | null }, events: {} as Events } })
      .createMachine({ context: ({ input }) => ({ mode: "slow", items: [], error: input.failure }) });
  `);
  assertEquals(settings.data, [
    { name: "mode", type: "enum", values: ["slow", "fast"], initial: "slow" },
    {
      name: "items",
      type: "list",
      items: {
        type: "object",
        fields: [{ name: "id", type: "text" }, { name: "price", type: "number", optional: true }],
      },
      initial: [],
    },
    { name: "error", type: "text", optional: true },
    { name: "failure", type: "any", optional: true },
  ]);
  assertEquals(events[0]?.events, [
    { id: "ADD", parameters: [{ name: "item", type: "object" }] },
    { id: "CLEAR" },
    { id: "SET", parameters: [{ name: "mode", type: "text" }] },
    { id: "RESET", parameters: [{ name: "mode", type: "text" }] },
  ]);
});

Deno.test("readXStateSource() reads the form of XState 4", () => {
  const state = read(`
    const { Machine: make, assign, actions: { send } } = require("xstate");
    module.exports = make({
      id: "lamp", initial: "off", context: { n: 0 },
      states: {
        off: { on: { GO: { target: "on", cond: (ctx, event) => ctx.n < event.max } } },
        on: {
          onEntry: ["count"], invoke: { src: "load", onDone: { actions: assign({ n: (_, event) => event.data.n }) } },
          initial: "x", states: { x: {}, y: {} }, on: { SELF: "on", IN: ".y", OUT: "#lamp.on.y" },
        },
      },
    }, { actions: { count: assign({ n: (ctx) => ctx.n + 1 }) } });
  `);
  const [off, on] = state.state.states ?? [];
  assertEquals(off?.transitions, [{ event: "GO", nextState: "on", condition: "n < max" }]);
  assertEquals(on?.onEntry?.actions, [{ assign: { target: "n", value: "n + 1" } }]);
  assertEquals(on?.transitions, [
    { event: "SELF", nextState: "on" },
    { event: "IN", nextState: "y" },
    { event: "OUT", nextState: "y", type: "external" },
    { event: "done.invoke.on.0", actions: [{ assign: { target: "n", value: "output.n" } }] },
  ]);
});

Deno.test("readXStateSource() takes the exported machine of several, and the others as its parts", () => {
  const { definition, remarks, parts = [] } = readXStateSource(`
import * as xs from "xstate";
const child = xs.createMachine({ id: "child", states: {} });
const parent = xs.setup({ actors: { child } }).createMachine({
  id: "parent", initial: "a", states: { a: { invoke: { src: "child", id: "c" } } },
});
export default parent;
`);
  assertEquals(definition.state.states?.[0]?.invoke, [{ id: "c", machine: "child.smdf.json" }]);
  assertEquals(parts.map((one) => [one.path, one.definition.settings.name]), [["child.smdf.json", "child"]]);
  assertEquals(remarks, []);
});

Deno.test("readXStateSource() gives each machine of a source a path of its own", () => {
  const { parts = [] } = readXStateSource(`
    import { createMachine } from "xstate";
    createMachine({ id: "a", initial: "x", states: { x: {} } });
    createMachine({ id: "a", initial: "y", states: { y: {} } });
    createMachine({ id: "../up there", initial: "z", states: { z: {} } });
    createMachine({ initial: "z", states: { z: {} } });
  `);
  assertEquals(parts.map(({ path }) => path), ["a_2.smdf.json", "_up_there.smdf.json", "machine.smdf.json"]);
});

Deno.test("readXStateSource() reads what compilers make of modules", () => {
  for (
    const module of [
      'require("xstate")',
      '__toESM(require("xstate"))',
      '_interopRequireWildcard(require("xstate"))',
    ]
  ) {
    const { definition } = readXStateSource(`
      var import_xstate = ${module};
      const lamp = (0, import_xstate.createMachine)({ id: "lamp", initial: "off", states: { off: {} } });
    `);
    assertEquals(definition.settings.name, "lamp");
  }
});

Deno.test("readXStateSource() resolves constants, enums, spreads and templates in the configuration", () => {
  const states = read(`
    import { createMachine } from "xstate";
    enum Name { Idle = "idle", Busy = "busy" }
    const EVENTS = { go: "GO" } as const;
    const shared: object = { on: { [EVENTS.go]: Name.Busy } };
    export default createMachine({
      initial: Name.Idle,
      states: { [Name.Idle]: { ...shared, after: { [2 * 1000]: \`#\${"top"}.busy\` } }, busy: {} },
      id: "top",
    });
  `).state.states ?? [];
  assertEquals(states.map(({ name, transitions }: State) => [name, transitions]), [
    ["idle", [{ event: "GO", nextState: "busy" }, { after: 2000, nextState: "busy" }]],
    ["busy", undefined],
  ]);
});

Deno.test("readXStateSource() refuses source that does not parse, or makes no machine", () => {
  assertThrows(() => readXStateSource("const a = ;"), Error, "The source breaks off at line 1, column 11");
  assertThrows(
    () => readXStateSource("export const a = 1;"),
    Error,
    "This source makes no machine of XState",
  );
});

Deno.test("readMachine() reads source of XState by its ending, and by its text", async () => {
  const source = `export const m = createMachine({ initial: "a", states: { a: {} } });\n`;
  for (const options of [{ path: "m.ts" }, {}, { from: "xstate" }]) {
    const { format, definition } = await readMachine(source, options);
    assertEquals([format, definition.settings.name], ["xstate", "m"]);
  }
});

Deno.test("readXStateSource() makes calls of the host of emit, spawnChild and stopChild", () => {
  const { definition, remarks } = readXStateSource(`
    import { createMachine, emit, spawnChild, stopChild } from "xstate";
    import { logic } from "./logic.ts";
    export default createMachine({
      id: "m", context: { n: 1 }, initial: "a",
      entry: [spawnChild("feed", { id: "feed", input: { n: 2 } }), "hello"],
      states: {
        a: {
          entry: emit(({ context }) => ({ type: "told", n: context.n })),
          exit: [emit({ type: "left" }), spawnChild(logic, { id: "kid" }), stopChild("kid")],
        },
      },
    });
  `);
  const { invoke, onEntry, states } = definition.state;
  assertEquals(invoke, [{ id: "feed", task: "feed", input: "{n: 2}" }]);
  assertEquals(onEntry?.actions, [{ code: "hello()" }]);
  const codes = [states?.[0]?.onEntry, states?.[0]?.onExit].map((one) =>
    one?.actions?.map(({ code }) => code)
  );
  assertEquals(codes, [
    ['emit({type: "told", n})'],
    ['emit({type: "left"})', 'spawnChild("logic", {id: "kid"})', 'stopChild("kid")'],
  ]);
  assertEquals(remarks.map(({ message }) => message), [
    "The action is left to the host function emit: machines have no listeners of events, so the function gets it.",
    "The action is left to the host function spawnChild: work begins with a state, except what the root spawns on entry.",
    "The action is left to the host function stopChild: work ends when its state is left.",
  ]);
});

Deno.test("readXStateSource() runs the actions of an initial transition in a choice", () => {
  const { state } = read(`
    import { assign, createMachine } from "xstate";
    export default createMachine({
      id: "m", context: { n: 1 },
      initial: { target: "b", actions: assign({ n: 2 }) },
      states: { a: {}, b: {}, mStart: {} },
    });
  `);
  assertEquals([state.initial, state.states?.at(-1)], ["mStart_", {
    name: "mStart_",
    kind: "choice",
    transitions: [{ nextState: "b", actions: [{ assign: { target: "n", value: "2" } }] }],
  }]);
});
