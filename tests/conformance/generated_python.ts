/**
 * The Python that is generated from a definition as a target of the conformance vectors.
 *
 * @module
 */
import { enrich } from "@loom/engine";
import { generatePython } from "@loom/engine/codegen";
import type { StateMachineDefinition } from "@loom/protocol";
import { refusesToGenerate } from "./generation.ts";
import { pythonTarget } from "./python_machine.ts";
import type { ConformanceTarget } from "./runner.ts";

/** The Python code that is generated from a definition. */
export const GENERATED_PYTHON: ConformanceTarget = {
  ...pythonTarget("Generated Python", (definition) => ({ kind: "generated", code: pythonOf(definition) })),
  quotesParts: false,
  skip: refusesToGenerate,
};

/** The text of the module that the target runs. */
export function pythonOf(definition: StateMachineDefinition): string {
  return generatePython(enrich(definition), { force: true });
}
