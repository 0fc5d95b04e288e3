import type { EnrichedModel } from "../model.ts";
import type { CodeLanguage } from "./file_name.ts";
import { generatePython } from "./generate_python.ts";
import { generateTypeScript } from "./generate_typescript.ts";
import type { GenerateOptions } from "./options.ts";

const GENERATORS: Readonly<Record<CodeLanguage, typeof generatePython>> = {
  typescript: generateTypeScript,
  python: generatePython,
};

/**
 * Generates the code of a machine in the language that is asked for.
 *
 * @param model The definition with its indexes.
 * @param language The language of the code.
 * @throws {CodeGenerationError} When the definition has errors, unless the options say `force`.
 * @throws {ModuleNameError} When `runtime` or `types` names no module.
 *
 * @example
 * ```ts
 * import { enrich, generateCode } from "@loom/engine";
 * import { assert } from "@std/assert";
 * const model = enrich({
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "open" }] }],
 *   state: { name: "Root", states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }] },
 * });
 * assert(generateCode(model, "python").includes("class Door"));
 * ```
 */
export function generateCode(
  model: EnrichedModel,
  language: CodeLanguage,
  options: GenerateOptions = {},
): string {
  return GENERATORS[language](model, options);
}
