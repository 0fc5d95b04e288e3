import { enrich, validate } from "@loom/engine";
import { assert, assertEquals } from "@std/assert";
import { generatedMachine } from "./machine.ts";

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
