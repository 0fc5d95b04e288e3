import type { EnrichedModel } from "../model.ts";
import { snakeCase } from "../naming/case.ts";

/** The languages that code is generated in. */
export type CodeLanguage = "typescript" | "python";

const EXTENSION: Readonly<Record<CodeLanguage, string>> = { typescript: "ts", python: "py" };

/**
 * The name of the file with the code of a machine: `Order flow` gives `order_flow_fsm.ts`.
 *
 * @param model The definition with its indexes.
 * @param language The language of the code.
 *
 * @example
 * ```ts
 * import { enrich } from "@loom/engine";
 * import { generatedFileName } from "@loom/engine/codegen";
 * import { assertEquals } from "@std/assert";
 * const model = enrich({
 *   settings: { namespace: "Home", name: "GarageDoor", asynchronous: false },
 *   events: [],
 *   state: { name: "Root" },
 * });
 * assertEquals(generatedFileName(model, "python"), "garage_door_fsm.py");
 * ```
 */
export function generatedFileName(model: EnrichedModel, language: CodeLanguage): string {
  const name: unknown = model.definition.settings?.name;
  const snake = typeof name === "string" && name !== "" ? snakeCase(name) : "state_machine";
  return `${snake.replace(/[^\p{L}\p{N}_]/gu, "_")}_fsm.${EXTENSION[language]}`;
}
