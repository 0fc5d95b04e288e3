import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { State } from "../../types.ts";
import { MermaidSyntaxError } from "./error.ts";
import { parseMermaid } from "./parse_mermaid.ts";

/** The states of a diagram with these lines. */
function states(...lines: string[]): State[] | undefined {
  return parseMermaid(["stateDiagram-v2", ...lines].join("\n")).definition.state.states;
}

/** The remarks on a diagram with these lines. */
function remarks(...lines: string[]): string[] {
  return parseMermaid(["stateDiagram-v2", "[*] --> A", "A --> A : a", ...lines].join("\n")).remarks.map((
    remark,
  ) => `${remark.line}:${remark.column} ${remark.code}`);
}

Deno.test("parseMermaid() makes a definition of a diagram", () => {
  assertEquals(
    parseMermaid(
      "---\ntitle: My door\n---\nstateDiagram-v2\n[*] --> Shut\nShut --> Open : push\nOpen --> Shut : pull",
    ),
    {
      definition: {
        settings: {
          namespace: "Mermaid",
          name: "My door",
          asynchronous: false,
          _source: { kind: "mermaid" },
        },
        events: [{ name: "Events", events: [{ id: "push" }, { id: "pull" }] }],
        state: {
          name: "Root",
          states: [
            { name: "Shut", transitions: [{ event: "push", nextState: "Open" }] },
            { name: "Open", transitions: [{ event: "pull", nextState: "Shut" }] },
          ],
        },
      },
      remarks: [],
    },
  );
});

Deno.test("parseMermaid() takes the name and the description from where they stand", () => {
  const settings = (text: string) =>
    parseMermaid(text, { name: "Given", namespace: "Home" }).definition.settings;
  assertEquals(settings("stateDiagram-v2").name, "Given");
  assertEquals(settings("stateDiagram-v2").namespace, "Home");
  assertEquals(settings("stateDiagram-v2\naccTitle: Said\naccDescr: Why").name, "Said");
  assertEquals(settings("stateDiagram-v2\naccDescr {\n  Why\n  so\n}").description, "Why\nso");
  for (const title of ["Shown", '"Shown"', "'Shown'", "Shown # as"]) {
    assertEquals(
      settings(`---\nconfig:\n  x: 1\ntitle: ${title}\n---\nstateDiagram-v2\naccTitle: Said`).name,
      "Shown",
    );
  }
});

Deno.test("parseMermaid() declares each event once, and no completion", () => {
  const { definition } = parseMermaid(`stateDiagram-v2
    [*] --> A
    A --> B : go
    B --> A : go
    state B {
      [*] --> C
      C --> D : on
      D --> [*]
    }
    B --> E : done.state.B
    E --> A : done.state.E`);
  assertEquals(definition.events[0]?.events?.map(({ id }) => id), ["go", "on", "done.state.E"]);
});

Deno.test("parseMermaid() takes the id of a state as its name, and the text as its description", () => {
  const lines = [
    'state "Waiting" as WFI',
    "S1 : Other text",
    "S1 : more",
    'state "Long text" as s2',
    "s3",
    "s4 : s4",
    'state "Block" as B {',
    "[*] --> s5",
    "}",
    "WFI --> S1 : x",
    "s2 --> B : x",
  ];
  assertEquals(
    states(...lines)?.map((one) => [one.name, one.description, one.transitions?.[0]?.nextState]),
    [
      ["WFI", "Waiting", "S1"],
      ["S1", "Other text\nmore", undefined],
      ["s2", "Long text", "B"],
      ["s3", undefined, undefined],
      ["s4", undefined, undefined],
      ["B", "Block", undefined],
    ],
  );
});

Deno.test("parseMermaid() takes the text behind an alias as the name, as renderMermaid() writes it", () => {
  assertEquals(states('state "My name" as alias1', "alias1 --> alias2 : x", 'state "A" as alias2'), [
    { name: "My name", transitions: [{ event: "x", nextState: "A" }] },
    { name: "A" },
  ]);
});

Deno.test("parseMermaid() keeps the alias of a state whose name is taken", () => {
  assertEquals(states("A", 'state "A" as alias1', 'state "B" as alias2', 'state "B" as alias3'), [
    { name: "A" },
    { name: "alias1", description: "A" },
    { name: "B" },
    { name: "alias3", description: "B" },
  ]);
  assertEquals(remarks('state "A" as alias1'), ["4:1 name_taken"]);
});

Deno.test("parseMermaid() reads a time that passes in a state", () => {
  const { definition, remarks } = parseMermaid(`stateDiagram-v2
    [*] --> Waiting
    Waiting --> Late : after 5s [not done] / warn()
    Waiting --> Lost : after 2 min
    Waiting --> Waiting : after 5 seconds (stays)
    Late --> Waiting : after 5s`);
  assertEquals(remarks, []);
  assertEquals(definition.events, []);
  const [waiting, late] = definition.state.states ?? [];
  assertEquals(waiting, {
    name: "Waiting",
    transitions: [
      { after: 5000, nextState: "Late", condition: "not done", actions: [{ code: "warn()" }] },
      { after: 120_000, nextState: "Lost" },
      { after: 5000 },
    ],
  });
  assertEquals(late?.transitions, [{ after: 5000, nextState: "Waiting" }]);
});

Deno.test("parseMermaid() reads an internal transition inside a state", () => {
  const { definition } = parseMermaid(`stateDiagram-v2
    [*] --> A
    A : tick [n < 3] / n = n + 1
    A : this / that
    A : entry / open()`);
  assertEquals(definition.events[0]?.events, [{ id: "tick" }]);
  assertEquals(definition.state.states, [{
    name: "A",
    description: "this / that",
    onEntry: { actions: [{ code: "open()" }] },
    transitions: [{ event: "tick", condition: "n < 3", actions: [{ code: "n = n + 1" }] }],
  }]);
});

Deno.test("parseMermaid() reads what an event carries as its parameters", () => {
  const { definition } = parseMermaid(`stateDiagram-v2
    [*] --> Form
    Form --> Sent : onSubmit(form, user#58; User)
    Form --> Form : onSubmit (stays)
    Sent --> Form : back()
    Sent --> [*] : give up (really)`);
  assertEquals(definition.events, [{
    name: "Events",
    events: [
      { id: "onSubmit", parameters: [{ name: "form", type: "object" }, { name: "user", type: "User" }] },
      { id: "back" },
      { id: "give up (really)" },
    ],
  }]);
});

Deno.test("parseMermaid() takes what is done on entering and leaving as actions", () => {
  assertEquals(states("A : entry / light.on()", "A : exit/light.off()", "A : do / shine", "A : Lit"), [{
    name: "A",
    description: "Lit\ndo / shine",
    onEntry: { actions: [{ code: "light.on()" }] },
    onExit: { actions: [{ code: "light.off()" }] },
  }]);
});

Deno.test("parseMermaid() makes a state final that leads to the end and nowhere else", () => {
  assertEquals(states("A --> B : go", "B --> [*]"), [
    { name: "A", transitions: [{ event: "go", nextState: "B" }] },
    { name: "B", kind: "final" },
  ]);
});

Deno.test("parseMermaid() makes a final state for the end of a level where something else leads to it", () => {
  assertEquals(states("A --> [*] : stop", "state A {", "B --> C : x", "B --> [*] : y", "}"), [
    {
      name: "A",
      transitions: [{ event: "stop", nextState: "Final" }],
      states: [
        { name: "B", transitions: [{ event: "x", nextState: "C" }, { event: "y", nextState: "AFinal" }] },
        { name: "C" },
        { name: "AFinal", kind: "final" },
      ],
    },
    { name: "Final", kind: "final" },
  ]);
});

Deno.test("parseMermaid() reads an arrow without label out of what completes as its completion", () => {
  assertEquals(
    states("A --> B", "state A {", "[*] --> A1", "A1 --> A2 : x", "A2 --> [*]", "}")?.[0]?.transitions,
    [{ event: "done.state.A", nextState: "B" }],
  );
  assertEquals(
    states("A --> B", "state A {", "[*] --> A1", "--", "[*] --> A2", "}")?.[0]?.parallel?.nextState,
    "B",
  );
});

Deno.test("parseMermaid() names the initial state where it is not the first", () => {
  const { state } = parseMermaid("stateDiagram-v2\nA --> B : x\n[*] --> B").definition;
  assertEquals([state.initial, state.states?.[0]?.name], ["B", "A"]);
});

Deno.test("parseMermaid() makes a region of a part with one state, and around one with more", () => {
  assertEquals(
    states("state P {", "R1", "state R1 {", "[*] --> A", "}", "--", "[*] --> B", "B --> C : x", "}", "Q"),
    [
      {
        name: "P",
        parallel: {
          states: [
            { name: "R1", states: [{ name: "A" }] },
            {
              name: "PRegion2",
              states: [{ name: "B", transitions: [{ event: "x", nextState: "C" }] }, { name: "C" }],
            },
          ],
        },
      },
      { name: "Q" },
    ],
  );
});

Deno.test("parseMermaid() makes states of choices whose ways out are guards, the one without last", () => {
  assertEquals(
    states("state c <<choice>>", "c --> A : else", "c --> B : if n < 0", "c --> C : [n > 9] / log(n)")?.[0],
    {
      name: "c",
      kind: "choice",
      transitions: [
        { nextState: "B", condition: "n < 0" },
        { nextState: "C", condition: "n > 9", actions: [{ code: "log(n)" }] },
        { nextState: "A" },
      ],
    },
  );
});

Deno.test("parseMermaid() makes regions of the branches of a fork", () => {
  assertEquals(
    states(
      "state f <<fork>>",
      "state j <<join>>",
      "[*] --> f",
      "f --> A",
      "f --> B",
      "A --> j : a",
      "B --> B2 : b",
      "B2 --> j",
      "j --> C",
    ),
    [
      {
        name: "f",
        parallel: {
          nextState: "j",
          states: [
            {
              name: "fRegion1",
              states: [
                { name: "A", transitions: [{ event: "a", nextState: "fRegion1Final" }] },
                { name: "fRegion1Final", kind: "final" },
              ],
            },
            {
              name: "fRegion2",
              states: [{ name: "B", transitions: [{ event: "b", nextState: "B2" }] }, {
                name: "B2",
                kind: "final",
              }],
            },
          ],
        },
      },
      { name: "j", transitions: [{ nextState: "C" }] },
      { name: "C" },
    ],
  );
});

Deno.test("parseMermaid() leaves a fork whose branches are not apart, and says so", () => {
  const lines = [
    "state f <<fork>>",
    "A --> f : go",
    "f --> B",
    "f --> C",
    "B --> C : over",
    "state j <<join>>",
    "C --> j",
  ];
  assertEquals(remarks(...lines), ["4:1 fork", "9:1 join", "10:1 no_label"]);
  assertEquals(states(...lines)?.find(({ name }) => name === "f")?.transitions, [
    { nextState: "B" },
    { nextState: "C" },
  ]);
});

Deno.test("parseMermaid() knows histories by every mark", async (t) => {
  const expected = { kind: "history", history: "deep" } as const;
  const forms: [about: string, lines: string[], name: string, description?: string][] = [
    ["a label with a mark", ['state "Last (H*)" as Last', "Last --> X"], "Last"],
    ["a label that is a mark", ['state "H*" as Last', "Last --> X"], "Last"],
    ["a shape", ["state Last <<history*>>", "Last --> X"], "Last"],
    ["a shape with a text", ['state "Last" as l <<history*>>', "l --> X"], "l", "Last"],
    ["a mark at the level", ["[H*] --> X"], "ADeepHistory"],
  ];
  for (const [about, lines, name, description] of forms) {
    await t.step(about, () => {
      const inside = states("[*] --> A", "state A {", "[*] --> X", ...lines, "}")?.[0]?.states;
      assertEquals(inside?.find(({ kind }) => kind === "history"), {
        name,
        ...(description === undefined ? {} : { description }),
        ...expected,
        transitions: [{ nextState: "X" }],
      });
    });
  }
  await t.step("a mark behind the name of a state", () => {
    assertEquals(states("state A {", "[*] --> X", "}", "B --> A[H] : back"), [
      { name: "A", states: [{ name: "X" }, { name: "AHistory", kind: "history" }] },
      { name: "B", transitions: [{ event: "back", nextState: "AHistory" }] },
    ]);
  });
});

Deno.test("parseMermaid() joins the notes of a state, and keeps those of nobody for the whole", () => {
  const { settings, state } = parseMermaid(`stateDiagram-v2
    note right of A
      One#58;
      %% not this

      two
    end note
    note left of A : Three.
    note "All of it" as N1`).definition;
  assertEquals(state.states, [{ name: "A", notes: "One:\n\ntwo\nThree." }]);
  assertEquals(settings.notes, "All of it");
});

Deno.test("parseMermaid() takes the one block of a diagram that shows a root as the root", () => {
  const { state } =
    parseMermaid("stateDiagram-v2\n[*] --> Top\nTop --> A : reset\nstate Top {\n[*] --> A\n}").definition;
  assertEquals(state, {
    name: "Top",
    transitions: [{ event: "reset", nextState: "A" }],
    states: [{ name: "A" }],
  });
  const ends =
    "stateDiagram-v2\n[*] --> Top\nTop --> A : reset\nstate Top {\n[*] --> A\nA --> B : x\nB --> [*]\n}";
  assertEquals(parseMermaid(ends).definition.state.name, "Root");
});

Deno.test("parseMermaid() puts a state into the last block that mentions it, and never into itself", () => {
  assertEquals(states("state A {", "X --> A : up", "}", "state B {", "X --> Y : on", "}", "X --> A : x"), [
    { name: "A" },
    {
      name: "B",
      states: [
        {
          name: "X",
          transitions: [
            { event: "up", nextState: "A" },
            { event: "on", nextState: "Y" },
            { event: "x", nextState: "A" },
          ],
        },
        { name: "Y" },
      ],
    },
  ]);
});

Deno.test("parseMermaid() reads the first state diagram in the fences of a Markdown text", () => {
  const text =
    "# Doors\n\n```mermaid\nflowchart TD\n  a --> b\n```\n\n~~~ mermaid\nstateDiagram-v2\n  Shut --> Open : push\n~~~\n\n} --> {\n";
  assertEquals(parseMermaid(text).definition.state.states?.map(({ name }) => name), ["Shut", "Open"]);
});

Deno.test("parseMermaid() remarks on what it leaves out or decides", async (t) => {
  const cases: [code: string, ...lines: string[]][] = [
    ["4:1 choice", "state c <<choice>>", "A --> c : b", "c --> A : [x]"],
    [
      "4:1 looks",
      "direction LR",
      "classDef x fill:#f00",
      "class A x",
      "style A fill:#fff",
      "hide empty description",
    ],
    ["4:1 no_label", "A --> B"],
    ["4:1 no_start", "state A {", "X --> Y : on", "}"],
    ["5:1 start_elsewhere", "state A {", "[*] --> X", "}", "state B {", "[*] --> X", "}"],
    ["5:1 start_label", "state A {", "[*] --> X : on", "}"],
    ["4:1 starts", "[*] --> B"],
  ];
  for (const [code, ...lines] of cases) await t.step(code, () => assertEquals(remarks(...lines), [code]));
});

Deno.test("parseMermaid() counts the places of one kind of remark", () => {
  const [remark] = parseMermaid("stateDiagram-v2\n[*] --> A\nA --> B\nB --> A").remarks;
  assertEquals(
    remark?.message,
    '2 arrows, the first from "A", have no label and are taken at once: give them the events that they wait for.',
  );
});

Deno.test("parseMermaid() tells where reading ends and what to do", async (t) => {
  const cases: [lines: string, place: string, problem: string, remedy: string][] = [
    ["A -> B", "2:3", "Another arrow than -->", "write -->"],
    ["A => B", "2:3", "Another arrow than -->", "write -->"],
    ["A --> B --> C", "2:9", "A second arrow", "one arrow a line"],
    ["A -->", "2:6", "a state was expected behind the arrow", "name a state"],
    ["A --> {", "2:7", 'Instead of "{"', "put state and a name before the brace"],
    ["my-state --> A", "2:3", 'The name "my"', "declare it as a text"],
    ['"two words" --> A', "2:1", "a statement was expected", 'state "two words" as s1'],
    ["state two words {", "2:11", 'The name "two" is followed by "words"', "one word"],
    ['state "text" {', "2:14", "the name of the state was expected", "write as and a name"],
    ['state "text', "2:7", 'No " closes the text', "add one"],
    ["A\nstate B {\nC", "3:1", 'No } closes the block of "B"', "add one"],
    ["A\n}", "3:1", "A } closes nothing", "take it out"],
    ["A\n--\nB", "3:1", "A -- stands outside", "put what is concurrent into a state"],
    ["note over A : x", "2:6", "the place of a note was expected", "right of"],
    ["note right of A\nx", "2:1", "No end note closes the note", "add a line"],
    ["state <<choice>>", "2:1", "<<choice>> has no name", "put one before it"],
    [": x", "2:1", 'Instead of ":"', "name a state"],
  ];
  for (const [lines, place, problem, remedy] of cases) {
    await t.step(JSON.stringify(lines), () => {
      const error = assertThrows(() => parseMermaid(`stateDiagram-v2\n${lines}`), MermaidSyntaxError);
      assertEquals([error.code, `${error.line}:${error.column}`], ["mermaid_syntax", place]);
      assertStringIncludes(error.message, problem);
      assertStringIncludes(error.message, remedy);
    });
  }
});

Deno.test("parseMermaid() refuses what is no state diagram", async (t) => {
  const cases: [text: string, message: string][] = [
    ["", "A state diagram was expected at line 1, column 1"],
    ["%% hm\n\nflowchart TD\n  a --> b", 'expected, but found "flowchart" at line 3, column 1'],
    ["stateDiagram-v3\n", 'found "stateDiagram-v3"'],
    ["Text.\n```mermaid\npie\n```\n", "No fence of the text holds a state diagram"],
  ];
  for (const [text, message] of cases) {
    await t.step(JSON.stringify(text), () => {
      const error = assertThrows(() => parseMermaid(text), MermaidSyntaxError);
      assertEquals(error.code, "mermaid_kind");
      assertStringIncludes(error.message, message);
      assertStringIncludes(error.message, "begin it with stateDiagram-v2.");
    });
  }
});

Deno.test("parseMermaid() reads within its bounds", () => {
  const code = (text: string, options = {}) =>
    assertThrows(() => parseMermaid(text, options), MermaidSyntaxError).code;
  assertEquals(code("stateDiagram-v2\nA", { maxLength: 10 }), "too_large");
  assertEquals(code("stateDiagram-v2\n" + "state A {\n".repeat(201)), "too_deep");
  const chain = Array.from({ length: 5 }, (_, index) => `state A${index} {\nA${index + 1}\n}`).join("\n");
  assertEquals(code("stateDiagram-v2\n" + chain, { maxDepth: 4 }), "too_deep");
  assertEquals(parseMermaid("stateDiagram-v2\n" + chain, { maxDepth: 5 }).remarks.length, 1);
});

Deno.test("parseMermaid() takes no longer for texts that are made to take long", async (t) => {
  const many = 100_000;
  const texts: [about: string, text: string][] = [
    ["blanks behind a state", `state A\n${" ".repeat(many)}x`],
    ["blanks in a label", `A --> B : x${" ".repeat(many)}y`],
    ["comments", `state A\n${"%% ".repeat(many)}\n${"%%\n".repeat(many)}x`],
    ["directives that do not end", "%%{\n".repeat(many)],
    ["semicolons", `A --> B : ${";".repeat(many)}x`],
    ["brackets", `A --> B : ${"[".repeat(many)}`],
    ["braces", `state A : ${"{ ".repeat(many)}x`],
    ["signs of shapes", `state ${"<".repeat(many)}`],
    ["notes", "note right of A : x\n".repeat(many)],
    [
      "forks",
      Array.from(
        { length: 2000 },
        (_, index) => `state f${index} <<fork>>\nf${index} --> A\nf${index} --> B\n`,
      ).join(
        "",
      ),
    ],
  ];
  for (const [about, text] of texts) {
    await t.step(about, () => {
      const start = performance.now();
      try {
        parseMermaid(`stateDiagram-v2\n${text}`);
      } catch (error) {
        if (!(error instanceof MermaidSyntaxError)) throw error;
      }
      // What grows with the square of its length takes many times as long.
      assert(performance.now() - start < 5000);
    });
  }
});

Deno.test("parseMermaid() reads any text, or says where it cannot", () => {
  const piece = fc.constantFrom(
    ...'stateDiagram-v2|\n|A|B|s1| |[*]|-->|:|;|{|}|--|state |note right of |end note|<<fork>>|<<choice>>|"|as |%%|%%{|}%%'
      .split("|"),
    ..."#|#35;|:::|[H]|[H*]|direction LR|classDef |(stays)|[x]|/|---|title: x|```mermaid|```|__proto__|constructor|\r\n|é"
      .split("|"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40, size: "max" }), (pieces) => {
      const text = "stateDiagram-v2\n" + pieces.join("");
      try {
        assert(parseMermaid(text).definition.state.name !== "");
      } catch (error) {
        if (!(error instanceof MermaidSyntaxError)) throw error;
        assert(error.line > 0 && error.column > 0);
      }
    }),
    { seed: 1, numRuns: 2000 },
  );
});
