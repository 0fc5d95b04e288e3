import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { measureText } from "../../text/measure_text.ts";
import { documents, trees } from "../_arbitrary.ts";
import type { StateMachineDefinition } from "../types.ts";
import { drawMachine } from "./draw_machine.ts";
import type { DrawnText } from "../../picture/drawn_text.ts";
import type { DrawnState, MachineDrawing } from "./machine_drawing.ts";
import { type Box, overlaps } from "../../geometry/box.ts";
import { surveyStates } from "./survey.ts";
import { machine } from "./testing.ts";

function stateOf(drawing: MachineDrawing, key: string): DrawnState {
  const state = drawing.states.find((state) => state.key === key);
  assert(state, `no state ${key}`);
  return state;
}

function textsOf(state: DrawnState): DrawnText[] {
  const texts = [
    state.title,
    state.badge,
    state.memory?.letter,
    ...state.rows.flatMap((row) => [row.text, row.detail]),
    ...state.marks.map((mark) => mark.text),
  ];
  return texts.filter((text) => text !== undefined);
}

/** The left end of a text. */
function leftOf({ x, width, anchor }: DrawnText): number {
  return anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
}

function assertInside(text: DrawnText, box: DrawnState["box"]): void {
  const left = leftOf(text);
  assertAlmostEquals(text.width, measureText(text.text, text.size, text.weight));
  const said = `${JSON.stringify(text)} in ${JSON.stringify(box)}`;
  assert(left >= box.x && left + text.width <= box.x + box.width, said);
  assert(text.y - text.size * 0.75 >= box.y && text.y + text.size * 0.25 <= box.y + box.height, said);
}

Deno.test("drawMachine() gives a transition inside the machine a line, and one that stays a row", () => {
  const drawing = drawMachine(machine([
    { name: "A", transitions: [{ event: "stay", condition: "n > 1" }, { event: "go", nextState: "B" }] },
    { name: "B" },
  ]));
  assertEquals(drawing.edges.map(({ id, kind, from, to }) => [id, kind, from, to]), [[
    "A:1",
    "transition",
    "A",
    "B",
  ]]);
  const rows = stateOf(drawing, "A").rows;
  assertEquals(rows.map((row) => [row.id, row.kind, row.text.text, row.detail?.text]), [
    ["A:0", "internal", "stay", "[n > 1]"],
  ]);
});

Deno.test("drawMachine() tells a target that does not exist in a row", () => {
  const drawing = drawMachine(machine([
    { name: "A", transitions: [{ event: "go", nextState: "Gone" }] },
    { name: "P", parallel: { nextState: "Lost", states: [{ name: "R" }] } },
  ]));
  assertEquals(drawing.edges, []);
  const [row] = stateOf(drawing, "A").rows;
  assertEquals([row?.id, row?.kind, row?.text.text, row?.detail?.text], ["A:0", "stub", "go", "→ Gone"]);
  const [join] = stateOf(drawing, "P").rows;
  assertEquals([join?.id, join?.kind, join?.detail?.text], [undefined, "stub", "→ Lost"]);
});

Deno.test("drawMachine() draws where completed regions lead", () => {
  const drawing = drawMachine(machine([
    { name: "P", parallel: { nextState: "Z", states: [{ name: "R" }, { name: "S" }] } },
    { name: "Z" },
  ]));
  const [join] = drawing.edges;
  assertEquals([join?.id, join?.kind, join?.from, join?.to, join?.label], [
    "P:join",
    "join",
    "P",
    "Z",
    undefined,
  ]);
});

Deno.test("drawMachine() leads to the first of several states with the target's name", () => {
  const drawing = drawMachine(machine([
    { name: "A" },
    { name: "A", transitions: [{ event: "go", nextState: "A" }] },
  ]));
  assertEquals(drawing.edges.map(({ from, to }) => [from, to]), [["/state/states/1", "A"]]);
});

Deno.test("drawMachine() labels a line with event, guard and, when asked, actions", () => {
  const def = machine([
    {
      name: "A",
      transitions: [{ event: "stop", condition: "x", actions: ["a()", { raise: "b" }], nextState: "B" }],
    },
    { name: "B", transitions: [{ nextState: "A" }, { nextState: "A", condition: "y" }] },
  ]);
  const labels = (actions: boolean) =>
    drawMachine(def, { actions }).edges.map(({ label }) =>
      label && [label.event?.text, label.guard?.text, label.actions?.text]
    );
  assertEquals(labels(false), [["stop", "[x]", undefined], undefined, [undefined, "[y]", undefined]]);
  assertEquals(labels(true)[0], ["stop", "[x]", "/ a(); raise b"]);
});

Deno.test("drawMachine() marks delays, timers and completions, and no event for its name", () => {
  const to = { nextState: "B" };
  const transitions = [
    { after: 500, ...to },
    { event: "late", ...to },
    { event: "done.state.A", ...to },
    { event: "timeout", ...to },
  ];
  const def = {
    ...machine([{ name: "A", transitions }, { name: "B" }]),
    events: [{ name: "Time", events: [{ id: "timeout" }], timers: [{ id: "late", name: "patience" }] }],
  };
  const marks = drawMachine(def).edges.map(({ label }) => label?.glyph?.glyph.id);
  assertEquals(marks, ["clock", "clock", "complete", undefined]);
});

Deno.test("drawMachine() keeps the whole text of what it shortens", () => {
  const name = "N".repeat(100);
  const guard = "g".repeat(60);
  const def = machine([{ name, transitions: [{ event: "e", condition: guard, nextState: name }] }]);
  const drawing = drawMachine(def, { labels: "short" });
  const [state] = drawing.states;
  const [edge] = drawing.edges;
  assert(state && edge?.label?.guard);
  assert(state.title.text.endsWith("…") && state.box.width <= 320);
  assertEquals(state.title.full, name);
  assertEquals([edge.label.guard.text.length, edge.label.guard.full], [34, `[${guard}]`]);
});

Deno.test("drawMachine() wraps long names, guards and notes, and cuts none", () => {
  const name = "AwaitingTheDecisionOfTheReviewBoardAboutTheSecondAppeal";
  const guard = "order.total > 100 and customer.trusted and not customer.blocked or order.total > 100000";
  const notes = "Waits for the board, which meets once a week, on Tuesdays.\nNobody can hurry it.";
  const def = machine([
    {
      name,
      notes,
      transitions: [{ event: "go", condition: guard, nextState: "B" }, { event: "x", condition: guard }],
    },
    { name: "B" },
  ]);
  const { states: [state], edges: [edge] } = drawMachine(def, { notes: true });
  assert(state && edge?.label?.guard);
  const textOf = (text: DrawnText | undefined) =>
    [text, ...text?.more ?? []].map((line) => line?.text).join(" ");
  assertEquals(textOf(state.title).replaceAll(" ", ""), name);
  assertEquals(textOf(edge.label.guard), `[${guard}]`);
  assertEquals(state.rows.map(({ kind }) => kind), ["internal", "note"]);
  assertEquals(textOf(state.rows[0]?.detail), `[${guard}]`);
  assertEquals(textOf(state.rows[1]?.detail), notes.replace("\n", " "));
});

Deno.test("drawMachine() marks entry and exit actions, or tells them when asked", () => {
  const def = machine([{ name: "A", onEntry: { actions: ["a()"] }, onExit: { actions: ["b()"] } }]);
  assertEquals(stateOf(drawMachine(def), "A").marks.map((mark) => [mark.kind, mark.actions]), [
    ["entry", ["a()"]],
    ["exit", ["b()"]],
  ]);
  const told = stateOf(drawMachine(def, { actions: true }), "A");
  assertEquals(told.rows.map((row) => `${row.text.text} ${row.detail?.text}`), ["entry / a()", "exit / b()"]);
  assertEquals(told.marks, []);
});

Deno.test("drawMachine() shows by the outline what a state is, and else by a word", () => {
  const drawing = drawMachine(machine([
    { name: "A" },
    { name: "F", kind: "final" },
    { name: "H", kind: "history" },
    { name: "D", kind: "history", history: "deep" },
    { name: "C", states: [{ name: "C1" }], kind: "final" },
    { name: "X", kind: "choice" },
    { name: "P", parallel: { states: [{ name: "R" }] } },
  ]));
  assertEquals(
    drawing.states.map((state) => [state.key, state.shape, state.badge?.text, state.memory?.letter.text]),
    [
      ["A", "leaf", undefined, undefined],
      ["F", "final", undefined, undefined],
      ["H", "history", undefined, "H"],
      ["D", "history", undefined, "H*"],
      ["C", "composite", "final", undefined],
      ["C1", "leaf", undefined, undefined],
      ["X", "choice", undefined, undefined],
      ["P", "composite", undefined, undefined],
      ["R", "region", undefined, undefined],
    ],
  );
});

Deno.test("drawMachine() puts regions side by side, in their order", () => {
  const drawing = drawMachine(machine([
    { name: "P", parallel: { states: [{ name: "R" }, { name: "S" }, { name: "T" }] } },
  ]));
  const [r, s, t] = ["R", "S", "T"].map((key) => stateOf(drawing, key).box);
  assert(r && s && t);
  assert(r.x + r.width <= s.x && s.x + s.width <= t.x);
  assertEquals([s.y, t.y], [r.y, r.y]);
});

Deno.test("drawMachine() puts many regions one below the other, equally wide, where that takes less room", () => {
  const regions = ["R", "S", "T", "U", "V", "Region_with_a_long_name"].map((name) => ({ name }));
  const drawing = drawMachine(machine([{ name: "P", parallel: { states: regions } }]));
  const boxes = regions.map(({ name }) => stateOf(drawing, name).box);
  boxes.forEach(({ x, y, width }, at) => {
    const above = boxes[at - 1];
    if (above) assertEquals([x, width, y >= above.y + above.height], [above.x, above.width, true]);
  });
});

Deno.test("drawMachine() fills a region that is stretched with the regions in it", () => {
  const chain = ["L1", "L2", "L3", "L4"].map((name, at) => ({
    name,
    transitions: at < 3 ? [{ event: "e", nextState: `L${at + 2}` }] : [],
  }));
  const inner = [{ name: "S", states: [{ name: "S1" }] }, { name: "T" }];
  const drawing = drawMachine(machine([{
    name: "P",
    parallel: { states: [{ name: "Q", states: chain }, { name: "R", parallel: { states: inner } }] },
  }]));
  const [q, r, s, t] = ["Q", "R", "S", "T"].map((name) => stateOf(drawing, name).box);
  assert(q && r && s && t);
  const below = (box: Box) => box.y + box.height;
  assertEquals(below(r), below(q));
  assertEquals([below(r) - below(s), below(s)], [16, below(t)]);
});

Deno.test("drawMachine() marks what is entered by default, at its left side", () => {
  const drawing = drawMachine(machine([{ name: "A", states: [{ name: "A1" }] }, { name: "B" }]));
  assertEquals(drawing.initials.map(({ of, to }) => [of, to]), [[undefined, "A"], ["A", "A1"]]);
  for (const { to, center, points } of drawing.initials) {
    const { box } = stateOf(drawing, to);
    assert(center.x < box.x);
    assertEquals(points.at(-1)?.x, box.x);
  }
});

Deno.test("drawMachine() leads the mark of a default that lies deeper to it, from inside the state", () => {
  const drawing = drawMachine(machine([
    { name: "A", initial: "Deep", states: [{ name: "A1", states: [{ name: "Deep" }] }] },
  ]));
  const mark = drawing.initials.find((initial) => initial.of === "A");
  const { box } = stateOf(drawing, "A");
  assert(mark?.to === "Deep");
  assert(mark.center.x > box.x && mark.center.y > box.y && mark.center.y < box.y + box.height);
});

Deno.test("drawMachine() makes containers wide enough for what stands in their heads", () => {
  const child = { name: "H", kind: "history" };
  const long = "AContainerWhoseNameIsFarWiderThanWhatItHolds";
  const actions = { onEntry: { actions: ["a()"] }, onExit: { actions: ["b()"] } };
  const drawing = drawMachine(machine([
    { name: long, kind: "special", notes: "n", ...actions, states: [child] },
    {
      name: "Rows",
      transitions: [{ event: "e".repeat(30), condition: "c".repeat(50) }],
      states: [{ name: "H2", kind: "history" }],
    },
  ]));
  for (const key of [long, "Rows"]) {
    const state = stateOf(drawing, key);
    for (const text of textsOf(state)) assertInside(text, state.box);
  }
  const { title, badge, marks } = stateOf(drawing, long);
  const parts = [title, ...marks.map((mark) => mark.text), badge].filter((text) => text !== undefined);
  const lefts = parts.map(leftOf);
  for (const [index, { width }] of parts.slice(0, -1).entries()) {
    assert(
      (lefts[index] ?? 0) + width < (lefts[index + 1] ?? 0),
      `${parts[index]?.text} runs into the next text`,
    );
  }
});

Deno.test("drawMachine() draws the root only when it has something to tell, or when asked", () => {
  const keys = (root: Record<string, unknown>, options = {}) =>
    drawMachine(machine([{ name: "A" }], root), options).states.map((state) => state.key);
  assertEquals(keys({}), ["A"]);
  assertEquals(keys({}, { root: true }), ["Root", "A"]);
  assertEquals(keys({ transitions: [{ event: "e" }] }), ["Root", "A"]);
  assertEquals(keys({ states: [{ name: "A", transitions: [{ nextState: "Root" }] }] }), ["Root", "A"]);
  assertEquals(keys({ states: [] }), ["Root"]);
});

Deno.test("drawMachine() draws nothing for what is no definition", () => {
  for (const odd of [undefined, null, 1, "x", [], {}, { state: 1 }]) {
    const drawing = drawMachine(odd as unknown as StateMachineDefinition);
    assertEquals(drawing, { name: "", x: 0, y: 0, width: 0, height: 0, states: [], edges: [], initials: [] });
  }
});

Deno.test("drawMachine() says so where a name shows nothing", () => {
  const { states } = drawMachine(
    machine([{ name: "" }, { name: " \t" }, { name: "\ud800" }, { name: "a\0" }]),
  );
  assertEquals(states.map(({ title }) => title.text), ["(unnamed)", "(unnamed)", "(unnamed)", "a"]);
});

Deno.test("drawMachine() takes names that objects have members for", () => {
  const names = ["__proto__", "constructor", "toString"];
  const states = names.map((name, index) => ({
    name,
    transitions: [{ event: name, nextState: names[(index + 1) % names.length] }],
  }));
  const drawing = drawMachine(machine(states));
  assertEquals(drawing.states.map((state) => state.key), names);
  assertEquals(drawing.edges.map((edge) => edge.to), ["constructor", "toString", "__proto__"]);
});

Deno.test("drawMachine() draws every state and transition of any document once, and all text inside its box", () => {
  fc.assert(
    fc.property(fc.oneof(documents(3), trees()), fc.boolean(), (def, actions) => {
      const drawing = drawMachine(def, { actions, root: true });
      const { states } = surveyStates(def);
      assertEquals(drawing.states.map((state) => state.key), states.map((state) => state.key));
      const ids = [...drawing.edges, ...drawing.states.flatMap((state) => state.rows)]
        .flatMap(({ id }) => id === undefined || id.endsWith(":join") ? [] : [id]);
      const wanted = states.flatMap(({ key, transitions }) =>
        transitions.map(({ index }) => `${key}:${index}`)
      );
      assertEquals(ids.toSorted(), wanted.toSorted());
      for (const state of drawing.states) {
        for (const text of textsOf(state)) assertInside(text, state.box);
      }
      for (const { label } of drawing.edges) {
        if (!label) continue;
        for (const text of [label.event, label.guard, label.actions]) if (text) assertInside(text, label.box);
      }
    }),
    { numRuns: 100, seed: 7 },
  );
});

Deno.test("drawMachine() leaves given boxes exactly where they are, and draws the rest around them", () => {
  const states = [
    { name: "A", transitions: [{ event: "go", nextState: "C1" }] },
    { name: "C", states: [{ name: "C1", transitions: [{ event: "back", nextState: "A" }] }] },
  ];
  const positions = {
    A: { x: 1_000, y: -50.25, width: 200, height: 90 },
    C: { x: 0, y: 0, width: 400, height: 300 },
    C1: { x: 100, y: 100, width: 180, height: 80 },
  };
  const drawing = drawMachine(machine([...states, { name: "D" }]), { positions });
  for (const [name, box] of Object.entries(positions)) assertEquals(stateOf(drawing, name).box, box);
  const { box } = stateOf(drawing, "D");
  assert(!Object.values(positions).some((other) => overlaps(box, other)));
  assertEquals(drawing.edges.length, 2);
});

Deno.test("drawMachine() draws a state whose given box is out of this world somewhere else", () => {
  const positions = {
    A: { x: 1e300, y: 0, width: 1e300, height: 1 },
    B: { x: 0, y: 0, width: 160, height: 60 },
  };
  const drawing = drawMachine(machine([{ name: "A" }, { name: "B" }]), { positions });
  assertEquals(stateOf(drawing, "B").box, positions.B);
  assert(drawing.width < 2_000 && drawing.height < 2_000);
});

const FORK = machine([
  {
    name: "A",
    invoke: [{ id: "pay", task: "charge" }],
    transitions: [{ event: "go", nextState: "C", nextStates: ["D", "Nowhere"] }],
  },
  {
    name: "P",
    parallel: { states: [{ name: "R", states: [{ name: "C" }] }, { name: "S", states: [{ name: "D" }] }] },
  },
]);

Deno.test("drawMachine() draws a line to every target, and labels the first", () => {
  const { edges } = drawMachine(FORK);
  assertEquals(edges.map(({ id, kind, to, label }) => [id, kind, to, label !== undefined]), [
    ["A:0", "transition", "C", true],
    ["A:0:1", "further", "D", false],
  ]);
});

Deno.test("drawMachine() shows work in the box of its state", () => {
  const { rows } = stateOf(drawMachine(FORK), "A");
  assertEquals(rows.map(({ kind, text, detail }) => [kind, text.text, detail?.text]), [[
    "work",
    "invoke",
    "pay: charge",
  ]]);
});

Deno.test("drawMachine() draws a choice as a diamond, and one with more to show as a box", () => {
  const { states } = drawMachine(machine([
    { name: "A", kind: "choice" },
    { name: "B", kind: "choice", notes: "Odd." },
  ]));
  assertEquals(states.map(({ shape, badge }) => [shape, badge?.text]), [["choice", undefined], [
    "leaf",
    "choice",
  ]]);
});

Deno.test("drawMachine() puts the kind of a state above its name where rows are below", () => {
  const closed = { name: "WaitingForAnswer", kind: "5 states inside", transitions: [{ event: "ping" }] };
  const state = drawMachine(machine([closed])).states.find(({ name }) => name === closed.name);
  const { title, badge, rule = 0 } = state ?? {};
  assert(title && badge && badge.y + 4 <= title.y - title.size * 0.73, "the kind overlaps the name");
  assert(title.y < rule);
});
