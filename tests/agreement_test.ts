import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryRun, type Run } from "./arbitrary/run.ts";
import { GENERATED_PYTHON } from "./conformance/generated_python.ts";
import { GENERATED_TYPESCRIPT } from "./conformance/generated_typescript.ts";
import { INTERPRETER } from "./conformance/interpreter.ts";
import { PYTHON_MACHINE } from "./conformance/python_machine.ts";
import type { ConformanceTarget } from "./conformance/runner.ts";
import { disagreements } from "./fuzz/agreement.ts";
import { HAS_PYTHON } from "./python.ts";

const OTHERS: readonly ConformanceTarget[] = [
  GENERATED_TYPESCRIPT,
  ...(HAS_PYTHON ? [PYTHON_MACHINE, GENERATED_PYTHON] : []),
];

for (const target of OTHERS) {
  Deno.test(`${target.name} agrees with the interpreter on every step of arbitrary runs`, async () => {
    await target.open?.();
    try {
      await fc.assert(
        fc.asyncProperty(arbitraryRun, async (run) => {
          assertEquals(await disagreements(run, INTERPRETER, [target]), []);
        }),
        { numRuns: 60, seed: 3 },
      );
    } finally {
      await target.close?.();
    }
  });
}

const RUN: Run = {
  definition: {
    settings: { namespace: "Any", asynchronous: false },
    events: [{ name: "All", events: [{ id: "go" }] }],
    state: {
      name: "R",
      states: [{ name: "A", transitions: [{ event: "go", nextState: "B" }] }, { name: "B" }],
    },
  },
  context: {},
  reactions: {},
  deeds: [{ send: "go", payload: {} }],
};

Deno.test("all implementations refuse promises alike", async () => {
  const run: Run = {
    ...RUN,
    definition: {
      ...RUN.definition,
      state: {
        name: "R",
        onEntry: { actions: [{ code: "later()" }] },
        states: [
          {
            name: "A",
            transitions: [{ event: "go", condition: "later()", nextState: "B" }, {
              event: "go",
              actions: [{ code: "n = later()" }, { timerStart: { timer: "T", duration: "later()" } }],
            }],
          },
          { name: "B" },
        ],
      },
    },
    context: { n: 1 },
  };
  for (const target of OTHERS) {
    await target.open?.();
    try {
      assertEquals(await disagreements(run, INTERPRETER, [target]), []);
    } finally {
      await target.close?.();
    }
  }
});

Deno.test("disagreements() finds nothing between an implementation and itself", async () => {
  assertEquals(await disagreements(RUN, INTERPRETER, [INTERPRETER]), []);
});

Deno.test("disagreements() tells the first deed after which two implementations differ", async () => {
  const forgetful: ConformanceTarget = {
    name: "forgetful",
    start: async (definition, options) => ({
      ...await INTERPRETER.start(definition, options),
      takeLog: () => [],
    }),
  };
  const [first] = await disagreements(RUN, INTERPRETER, [forgetful]);
  assert(first);
  assertEquals([first.target, first.deed], ["forgetful", "start"]);
});
