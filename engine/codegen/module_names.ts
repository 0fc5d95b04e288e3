import { LoomError } from "@loom/protocol";
import type { CodeLanguage } from "./file_name.ts";
import type { GenerateOptions } from "./options.ts";
import { PYTHON_WORDS } from "../naming/reserved.ts";

/** The name of a module for generated code is not usable; its `code` is `bad_module`. */
export class ModuleNameError extends LoomError {
  /** Makes the error from its sentence. */
  constructor(message: string) {
    super("bad_module", message);
    this.name = "ModuleNameError";
  }
}

/** A module as an import statement of Python names it; anything else would be code. */
const PYTHON_MODULE = /^(?:\.*[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*|\.+)$/u;

const EXAMPLES: Readonly<Record<CodeLanguage, string>> = {
  python: "my_package.runtime",
  typescript: "./runtime.ts",
};

/**
 * Refuses modules that cannot be imported under their names.
 *
 * @throws {ModuleNameError} With the option that names none.
 */
export function checkModules(language: CodeLanguage, { runtime, types }: GenerateOptions): void {
  for (const [option, module] of Object.entries({ runtime, types })) {
    if (module === undefined) continue;
    if (language === "python" ? isPythonModule(module) : module.trim() !== "") continue;
    const given = JSON.stringify(module);
    throw new ModuleNameError(
      `${option} is ${given}, which names no module: give one such as ${
        EXAMPLES[language]
      }, or leave it out.`,
    );
  }
}

/** A word of the language is no name, either: `from my.import import ...` is a syntax error. */
function isPythonModule(module: string): boolean {
  return PYTHON_MODULE.test(module) && !module.split(".").some((part) => PYTHON_WORDS.has(part));
}
