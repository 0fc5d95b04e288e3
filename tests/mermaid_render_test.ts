import {
  collectStateNames,
  oneLine,
  renderMermaid,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryMachine, machinesOf } from "./arbitrary/machine.ts";
import { arbitraryVocabulary } from "./arbitrary/vocabulary.ts";
import { machineFiles } from "./mermaid/machine_files.ts";
import { DIAGRAM_WORDS, ODD_NAMES } from "./mermaid/hostile.ts";
import { readDiagram } from "./mermaid/read_diagram.ts";
import { drawnOf, saidBy } from "./mermaid/what_is_drawn.ts";
import { runs } from "./arbitrary/runs.ts";

/** Mermaid reads the drawing of a definition and has all that the definition says. */
async function assertDrawn(def: StateMachineDefinition): Promise<void> {
  const text = renderMermaid(def);
  assertEquals(drawnOf(await readDiagram(text)), saidBy(def), text);
}

function machine(...states: State[]): StateMachineDefinition {
  return {
    settings: { namespace: "test", asynchronous: false },
    events: [],
    state: { name: "TheRoot", states },
  };
}

for (const { name, definition } of machineFiles()) {
  Deno.test(`Mermaid reads the drawing of ${name}`, () => assertDrawn(definition));
}

Deno.test("Mermaid reads every name of a state, wherever it stands", async () => {
  for (const name of [...DIAGRAM_WORDS, ...ODD_NAMES]) {
    await assertDrawn(machine({ name, transitions: [{ event: "go", nextState: "B" }] }, {
      name: "B",
      transitions: [{ event: "back", nextState: name }],
    }));
    await assertDrawn(machine({ name: "A" }, {
      name,
      notes: "Remark.",
      states: [{ name: "In", kind: "history" }, {
        name: "Inner",
        transitions: [{ event: "x", nextState: name }],
      }],
    }));
    await assertDrawn(machine({
      name: "A",
      parallel: {
        nextState: name,
        states: [{ name: "R1", states: [{ name: "X" }] }, { name: "R2", states: [{ name: "Y" }] }],
      },
    }, { name, kind: "final" }));
    await assertDrawn(machine({ name: "A", states: [{ name: "In" }, { name }] }));
  }
});

Deno.test("Mermaid reads every text in an event, a guard and a note", async () => {
  for (const text of [...DIAGRAM_WORDS, ...ODD_NAMES]) {
    await assertDrawn(machine({
      name: "A",
      notes: `${text}\n  before ${text}\n${text} behind`,
      transitions: [
        { event: text, nextState: "B" },
        { event: `on ${text}`, condition: text, nextState: "B" },
        { event: text, condition: `${text} == 1` },
        { condition: text, nextState: "A" },
      ],
    }, { name: "B", notes: text, states: [{ name: "B1", notes: text, transitions: [{ event: text }] }] }));
  }
});

Deno.test("Mermaid reads arbitrary machines", async () => {
  await fc.assert(fc.asyncProperty(arbitraryMachine, assertDrawn), runs(4, 60));
});

Deno.test("Mermaid reads arbitrary machines in odd words", async () => {
  // Two names that look the same, such as a blank and a line end, cannot be told apart in a drawing.
  const machines = machinesOf(arbitraryVocabulary).map(({ definition }) => definition).filter(({ state }) => {
    const names = collectStateNames(state).map((name) => oneLine(name));
    return new Set(names).size === names.length;
  });
  await fc.assert(fc.asyncProperty(machines, assertDrawn), runs(5, 60));
});

Deno.test("Mermaid reads names and texts of any characters", async () => {
  const piece = fc.oneof(
    fc.constantFrom(...DIAGRAM_WORDS, ...ODD_NAMES, " ", "\n"),
    fc.string({ unit: "binary", maxLength: 3 }),
    fc.string({ maxLength: 3 }),
  );
  const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (name, event, condition, notes) => {
      const inner = oneLine(name) === "Inner" ? "Other" : "Inner";
      await assertDrawn(machine({
        name,
        notes,
        transitions: [{ event, condition, nextState: name }],
        states: [{ name: inner, transitions: [{ event, nextState: inner }], notes }],
      }));
    }),
    runs(6, 100),
  );
});

Deno.test("Mermaid reads deep nesting", async () => {
  let state: State = { name: "Deepest", transitions: [{ event: "up", nextState: "S1" }] };
  for (let depth = 60; depth > 0; depth--) {
    const inner: State[] = [state, {
      name: `T${depth}`,
      transitions: [{ event: "on", nextState: state.name }],
    }];
    state = depth % 7 === 0
      ? { name: `S${depth}`, parallel: { nextState: "S1", states: inner } }
      : { name: `S${depth}`, states: inner };
  }
  await assertDrawn(machine(state));
});
