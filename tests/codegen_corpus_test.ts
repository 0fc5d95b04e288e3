/**
 * Machines that people wrote, the examples and where it stands beside the checkout `../shared/corpus`, as generated code: it
 * type-checks, lints and compiles, and a walk over every transition shows the same in all four implementations.
 *
 * @module
 */
import { enrich, listTransitions, parseJson } from "@loom/engine";
import { generatePython, generateTypeScript } from "@loom/engine/codegen";
import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import type { Run, RunDeed } from "./arbitrary/run.ts";
import { GENERATED_PYTHON } from "./conformance/generated_python.ts";
import { GENERATED_TYPESCRIPT } from "./conformance/generated_typescript.ts";
import { refusesToGenerate } from "./conformance/generation.ts";
import { INTERPRETER } from "./conformance/interpreter.ts";
import { PYTHON_MACHINE } from "./conformance/python_machine.ts";
import { type ConformanceTarget, readVectors } from "./conformance/runner.ts";
import { disagreements, traceOf } from "./fuzz/agreement.ts";
import { HAS_PYTHON, runPython } from "./python.ts";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["examples/", "../shared/corpus/machines/", "../shared/corpus/wave-count/"];

interface Sample {
  readonly name: string;
  readonly definition: StateMachineDefinition;
}

const SAMPLES: readonly Sample[] = FOLDERS.flatMap((folder) => samplesIn(new URL(folder, ROOT)));

const VECTORS: readonly Sample[] = readVectors().flatMap(({ topic, vectors }) =>
  vectors.filter((vector) => refusesToGenerate(vector) === undefined)
    .map(({ definition }, index) => ({ name: `${topic}_${index}`, definition }))
);

function samplesIn(folder: URL): Sample[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).sort()
      .filter((name) => name.endsWith(".smdf.json"))
      .map((name) => ({
        name: name.slice(0, -".smdf.json".length),
        definition: parseJson(Deno.readTextFileSync(new URL(name, folder))),
      }));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** A folder as a project that uses the generated modules has it, with the strictest types. */
async function withProject(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "loom-codegen-" });
  const imports = Object.fromEntries(
    ["@loom/engine/runtime", "@loom/protocol"].map((name) => [name, import.meta.resolve(name)]),
  );
  const { compilerOptions } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ imports, compilerOptions }));
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function deno(folder: string, ...args: string[]): Promise<void> {
  const command = new Deno.Command(Deno.execPath(), { args, cwd: folder, env: { NO_COLOR: "1" } });
  const { success, stderr } = await command.output();
  assert(success, new TextDecoder().decode(stderr).slice(0, 4_000));
}

for (
  const [what, samples] of [["example and corpus machine", SAMPLES], ["conformance vector", VECTORS]] as const
) {
  Deno.test(`generateTypeScript() gives modules of every ${what} that type-check and lint`, async () => {
    await withProject(async (folder) => {
      for (const { name, definition } of samples) {
        await Deno.writeTextFile(
          `${folder}/${name}.ts`,
          generateTypeScript(enrich(definition), { force: true }),
        );
      }
      await deno(folder, "check", ".");
      await deno(folder, "lint", ".");
    });
  });

  Deno.test({
    name: `generatePython() gives modules of every ${what} that compile`,
    ignore: !HAS_PYTHON,
    fn: () =>
      withProject(async (folder) => {
        const paths = samples.map(({ name }) => `${folder}/${name}.py`);
        for (const [index, { definition }] of samples.entries()) {
          await Deno.writeTextFile(paths[index]!, generatePython(enrich(definition), { force: true })); // one each
        }
        const { success, stdout, stderr } = await runPython(["-W", "error", "-m", "py_compile", ...paths]);
        assert(success, stdout + stderr);
      }),
  });
}

/** What parameters of the types that documents use most get. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: "a word",
  str: "a word",
  int: 2,
  number: 2,
  float: 1.5,
  bool: true,
  boolean: true,
};

/** A run that goes to every state with transitions, sends each of its events there, and lets time pass. */
function runOf(definition: StateMachineDefinition): Run {
  const { eventMap } = enrich(definition);
  const payloadOf = (event: string): Record<string, unknown> =>
    Object.fromEntries(
      (eventMap.get(event)?.parameters ?? []).map(({ name, type }) => [name, EXAMPLES[type] ?? null]),
    );
  const deeds = listTransitions(definition).flatMap(({ from, event }): RunDeed[] => [
    { setState: from },
    { can: event, payload: payloadOf(event) },
    { send: event, payload: payloadOf(event) },
    { advance: 40_000 },
  ]);
  const straight = [...eventMap.keys()].map((event): RunDeed => ({ send: event, payload: payloadOf(event) }));
  const methods = [...JSON.stringify(definition).matchAll(/\.(\w+)\(/g)].map(([, name = ""]) => name);
  return {
    definition,
    context: {},
    reactions: {},
    methods: [...new Set(methods)],
    deeds: [...straight, { snapshotRestore: true }, ...straight, ...deeds, { stop: true }],
  };
}

const OTHERS: readonly ConformanceTarget[] = [
  GENERATED_TYPESCRIPT,
  ...(HAS_PYTHON ? [PYTHON_MACHINE, GENERATED_PYTHON] : []),
];

Deno.test("every example and corpus machine walks alike in all implementations", async (t) => {
  for (const target of OTHERS) await target.open?.();
  try {
    for (const { name, definition } of SAMPLES) {
      await t.step(name, async () => {
        const run = runOf(definition);
        const trace = await traceOf(run, INTERPRETER);
        assert(trace.filter((text) => text.includes('"handled":true')).length > 3, "The walk leads nowhere.");
        assertEquals(await disagreements(run, INTERPRETER, OTHERS), []);
      });
    }
  } finally {
    for (const target of OTHERS) await target.close?.();
  }
});
