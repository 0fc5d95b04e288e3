import { assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { parseMermaid } from "./import/parse_mermaid.ts";
import { renderMermaid } from "./render_mermaid.ts";
import type { State, StateMachineDefinition } from "../types.ts";

function machine(state: State): StateMachineDefinition {
  return { settings: { namespace: "test", asynchronous: false }, events: [], state };
}

/** The lines below the header for a root with these children, with one level of indentation taken off. */
function drawn(...children: State[]): string[] {
  return renderMermaid(machine({ name: "TheRoot", states: children })).split("\n").slice(1).map((line) =>
    line.slice(4)
  );
}

function to(event: string, nextState: string): { event: string; nextState: string } {
  return { event, nextState };
}

const KETTLE = machine({
  name: "Kettle",
  states: [
    {
      name: "Cold",
      transitions: [{ event: "fill", nextState: "Heating", condition: "lidClosed" }, { event: "tap" }],
    },
    { name: "Heating", transitions: [to("boiled", "Done")], states: [{ name: "Low" }] },
    { name: "Done", kind: "final" },
  ],
});

Deno.test("renderMermaid() draws start, edges, ends and blocks level by level", () => {
  assertEquals(
    renderMermaid(KETTLE),
    `stateDiagram-v2
    [*] --> Cold
    Cold --> Heating : fill [lidClosed]
    Cold --> Cold : tap (stays)
    Heating --> Done : boiled
    Done --> [*]
    state Heating {
        [*] --> Low
    }`,
  );
});

Deno.test("renderMermaid() gives the same text for the same definition", () => {
  assertEquals(renderMermaid(KETTLE), renderMermaid(structuredClone(KETTLE)));
});

Deno.test("renderMermaid() draws the header alone for a lone root", () => {
  assertEquals(renderMermaid(machine({ name: "Root" })), "stateDiagram-v2");
});

Deno.test("renderMermaid() puts a block's own edges inside and its parent's outside", () => {
  assertEquals(
    drawn(
      {
        name: "A",
        transitions: [to("out", "B")],
        states: [{ name: "A1", transitions: [to("go", "A2")] }, { name: "A2" }],
      },
      { name: "B" },
    ),
    ["[*] --> A", "A --> B : out", "state A {", "    [*] --> A1", "    A1 --> A2 : go", "}"],
  );
});

Deno.test("renderMermaid() declares states that no edge names", () => {
  assertEquals(drawn({ name: "A" }, { name: "B" }), ["[*] --> A", "B"]);
});

Deno.test("renderMermaid() draws a guard before the mark of an internal transition", () => {
  assertEquals(drawn({ name: "A", transitions: [{ event: "tap", condition: "ready" }] }), [
    "[*] --> A",
    "A --> A : tap [ready] (stays)",
  ]);
});

Deno.test("renderMermaid() draws event-less transitions with their guard alone", () => {
  assertEquals(
    drawn({ name: "A", transitions: [{ nextState: "B", condition: "ok" }, { nextState: "B" }] }, {
      name: "B",
    }),
    [
      "[*] --> A",
      "A --> B : [ok]",
      "A --> B",
    ],
  );
});

Deno.test("renderMermaid() starts at the initial state that the document names", () => {
  assertEquals(
    drawn({ name: "A", initial: "A3", states: [{ name: "A1" }, { name: "A2", states: [{ name: "A3" }] }] }),
    [
      "[*] --> A",
      "state A {",
      "    [*] --> A3",
      "    A1",
      "    A2",
      "    state A2 {",
      "        [*] --> A3",
      "    }",
      "}",
    ],
  );
});

Deno.test("renderMermaid() does not start at a history state", () => {
  assertEquals(drawn({ name: "H", kind: "history" }, { name: "A" })[1], "[*] --> A");
});

Deno.test("renderMermaid() draws no end behind a final state with states inside, which runs as a normal one", () => {
  assertEquals(drawn({ name: "A", kind: "final", states: [{ name: "B" }] }), [
    "[*] --> A",
    "state A {",
    "    [*] --> B",
    "}",
  ]);
  const history: State = { name: "H", kind: "history" };
  assertEquals(drawn({ name: "A", kind: "final", states: [history] })[1], "A --> [*]");
});

Deno.test("renderMermaid() labels history states", () => {
  assertEquals(
    drawn({ name: "A" }, { name: "H", kind: "history" }, { name: "D", kind: "history", history: "deep" }),
    [
      'state "H (H)" as H',
      'state "D (H#42;)" as D',
      "[*] --> A",
    ],
  );
});

Deno.test("renderMermaid() draws edges between levels on the outermost level, where they move no state", () => {
  assertEquals(
    drawn(
      { name: "A", states: [{ name: "A1", transitions: [to("up", "A"), to("over", "B1"), to("out", "B")] }] },
      { name: "B", transitions: [to("in", "A1")], states: [{ name: "B1" }] },
    ),
    [
      "[*] --> A",
      "B --> A1 : in",
      "state A {",
      "    [*] --> A1",
      "}",
      "state B {",
      "    [*] --> B1",
      "}",
      "A1 --> A : up",
      "A1 --> B1 : over",
      "A1 --> B : out",
    ],
  );
});

Deno.test("renderMermaid() keeps the order of a state's transitions when one of them leaves the level", () => {
  assertEquals(
    drawn({
      name: "A",
      states: [{ name: "A1", transitions: [to("x", "A2"), to("y", "B"), to("y", "A2")] }, { name: "A2" }],
    }, { name: "B" }).slice(-5),
    ["    [*] --> A1", "    A1 --> A2 : x", "}", "A1 --> B : y", "A1 --> A2 : y"],
  );
});

Deno.test("renderMermaid() keeps an event apart from guards, actions and the mark of an internal transition", () => {
  assertEquals(
    drawn({
      name: "A",
      transitions: [
        { event: "a [b]", condition: "x in [1, 2]" },
        { event: "a / b", nextState: "A", condition: "x == '['" },
        { event: "a (stays)", nextState: "A" },
      ],
    }).slice(1),
    [
      "A --> A : a #91;b] [x in [1, 2]] (stays)",
      "A --> A : a #47; b [x == '#91;']",
      "A --> A : a #40;stays)",
    ],
  );
});

Deno.test("renderMermaid() keeps a name apart from the mark of a history state", () => {
  assertEquals(drawn({ name: "A (H)" }, { name: "A (H*)", kind: "history" }).slice(0, 2), [
    'state "A #40;H)" as alias1',
    'state "A #40;H#42;) (H)" as alias2',
  ]);
});

Deno.test("renderMermaid() divides regions and draws where they lead", () => {
  assertEquals(
    drawn({
      name: "P",
      parallel: {
        nextState: "Done",
        states: [{ name: "R1", states: [{ name: "A" }] }, {
          name: "R2",
          transitions: [to("x", "R1"), { event: "y" }],
        }],
      },
    }, { name: "Done", kind: "final" }),
    [
      "[*] --> P",
      "P --> Done",
      "Done --> [*]",
      "state P {",
      "    R1",
      "    state R1 {",
      "        [*] --> A",
      "    }",
      "    --",
      "    R2",
      "}",
      "R2 --> R1 : x",
      "R2 --> R2 : y (stays)",
    ],
  );
});

Deno.test("renderMermaid() draws the root when it has transitions, regions or notes, or is a target", async (t) => {
  const child: State = { name: "A" };
  const roots: [name: string, root: State][] = [
    ["transitions", { name: "Top", transitions: [to("reset", "A")], states: [child] }],
    ["regions", { name: "Top", parallel: { nextState: "", states: [child] } }],
    ["notes", { name: "Top", notes: "A remark.", states: [child] }],
    ["target", { name: "Top", states: [{ ...child, transitions: [to("restart", "Top")] }] }],
  ];
  for (const [name, root] of roots) {
    await t.step(name, () => {
      const text = renderMermaid(machine(root));
      assertStringIncludes(text, "\n    [*] --> Top\n");
      assertStringIncludes(text, "\n    state Top {\n");
    });
  }
});

Deno.test("renderMermaid() draws the root's own transitions outside its block", () => {
  assertEquals(
    renderMermaid(machine({ name: "Top", transitions: [to("reset", "A")], states: [{ name: "A" }] })),
    `stateDiagram-v2
    [*] --> Top
    Top --> A : reset
    state Top {
        [*] --> A
    }`,
  );
});

Deno.test("renderMermaid() gives names that Mermaid cannot read an alias", async (t) => {
  for (
    const name of [
      "My name",
      "été",
      "a-b",
      "a.b",
      "state",
      "Note",
      "root",
      "__proto__",
      "constructor",
      "1st",
      "_u_",
    ]
  ) {
    await t.step(name, () => {
      const label = name.replaceAll(/(?<![a-z])_|_(?![a-z])/g, "#95;");
      assertEquals(drawn({ name }), [`state "${label}" as alias1`, "[*] --> alias1"]);
    });
  }
});

Deno.test("renderMermaid() gives aliases that no state is called", () => {
  assertEquals(drawn({ name: "alias1" }, { name: "a b" }), ['state "a b" as alias2', "[*] --> alias1"]);
});

Deno.test("renderMermaid() keeps a state apart from the start and end marks of a block", () => {
  assertEquals(drawn({ name: "Trip", states: [{ name: "Trip_end" }] }), [
    "[*] --> Trip",
    "state Trip {",
    '    state "Trip_end" as alias1',
    "    [*] --> alias1",
    "}",
  ]);
});

Deno.test("renderMermaid() keeps a missing target and a mark apart from aliases", () => {
  assertEquals(
    drawn({ name: "a b", states: [{ name: "alias2_end", transitions: [to("x", "alias1")] }] }),
    [
      'state "a b" as alias2',
      "[*] --> alias2",
      "state alias2 {",
      '    state "alias2_end" as alias3',
      "    [*] --> alias3",
      "}",
      "alias3 --> alias1 : x",
    ],
  );
});

Deno.test("renderMermaid() calls a state without a name unnamed", () => {
  assertEquals(drawn({ name: "" })[0], 'state "(unnamed)" as alias1');
});

Deno.test("renderMermaid() draws a target that does not exist", () => {
  assertEquals(drawn({ name: "A", transitions: [to("x", "Nowhere"), to("y", "no where")] }), [
    "[*] --> A",
    "A --> Nowhere : x",
    "A --> alias1 : y",
    'state "no where" as alias1',
  ]);
});

Deno.test("renderMermaid() draws twins side by side as one box and other twins as two", () => {
  assertEquals(drawn({ name: "A" }, { name: "A" }), ["[*] --> A"]);
  assertEquals(drawn({ name: "A", states: [{ name: "A" }] }), [
    "[*] --> A",
    "state A {",
    '    state "A" as alias1',
    "    [*] --> alias1",
    "}",
  ]);
});

Deno.test("renderMermaid() passes over the children that regions push aside", () => {
  const both: State = {
    name: "B",
    states: [{ name: "X" }],
    parallel: { nextState: "", states: [{ name: "R" }] },
  };
  assertEquals(drawn({ name: "A", initial: "X", states: [both] }), [
    "[*] --> A",
    "state A {",
    "    [*] --> B",
    "    state B {",
    "        [*] --> R",
    "    }",
    "}",
  ]);
});

Deno.test("renderMermaid() draws an internal transition at its own box when another state has the name", () => {
  assertEquals(
    drawn({ name: "A", states: [{ name: "A", transitions: [{ event: "tap" }] }] }).at(-2),
    "    alias1 --> alias1 : tap (stays)",
  );
});

Deno.test("renderMermaid() draws notes beside their state, on its level", () => {
  const odd = { name: "B", notes: ["one", "two"] } as unknown as State;
  assertEquals(drawn({ name: "A", notes: "First.\n\n end note\nThird: 3", states: [odd] }), [
    "[*] --> A",
    "state A {",
    "    [*] --> B",
    "    note right of B",
    "        one",
    "        two",
    "    end note",
    "}",
    "note right of A",
    "    First.",
    "    #101;nd note",
    "    Third#58; 3",
    "end note",
  ]);
});

Deno.test("renderMermaid() draws whatever a document holds, with balanced blocks", () => {
  fc.assert(
    fc.property(oddDefinition(), (def) => {
      const lines = renderMermaid(def as StateMachineDefinition).split("\n");
      assertEquals(lines[0], "stateDiagram-v2");
      const opened = lines.filter((line) => /^ +state \S+ \{$/.test(line)).length;
      assertEquals(lines.filter((line) => line.trim() === "}").length, opened);
    }),
    { seed: 1 },
  );
});

function oddDefinition(): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(
    "name",
    "states",
    "parallel",
    "initial",
    "kind",
    "transitions",
    "event",
    "nextState",
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, 1, "A", "a b", "}", "history", true),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 6 }),
    ),
  }));
  return fc.oneof(value, fc.record({ state: value }));
}

Deno.test("renderMermaid() writes the timers of an imported diagram as it had them", () => {
  const text = [
    "stateDiagram-v2",
    "    [*] --> Waiting",
    "    Waiting --> Late : after 500ms [x]",
    "    Late --> Waiting : after 2min",
    "    Late --> Late : AfterAll",
  ].join("\n");
  const { definition } = parseMermaid(text);
  assertEquals(renderMermaid(definition), text);
  assertEquals(parseMermaid(renderMermaid(definition)).definition, definition);
});

Deno.test("renderMermaid() writes the event of any other timer", () => {
  const waiting: State = {
    name: "W",
    onEntry: { actions: [{ timerStart: { timer: "tick", duration: 500 } }] },
    onExit: { actions: [{ timerStop: "tick" }] },
    transitions: [to("tick", "W")],
  };
  assertEquals(drawn(waiting), ["[*] --> W", "W --> W : tick"]);
});

Deno.test("renderMermaid() draws choices, delays and forks", () => {
  const lines = drawn(
    {
      name: "A",
      transitions: [{ after: 5000, nextState: "Which" }, { event: "go", nextState: "C", nextStates: ["D"] }],
    },
    { name: "Which", kind: "choice", transitions: [{ condition: "x", nextState: "A" }, { nextState: "P" }] },
    {
      name: "P",
      parallel: { states: [{ name: "R", states: [{ name: "C" }] }, { name: "S", states: [{ name: "D" }] }] },
    },
  );
  assertEquals(lines.slice(0, 5), [
    "state Which <<choice>>",
    "[*] --> A",
    "A --> Which : after 5s",
    "Which --> A : [x]",
    "Which --> P",
  ]);
  assertEquals(lines.slice(-4), ["state fork1 <<fork>>", "A --> fork1 : go", "fork1 --> C", "fork1 --> D"]);
});
