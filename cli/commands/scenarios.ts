import { type CoveringSuite, coveringSuite, sharesOf, type TestSuite } from "@loom/engine";
import { counted } from "@loom/protocol";
import { basename, dirname, relative, resolve } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, loadMachine, STANDARD_INPUT } from "../load_document.ts";
import { outPath } from "../out_path.ts";
import { invokedMachines } from "../run/invoked_machines.ts";
import { readStubs } from "../run/stubs.ts";
import { TEST_ENDING } from "../suite/find_tests.ts";
import type { SCENARIOS } from "../table/tests.ts";
import { UsageError } from "../usage_error.ts";
import { OVERWRITE_FLAG, sourcesOf, writeText } from "../write_text.ts";
import { compiled, readContext } from "./run.ts";

/** Writes tests that reach a coverage. */
export const scenarios: Run<typeof SCENARIOS> = async (context, values) => {
  const path = documentOf(context, values.doc);
  if (path === STANDARD_INPUT) {
    throw new UsageError(
      "A test file names its machine by path: name the document instead of standard input.",
    );
  }
  const machine = await loadMachine(context, path);
  const { definition } = machine;
  compiled(path, definition);
  const out = values.out === "-" ? "-" : await outPath(values.out, [TEST_ENDING], () => fileNameOf(path));
  const data = values.context === undefined ? undefined : await readContext(values.context);
  const stubs = await readStubs(values.stub, values.stubs);
  const made = coveringSuite(definition, out === "-" ? path : relativePath(out, path), {
    cover: values.cover,
    seed: values.seed ?? 1,
    machines: await invokedMachines(context, path, machine),
    given: { ...(data === undefined ? {} : { data }), ...(Object.keys(stubs).length === 0 ? {} : { stubs }) },
  });
  const text = suiteText(made.suite);
  for (const line of remarks(made)) context.remark(line);
  if (out === "-") {
    if (context.json) context.printJson(jsonOf(made));
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const { realPath, bytes } = await writeText(out, text, {
    endings: [TEST_ENDING],
    kinds: context.kinds,
    sources: await sourcesOf([path]),
    overwrite: values.overwrite,
    overwriteFlag: OVERWRITE_FLAG,
  });
  if (context.json) context.printJson({ path: realPath, bytes, ...jsonOf(made) });
  else context.print(realPath);
  return EXIT.done;
};

function fileNameOf(path: string): string {
  return `${basename(path).replace(/(?:\.smdf)?\.[^.]+$/i, "")}${TEST_ENDING}`;
}

/** The path of the machine from the file that names it; with slashes, so that it holds on every system. */
function relativePath(file: string, machine: string): string {
  return relative(dirname(resolve(file)), resolve(machine)).replaceAll("\\", "/");
}

/** A test file with a line a step, as a person would write it. */
function suiteText({ tests, ...head }: TestSuite): string {
  const members = Object.entries(head).map(([key, value]) =>
    `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`
  );
  const texts = tests.map(({ name, steps }) =>
    [
      "    {",
      `      "name": ${JSON.stringify(name)},`,
      '      "steps": [',
      steps.map((step) => `        ${JSON.stringify(step)}`).join(",\n"),
      "      ]",
      "    }",
    ].join("\n")
  );
  return ["{", ...members, '  "tests": [', texts.join(",\n"), "  ]", "}", ""].join("\n");
}

function remarks({ suite, coverage, pairs, unreached, functions }: CoveringSuite): string[] {
  const { states, transitions, guards } = sharesOf(coverage);
  const steps = suite.tests.reduce((sum, test) => sum + test.steps.length, 0);
  return [
    `${counted(suite.tests.length, "test")}, ${
      counted(steps, "step")
    }: ${states.touched} of ${states.all} states, ` +
    `${transitions.touched} of ${transitions.all} transitions, ${guards.touched} of ${guards.all} sides of guards${
      pairs === 0 ? "" : `, ${pairs} pairs of transitions`
    }`,
    ...(functions.length === 0 ? [] : [noStubs(functions)]),
    ...unreached,
  ];
}

function noStubs(functions: readonly string[]): string {
  const [first = ""] = functions;
  return `Steps that call ${functions.join(", ")} fail, since no stub gives a value: ` +
    `give one with --stub ${first}=value, or several with --stubs.`;
}

function jsonOf({ suite, coverage, pairs, unreached, functions, isCut }: CoveringSuite): object {
  return { suite, shares: sharesOf(coverage), pairs, unreached, functions, isCut };
}
