/**
 * Machines as text of other drawing programs: nothing that is drawn gets lost.
 *
 * @module
 */
import {
  readMachinePlantUml,
  type StateMachineDefinition,
  walkStates,
  writeMachineD2,
  writeMachineDrawio,
  writeMachinePlantUml,
} from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { trees } from "../protocol/machine/_arbitrary.ts";

const EXAMPLES = new URL("../examples/", import.meta.url);

async function exampleMachines(): Promise<StateMachineDefinition[]> {
  const machines = [];
  for await (const { name } of Deno.readDir(EXAMPLES)) {
    if (!name.endsWith(".smdf.json")) continue;
    const document = JSON.parse(await Deno.readTextFile(new URL(name, EXAMPLES)));
    machines.push(document.stateMachine ?? document);
  }
  return machines;
}

/** The ends of transitions between states, those of histories aside, which PlantUML names by their parents. */
function ends({ state }: StateMachineDefinition): string[] {
  const all = [...walkStates(state)].map(({ state }) => state);
  const histories = new Set(all.filter(({ kind }) => kind === "history").map(({ name }) => name));
  return all.flatMap(({ name, transitions = [] }) =>
    transitions.flatMap(({ event = "", nextState }) =>
      nextState === undefined || histories.has(nextState) ? [] : [`${name} ${event} ${nextState}`]
    )
  ).sort();
}

function names({ state }: StateMachineDefinition): string[] {
  return [...walkStates(state)].filter(({ depth, state: { kind } }) => depth > 0 && kind !== "history")
    .map(({ state: { name } }) => String(name)).sort();
}

Deno.test("a PlantUML diagram that is read again has the states and transitions of each example", async () => {
  for (const machine of await exampleMachines()) {
    const { definition } = readMachinePlantUml(writeMachinePlantUml(machine).text);
    assertEquals(names(definition), names(machine));
    assertEquals(ends(definition), ends(machine));
  }
});

Deno.test("writeMachineDrawio() makes well-formed cells whose ends are there, of any machine", () => {
  fc.assert(
    fc.property(trees(), (machine) => {
      const ids = new Set<string>();
      const ends: string[] = [];
      const parser = new SaxesParser();
      parser.on("opentag", ({ name, attributes: { id, parent, source, target } }) => {
        if (name !== "mxCell") return;
        assert(id !== undefined && !ids.has(id), `${id} is unique`);
        ids.add(id);
        for (const end of [parent, source, target]) if (end !== undefined) ends.push(end);
      });
      parser.write(writeMachineDrawio(machine).text).close();
      assertEquals(ends.filter((end) => !ids.has(end)), []);
    }),
    { numRuns: 60, seed: 20 },
  );
});

Deno.test("writeMachineD2() opens and closes each container, and names only what is declared", () => {
  fc.assert(
    fc.property(trees(), (machine) => {
      const text = writeMachineD2(machine).text.replaceAll(/"(?:\\.|[^"\\])*"/g, '""');
      assertEquals(text.split("{").length, text.split("}").length);
      const declared = new Set([...text.matchAll(/^\s*(s\d+):/gm)].map(([, id]) => id));
      for (const [id] of text.matchAll(/\bs\d+\b/g)) assert(declared.has(id), id);
    }),
    { numRuns: 60, seed: 21 },
  );
});
