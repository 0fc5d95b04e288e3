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
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { trees } from "../protocol/machine/_arbitrary.ts";
import { arbitraryRun } from "./arbitrary/run.ts";

/** PlantUML without a screen. */
const HEADLESS = { JAVA_TOOL_OPTIONS: "-Djava.awt.headless=true" };
const HAS_PLANTUML = await new Deno.Command("plantuml", { args: ["-version"], env: HEADLESS }).output()
  .then(({ success }) => success, () => false);

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

function ends({ state }: StateMachineDefinition): string[] {
  return [...walkStates(state)].flatMap(({ state: { name, transitions = [] } }) =>
    transitions.flatMap(({ event = "", nextState }) =>
      nextState === undefined ? [] : [`${name} ${event} ${nextState}`]
    )
  ).sort();
}

function names({ state }: StateMachineDefinition): string[] {
  return [...walkStates(state)].filter(({ depth }) => depth > 0)
    .map(({ state: { name, kind, history } }) => `${name} ${kind} ${history}`).sort();
}

Deno.test("a PlantUML diagram that is read again has the states and transitions of each example", async () => {
  for (const machine of await exampleMachines()) {
    const { definition } = readMachinePlantUml(writeMachinePlantUml(machine).text);
    assertEquals(names(definition), names(machine));
    assertEquals(ends(definition), ends(machine));
  }
});

Deno.test("writeMachinePlantUml() writes what leads across the border of a region as text, and says so", () => {
  const { text, leftOut } = writeMachinePlantUml({
    settings: { namespace: "Home", name: "Oven", asynchronous: false },
    events: [],
    state: {
      name: "Oven",
      states: [{
        name: "On",
        parallel: {
          states: [
            { name: "Heat", transitions: [{ event: "tick" }, { event: "cold", nextState: "Off" }] },
            {
              name: "Light",
              states: [{ name: "Dim", transitions: [{ event: "more", nextState: "Bright" }] }, {
                name: "Bright",
              }],
            },
          ],
        },
      }, { name: "Off", transitions: [{ event: "on", nextState: "On" }] }],
    },
  });
  assertEquals(text.split("\n").filter((line) => /-->|→|--$/.test(line)), [
    "[*] --> On",
    "  Heat : cold → Off",
    "  Heat --> Heat: tick (stays)",
    "  --",
    "    [*] --> Dim",
    "Dim --> Bright: more",
    "Off --> On: on",
  ]);
  assertEquals(leftOut.filter(({ part }) => part === "transition").map(({ path, count }) => [path, count]), [
    ["/state/states/0/parallel/states/0", 1],
  ]);
});

Deno.test({
  name: "PlantUML accepts what writeMachinePlantUml() writes of any machine",
  ignore: !HAS_PLANTUML,
  fn: async () => {
    const folder = await Deno.makeTempDir({ prefix: "loom-plantuml-" });
    const machines = [
      ...fc.sample(trees(), { numRuns: 20, seed: 5 }),
      ...fc.sample(arbitraryRun, { numRuns: 20, seed: 5 }).map(({ definition }) => definition),
    ];
    for (const [index, machine] of machines.entries()) {
      await Deno.writeTextFile(`${folder}/${index}.puml`, writeMachinePlantUml(machine).text);
    }
    const { code, stderr } = await new Deno.Command("plantuml", {
      args: ["-checkonly", `${folder}/*.puml`],
      env: HEADLESS,
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("writeMachineDrawio() keeps the ends of lines apart, and names what a state takes without leaving", () => {
  const { text } = writeMachineDrawio({
    settings: { namespace: "Home", name: "Gate", asynchronous: false },
    events: [],
    state: {
      name: "Gate",
      states: [{
        name: "Shut",
        transitions: [
          { event: "open", nextState: "Open" },
          { event: "push", condition: "key == 1", nextState: "Open" },
          { event: "knock" },
        ],
      }, { name: "Open" }],
    },
  });
  const starts = [...text.matchAll(/exitX=([\d.]+);exitY=([\d.]+)[^"]*" edge="1"[^>]* source="s-Shut"/g)];
  assertEquals(starts.length, 2);
  assertEquals(new Set(starts.map(([, x, y]) => `${x} ${y}`)).size, 2);
  for (const part of ['value="Shut&#10;knock"', 'value="push&#10;[key == 1]"']) {
    assertStringIncludes(text, part);
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
