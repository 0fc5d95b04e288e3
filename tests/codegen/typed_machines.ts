/**
 * Arbitrary machines with declared data, and the check that strict compilers accept the code generated from them.
 *
 * @module
 */
import { enrich, type InvokedMachines } from "@loom/engine";
import { generatePython, generateTypeScript } from "@loom/engine/codegen";
import type { DataField, DataType, JsonValue, StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { arbitraryRun } from "../arbitrary/run.ts";
import { PYTHON_FOLDER } from "../python.ts";
import { type CommandOutput, ModuleFolder } from "./modules.ts";

/** The command that checks Python's types. */
const MYPY = Deno.env.get("LOOM_MYPY") ?? "mypy";

/** True when mypy is there; what needs it is ignored without it. */
export const HAS_MYPY: boolean = answers(MYPY);

function answers(command: string): boolean {
  try {
    return new Deno.Command(command, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

const { type } = fc.letrec<{ type: DataType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<DataType>(
      { type: "text" },
      { type: "number" },
      { type: "integer", minimum: -5, maximum: 100 },
      { type: "boolean" },
      { type: "any" },
      { type: "enum", values: ["a", "two words", '"Any"'] },
      { type: "enum" },
      { type: "object" },
    ),
    tie("type").map((items): DataType => ({ type: "list", items })),
    fc.uniqueArray(
      fc.record({ name: fc.constantFrom("total", "by", "class", "two words", "_x"), of: tie("type") }),
      { selector: ({ name }) => name, maxLength: 3 },
    ).map((list): DataType => ({ type: "object", fields: list.map(({ name, of }) => ({ name, ...of })) })),
  ),
}));

const field: fc.Arbitrary<DataField> = fc.record({
  name: fc.constantFrom("count", "x", "items", "text", "flag", "order", "two words", "class", "toString"),
  of: type,
  optional: fc.boolean(),
  isGiven: fc.boolean(),
}).map(({ name, of, optional, isGiven }) => ({
  name,
  ...of,
  ...(optional ? { optional } : {}),
  ...(isGiven ? { initial: valueOf(of) } : {}),
}));

/** A value that a type has. */
function valueOf({ type, values, items, fields }: DataType): JsonValue {
  switch (type) {
    case "text":
      return "a";
    case "number":
      return 1.5;
    case "integer":
      return 2;
    case "boolean":
      return true;
    case "enum":
      return values?.at(-1) ?? "any text";
    case "list":
      return items ? [valueOf(items)] : [1];
    case "object":
      return Object.fromEntries((fields ?? []).map((one) => [one.name, valueOf(one)]));
    case "any":
      return null;
  }
}

const word = fc.constantFrom("text", "integer", "list", "any", "enum", "boolean", "string", "Order");

/** Machines whose data is declared, with first values of its types. */
export const arbitraryTypedMachine: fc.Arbitrary<StateMachineDefinition> = fc.record({
  run: arbitraryRun,
  data: fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 6 }),
  words: fc.array(word, { minLength: 3, maxLength: 3 }),
}).map(({ run: { definition }, data, words }) => ({
  ...definition,
  settings: { ...definition.settings, data },
  events: definition.events.map((source) => ({
    ...source,
    events: (source.events ?? []).map((event) => ({
      ...event,
      ...(event.parameters === undefined ? {} : {
        parameters: event.parameters.map((one, index) => ({ ...one, type: words[index % 3] ?? one.type })),
      }),
    })),
  })),
}));

/** Checks the TypeScript of machines with the strictest types. */
export async function checkTypeScript(
  definitions: readonly StateMachineDefinition[],
  machines: InvokedMachines = {},
): Promise<CommandOutput> {
  await using folder = await ModuleFolder.make();
  for (const definition of definitions) {
    await folder.add(generateTypeScript(enrich(definition), { force: true, machines }));
  }
  return await folder.check();
}

/** Checks the Python package itself, with its tests and its build backend. */
export async function checkPythonPackage(): Promise<CommandOutput> {
  const folder = await Deno.makeTempDir({ prefix: "loom-mypy-" });
  try {
    return await runMypy(folder, [PYTHON_FOLDER]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function runMypy(folder: string, args: readonly string[]): Promise<CommandOutput> {
  const { success, stdout, stderr } = await new Deno.Command(MYPY, {
    args: ["--strict", "--no-color-output", `--cache-dir=${folder}/cache`, ...args],
    cwd: folder,
    env: { MYPYPATH: PYTHON_FOLDER },
  }).output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Checks the Python of machines with `mypy --strict`, all in one run. */
export async function checkPython(
  definitions: readonly StateMachineDefinition[],
  machines: InvokedMachines = {},
): Promise<CommandOutput> {
  const folder = await Deno.makeTempDir({ prefix: "loom-mypy-" });
  try {
    const paths = definitions.map((_, index) => `${folder}/machine_${index}.py`);
    for (const [index, definition] of definitions.entries()) {
      const text = generatePython(enrich(definition), { force: true, machines });
      await Deno.writeTextFile(`${folder}/machine_${index}.py`, text);
    }
    return await runMypy(folder, ["--follow-imports=silent", ...paths]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
