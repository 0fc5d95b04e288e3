import { enrich, validate } from "@loom/engine";
import { assert, assertEquals } from "@std/assert";
import { oddGraph, planGraph, sparseGraph, treeGraph } from "./flat.ts";
import { generatedMachine } from "./machine.ts";

const MAKERS = { sparseGraph, planGraph, treeGraph, oddGraph };

for (const [name, make] of Object.entries(MAKERS)) {
  Deno.test(`${name}() makes the same graph for the same seed and joins nodes that are there`, () => {
    for (const count of [1, 2, 5, 60]) {
      const graph = make(count, 7);
      assertEquals(graph, make(count, 7));
      const ids = new Set(graph.nodes.map(({ id }) => id));
      assertEquals(ids.size, count);
      assert(graph.edges.every(({ from, to }) => ids.has(from) && ids.has(to)));
    }
  });
}

Deno.test("generatedMachine() makes as many states as asked for, nested or flat", () => {
  for (const nested of [true, false]) {
    for (const states of [5, 6, 17, 100, 500]) {
      const definition = generatedMachine({ states, seed: 1, nested });
      assertEquals(enrich(definition).allStates.length, states + 1);
    }
  }
});

Deno.test("generatedMachine() makes machines without errors", () => {
  for (let seed = 0; seed < 20; seed++) {
    const findings = validate(enrich(generatedMachine({ states: 60, seed, nested: true })));
    assertEquals(findings.filter(({ severity }) => severity === "error"), []);
  }
});

Deno.test("generatedMachine() makes regions, histories, final states and guards", () => {
  const text = JSON.stringify(generatedMachine({ states: 200, seed: 3, nested: true }));
  for (const part of ["parallel", "history", "deep", "final", "condition"]) {
    assert(text.includes(`"${part}"`), part);
  }
});

Deno.test("generatedMachine() makes the same machine for the same sketch", () => {
  const sketch = { states: 40, seed: 9, nested: true };
  assertEquals(generatedMachine(sketch), generatedMachine(sketch));
});
