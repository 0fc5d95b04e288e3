import type { State, StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { arbitraryDocument } from "../parse/_arbitrary.ts";
import { describeBehaviour } from "./behaviour.ts";
import { parseDecomposition } from "./decomposition.ts";
import { writeRispec } from "./rispec.ts";

const DOOR: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "push", description: "Somebody pushes." }] }, { name: "Nobody" }],
  state: {
    name: "Root",
    states: [
      { name: "Open", transitions: [{ event: "push", nextState: "Shut", description: "Let go." }] },
      { name: "Shut", kind: "final", description: "It is closed." },
    ],
  },
};

function withSettings(settings: Record<string, unknown>): StateMachineDefinition {
  return { ...DOOR, settings: { ...DOOR.settings, ...settings } };
}

function withStates(...states: State[]): StateMachineDefinition {
  return { ...DOOR, state: { name: "Root", states } };
}

/** The part of a text from a heading to the next of its level. */
function section(text: string, title: string): string {
  const [, rest = ""] = text.split(`${title}\n\n`);
  return rest.split(/\n\n(?:#{2,3} |\*\*[A-Z])/)[0] ?? "";
}

Deno.test("writeRispec() has its parts in order", () => {
  const headings = writeRispec(DOOR).match(/^#+ .*$/gm);
  assertEquals(headings, [
    "# Door — RISE rispec",
    "## R — Reverse Engineering",
    "## I — Intent",
    "## S — Specifications",
    "### States",
    "### Events",
    "### Transitions (flat)",
    "## E — Exportation",
  ]);
});

Deno.test("writeRispec() tells namespace, asynchrony and counts", () => {
  const text = writeRispec(DOOR);
  assertStringIncludes(text, "**Namespace:** `Home` · **Async:** false\n\n---\n");
  assertStringIncludes(text, "**Door** has 2 states on 1 level, 1 event and 1 transition.");
  assertFalse(text.includes("Source PDE"));
});

Deno.test("writeRispec() takes the outcome from the intent, the target, the prompt, in this order", () => {
  const decomposition = parseDecomposition({ result: { primary: { target: "The target." } } });
  const prompted = withSettings({ _source: { originalPrompt: "The prompt." } });
  const rows = [
    [writeRispec(prompted, { intent: "The intent.", decomposition }), "The intent."],
    [writeRispec(prompted, { decomposition }), "The target."],
    [writeRispec(prompted, { intent: " " }), "The prompt."],
  ] as const;
  for (const [text, outcome] of rows) {
    assertStringIncludes(text, `RISE rispec\n\n> ${outcome}\n\n`);
    assertStringIncludes(text, `**Desired Outcome**\n\n> ${outcome}\n`);
    assertStringIncludes(text, `- *Desired:* ${outcome}\n`);
  }
});

Deno.test("writeRispec() asks for an outcome where nothing tells one", () => {
  const text = writeRispec(DOOR);
  assertStringIncludes(text, "# Door — RISE rispec\n\n> Door state machine\n");
  assert(/\*\*Desired Outcome\*\*\n\n\*[^*\n]+\*\n/.test(text), text);
});

Deno.test("writeRispec() quotes every line of a prompt", () => {
  const decomposition = parseDecomposition({ prompt: "A door.\n\n# It closes." });
  const text = writeRispec(DOOR, { decomposition });
  assertStringIncludes(text, "**Source Prompt**\n\n> A door.\n>\n> # It closes.\n");
});

Deno.test("writeRispec() names the source even where its file was not read", () => {
  assertStringIncludes(writeRispec(withSettings({ _source: { pdeId: "7f" } })), "**Source PDE:** `7f`\n");
});

Deno.test("writeRispec() folds vision, actions and open questions of a decomposition in", () => {
  const text = writeRispec(DOOR, {
    decomposition: parseDecomposition({
      result: {
        directions: { east: [{ text: "Doors everywhere." }] },
        actionStack: [{ text: "Hang it.", direction: "south" }, { text: "Paint it." }],
        ambiguities: [{ text: "Which way?", suggestion: "Inwards." }, { text: "Which colour?" }],
      },
    }),
  });
  assertStringIncludes(text, "**Vision (🌅 East)**\n\n- Doors everywhere.\n");
  assertStringIncludes(text, "### Action Steps\n\n- *(south)* Hang it.\n- *(?)* Paint it.\n");
  assertStringIncludes(text, "### Open Questions\n\n- Which way? *Inwards.*\n- Which colour?\n");
});

Deno.test("writeRispec() makes action steps of states that are named after directions", () => {
  const text = writeRispec(
    withStates(
      { name: "West", description: "What was learnt." },
      { name: "South", states: [{ name: "Plan", description: "Draw it." }, { name: "Build" }] },
    ),
    { decomposition: parseDecomposition({ result: { actionStack: [{ text: "Not this." }] } }) },
  );
  assertStringIncludes(
    text,
    "### Action Steps\n\n**🔥 South**\n\n1. Draw it.\n1. Build\n\n**🌊 West** — What was learnt.\n",
  );
  assertFalse(text.includes("Not this."));
});

Deno.test("writeRispec() says whether a final state can be reached", () => {
  const current = (definition: StateMachineDefinition) =>
    /\*Current:\* (.*)/.exec(writeRispec(definition))?.[1];
  assertEquals(current(DOOR), "designed; a final state can be reached.");
  assertEquals(current(withStates({ name: "Open" })), "partially modelled: no state is final.");
  assertEquals(
    current(withStates({ name: "Open" }, { name: "Attic", states: [{ name: "Shut", kind: "final" }] })),
    "partially modelled: no final state can be reached.",
  );
});

Deno.test("writeRispec() names the document for the commands to go on with, as a shell takes it", () => {
  const text = writeRispec(DOOR, { path: "/my doors/it's.smdf.json" });
  assertStringIncludes(text, "`loom generate '/my doors/it'\\''s.smdf.json'`");
  assertStringIncludes(writeRispec(DOOR, { path: "/door.smdf.json" }), "`LOOM_PROJECT_FILE=/door.smdf.json`");
});

Deno.test("writeRispec() tells the machine's description and notes", () => {
  const text = writeRispec(withSettings({ description: "- A door.", notes: ["One.", "Two."] }));
  assertStringIncludes(text, "transition.\n\n\\- A door.\n\n**Notes**\n\n> One.\n>\n> Two.\n");
});

Deno.test("describeBehaviour() has headings of the level that is asked for", () => {
  assertEquals(describeBehaviour(DOOR, 5).match(/^#+ /gm), ["##### ", "##### ", "##### "]);
});

Deno.test("describeBehaviour() tells of each state what it has", () => {
  const state: State = {
    name: "Ready",
    description: "It\nwaits.",
    prompt: "Choose\na way.",
    notes: "Check this.",
    initial: "Calm",
    onEntry: {
      actions: [{ code: "a = 1\nb = 2" }, { timerStart: { timer: "T", duration: 5, repeat: "x" } }],
    },
    onExit: { actions: [{ timerStop: "T" }] },
    transitions: [
      {
        event: "go",
        nextState: "Done",
        condition: "a `b`",
        actions: [{ raise: "out" }],
        description: "Why.",
      },
      { event: "stay" },
      { nextState: "Done" },
    ],
    states: [{ name: "Calm" }],
  };
  assertEquals(
    section(describeBehaviour(withStates(state, { name: "Done", kind: "final" })), "### States"),
    [
      "- **Root** *(root)*",
      "  - **Ready** — It waits.",
      "    - *Prompt:*",
      "      > Choose",
      "      > a way.",
      "    - *Notes:*",
      "      > Check this.",
      "    - begins in `Calm`",
      "    - on entry `a = 1; b = 2`, `start T for 5 ms, then every x ms`",
      "    - on exit `stop T`",
      "    - on `go` → `Done` *(when: `` a `b` ``)* do `raise out` — Why.",
      "    - on `stay` (internal)",
      "    - at once → `Done`",
      "    - **Calm**",
      "  - **Done** *(final)*",
    ].join("\n"),
  );
});

Deno.test("describeBehaviour() tells regions, where they lead, and history", () => {
  const text = describeBehaviour(withStates(
    { name: "Both", parallel: { nextState: "Back", states: [{ name: "Left" }, { name: "Right" }] } },
    { name: "Back", kind: "history", history: "deep" },
  ));
  assertEquals(
    section(text, "### States"),
    [
      "- **Root** *(root)*",
      "  - **Both** *(parallel)*",
      "    - when every region is complete → `Back`",
      "    - **Left** *(region)*",
      "    - **Right** *(region)*",
      "  - **Back** *(deep history)*",
    ].join("\n"),
  );
});

Deno.test("describeBehaviour() groups events and timers by source and passes over empty sources", () => {
  const text = describeBehaviour({
    ...DOOR,
    events: [
      { name: "Empty", events: [] },
      {
        name: "Hand",
        feeder: "HandFeeder",
        description: "People.",
        events: [{ id: "push", description: "Hard.", parameters: [{ name: "force", type: "int" }] }],
        timers: [{ id: "late", name: "Wait" }],
      },
    ],
  });
  assertStringIncludes(
    text,
    "### Events\n\n**Hand** *(feeder `HandFeeder`)* — People.\n\n" +
      "- `push` — Hard.\n  - `force`: int\n- `late` *(timer `Wait`)*\n\n### Transitions",
  );
});

Deno.test("describeBehaviour() lists transitions flat and depth-first, with guards and descriptions", () => {
  const text = describeBehaviour(withStates(
    { name: "A", states: [{ name: "B", transitions: [{ event: "x", nextState: "C", condition: "ok" }] }] },
    { name: "C", transitions: [{ event: "y", description: "Only noted." }] },
  ));
  assertStringIncludes(text, "- `B` --[x]-- → `C` *(when: `ok`)*\n- `C` --[y]-- → (internal) — Only noted.");
});

Deno.test("describeBehaviour() tells host objects, and says none of what there is not", () => {
  const text = describeBehaviour({
    settings: { namespace: "n", asynchronous: false, objects: [{ instance: "shop", class: "Shop" }] },
    events: [],
    state: { name: "Root" },
  });
  assertStringIncludes(
    text,
    "### Events\n\n*None.*\n\n### Transitions (flat)\n\n*None.*\n\n### Objects\n\n- `shop`: `Shop`",
  );
});

Deno.test("writeRispec() keeps its structure whatever a definition holds", () => {
  fc.assert(
    fc.property(arbitraryDocument, (definition) => {
      const text = writeRispec(definition);
      const headings = (text.match(/^#{2,6} .*$/gm) ?? []).filter((line) => line.startsWith("## "));
      assertEquals(headings.map((line) => line.slice(3, 4)), ["R", "I", "S", "E"]);
      assertFalse(/^\S*undefined|\[object Object\]/m.test(text.replaceAll(/`[^`]*`/g, "")));
    }),
    { numRuns: 300, seed: 9 },
  );
});

Deno.test("writeRispec() describes a machine that is a thousand levels deep", () => {
  let state: State = { name: "S1000" };
  for (let level = 999; level > 0; level--) state = { name: `S${level}`, states: [state] };
  assertStringIncludes(writeRispec(withStates(state)), "has 1000 states on 1000 levels");
});

Deno.test("describeBehaviour() tells of work, delays, several events and targets, choices and outputs", () => {
  const text = describeBehaviour({
    settings: { namespace: "N", asynchronous: false },
    events: [],
    state: {
      name: "Shop",
      states: [
        {
          name: "Paying",
          invoke: [{ id: "pay", task: "charge", input: "sum" }],
          transitions: [
            { event: "a", events: ["b"], nextState: "Which", nextStates: ["Other"] },
            { after: 500, nextState: "Which" },
          ],
        },
        { name: "Which", kind: "choice", transitions: [{ nextState: "Paid" }] },
        { name: "Paid", kind: "final", output: "sum" },
      ],
    },
  });
  for (
    const line of [
      "- invokes the task `charge` as `pay` with `sum`",
      "- on `a` / `b` → `Which` & `Other`",
      "- after `500` ms → `Which`",
      "- **Which** *(choice)*",
      "- output `sum`",
      "- `Paying` --[a / b]-- → `Which` & `Other`",
      "- `Paying` --[after 500 ms]-- → `Which`",
    ]
  ) assertStringIncludes(text, line);
});
