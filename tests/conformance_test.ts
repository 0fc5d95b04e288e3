import { assert, assertEquals, assertGreaterOrEqual, assertRejects } from "@std/assert";
import type { SendView, Vector, VectorFile } from "./conformance/format.ts";
import { GENERATED_PYTHON } from "./conformance/generated_python.ts";
import { GENERATED_TYPESCRIPT } from "./conformance/generated_typescript.ts";
import { INTERPRETER, UNOBSERVED_INTERPRETER } from "./conformance/interpreter.ts";
import { PYTHON_MACHINE } from "./conformance/python_machine.ts";
import { type ConformanceTarget, readVectors, runVector } from "./conformance/runner.ts";
import { HAS_PYTHON } from "./python.ts";

const TARGETS: readonly ConformanceTarget[] = [
  INTERPRETER,
  UNOBSERVED_INTERPRETER,
  GENERATED_TYPESCRIPT,
  ...(HAS_PYTHON ? [PYTHON_MACHINE, GENERATED_PYTHON] : []),
];
const FILES = readVectors();

for (const target of TARGETS) {
  Deno.test(`${target.name} follows the vectors`, async (t) => {
    await target.open?.();
    try {
      for (const file of FILES) {
        await t.step(`of ${file.topic}`, (t) => follow(t, target, file));
      }
    } finally {
      await target.close?.();
    }
  });
}

async function follow(
  t: Deno.TestContext,
  target: ConformanceTarget,
  { vectors }: VectorFile,
): Promise<void> {
  // What a target cannot be asked, such as what an observer does where there is none, is no test of it.
  for (const vector of vectors.filter((one) => target.skip?.(one) === undefined)) {
    await t.step(`${vector.name}: ${vector.about}`, () => runVector(target, vector));
  }
}

Deno.test("readVectors() finds files whose vectors have names of their own", () => {
  for (const { topic, vectors } of FILES) {
    assertEquals(new Set(vectors.map(({ name }) => name)).size, vectors.length, topic);
    assert(vectors.every(({ steps }) => steps.length > 0), topic);
  }
  assertGreaterOrEqual(FILES.flatMap(({ vectors }) => vectors).length, 120);
});

/** The vector "flat states" with other expectations of its `send`. */
function changed(difference: Partial<SendView>): Vector {
  const vector = FILES.flatMap(({ vectors }) => vectors).find(({ name }) => name === "flat states");
  assert(vector);
  const steps = vector.steps.map((step) =>
    "send" in step ? { ...step, expect: { ...step.expect, ...difference } } : step
  );
  return { ...vector, steps };
}

const DIFFERENCES: readonly Partial<SendView>[] = [
  { to: "Elsewhere" },
  { handled: false },
  { reason: "no transition" },
  { error: "" },
  { configuration: ["R"] },
  { done: true },
  { context: { n: 1 } },
  { visited: ["A"] },
  { log: [] },
  { log: ["exit A", "begin *", "entry C", "end *"] },
  { logIncludes: ["entry C"] },
];

for (const difference of DIFFERENCES) {
  Deno.test(`runVector() fails when ${JSON.stringify(difference)} is expected and not so`, async () => {
    await assertRejects(() => runVector(INTERPRETER, changed(difference)), Error, "step 1");
  });
}

Deno.test("runVector() takes a line that ends in * for every line that begins so", async () => {
  await runVector(INTERPRETER, changed({ log: ["exit A", "begin *", "entry B", "end A*"] }));
});

Deno.test("runVector() fails when construction was to fail and did not", async () => {
  const vector = { ...changed({}), steps: [{ startError: { code: "machine_definition" } }] };
  await assertRejects(() => runVector(INTERPRETER, vector), Error, "nothing was thrown");
});
