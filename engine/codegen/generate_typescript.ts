import type { EnrichedModel } from "../model.ts";
import { checkedPlan } from "./checked_plan.ts";
import { checkModules } from "./module_names.ts";
import type { GenerateOptions } from "./options.ts";
import { typeScriptModule } from "./typescript/module.ts";

/**
 * Generates the TypeScript module of a definition. It runs on the runtime library exactly as the interpreter does;
 * `engine/CODEGEN.md` tells what is in it.
 *
 * @param model The definition with its indexes.
 * @param options How to generate.
 * @returns The text of one module.
 * @throws {CodeGenerationError} When the definition has errors and `force` is not set.
 * @throws {ModuleNameError} When `runtime` or `types` names no module.
 *
 * @example
 * ```ts
 * import { enrich } from "@loom/engine";
 * import { generateTypeScript } from "@loom/engine/codegen";
 * import { assertStringIncludes } from "@std/assert";
 * const text = generateTypeScript(enrich({
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "push" }] }],
 *   state: {
 *     name: "Root",
 *     states: [
 *       { name: "Closed", transitions: [{ event: "push", nextState: "Open" }] },
 *       { name: "Open", transitions: [{ event: "push", nextState: "Closed" }] },
 *     ],
 *   },
 * }));
 * assertStringIncludes(text, "export class DoorContext extends Context");
 * ```
 */
export function generateTypeScript(model: EnrichedModel, options: GenerateOptions = {}): string {
  checkModules("typescript", options);
  return typeScriptModule(checkedPlan(model, options), options);
}

/** The generator as an object, for those who pass it around. */
export class TypeScriptCodeGenerator {
  readonly #model: EnrichedModel;
  readonly #options: GenerateOptions;

  /** A generator for one definition. */
  constructor(model: EnrichedModel, options: GenerateOptions = {}) {
    this.#model = model;
    this.#options = options;
  }

  /** The text of the module, as {@linkcode generateTypeScript} gives it. */
  generate(): string {
    return generateTypeScript(this.#model, this.#options);
  }
}
