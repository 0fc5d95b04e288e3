/**
 * Code generation: a definition becomes one module of TypeScript or Python. `engine/CODEGEN.md` is its page.
 *
 * @module
 */
export { type CodeLanguage, generatedFileName } from "./file_name.ts";
export { generateCode } from "./generate_code.ts";
export { generatePython } from "./generate_python.ts";
export { generateTypeScript, TypeScriptCodeGenerator } from "./generate_typescript.ts";
export { identifierOf } from "../naming/identifier.ts";
export { isGeneratedCode } from "./made_by.ts";
export { ModuleNameError } from "./module_names.ts";
export { CodeGenerationError, type GenerateOptions } from "./options.ts";
