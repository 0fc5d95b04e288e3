/** Beginning of the first sentence of generated code, in every language. */
export const MADE_BY = "Made by the loom from the definition of ";

const FIRST_LINE = new RegExp(`^(?:// |""")${MADE_BY}`);

/**
 * True when a text is code that a generator of the loom has made, so that it can be made again; nothing at all is as good as that.
 *
 * @example
 * ```ts
 * import { isGeneratedCode } from "@loom/engine/codegen";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isGeneratedCode("// Made by the loom from the definition of Door. Change the definition, not this file.\n"), true);
 * assertEquals(isGeneratedCode("export const door = 1;\n"), false);
 * ```
 */
export function isGeneratedCode(text: string): boolean {
  return text.trim() === "" || FIRST_LINE.test(text);
}
