import { enrich, RULES, validate } from "@loom/engine";
import {
  collectStateNames,
  oneLine,
  parseMermaid,
  renderMermaid,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryMachine, machinesOf } from "./arbitrary/machine.ts";
import { arbitraryVocabulary } from "./arbitrary/vocabulary.ts";
import { arbitraryDiagram } from "./mermaid/arbitrary_diagram.ts";
import { expressed, expressible } from "./mermaid/expressible.ts";
import { machineFiles } from "./mermaid/machine_files.ts";
import { readDiagram } from "./mermaid/read_diagram.ts";
import { readByMermaid, saidByDefinition } from "./mermaid/same_diagram.ts";
import { WRITTEN_DIAGRAMS } from "./mermaid/written.ts";
import { runs } from "./arbitrary/runs.ts";

/** What is read from a drawing has no errors, and is read again from its own drawing. */
function assertFixpoint(def: StateMachineDefinition): void {
  const { definition } = parseMermaid(renderMermaid(def));
  assertEquals(errorsIn(definition), []);
  const text = renderMermaid(definition);
  const again = parseMermaid(text).definition;
  assertEquals(renderMermaid(again), text);
  assertEquals(expressed(again), expressed(definition), text);
}

/** A drawing tells all of a machine that Mermaid can express. */
function assertRoundTrip(def: StateMachineDefinition): void {
  const machine = expressible(def);
  const text = renderMermaid(machine);
  const { definition } = parseMermaid(text);
  assertEquals(expressed(definition), expressed(machine), text);
  assertEquals(renderMermaid(definition), text);
}

const ERRORS: ReadonlySet<string> = new Set(
  RULES.filter(({ severity }) => severity === "error").map(({ id }) => id),
);

function errorsIn(definition: StateMachineDefinition): string[] {
  return validate(enrich(definition), { only: ERRORS }).map(({ message }) => message);
}

function hasDistinctNames({ state }: { state: State }): boolean {
  const names = collectStateNames(state).map((name) => oneLine(name));
  return new Set(names).size === names.length;
}

for (const { name, definition } of machineFiles()) {
  Deno.test(`the drawing of ${name} is read and drawn again`, () => assertFixpoint(definition));
}

const oddMachines = machinesOf(arbitraryVocabulary).map(({ definition }) => definition).filter(
  hasDistinctNames,
);

Deno.test("what is read from the drawing of an arbitrary machine is read again from its own", () => {
  fc.assert(fc.property(fc.oneof(arbitraryMachine, oddMachines), assertFixpoint), runs(7, 150));
});

Deno.test("a drawing tells all of an arbitrary machine that Mermaid can express", () => {
  fc.assert(fc.property(fc.oneof(arbitraryMachine, oddMachines), assertRoundTrip), runs(8, 150));
});

/** Mermaid and the loom read the same states, arrows and notes in a text. */
async function assertReadAlike(text: string): Promise<void> {
  const diagram = await readDiagram(text);
  const { definition, remarks } = parseMermaid(text);
  assertEquals(errorsIn(definition), []);
  const read = readByMermaid(diagram);
  const said = saidByDefinition(definition, diagram);
  // A machine has start marks where a diagram has none, and cannot have all that a diagram may have.
  const isLoose = remarks.some(({ code }) => code === "start_elsewhere" || code === "starts");
  const starts = isLoose ? read.starts : said.starts.filter((start) => read.starts.includes(start));
  assertEquals({ ...said, starts }, read, text);
}

Deno.test("every written diagram has the states and arrows that Mermaid reads in it", async (t) => {
  for (const { about, text } of WRITTEN_DIAGRAMS) {
    await t.step(about, async () => {
      await assertReadAlike(text);
      assertFixpoint(parseMermaid(text).definition);
    });
  }
});

Deno.test("an arbitrary diagram has the states and arrows that Mermaid reads in it", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDiagram, async (text) => {
      await assertReadAlike(text);
      assertFixpoint(parseMermaid(text).definition);
    }),
    runs(9, 150),
  );
});
