/**
 * Writes a JSON pointer (RFC 6901) from its steps.
 *
 * @example
 * ```ts
 * import { toPointer } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(toPointer(["state", "states", 0, "a/b"]), "/state/states/0/a~1b");
 * assertEquals(toPointer([]), "");
 * ```
 */
export function toPointer(steps: readonly (string | number)[]): string {
  let pointer = "";
  for (const step of steps) pointer += "/" + escapeStep(step);
  return pointer;
}

/** The steps of a JSON pointer, unescaped; array indices stay text. */
export function fromPointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function escapeStep(step: string | number): string {
  return typeof step === "number" ? String(step) : step.replaceAll("~", "~0").replaceAll("/", "~1");
}
