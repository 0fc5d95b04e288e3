import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { displayWidth } from "../../../text/terminal_text.ts";
import { renderAscii } from "../render_ascii.ts";
import type { State, StateMachineDefinition, Transition } from "../../types.ts";
import { readArrows } from "./testing.ts";
import { type AsciiBoxesOptions, renderAsciiBoxes } from "./render_ascii_boxes.ts";

function machine(state: State): StateMachineDefinition {
  return { settings: { namespace: "test", asynchronous: false }, events: [], state };
}

/** The drawing of these states below a root named R. */
function drawn(states: State[], options?: AsciiBoxesOptions, active: string[] = []): string {
  return renderAsciiBoxes(machine({ name: "R", states }), new Set(active), options);
}

function to(nextState: string, event: string = "go"): Transition {
  return { event, nextState };
}

/** Compares a drawing with lines that begin on a line of their own. */
function assertDrawing(drawing: string, expected: string): void {
  assertEquals("\n" + drawing, expected);
}

Deno.test("renderAsciiBoxes() draws the way on down, other ways beside", () => {
  assertDrawing(
    drawn([
      { name: "Cold", transitions: [{ event: "heat", nextState: "Hot", condition: "on" }] },
      { name: "Hot", transitions: [to("Cold", "cool"), to("Done", "stop"), to("Hot", "stir")] },
      { name: "Done", kind: "final" },
    ]),
    `
┌─ R ──────────────────┐
│    ●                 │
│ ┌──▼────┐            │
│ │ Cold  │◄─────────┐ │
│ └──┬────┘          │ │
│    │ heat [on]     │ │
│ ┌──▼────┐          │ │
│ │ Hot   ├─ cool ───┘ │
│ │       ├─ stir ─┐   │
│ │       │◄───────┘   │
│ └──┬────┘            │
│    │ stop            │
│ ╔══▼════╗            │
│ ║ Done  ║            │
│ ╚═══════╝            │
└──────────────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() says so where a name shows nothing", () => {
  const drawing = drawn([{ name: " ", transitions: [to("B")] }, {
    name: "B",
    transitions: [to(" "), to("B")],
  }]);
  assertStringIncludes(drawing, "│ (unnamed)");
});

Deno.test("renderAsciiBoxes() puts children into a frame and leads arrows through it", () => {
  assertDrawing(
    drawn([
      { name: "A", transitions: [to("C")], states: [{ name: "B", transitions: [to("D")] }, { name: "C" }] },
      { name: "D" },
    ]),
    `
┌─ R ────────────────────┐
│    ●                   │
│ ┌──▼─ A ───────────┐   │
│ ├─ go ───────────┐ │   │
│ │    ●           │ │   │
│ │ ┌──▼────┐      │ │   │
│ │ │ B     ├─ go ─┼─┼─┐ │
│ │ └───────┘      │ │ │ │
│ │                │ │ │ │
│ │ ┌───────┐      │ │ │ │
│ │ │ C     │◄─────┘ │ │ │
│ │ └───────┘        │ │ │
│ └──────────────────┘ │ │
│                      │ │
│ ┌───────┐            │ │
│ │ D     │◄───────────┘ │
│ └───────┘              │
└────────────────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() puts regions side by side and names what arrows out of them lead to", () => {
  const parallel = {
    nextState: "Z",
    states: [
      {
        name: "P",
        states: [{ name: "A", transitions: [to("Z", "stop")] }, { name: "B", kind: "final" as const }],
      },
      { name: "Q", transitions: [to("Z", "quit")] },
    ],
  };
  assertDrawing(
    drawn([{ name: "X", parallel }, { name: "Z" }]),
    `
┌─ R ────────────────────────────────────────┐
│    ●                                       │
│ ┌──▼─ X ─────────────────────────────────┐ │
│ │ ┌┄ P ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┐ ┌┄┄┄┄┄┄┄┄┄┄┄┐ │ │
│ │ ┆    ●                 ┆ ┆ Q         ┆ │ │
│ │ ┆ ┌──▼────┐            ┆ ├┄┄┄┄┄┄┄┄┄┄┄┤ │ │
│ │ ┆ │ A     ├─ stop ─→ Z ┆ ┆ quit ─→ Z ┆ │ │
│ │ ┆ └───────┘            ┆ ┆           ┆ │ │
│ │ ┆                      ┆ ┆           ┆ │ │
│ │ ┆ ╔═══════╗            ┆ ┆           ┆ │ │
│ │ ┆ ║ B     ║            ┆ ┆           ┆ │ │
│ │ ┆ ╚═══════╝            ┆ ┆           ┆ │ │
│ │ └┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘ └┄┄┄┄┄┄┄┄┄┄┄┘ │ │
│ └──┬─────────────────────────────────────┘ │
│    │                                       │
│ ┌──▼────┐                                  │
│ │ Z     │                                  │
│ └───────┘                                  │
└────────────────────────────────────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() puts regions below each other where they do not fit", () => {
  const parallel = { states: [{ name: "LongNameOfRegionOne" }, { name: "LongNameOfRegionTwo" }] };
  assertDrawing(
    drawn([{ name: "X", parallel }], { width: 50 }),
    `
┌─ R ─────────────────────────┐
│    ●                        │
│ ┌──▼─ X ──────────────────┐ │
│ │ ┌┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┐ │ │
│ │ ┆ LongNameOfRegionOne ┆ │ │
│ │ └┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘ │ │
│ │ ┌┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┐ │ │
│ │ ┆ LongNameOfRegionTwo ┆ │ │
│ │ └┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘ │ │
│ └─────────────────────────┘ │
└─────────────────────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() marks active, final and history states", () => {
  assertDrawing(
    drawn(
      [
        { name: "A", transitions: [to("D"), to("H")] },
        { name: "D", kind: "final" },
        { name: "H", kind: "history" },
        { name: "I", kind: "history", history: "deep" },
      ],
      {},
      ["A"],
    ),
    `
┌─ R ───────────────┐
│    ●              │
│ ┏━━▼━━━━━┓        │
│ ┃ ● A    ┠─ go ─┐ │
│ ┗━━┯━━━━━┛      │ │
│    │ go         │ │
│ ╔══▼═════╗      │ │
│ ║ D      ║      │ │
│ ╚════════╝      │ │
│                 │ │
│ ╭────────╮      │ │
│ │ (H) H  │◄─────┘ │
│ ╰────────╯        │
│                   │
│ ╭────────╮        │
│ │ (H*) I │        │
│ ╰────────╯        │
└───────────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() writes internal transitions and actions inside", () => {
  const state: State = {
    name: "A",
    onEntry: { actions: [{ code: "a = 1" }] },
    transitions: [{ event: "tick", condition: "on", actions: [{ raise: "x" }] }],
  };
  assertDrawing(
    drawn([state], { actions: true }),
    `
┌─ R ─────────────────────┐
│    ●                    │
│ ┌──▼──────────────────┐ │
│ │ A                   │ │
│ ├┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┤ │
│ │ entry / a = 1       │ │
│ │ tick [on] / raise x │ │
│ └─────────────────────┘ │
└─────────────────────────┘`,
  );
  assertEquals(drawn([state]).includes("raise"), false);
});

Deno.test("renderAsciiBoxes() leads from the initial mark to a deeper initial state", () => {
  const states = [{ name: "A", states: [{ name: "B" }, { name: "C" }] }];
  assertDrawing(
    renderAsciiBoxes(machine({ name: "R", initial: "C", states })),
    `
┌─ R ──────────────┐
│ ●──────────────┐ │
│ ┌─ A ────────┐ │ │
│ │    ●       │ │ │
│ │ ┌──▼────┐  │ │ │
│ │ │ B     │  │ │ │
│ │ └───────┘  │ │ │
│ │            │ │ │
│ │ ┌───────┐  │ │ │
│ │ │ C     │◄─┼─┘ │
│ │ └───────┘  │   │
│ └────────────┘   │
└──────────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() begins with the initial state", () => {
  const def = machine({ name: "R", initial: "B", states: [{ name: "A" }, { name: "B" }] });
  assertEquals(renderAsciiBoxes(def).match(/[AB]/g), ["B", "A"]);
});

Deno.test("renderAsciiBoxes() follows arrows where the document's order makes them long", () => {
  const drawing = drawn([
    { name: "A", transitions: [to("D")] },
    { name: "B", transitions: [to("C")] },
    { name: "C" },
    { name: "D", transitions: [to("B")] },
  ]);
  assertEquals(drawing.match(/[A-D]/g), ["A", "D", "B", "C"]);
});

Deno.test("renderAsciiBoxes() marks a target that there is not", () => {
  assertStringIncludes(drawn([{ name: "A", transitions: [to("Nowhere")] }]), "├─ go ─→ Nowhere (?)");
});

Deno.test("renderAsciiBoxes() lists below what does not fit beside", () => {
  const states = [
    { name: "Waiting", transitions: [{ event: "answer", nextState: "Late", condition: "a > 1" }] },
    { name: "Other", transitions: [to("Late", "timed_out")] },
    { name: "Late" },
  ];
  assertDrawing(
    drawn(states, { width: 24 }),
    `
┌─ R ────────────┐
│    ●           │
│ ┌──▼──────┐    │
│ │ Waiting │    │
│ └─────────┘    │
│                │
│ ┌─────────┐    │
│ │ Other   │    │
│ └──┬──────┘    │
│    │ timed_out │
│ ┌──▼──────┐    │
│ │ Late    │    │
│ └─────────┘    │
└────────────────┘

Waiting ─[answer]→ Late
  [a > 1]`,
  );
});

Deno.test("renderAsciiBoxes() shortens a label that takes too much room, and lists it", () => {
  const condition = "first.value > 1 and second.value > 2 and third.value > 3 and fourth.value > 4";
  const states = [
    { name: "A", transitions: [to("B"), { event: "answer", nextState: "C", condition }] },
    { name: "B" },
    { name: "C" },
  ];
  const drawing = drawn(states, { width: 36 });
  assertStringIncludes(drawing, "├─ answer […] ─┐");
  assertEquals(
    drawing.split("\n\n")[1],
    "A ─[answer]→ C [first.value > 1 and\n  second.value > 2 and third.value >\n  3 and fourth.value > 4]",
  );
});

Deno.test("renderAsciiBoxes() breaks a label that is a little too long", () => {
  const states = [
    {
      name: "A",
      transitions: [{ event: "answer", nextState: "C", condition: "value > 1 and other" }, to("B")],
    },
    { name: "B" },
    { name: "C" },
  ];
  assertDrawing(
    drawn(states, { width: 36 }).split("\n").slice(2, 6).join("\n"),
    `
│ ┌──▼────┐                       │
│ │ A     ├─ answer [value > 1 ─┐ │
│ │       │  and other]         │ │
│ └──┬────┘                     │ │`,
  );
});

Deno.test("renderAsciiBoxes() names the target where too many lanes would lie side by side", () => {
  const names = Array.from({ length: 24 }, (_, index) => `S${index}`);
  const states = names.map((name, index) => ({
    name,
    transitions: [5, 7, 12, 17].map((step) => to(names[(index + step) % names.length] ?? "")),
  }));
  const drawing = drawn(states);
  assertStringIncludes(drawing, "─→ S12");
  for (const line of drawing.split("\n")) assert((line.match(/[│┼┤┐┘]/g) ?? []).length <= 12, line);
});

Deno.test("renderAsciiBoxes() draws the tree where boxes do not fit", () => {
  const def = machine({
    name: "R",
    states: [{ name: "A", states: [{ name: "B", transitions: [to("A")] }] }],
  });
  assertEquals(
    renderAsciiBoxes(def, new Set(["B"]), { width: 10 }),
    renderAscii(def, new Set(["B"]), { width: 10 }),
  );
});

Deno.test("renderAsciiBoxes() draws a machine that has only its root", () => {
  assertDrawing(
    renderAsciiBoxes(machine({ name: "R", transitions: [to("R", "again")] })),
    `
┌────────────┐
│ R          │
├┄┄┄┄┄┄┄┄┄┄┄┄┤
│ again ─→ R │
└────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() draws nothing for what is no machine", () => {
  assertEquals(renderAsciiBoxes(JSON.parse("{}")), "");
  assertEquals(renderAsciiBoxes(JSON.parse("null")), "");
});

Deno.test("renderAsciiBoxes() counts wide characters as two columns", () => {
  assertDrawing(
    drawn([{ name: "湯を沸かす", transitions: [to("終", "沸騰")] }, { name: "終" }]),
    `
┌─ R ────────────┐
│    ●           │
│ ┌──▼─────────┐ │
│ │ 湯を沸かす │ │
│ └──┬─────────┘ │
│    │ 沸騰      │
│ ┌──▼─────────┐ │
│ │ 終         │ │
│ └────────────┘ │
└────────────────┘`,
  );
});

Deno.test("renderAsciiBoxes() lets line ends and terminal codes of a document do no harm", () => {
  const drawing = drawn([{ name: "A\nB\u001b[31m", transitions: [to("__proto__", "go\r\n")] }, {
    name: "__proto__",
  }]);
  // deno-lint-ignore no-control-regex
  assertEquals(/[\u0000-\u0009\u000b-\u001f]/.test(drawing), false);
  assertStringIncludes(drawing, "│ A B\uFFFD[31m  │");
});

const NAMES = Array.from({ length: 14 }, (_, index) => `S${index}`);

const KINDS: NonNullable<State["kind"]>[] = ["normal", "normal", "normal", "final", "history"];

const transitions: fc.Arbitrary<Transition[]> = fc.array(
  fc.record({
    event: fc.constantFrom("a", "be", "gone", ""),
    nextState: fc.constantFrom(...NAMES.slice(0, 8), "S12"),
    condition: fc.constantFrom("", "x > 1"),
  }),
  { maxLength: 3 },
);

/** Machines of a few states; their transitions lead to one of the first, or to one that there may not be. */
function machines(regions: boolean): fc.Arbitrary<StateMachineDefinition> {
  return nested(3, regions).map((state) => machine(numbered(state)));
}

function nested(depth: number, regions: boolean): fc.Arbitrary<State> {
  const inner = depth === 0
    ? fc.constant<State[]>([])
    : fc.array(nested(depth - 1, regions), { maxLength: 3 });
  const parallel = regions ? inner : fc.constant<State[]>([]);
  return fc.record({ kind: fc.constantFrom(...KINDS), transitions, inner, parallel, both: fc.nat(5) })
    .map(({ kind, transitions, inner, parallel, both }) => ({
      name: "",
      kind,
      transitions,
      states: parallel.length === 0 || both === 0 ? inner : [],
      parallel: { states: parallel },
    }));
}

/** The state with names by number; of equal names the first counts. */
function numbered(root: State): State {
  let count = 0;
  const rename = (state: State): State => ({
    ...state,
    name: NAMES[count++] ?? "S13",
    ...state.states && { states: state.states.map(rename) },
    ...state.parallel && { parallel: { ...state.parallel, states: state.parallel.states.map(rename) } },
  });
  return rename(root);
}

function statesOf(state: State): State[] {
  return [state, ...[...state.states ?? [], ...state.parallel?.states ?? []].flatMap(statesOf)];
}

/** The expected content of the drawing. */
function arrowsOf({ state }: StateMachineDefinition): string[] {
  const names = statesOf(state).map((each) => each.name);
  return statesOf(state).flatMap(({ name, transitions }) =>
    (transitions ?? []).map(({ event, nextState, condition }) => {
      const label = [event, condition ? `[${condition}]` : ""].filter((part) => part).join(" ");
      return `${name}: ${label} → ${nextState}${names.includes(nextState ?? "") ? "" : " (?)"}`;
    })
  ).toSorted();
}

Deno.test("renderAsciiBoxes() draws every transition once, from its source to its target", () => {
  fc.assert(
    fc.property(machines(false), (def) => {
      fc.pre(statesOf(def.state).length < NAMES.length);
      const drawing = renderAsciiBoxes(def, new Set(["S1", "S3"]), { width: 400 });
      const marks = /^(● )?(\(H\) )?/;
      const arrows = readArrows(drawing).map(({ from, label, to }) =>
        `${from.replace(marks, "")}: ${label} → ${to.replace(marks, "")}`
      );
      assertEquals(arrows.toSorted(), arrowsOf(def), drawing);
    }),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("renderAsciiBoxes() keeps to the width, shows every state and is deterministic", () => {
  const widths = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(machines(true), widths, (def, width) => {
      const drawing = renderAsciiBoxes(def, new Set(["S2"]), { width });
      for (const line of drawing.split("\n")) assert(displayWidth(line) <= width, drawing);
      assertEquals(renderAsciiBoxes(def, new Set(["S2"]), { width }), drawing);
      if (!drawing.includes("└")) return;
      for (const { name } of statesOf(def.state)) assert(new RegExp(`\\b${name}\\b`).test(drawing), drawing);
    }),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("renderAsciiBoxes() tells of every transition at any width", () => {
  const widths = fc.integer({ min: 20, max: 100 });
  fc.assert(
    fc.property(machines(false), widths, (def, width) => {
      fc.pre(statesOf(def.state).length < NAMES.length);
      const drawing = renderAsciiBoxes(def, new Set(), { width });
      if (!drawing.includes("└")) return;
      const told = drawing.match(/\b(a|be|gone)\b/g) ?? [];
      const there = arrowsOf(def).flatMap((arrow) => arrow.match(/\b(a|be|gone)\b/g) ?? []);
      assert(told.length >= there.length, drawing);
    }),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("renderAsciiBoxes() takes any text for a name, an event and a guard", () => {
  const text = fc.string({ unit: "binary", maxLength: 30 });
  fc.assert(
    fc.property(text, text, text, fc.integer({ min: 1, max: 60 }), (name, event, condition, width) => {
      const drawing = drawn(
        [
          {
            name,
            transitions: [{ event, condition, nextState: "B" }, { event, condition, nextState: name }],
          },
          {
            name: "B",
            transitions: [{ event, condition, nextState: name }],
          },
        ],
        { width },
      );
      for (const line of drawing.split("\n")) assert(displayWidth(line) <= width, JSON.stringify(drawing));
    }),
    { seed: 5, numRuns: 100 },
  );
});
