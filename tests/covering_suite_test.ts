import { coveringSuite, COVERS, Machine, parseJson, readSuite, runSuite, SimulatedClock } from "@loom/engine";
import { orThrow, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryMachine, arbitraryWalk } from "./arbitrary/machine.ts";
import { runs } from "./arbitrary/runs.ts";

const EXAMPLES = new URL("../examples/", import.meta.url);
const OPTIONS = { limit: 500 };
const arbitraryCover = fc.constantFrom(...COVERS);

/** True when a machine starts; one whose start goes round in circles has no tests. */
function starts(definition: StateMachineDefinition): boolean {
  try {
    new Machine(definition, { clock: new SimulatedClock() });
    return true;
  } catch {
    return false;
  }
}

Deno.test("the tests that coveringSuite() writes pass, and touch all that they claim", () => {
  fc.assert(
    fc.property(arbitraryMachine, arbitraryCover, fc.nat(99), (definition, cover, seed) => {
      fc.pre(starts(definition));
      const { suite, coverage, unreached } = coveringSuite(definition, "m.smdf.json", {
        ...OPTIONS,
        cover,
        seed,
      });
      const read = orThrow(readSuite(JSON.parse(JSON.stringify(suite))));
      const { tests, coverage: touched } = runSuite(read, definition);
      assertEquals(tests.flatMap(({ failure }) => failure?.message ?? []), []);
      assertEquals(touched, coverage);
      const told = (words: string) => unreached.filter((line) => line.startsWith(words)).length;
      assertEquals(touched.states.never.length, told("State never active"));
      assertEquals(touched.transitions.never.length, told("Transition never taken"));
      if (cover !== "guards") return;
      assertEquals(touched.guards.filter(({ passed }) => !passed).length, told("Guard never passes"));
      assertEquals(touched.guards.filter(({ refused }) => !refused).length, told("Guard never refuses"));
    }),
    runs(21, 25),
  );
});

Deno.test("coveringSuite() gives the same for the same seed", () => {
  fc.assert(
    fc.property(arbitraryMachine, arbitraryCover, fc.nat(99), (definition, cover, seed) => {
      fc.pre(starts(definition));
      const write = () => coveringSuite(definition, "m.smdf.json", { ...OPTIONS, cover, seed, limit: 200 });
      assertEquals(write(), write());
    }),
    runs(22, 10),
  );
});

Deno.test("coveringSuite() reaches all that random walks reach", () => {
  fc.assert(
    fc.property(arbitraryMachine, arbitraryWalk, (definition, walk) => {
      fc.pre(starts(definition));
      const { coverage, isCut } = coveringSuite(definition, "m.smdf.json", OPTIONS);
      if (isCut) return;
      const never = new Set(coverage.states.never);
      const clock = new SimulatedClock();
      const machine = new Machine(definition, { clock });
      for (const deed of walk) {
        if ("send" in deed) machine.send(deed.send, deed.payload);
        else clock.advance(deed.advance);
        assertEquals(machine.configuration.filter((state) => never.has(state)), []);
      }
    }),
    runs(23, 25),
  );
});

for (const { name } of Deno.readDirSync(EXAMPLES)) {
  if (!name.endsWith(".smdf.json")) continue;
  Deno.test(`coveringSuite() reaches everything in examples/${name}, with few tests`, () => {
    const machine = parseJson(Deno.readTextFileSync(new URL(name, EXAMPLES)));
    const { suite, unreached } = coveringSuite(machine, name, { cover: "guards" });
    assertEquals(unreached, []);
    assert(suite.tests.length <= 8);
  });
}
