/**
 * Definitions and pieces of generated code for tests.
 *
 * @module
 */
import type { StateMachineDefinition } from "@loom/protocol";
import { enrich } from "../model.ts";
import { generatePython } from "./generate_python.ts";
import { generateTypeScript } from "./generate_typescript.ts";
import type { GenerateOptions } from "./options.ts";

/** A machine of one state `A` that does something on `go`, with an object `host`. */
export function machineOf(
  transition: object,
  more: Partial<StateMachineDefinition> = {},
): StateMachineDefinition {
  return {
    settings: {
      namespace: "Test",
      name: "M",
      asynchronous: false,
      objects: [{ instance: "host", class: "Host" }],
    },
    events: [{ name: "All", events: [{ id: "go" }] }],
    state: { name: "R", states: [{ name: "A", transitions: [{ event: "go", ...transition }] }] },
    ...more,
  };
}

/** The TypeScript of a definition on as few lines as it can have. */
export function typeScript(definition: StateMachineDefinition, options: GenerateOptions = {}): string {
  return squeezed(generateTypeScript(enrich(definition), { force: true, ...options }));
}

/** The Python of a definition on as few lines as it can have. */
export function python(definition: StateMachineDefinition, options: GenerateOptions = {}): string {
  return squeezed(generatePython(enrich(definition), { force: true, ...options }));
}

/** A text whose broken lists are on one line again. */
function squeezed(text: string): string {
  return text
    .replace(/([([{])\n\s*/g, (_, open: string) => open === "{" ? "{ " : open)
    .replace(/,\n\s*([)\]}])/g, (_, close: string) => close === "}" ? " }" : close)
    .replace(/(,|&&|\|\|)\n\s*/g, "$1 ")
    .replace(/\n\s*(and|or) /g, " $1 ");
}
