import type { EnrichedModel } from "../model.ts";
import { checkedPlan } from "./checked_plan.ts";
import { checkModules } from "./module_names.ts";
import type { GenerateOptions } from "./options.ts";
import { pythonModule } from "./python/module.ts";

/**
 * Generates the Python module of a definition. It runs on the package `loom_engine` exactly as the interpreter does;
 * `engine/CODEGEN.md` tells what is in it.
 *
 * @param model The definition with its indexes.
 * @param options How to generate.
 * @returns The text of one module, for Python 3.10 and later.
 * @throws {CodeGenerationError} When the definition has errors and `force` is not set.
 * @throws {ModuleNameError} When `runtime` or `types` names no module.
 *
 * @example
 * ```ts
 * import { enrich } from "@loom/engine";
 * import { generatePython } from "@loom/engine/codegen";
 * import { assertStringIncludes } from "@std/assert";
 * const text = generatePython(enrich({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "press" }] }],
 *   state: { name: "Root", states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }] },
 * }));
 * assertStringIncludes(text, "class LampContext(Context):");
 * ```
 */
export function generatePython(model: EnrichedModel, options: GenerateOptions = {}): string {
  checkModules("python", options);
  return pythonModule(checkedPlan(model, options), options);
}
